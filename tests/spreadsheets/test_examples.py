"""The files to fill in: each kind as CSV and as XLSX with the same in it, and nothing of them unread."""

from pathlib import Path

import pytest

import scorekeeper
from scorekeeper.spreadsheets.numbers import whole
from scorekeeper.spreadsheets.reading import Wanted, read
from scorekeeper.tournaments.models import Tournament
from scorekeeper.tournaments.services.importing import COLUMNS as OF_ENTRIES
from scorekeeper.transfer.plans.lists import COLUMNS as OF_LISTS
from scorekeeper.transfer.plans.money import OF_BALANCES, OF_LEDGER
from scorekeeper.transfer.plans.people import COLUMNS as OF_PEOPLE

FOLDER = Path(scorekeeper.__file__).parent / "static" / "examples"
MEASURES = {"points": "Game points", "won": "Games won", "lost": "Games lost"}
OF_TOTALS = Wanted(("name", "first", "last", "date", "total"), MEASURES, has_evenings=True)
KINDS = {
    "people": OF_PEOPLE,
    "totals": OF_TOTALS,
    "totals-by-day": OF_TOTALS,
    "ledger": OF_LEDGER,
    "balances": OF_BALANCES,
    "skat-lists": OF_LISTS,
    "skat-lists-by-columns": OF_LISTS,
    "entries": OF_ENTRIES[Tournament.Of.PLAYERS],
    "entries-pairs": OF_ENTRIES[Tournament.Of.PAIRS],
    "entries-teams": OF_ENTRIES[Tournament.Of.TEAMS],
}


def plain(rows):
    """The filled cells with their places, days and numbers in one spelling."""
    return [[(place, _plain(cell)) for place, cell in enumerate(row.cells) if cell] for row in rows]


def _plain(cell):
    day = cell.split(".")
    if len(day) == 3 and len(day[2]) == 4:
        return "-".join(reversed(day))
    number = whole(cell, 2)
    return cell if number is None else str(number)


def test_there_is_one_of_each_kind():
    assert {f"{name}.{kind}" for name in KINDS for kind in ("csv", "xlsx")} <= {path.name for path in FOLDER.iterdir()}


@pytest.mark.parametrize("name", list(KINDS))
def test_an_example_is_read_whole_and_the_same_from_both_files(name):
    text, book = (read((FOLDER / f"{name}.{kind}").read_bytes(), KINDS[name]) for kind in ("csv", "xlsx"))

    assert plain(text.lines) == plain(book.lines)
    if name != "skat-lists-by-columns":  # whose heads are the names of the players
        assert (text.unread, text.passed, text.columns.places) == ([], (), book.columns.places)
