"""Sentences in the reader's language: names in the places of seats, amounts with their unit."""

import pytest
from django.utils.translation import override

from games.core.amounts import InUnits
from games.core.text import Amount, SeatName, Text
from scorekeeper.common.texts import Names, amount_words, translated

PAYS = Text("{seat} pays {amount}", {"seat": SeatName(0), "amount": Amount(150)})


def test_sentence_names_the_person_and_the_unit_of_the_sitting():
    assert translated(PAYS, Names({0: "Ann"}, InUnits(unit="chips"))) == "Ann pays 150\N{NO-BREAK SPACE}chips"
    assert translated(PAYS) == "Seat 1 pays 150"


def test_name_from_right_to_left_leaves_the_figures_beside_it_where_they_are():
    said = translated(PAYS, Names({0: "דוד"}))

    assert said == "\N{FIRST STRONG ISOLATE}דוד\N{POP DIRECTIONAL ISOLATE} pays 150"


@pytest.mark.parametrize(
    ("units", "unit", "written"),
    [
        (150, InUnits(), "150"),
        (-150, InUnits(unit="€", decimals=2), "\N{MINUS SIGN}1.50\N{NO-BREAK SPACE}€"),
        (5, InUnits(unit="€", decimals=2), "0.05\N{NO-BREAK SPACE}€"),
        (0, InUnits(unit="chips"), "0\N{NO-BREAK SPACE}chips"),
    ],
)
def test_amount_is_written_with_its_decimals_and_label(units, unit, written):
    assert amount_words(units, unit) == written


def test_decimals_follow_the_language_of_the_reader():
    with override("de"):
        assert amount_words(150, InUnits(unit="€", decimals=2)) == "1,50\N{NO-BREAK SPACE}€"
