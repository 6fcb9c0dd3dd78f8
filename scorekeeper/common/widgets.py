"""Choices as ruled boxes: real radios and checkboxes, edge to edge (templates/components/_boxes.html)."""

from django import forms


class Boxes(forms.RadioSelect):
    """One of a few. `columns` boxes stand in a row; with `swatches` each shows the ink it names."""

    def __init__(self, columns: int = 3, *, swatches: bool = False) -> None:
        super().__init__()
        self.columns = columns
        self.swatches = swatches


class CheckBoxes(forms.CheckboxSelectMultiple):
    """Any of a few."""

    def __init__(self, columns: int = 1) -> None:
        super().__init__()
        self.columns = columns
