"""The forms by which a person sends a list into a page, and says how a file is to be read."""

import binascii
import csv
import io
from base64 import b64decode, b64encode
from dataclasses import replace
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.core.text import Text
from scorekeeper.clubs.models import Club
from scorekeeper.common.texts import isolated, translated
from scorekeeper.spreadsheets.choosing import (
    COLUMN,
    HEADS,
    LETTERS,
    SHEET,
    UNREAD,
    columns_by_key,
    columns_to_choose,
    posted,
    remember,
    remembered,
)
from scorekeeper.spreadsheets.files import MOST_BYTES
from scorekeeper.spreadsheets.heads import TITLES
from scorekeeper.spreadsheets.matching import NEW, Match
from scorekeeper.spreadsheets.reading import ROUND, Choices, Reading, Wanted, key_of, read, title_of
from scorekeeper.spreadsheets.texts import LETTERS as ENCODINGS
from scorekeeper.spreadsheets.texts import Unreadable

MOST_LINES: Final = 15  # that are offered as the line of heads
MOST_COLUMNS: Final = 60
LONGEST: Final = 60  # characters of cells that are shown
LONGEST_OPTION: Final = 32  # of a line to choose, so that a phone shows all of it
LONGEST_LIST: Final = 60_000  # characters of a list that is pasted
LETTERS_CHOSEN: Final = gettext_lazy("Where names look wrong, choose other letters and check again.")


class ReadingForm(forms.Form):
    """How the file was read, to be changed: its sheet, its letters, with what choosing others does, the line of its
    heads, what each column holds. Days that stand as heads are left out."""

    def __init__(self, reading: Reading, wanted: Wanted, *, letters_chosen: Any = LETTERS_CHOSEN) -> None:
        super().__init__()
        if len(reading.sheets) > 1:
            names = [(name, isolated(name)) for name in reading.sheets]
            self._choose(SHEET, _("Sheet of the workbook"), names, reading.sheet)
        if reading.letters:
            letters = [(name, translated(Text(words))) for name, words in ENCODINGS.items()]
            self._choose(LETTERS, _("Letters of the file"), letters, reading.letters, letters_chosen)
        offered = reading.lines[:MOST_LINES]
        lines = [(str(row.number), f"{row.number}: {_shown(row.cells, LONGEST_OPTION)}") for row in offered]
        self._choose(
            HEADS,
            _("Line that names the columns"),
            [("0", pgettext("in a line", "none does")), *lines],
            str(reading.heads_at),
        )
        titles = [(name, title(name, wanted)) for name in columns_to_choose(wanted)]
        found = columns_by_key(reading)
        for place in sorted(set(range(reading.width)) - set(reading.columns.days)):
            key = key_of(reading.heads, place)
            if key in found and len(self.fields) < MOST_COLUMNS:
                label = pgettext("field", "Column {head}").format(head=isolated(title_of(reading.heads, place)))
                choices = [(UNREAD, pgettext("choice", "is not read")), *titles]
                self._choose(COLUMN + key, label, choices, found.pop(key) or UNREAD, _example(reading, place))

    def _choose(self, name: str, label: str, choices: Any, initial: str, example: str = "") -> None:
        self.fields[name] = forms.ChoiceField(
            label=label, choices=choices, initial=initial, required=False, help_text=example
        )


class ListForm(forms.Form):
    """A list as it was pasted, or a file of one. Once a file was read its lines stand in the field and can be put right
    there. Of a text that does not say its letters, `as_sent` keeps those it was read in and its bytes, so that others
    can be chosen."""

    text = forms.CharField(
        label=gettext_lazy("The list, one line each"),
        required=False,
        max_length=LONGEST_LIST,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
    )
    file = forms.FileField(
        label=gettext_lazy("Or a file"),
        required=False,
        max_length=200,
        help_text=gettext_lazy("CSV, XLSX, XLS or ODS. You see first what would happen; nothing is entered yet."),
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx,.xls,.ods"}),
    )
    as_sent = forms.CharField(required=False, max_length=2 * LONGEST_LIST, widget=forms.HiddenInput)

    def read(self, club: Club, kind: str, wanted: Wanted) -> Reading | None:
        """The list that was sent, read as the club has chosen for earlier ones of the kind and now for this one, but
        for a file that comes anew; None where it cannot be read, which the form says then."""
        file, chosen = self.cleaned_data["file"], posted(self.data, wanted)
        columns = remembered(club, kind)
        letters, sent = _sent(self.cleaned_data["as_sent"])
        if file:
            data, choices, letters = file.read(MOST_BYTES + 1), Choices(chosen.sheet, None, columns), ""
        else:
            choices = replace(chosen, columns={**columns, **chosen.columns})
            reads_anew = bool(letters and chosen.letters) and chosen.letters != letters
            data = sent if reads_anew else self.cleaned_data["text"].encode()
            letters = "" if reads_anew else letters
        try:
            reading = read(data, wanted, choices)
        except Unreadable as unreadable:
            self.add_error("file" if file else "text", translated(unreadable.message))
            return None
        if chosen.columns and not file:
            remember(club, kind, reading, wanted, chosen.columns)
        if reading.letters:  # the file itself was read
            sent = data if len(data) <= LONGEST_LIST else b""
        letters = reading.letters or letters
        return replace(reading, letters=letters if sent else "", as_sent=sent if letters else b"")

    @classmethod
    def of(cls, reading: Reading) -> "ListForm":
        """The list in the field, as somebody would type it."""
        text = io.StringIO()
        csv.writer(text, delimiter=";", lineterminator="\n").writerows(row.cells for row in reading.lines)
        kept = f"{reading.letters} {b64encode(reading.as_sent).decode()}" if reading.letters else ""
        return cls({"text": text.getvalue(), "as_sent": kept})


def reading_form_of_list(reading: Reading, wanted: Wanted) -> ReadingForm:
    """How a list of a page was read, to be changed."""
    return ReadingForm(
        reading,
        wanted,
        letters_chosen=_(
            "Where names look wrong, choose other letters and check again. "
            "The file is then read again, and your changes in the list are lost."
        ),
    )


def _sent(kept: str) -> tuple[str, bytes]:
    """The letters that a file was read in and its bytes, as a page kept them; nothing where that is none of ours."""
    letters, _blank, data = kept.partition(" ")
    if letters not in ENCODINGS or not data:
        return "", b""
    try:
        return letters, b64decode(data, validate=True)
    except binascii.Error:
        return "", b""


def who_is(match: Match) -> forms.ChoiceField:
    """Asks who of the book is meant by a name that is much like somebody's."""
    alike = [(str(player.pk), isolated(player.name)) for player in match.alike]
    return forms.ChoiceField(
        label=_("Who is {name} among the club’s people?").format(name=isolated(match.name)),
        choices=[("", pgettext("field", "please choose")), *alike, (NEW, pgettext("field", "somebody new"))],
        initial=match.said or match.likely,
        required=False,
    )


def title(column: str, wanted: Wanted) -> str:
    """What a column holds, in words."""
    if column == ROUND:
        return pgettext("heading", "the results of an evening")
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
