"""Choices as ruled boxes: real radios and checkboxes, edge to edge (templates/components/_boxes.html)."""

import json
from collections.abc import Collection
from typing import Any, Final
from uuid import UUID

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

OPEN: Final = 3  # choices that are open where the others are folded


class Boxes(forms.RadioSelect):
    """One of a few, in groups or not. `columns` boxes stand in a row; with `swatches` each shows the ink it names, and
    where they are `people` typing narrows them. Where it `folds` only the first few and the chosen one are open."""

    def __init__(self, columns: int = 3, *, swatches: bool = False, people: bool = False, folds: bool = False) -> None:
        super().__init__()
        self.columns = columns
        self.folds = folds
        self.swatches = swatches
        self.people = people

    def optgroups(self, name: str, value: list[str], attrs: dict[str, Any] | None = None) -> Any:
        """Each choice knows the group it stands in, None outside of all."""
        groups = super().optgroups(name, value, attrs)
        for number, (group, choices, _index) in enumerate(groups):
            for choice in choices:
                choice["group"] = group
                choice["folded"] = self.folds and number >= OPEN and len(groups) > OPEN + 1 and not choice["selected"]
        return groups


class CheckBoxes(forms.CheckboxSelectMultiple):
    """Any of a few; where they are `people` typing narrows them."""

    def __init__(self, columns: int = 1, *, people: bool = False) -> None:
        super().__init__()
        self.columns = columns
        self.people = people


def narrowed() -> dict[str, str]:
    """The attributes of a list of people that typing narrows (static/js/narrowing.js)."""
    return {
        "data-people": "",
        "data-list": pgettext("note", "People found"),
        "data-said": pgettext("note", "{count} found"),
        "data-typed": _("Type a name"),
    }


class PersonSelect(forms.Select):
    """One of the people of the page; where they are many typing narrows them."""

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        return super().get_context(name, value, {**(attrs or {}), **narrowed()})


class PersonInput(forms.TextInput):
    """A name that completes from the club's book, which is searched at `find`; `chosen` is the id of the player whose
    name it is, where one was chosen. With `now` choosing somebody sends the form; who is in `but` is not offered.
    Without scripts it takes a name, and completes from the list `book`.
    """

    now: bool
    but: Collection[UUID]

    template_name = "components/person_input.html"

    def __init__(self, book: str = "") -> None:
        super().__init__({"list": book, "autocomplete": "off", "autocapitalize": "words"} if book else {})
        self.find = self.chosen = ""
        self.now, self.but = False, ()

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        but = json.dumps([str(pk) for pk in self.but]) if self.but else ""
        context["widget"] |= {"find": self.find, "chosen": self.chosen, "now": self.now, "but": but}
        return context
