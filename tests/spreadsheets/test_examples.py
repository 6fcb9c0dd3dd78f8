"""The files to fill in: each kind as CSV and as XLSX, empty but for a sample that is passed over."""

import io
from pathlib import Path

import pytest
from openpyxl import load_workbook

import scorekeeper
from scorekeeper.leagues.teams.lists import COLUMNS as OF_LEAGUE_TEAMS
from scorekeeper.spreadsheets.cells import whole
from scorekeeper.spreadsheets.reading import Choices, Wanted, read
from scorekeeper.spreadsheets.texts import Unreadable
from scorekeeper.tournaments.entries.importing import COLUMNS as OF_ENTRIES
from scorekeeper.tournaments.models import Tournament
from scorekeeper.transfer.plans.lists import COLUMNS as OF_LISTS
from scorekeeper.transfer.plans.money import OF_BALANCES, OF_LEDGER
from scorekeeper.transfer.plans.people import COLUMNS as OF_PEOPLE

FOLDER = Path(scorekeeper.__file__).parent / "static" / "examples"
WITH_OTHER_HEADS = ("totals", "skat-lists-by-columns")  # the sample has heads of its own
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
    "league-teams": OF_LEAGUE_TEAMS,
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
@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_nothing_is_filled_in_yet(name, kind):
    with pytest.raises(Unreadable, match="Fill in the lines below it"):
        read((FOLDER / f"{name}.{kind}").read_bytes(), KINDS[name])


@pytest.mark.parametrize("name", list(KINDS))
def test_the_sample_is_read_whole_and_the_same_from_both_files(name):
    heads, *sample = (FOLDER / f"{name}.csv").read_text(encoding="utf-8").replace("Beispiel: ", "").splitlines()
    lines = sample if name in WITH_OTHER_HEADS else [heads, *sample]
    text = read("\n".join(lines).replace("Beispiel:", "").encode(), KINDS[name])
    book = read((FOLDER / f"{name}.xlsx").read_bytes(), KINDS[name], Choices(sheet="Beispiel"))

    assert plain(text.lines) == plain(book.lines)
    if name != "skat-lists-by-columns":  # whose heads are the names of the players
        assert (text.unread, text.passed, text.columns.places) == ([], (), book.columns.places)


@pytest.mark.parametrize("name", list(KINDS))
def test_who_fills_in_a_line_or_two_has_that_read_and_the_sample_passed_over(name):
    heads, *sample = (FOLDER / f"{name}.csv").read_text(encoding="utf-8").splitlines()
    filled = sample[-1].replace("Beispiel: ", "").replace("Beispiel:", "")
    text = read("\n".join([heads, *sample, filled]).encode(), KINDS[name])
    book = load_workbook(FOLDER / f"{name}.xlsx")
    book["Ausfüllen"].append(["x"] * len(text.heads))
    saved = io.BytesIO()
    book.save(saved)
    other = read(saved.getvalue(), KINDS[name])

    assert [row.number for row in (*text.rows, *text.sums)] == [len(sample) + 2]
    assert len(text.passed) == len(sample)
    assert (other.sheet, len(other.rows)) == ("Ausfüllen", 1)
