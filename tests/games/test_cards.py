"""How cards are read, whichever game they belong to."""

import pytest

from games.core.values import read_card
from tests.agreement.cases import spellings

PACK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


@pytest.mark.parametrize("card", PACK)
def test_card_is_read_in_every_spelling(card):
    assert {read_card(written) for written in spellings(card)} == {card}


@pytest.mark.parametrize(
    ("written", "card"),
    [("5S", "5s"), ("10h", "Th"), ("Th", "Th"), ("tH", "Th"), ("9 hearts", "9h"), ("10 of Hearts", "Th")],
)
def test_card_is_read(written, card):
    assert read_card(written) == card


@pytest.mark.parametrize(
    "written",
    ["", "h", "T", "1c", "0h", "10", "11h", "Thh", " Th", "Th ", "Th\n", "hT", "T of h", "T  hearts", "Thearts",
     "9heart", "T hearts\n", "\u212ah", "5\u017f", "\u0665h", 7, True, None, ["Th"], ["T", "h"], {}],
)  # fmt: skip
def test_what_is_no_card_is_not_read(written):
    assert read_card(written) is None
