"""The form by which a person says how a file is to be read."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _

from games.core.text import Text
from scorekeeper.common.texts import isolated, translated
from scorekeeper.spreadsheets.choosing import COLUMN, HEADS, LETTERS, SHEET, UNREAD, columns_by_key, columns_to_choose
from scorekeeper.spreadsheets.heads import TITLES
from scorekeeper.spreadsheets.reading import ROUND, Reading, Wanted, key_of, title_of
from scorekeeper.spreadsheets.texts import LETTERS as ENCODINGS

MOST_LINES: Final = 15  # that are offered as the line of heads
MOST_COLUMNS: Final = 60
LONGEST: Final = 60  # characters of cells that are shown
LONGEST_OPTION: Final = 32  # of a line to choose, so that a phone shows all of it


class ReadingForm(forms.Form):
    """How the file was read, to be changed: its sheet, its letters (but for a list that `is_pasted` into a page), the
    line of its heads, what each column holds. Days that stand as heads are left out."""

    def __init__(self, reading: Reading, wanted: Wanted, *, is_pasted: bool = False) -> None:
        super().__init__()
        if len(reading.sheets) > 1:
            names = [(name, isolated(name)) for name in reading.sheets]
            self._choose(SHEET, _("Sheet of the workbook"), names, reading.sheet)
        if reading.letters and not is_pasted:
            letters = [(name, translated(Text(words))) for name, words in ENCODINGS.items()]
            sample = _("Where names look wrong, choose others and look again.")
            self._choose(LETTERS, _("Letters of the file"), letters, reading.letters, sample)
        offered = reading.lines[:MOST_LINES]
        lines = [(str(row.number), f"{row.number}: {_shown(row.cells, LONGEST_OPTION)}") for row in offered]
        self._choose(HEADS, _("Line that names the columns"), [("0", _("none does")), *lines], str(reading.heads_at))
        titles = [(name, title(name, wanted)) for name in columns_to_choose(wanted)]
        found = columns_by_key(reading)
        for place in sorted(set(range(reading.width)) - set(reading.columns.days)):
            key = key_of(reading.heads, place)
            if key in found and len(self.fields) < MOST_COLUMNS:
                label = _("Column {head}").format(head=isolated(title_of(reading.heads, place)))
                choices = [(UNREAD, _("is not read")), *titles]
                self._choose(COLUMN + key, label, choices, found.pop(key) or UNREAD, _example(reading, place))

    def _choose(self, name: str, label: str, choices: Any, initial: str, example: str = "") -> None:
        self.fields[name] = forms.ChoiceField(
            label=label, choices=choices, initial=initial, required=False, help_text=example
        )


def title(column: str, wanted: Wanted) -> str:
    """What a column holds, in words."""
    if column == ROUND:
        return _("the results of an evening")
    measure = column.removeprefix("measure:")
    return translated(Text(TITLES[column])) if column == measure else isolated(wanted.measures[measure])


def _example(reading: Reading, place: int) -> str:
    cells = dict.fromkeys(row[place] for row in reading.rows[:50] if row[place])
    if not cells:
        return _("Nothing stands below it.")
    return _("As on its lines: {cells}").format(cells=isolated(_shown([*cells][:3])))


def _shown(cells: Any, most: int = LONGEST) -> str:
    text = ", ".join(filter(None, cells))
    return text if len(text) <= most else f"{text[: most - 1]}…"
