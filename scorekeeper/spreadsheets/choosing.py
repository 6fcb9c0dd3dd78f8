"""What a person says of a file on its page: which sheet, which line holds the heads, what is in which column. The
columns are remembered for the next file of the club."""

from collections.abc import Mapping
from typing import Final

from django.db import transaction

from scorekeeper.clubs.models import Club
from scorekeeper.spreadsheets.heads import LONGEST
from scorekeeper.spreadsheets.models import ColumnChoice
from scorekeeper.spreadsheets.reading import BY_PLACE, ROUND, RUNNING, Choices, Reading, Wanted, columns_of, key_of
from scorekeeper.spreadsheets.texts import LETTERS as ENCODINGS

SHEET: Final = "read-sheet"
HEADS: Final = "read-heads"
LETTERS: Final = "read-letters"
COLUMN: Final = "read-column-"  # and the key of its head
UNREAD: Final = "-"
MOST_KEPT: Final = 500  # choices of a club


def columns_to_choose(wanted: Wanted) -> list[str]:
    """What a person may say that a column holds."""
    measures = [f"measure:{name}" for name in wanted.measures]
    return [*wanted.columns, *measures, *([ROUND] if wanted.has_evenings else [])]


def posted(data: Mapping[str, str], wanted: Wanted) -> Choices:
    """What was chosen on the page; whatever cannot be chosen there is passed over."""
    allowed = {UNREAD: "", **{name: name for name in columns_to_choose(wanted)}}
    columns = {
        field.removeprefix(COLUMN)[:LONGEST]: allowed[data[field]]
        for field in data
        if field.startswith(COLUMN) and data[field] in allowed
    }
    line = data.get(HEADS, "")
    heads = int(line) if line.isascii() and line.isdigit() and len(line) < 6 else None
    letters = data.get(LETTERS, "")
    return Choices(data.get(SHEET, "")[:LONGEST], heads, columns, letters if letters in ENCODINGS else "")


def differs(choices: Choices, reading: Reading) -> bool:
    """Whether a file that was read so is to be read otherwise."""
    if choices.sheet and choices.sheet != reading.sheet:
        return True
    if choices.heads is not None and choices.heads != reading.heads_at:
        return True
    if choices.letters and choices.letters != reading.letters:
        return True
    return any(column != columns_by_key(reading).get(key, column) for key, column in choices.columns.items())


def columns_by_key(reading: Reading) -> dict[str, str]:
    """{key of a head: what the column holds}, of the columns that a person may say."""
    found = dict.fromkeys(reading.columns.unread, "") | dict.fromkeys(reading.columns.rounds, ROUND)
    found |= dict.fromkeys(reading.columns.running, RUNNING)
    found |= {place: name for name, place in reading.columns.places.items()}
    return {key_of(reading.heads, place): found[place] for place in sorted(found, reverse=True)}


def remembered(club: Club, kind: str) -> dict[str, str]:
    """{key of a head: column} as the club has chosen it for files of this kind."""
    return dict(ColumnChoice.objects.filter(club=club, kind=kind).values_list("key", "column"))


@transaction.atomic
def remember(club: Club, kind: str, reading: Reading, wanted: Wanted, chosen: Mapping[str, str]) -> None:
    """Keep what was chosen of the heads of this file, where they would be read otherwise. What is known by its place
    alone is a matter of its file."""
    unaided = {place: name for name, place in columns_of(reading.heads, reading.rows, wanted).places.items()}
    keys = {key_of(reading.heads, place): unaided.get(place, "") for place in reversed(range(len(reading.heads)))}
    theirs = {key: column for key, column in chosen.items() if key in keys and not key.startswith(BY_PLACE)}
    kept = ColumnChoice.objects.filter(club=club)
    kept.filter(kind=kind, key__in=theirs).delete()
    ColumnChoice.objects.bulk_create(
        ColumnChoice(club=club, kind=kind, key=key, column=column)
        for key, column in theirs.items()
        if column != keys[key]
    )
    if too_many := list(kept.order_by("-pk").values_list("pk", flat=True)[MOST_KEPT:]):
        ColumnChoice.objects.filter(pk__in=too_many).delete()
