"""The helpers for disputes and teaching: what beats what, and what is picked up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.text import Text
from games.svoi_kozyri.hand import Card, beats, card_of, pickup
from games.svoi_kozyri.rules import PACKS, SUITS, SvoiRules
from tests.games.svoi_kozyri.table import HOUSE, ask, refused

cards = st.builds(Card, st.sampled_from(PACKS[36]), st.sampled_from(SUITS))
PICKED = {"pile": 10, "top": ["9", "hearts"], "trump": "spades"}
BEAT = {"card": ["Q", "hearts"], "top": ["10", "hearts"], "trump": "spades"}


@pytest.mark.parametrize(
    ("pile", "top", "rules", "said"),
    [
        (
            10,
            ("9", "hearts"),
            HOUSE,
            "The top card is not your trump: take 3 and leave 7. The next player faces the new top card.",
        ),
        (
            3,
            ("A", "hearts"),
            HOUSE,
            "The top card is not your trump and the pile has 3 cards or fewer: take all 3 cards. "
            "The next player leads any card.",
        ),
        (
            6,
            ("K", "spades"),
            HOUSE,
            "Your trump lies on top: take 5 and leave 1. The next player faces the new top card.",
        ),
        (
            5,
            ("K", "spades"),
            HOUSE,
            "Your trump lies on top and the pile has 5 cards or fewer: take all 5 cards. "
            "The next player leads any card.",
        ),
        (
            17,
            ("A", "spades"),
            HOUSE,
            "The ace of your trump lies on top: take all 17 cards. The next player leads any card.",
        ),
        (
            17,
            ("7", "hearts"),
            SvoiRules(pickup="all"),
            "Here you pick up the whole pile: take all 17 cards. The next player leads any card.",
        ),
    ],
)
def test_pickup_is_explained(pile, top, rules, said):
    assert str(pickup(pile, Card(*top), "spades", rules).sentence) == said


@pytest.mark.parametrize(("pile", "said"), [(1, ": take the one card. The next"), (2, ": take both cards. The next")])
@pytest.mark.parametrize("top", [("9", "hearts"), ("9", "spades"), ("A", "spades")])
@pytest.mark.parametrize("rules", [HOUSE, SvoiRules(pickup="all")])
def test_pickup_of_one_or_two_cards_reads_well(pile, said, top, rules):
    assert said in str(pickup(pile, Card(*top), "spades", rules).sentence)


@given(st.integers(1, 36), cards, st.sampled_from(SUITS))
def test_pickup_takes_something_and_leaves_the_rest(pile, top, trump):
    taken = pickup(pile, top, trump, HOUSE)

    assert taken.take + taken.left == pile
    assert taken.take >= min(pile, 3)
    assert taken.take in {3, 5, pile}


@pytest.mark.parametrize(
    ("card", "said"),
    [
        (("J", "hearts"), "It beats: a higher card of the same suit."),
        (("9", "hearts"), "It does not beat: a lower card of the same suit."),
        (("6", "spades"), "It beats: a card of your own trump suit beats any other suit."),
        (
            ("A", "clubs"),
            "It does not beat: it is not of the same suit or of your trump suit.",
        ),
    ],
)
def test_beating_is_explained(card, said):
    assert str(beats(Card(*card), Card("10", "hearts"), "spades").sentence) == said


@given(cards, cards, st.sampled_from(SUITS))
def test_of_two_cards_at_most_one_beats_the_other(first, second, trump):
    both = beats(first, second, trump).beats and beats(second, first, trump).beats

    assert not both
    if first != second and first[1] == second[1]:
        assert beats(first, second, trump).beats is not beats(second, first, trump).beats
    if trump in {first[1], second[1]} and first != second:
        assert beats(first, second, trump).beats or beats(second, first, trump).beats


@pytest.mark.parametrize(("deck", "lowest"), [(24, "9"), (28, "8"), (32, "7"), (36, "6"), (40, "5"), (52, "2")])
def test_pack_is_cut_from_the_bottom(deck, lowest):
    assert len(PACKS[deck]) * 4 == deck
    assert PACKS[deck][0] == lowest
    assert card_of(f"{lowest} clubs", deck) == (lowest, "clubs")


@pytest.mark.parametrize(
    ("change", "codes"),
    [
        ({"pile": 0}, ["bad_pile"]),
        ({"pile": 37}, ["bad_pile"]),
        ({"pile": True}, ["bad_pile"]),
        ({"top": ["5", "clubs"]}, ["unknown_card"]),
        ({"trump": None}, ["unknown_suit"]),
        (
            {"pile": "3", "top": None, "trump": "stars", "by": 1},
            ["bad_pile", "unknown_card", "unknown_suit", "field_unknown"],
        ),
    ],
)
def test_pickup_is_refused(change, codes):
    assert refused(ask("pickup", {**PICKED, **change})) == codes


@pytest.mark.parametrize(
    ("change", "codes"),
    [
        ({"card": ["Q", "joker"]}, ["unknown_card"]),
        ({"card": 1, "top": 2, "trump": 3}, ["unknown_card", "unknown_card", "unknown_suit"]),
        ({"card": ["10", "hearts"]}, ["same_card"]),
        ({"by": "Ana"}, ["field_unknown"]),
    ],
)
def test_beating_is_refused(change, codes):
    assert refused(ask("beats", {**BEAT, **change})) == codes


def test_same_card_is_refused_in_the_words_of_the_question():
    (problem,) = ask("beats", {**BEAT, "card": BEAT["top"]})["problems"]

    assert problem == {
        "code": "same_card",
        "field": "card",
        "message": "Your card and the card on top cannot be the same card. Choose another one.",
    }


@pytest.mark.parametrize("top", [["9"], ["9", 5], ["9", "hearts", "red"], "9", 9, {"9": "hearts"}])
def test_what_is_no_card_is_refused(top):
    assert refused(ask("pickup", {**PICKED, "top": top})) == ["unknown_card"]


def test_card_may_be_one_text():
    assert ask("pickup", {**PICKED, "top": "9 hearts"}) == ask("pickup", PICKED)
    assert ask("beats", {**BEAT, "card": "6 spades"})["beats"]


def test_answers_bring_their_sentence():
    assert str(Text.from_json(ask("pickup", PICKED)["said"])).startswith("The top card is not your trump: take 3")
    assert str(Text.from_json(ask("beats", BEAT)["said"])) == "It beats: a higher card of the same suit."


def test_helpers_need_an_object():
    assert refused(ask("pickup", None)) == refused(ask("beats", [1])) == ["not_an_object"]
