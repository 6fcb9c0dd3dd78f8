"""Numbers, days and names as people type them in a spreadsheet."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.spreadsheets.days import Asks, Calendar, day
from scorekeeper.spreadsheets.names import turned
from scorekeeper.spreadsheets.numbers import whole

TODAY = date(2026, 11, 22)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("12", 12), ("+12", 12), ("-12", -12), ("\u221212", -12), ("12-", -12), ("(12)", -12), ("- 12", -12),
        ("1.250", 1250), ("1,250", 1250), ("1 250", 1250), ("1'250", 1250), ("-1.234.567", -1234567), ("12,0", 12),
        ("12.00", 12), ("", None), ("12,5", None), ("=1+1", None), ("1e5", None), ("twelve", None), ("1.2.3", None),
        ("12 €", None), ("\u0661", 1), ("9" * 30, None),
    ],
)  # fmt: skip
def test_a_whole_number(text, meant):
    assert whole(text) == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [("12,50", 1250), ("12.5", 1250), ("12", 1200), ("1.250,50", 125050), ("1.250", 125000), ("0,005", None)],
)
def test_an_amount_with_two_decimals(text, meant):
    assert whole(text, 2) == meant


@given(st.integers(-(10**12), 10**12))
def test_numbers_are_read_as_they_are_written(number):
    german, english = f"{number:,}".replace(",", "."), f"{number:,}"
    assert whole(str(number)) == whole(german) == whole(english) == number


@pytest.mark.parametrize(
    "text",
    ["2025-03-07", "2025/3/7", "07.03.2025", "7.3.25", "7. 3. 2025", "7. März 2025", "7 March 2025", "March 7, 2025",
     "Mar 7 2025", "7. Mrz. 2025"],
)  # fmt: skip
def test_a_day_that_can_be_read_in_one_way(text):
    assert day(text, Calendar(), TODAY) == date(2025, 3, 7)


def test_a_day_that_can_be_read_in_two_ways_is_asked():
    assert day("3/7/2025", Calendar(), TODAY) is Asks.ORDER
    assert day("3/7/2025", Calendar("day"), TODAY) == date(2025, 7, 3)
    assert day("3/7/2025", Calendar("month"), TODAY) == date(2025, 3, 7)
    assert day("13/7/2025", Calendar(), TODAY) == date(2025, 7, 13)
    assert day("7/13/2025", Calendar(), TODAY) == date(2025, 7, 13)
    assert day("7.3.", Calendar(), TODAY) is Asks.YEAR
    assert day("7.3.", Calendar(year=2025), TODAY) == date(2025, 3, 7)
    assert day("7. März", Calendar(year=2025), TODAY) == date(2025, 3, 7)


@pytest.mark.parametrize("text", ["", "31.02.2025", "0.0.2025", "Renate", "45000", "2025", "13.13.2025", "7. Foo 2025"])
def test_what_is_no_day(text):
    assert day(text, Calendar("day", 2025), TODAY) is None


def test_years_of_two_figures_lie_in_the_past():
    assert day("7.3.26", Calendar(), TODAY) == date(2026, 3, 7)
    assert day("7.3.27", Calendar(), TODAY) == date(1927, 3, 7)


def test_last_names_first():
    assert [turned(name) for name in ("Brandt, Jürgen", "Jürgen Brandt", "a, b, c", "Brandt,")] == [
        "Jürgen Brandt", "Jürgen Brandt", "a, b, c", "Brandt,",
    ]  # fmt: skip
