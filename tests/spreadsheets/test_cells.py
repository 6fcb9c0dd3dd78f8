"""Numbers, days and names as people type them in a spreadsheet."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.spreadsheets.cells import Asks, Calendar, day, is_day, joined, person, turned, whole

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


@pytest.mark.parametrize(
    ("text", "unit", "meant"),
    [
        ("€5.00", "€", 500), ("5 €", "EUR", 500), ("5,00 EUR", "€", 500), ("5 Euro", "€", 500), ("-€5", "€", -500),
        ("€ -5", "€", -500), ("5,00- €", "€", -500), ("(€5)", "€", -500), ("− 5 €", "€", -500), ("5,– €", "€", 500),
        ("R$ 5,00", "R$", 500), ("5 руб.", "₽", 500), ("₹ 1,25,000.50", "₹", 12500050), ("Fr. 5.50", "CHF", 550),
        ("1½ €", "€", 150), ("¼", "€", 25), ("$5", "€", None), ("R$ 5", "$", None), ("5 Punkte", "€", None),
        ("5 € 3", "€", None), ("5 chips", "Chips", 500), ("5 €", "Chips", None),
    ],
)  # fmt: skip
def test_an_amount_beside_its_unit(text, unit, meant):
    assert whole(text, 2, unit) == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [("5 P", 5), ("12 Pkt.", 12), ("12 очков", 12), ("minus 5", -5), ("—5", -5), ("5 €", None), ("1½", None),
     ("12,50,000", 1250000), ("1 Anna", None)],
)  # fmt: skip
def test_points_as_people_write_them(text, meant):
    assert whole(text) == meant


@given(st.integers(-(10**12), 10**12))
def test_numbers_are_read_as_they_are_written(number):
    german, english = f"{number:,}".replace(",", "."), f"{number:,}"
    assert whole(str(number)) == whole(german) == whole(english) == number


@pytest.mark.parametrize(
    "text",
    [
        "2025-03-07", "2025/3/7", "07.03.2025", "7.3.25", "7. 3. 2025", "7. März 2025", "7 March 2025", "March 7, 2025",
        "Mar 7 2025", "7. Mrz. 2025", "7-Mar-25", "07 Mar 25", "2025-03-07 19:30", "07.03.2025 19:30", "20250307",
        "2025-03-07T19:30:00Z", "7.3.2025 7:30 PM", "07.03.2025, 19:30 Uhr", "Fr, 07.03.2025", "Friday 7 March 2025",
        "7 de março de 2025", "7 de marzo de 2025", "7 марта 2025 г.", "пт 07.03.2025", "7 ਮਾਰਚ 2025", "7 માર્ચ 2025",
        "શુક્રવાર 7 માર્ચ 2025", "March 7th, 2025", "2025-Mar-07",
    ],
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


def test_a_number_that_counts_days_is_asked():
    for text in ("45000", "45000.8125", "45000,8125"):
        assert day(text, Calendar(), TODAY) is Asks.SERIAL
        assert day(text, Calendar(serial="1900"), TODAY) == date(2023, 3, 15)
        assert day(text, Calendar(serial="1904"), TODAY) == date(2027, 3, 16)
        assert not is_day(text)


def test_two_figures_in_front_may_be_the_year():
    assert day("25-03-07", Calendar(), TODAY) is Asks.ORDER
    assert day("25-03-07", Calendar("year"), TODAY) == date(2025, 3, 7)
    assert day("25-03-07", Calendar("day"), TODAY) == date(2007, 3, 25)
    assert day("3/7/25", Calendar("year"), TODAY) is Asks.ORDER


@pytest.mark.parametrize("text", ["", "31.02.2025", "0.0.2025", "Renate", "450000", "2025", "13.13.2025", "7. Foo"])
def test_what_is_no_day(text):
    assert day(text, Calendar("day", 2025), TODAY) is None


def test_years_of_two_figures_lie_in_the_past():
    assert day("7.3.26", Calendar(), TODAY) == date(2026, 3, 7)
    assert day("7.3.27", Calendar(), TODAY) == date(1927, 3, 7)


def test_last_names_first():
    assert [turned(name) for name in ("Brandt, Jürgen", "Jürgen Brandt", "a, b, c", "Brandt,")] == [
        "Jürgen Brandt", "Jürgen Brandt", "a, b, c", "Brandt,",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("1. Anton Astor", "Anton Astor"), ("12) Anton", "Anton"), ("(3) Anton", "Anton"), ("#4: Anton", "Anton"),
        ("5 - Anton", "Anton"), ("Anton  Astor ", "Anton Astor"), ("2. Astor, Anton", "Anton Astor"),
        ("Guest 12", "Guest 12"), ("3 Musketeers", "3 Musketeers"), ("12", "12"), ("1.", "1."),
    ],
)  # fmt: skip
def test_a_name_without_what_stands_in_front(text, meant):
    assert person(text) == meant


@pytest.mark.parametrize(
    ("name", "first", "last", "meant"),
    [
        ("Hanke", "Micha", "", "Micha Hanke"), ("Micha", "", "Hanke", "Micha Hanke"),
        ("", "Micha", "Hanke", "Micha Hanke"),
        ("Hanke, Micha", "Micha", "", "Micha Hanke"), ("Micha Hanke", "Micha", "", "Micha Hanke"),
        ("1. Hanke", "Micha", "", "Micha Hanke"), ("", "1. Micha", "Hanke", "Micha Hanke"), ("Hanke", "", "", "Hanke"),
        ("", "", "Hanke", "Hanke"), ("", "", "", ""),
    ],
)  # fmt: skip
def test_a_name_in_two_columns(name, first, last, meant):
    assert joined(name, first, last) == meant
