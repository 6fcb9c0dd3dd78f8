"""Choices as ruled boxes: real radios and checkboxes, edge to edge (templates/components/_boxes.html)."""

from typing import Any

from django import forms


class Boxes(forms.RadioSelect):
    """One of a few, in groups or not. `columns` boxes stand in a row; with `swatches` each shows the ink it names."""

    def __init__(self, columns: int = 3, *, swatches: bool = False) -> None:
        super().__init__()
        self.columns = columns
        self.swatches = swatches

    def optgroups(self, name: str, value: list[str], attrs: dict[str, Any] | None = None) -> Any:
        """Each choice knows the group it stands in, None outside of all."""
        groups = super().optgroups(name, value, attrs)
        for group, choices, _index in groups:
            for choice in choices:
                choice["group"] = group
        return groups


class CheckBoxes(forms.CheckboxSelectMultiple):
    """Any of a few."""

    def __init__(self, columns: int = 1) -> None:
        super().__init__()
        self.columns = columns


class PersonInput(forms.TextInput):
    """A name that completes from the club's book, which is searched at `find`; `chosen` is the id of the player whose
    name it is, where one was chosen. Without scripts it takes a name, and completes from the list `book`.
    """

    template_name = "components/person_input.html"

    def __init__(self, book: str = "") -> None:
        super().__init__({"list": book, "autocomplete": "off", "autocapitalize": "words"} if book else {})
        self.find = self.chosen = ""

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        context["widget"] |= {"find": self.find, "chosen": self.chosen}
        return context
