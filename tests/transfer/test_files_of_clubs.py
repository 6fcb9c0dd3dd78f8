"""Files as clubs have them, through the reader and the plan of totals."""

from datetime import date

import pytest

from scorekeeper.spreadsheets.cells import Asks, Calendar
from scorekeeper.spreadsheets.reading import read
from scorekeeper.transfer.plans.totals import Counting, columns_of_totals, plan_totals
from tests.spreadsheets import writing

TODAY = date(2026, 11, 22)
POINTS = Counting({"points": 1}, {"points": "Points"})
EUROS = Counting({"points": 1}, {"points": "Balance"}, 2, "€")


def plan(data, counting=POINTS, calendar=Calendar()):  # noqa: B008 it never changes
    data = data.encode() if isinstance(data, str) else data
    return plan_totals(read(data, columns_of_totals(counting)), counting, calendar, TODAY)


def results(plan):
    assert [str(fault.message) for fault in plan.faults] == []
    return {
        evening.played_on.isoformat(): {name: measures["points"] for name, measures in evening.measures.items()}
        for evening in plan.evenings
    }


def test_two_of_one_family_are_two_people():
    assert results(plan("Name;Vorname;26.11.2017\nHanke;Micha;845\nHanke;Berta;300\n")) == {
        "2017-11-26": {"Micha Hanke": 845, "Berta Hanke": 300}
    }


def test_days_as_spreadsheets_write_them():
    text = (
        "Date,Player,Points\n29-Aug-26,A Bee,1\n31 Aug 26,A Bee,2\n2026-08-29 19:30,B Cee,3\n29.08.2025 19:30,B Cee,4\n"
    )
    assert results(plan(text)) == {
        "2025-08-29": {"B Cee": 4},
        "2026-08-29": {"A Bee": 1, "B Cee": 3},
        "2026-08-31": {"A Bee": 2},
    }


def test_days_that_are_numbers_are_asked():
    text = "Date,Player,Points\n45000,A Bee,1\n"
    assert plan(text).asks == {Asks.SERIAL}
    assert results(plan(text, calendar=Calendar(serial="1900"))) == {"2023-03-15": {"A Bee": 1}}


def test_amounts_with_the_sign_of_the_currency():
    assert results(
        plan("Datum;Name;Punkte\n3.3.2025;Anna;€5.00\n3.3.2025;Bruno;5 €\n3.3.2025;Zoë;-12,50 EUR\n", EUROS)
    ) == {"2025-03-03": {"Anna": 500, "Bruno": 500, "Zoë": -1250}}
    assert [fault.number for fault in plan("Datum;Name;Punkte\n3.3.2025;Anna;$5\n", EUROS).faults] == [2]


@pytest.mark.parametrize("write", [writing.xlsx, writing.ods])
def test_numbers_of_a_workbook_are_what_they_are(write):
    data = write([["Name", "3.3.2025", "10.3.2025"], ["Anna", 1.125, 12.5], ["Bruno", 12.0, 0.1 + 0.2]])
    found = plan(data, EUROS)

    assert [(fault.number, str(fault.message)) for fault in found.faults] == [(2, "“1.1250” is not a whole number.")]
    assert found.evenings[0].measures["Bruno"]["points"] == 1200
    assert found.evenings[1].measures["Bruno"]["points"] == 30


def test_an_old_macintosh_writes_umlauts_otherwise():
    text = "Name;3.3.2025\nJürgen Groß;5\nKäthe Lang;7\n"
    reading = read(text.encode("mac_roman"), columns_of_totals(POINTS))

    assert results(plan(text.encode("mac_roman"))) == {"2025-03-03": {"Jürgen Groß": 5, "Käthe Lang": 7}}
    assert "“Jürgen”" in str(reading.notes[0])
