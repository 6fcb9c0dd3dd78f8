"""Contracts as people write them on lists, in the languages of the players."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.skat.contracts import CONTRACTS, LEVELS, MEANINGS, NUMBERS, PASSED, Announced, contract_of, folded, values_of


def read(text):
    written = contract_of(text)
    assert written.unread == ()
    return written.game.contract, written.game.levels, written.game.matadors, written.with_them


@pytest.mark.parametrize(
    ("text", "contract", "levels"),
    [
        ("Grand Hand", "grand", "hand"),
        ("Hand-Grand", "grand", "hand"),
        ("Herz Hand", "hearts", "hand"),
        ("Grand ouvert", "grand", "ouvert"),
        ("Karo H", "diamonds", "hand"),
        ("H", "hearts", ""),
        ("HH", "hearts", "hand"),
        ("Null ou.", "null", "ouvert"),
        ("Nullouverthand", "null", "ouvert hand"),
        ("46", "null", "ouvert"),
        ("59", "null", "ouvert hand"),
        ("24 H", "grand", "hand"),
        ("Schell", "diamonds", ""),
        ("Grün", "spades", ""),
        ("GRUEN", "spades", ""),
        ("Eichel Hand Schn. ang.", "clubs", "hand schneider schneider_announced"),
        ("clubs announced schneider", "clubs", "schneider_announced"),
        ("Kreuz sa", "clubs", "schneider_announced"),
        ("♥ Hand", "hearts", "hand"),
        ("Null Revolution", "revolution", ""),
        ("Ramsch", "ramsch", ""),
        ("all passed", PASSED, ""),
        ("eingepasst", PASSED, ""),
        ("Ouros na mão", "diamonds", "hand"),
        ("espadas abierto", "spades", "ouvert"),
        ("червы с руки", "hearts", "hand"),  # noqa: RUF001 it is meant
        ("ਹੁਕਮ ਹੱਥ", "spades", "hand"),
        ("કાળી હાથ", "spades", "hand"),
    ],
)
def test_suits_and_levels_in_words(text, contract, levels):
    assert read(text) == (contract, frozenset(levels.split()), None, None)


@pytest.mark.parametrize(
    ("text", "contract", "matadors", "with_them"),
    [
        ("Pik ohne 2", "spades", 2, False),
        ("Pik o. 2", "spades", 2, False),
        ("Kreuz m. 3", "clubs", 3, True),
        ("Kreuz mit 3 Spiel 4", "clubs", 3, True),
        ("Grand -2", "grand", 2, False),
        ("Grand +4", "grand", 4, True),
        ("Eichel mit Zweien", "clubs", 2, True),
        ("spades w/o 2", "spades", 2, False),
        ("paus sem 2", "clubs", 2, False),
        ("tréboles con 3", "clubs", 3, True),
        ("пики без двух", "spades", 2, False),
        ("ਹੁਕਮ 2 ਬਿਨਾਂ", "spades", 2, False),
        ("કાળી ૨ સાથે", "spades", 2, True),
    ],
)
def test_with_and_without(text, contract, matadors, with_them):
    assert read(text) == (contract, frozenset(), matadors, with_them)


@pytest.mark.parametrize(
    ("text", "game", "unread"),
    [
        ("Quatsch", Announced(), ("quatsch",)),
        ("K", Announced(), ("k",)),
        ("Grand Null", Announced(), ("grand", "null")),
        ("Kreuz Quatsch", Announced("clubs"), ("quatsch",)),
        ("Kreuz 3", Announced("clubs"), ("3",)),
        ("Grand mit 5", Announced("grand"), ("5",)),
        ("Null Schneider", Announced("null"), ("schneider",)),
        ("9 10", Announced(), ("9", "10")),
        ("Grand " * 40, Announced(), ("Grand",)),
    ],
)
def test_what_cannot_be_read_is_named(text, game, unread):
    assert contract_of(text) == contract_of(text).__class__(game, None, unread)


def test_no_word_means_two_things():
    words = [(folded(word), meaning) for table in (CONTRACTS, LEVELS) for meaning, all_of_it in table.items()
             for word in all_of_it.split()]  # fmt: skip

    assert [word for word, meaning in words if MEANINGS[word] != meaning] == []
    assert MEANINGS.keys() & NUMBERS.keys() == set()


@given(st.text(max_size=90))
def test_whatever_is_written_is_read_or_named(text):
    written = contract_of(text)
    assert written.game.contract in {"", *CONTRACTS}


@pytest.mark.parametrize("lost", [False, True])
def test_a_revolution_has_one_value_whoever_wins_and_no_bid_raises_it(lost):
    assert values_of(Announced(contract="revolution"), lost=lost) == {92}
