"""What only the port of Palace Poker has: the worth of some cards, and a quick entry whose boxes can be taken back."""

from random import Random
from typing import Any

import pytest

from games import game
from games.palace_poker.rules import PalacePokerRules
from games.palace_poker.values import CARDS, RANKS, best_hand
from tests.agreement.cases import Case, marked
from tests.agreement.conftest import Ask
from tests.agreement.test_agreement import HANDS, SEED
from tests.agreement.test_screens import drawn, tapped
from tests.games.palace_poker.table import THREE, does, log

pytestmark = pytest.mark.journey

PALACE = game("palace_poker")
NO_LIMIT = PalacePokerRules(limit="no_limit")
RECORDED = "How the hand is recorded"
STAKES = "What each player put into the pot, and who won it"
ALL_IN = "Somebody was all-in"
NEXT_BEST = "The best hand cannot win all of the pot. Who has the next best hand?"
HOW = "How it ended"
ANTES = {"kind": "quick", "contributions": [2, 2, 2]}  # whoever is tapped won what stands there


def some_cards(chance: Random) -> list[str]:
    """One to nine cards, often of few suits or of few ranks."""
    ranks = chance.choice((RANKS, RANKS, "A2345", "23456A", "TJQKA9", "777", "78"))
    suits = chance.choice(("cdhs", "cdhs", "cd", "h"))
    deck = sorted(card for card in CARDS if card[0] in ranks and card[1] in suits)
    return chance.sample(deck, min(len(deck), chance.randrange(1, 10)))


def test_cards_are_worth_the_same(ask):
    chance = Random(SEED)
    calls = [(some_cards(chance), bool(chance.randrange(2))) for _ in range(4 * HANDS)]
    hands = [best_hand(cards, wheel=wheel) for cards, wheel in calls]

    worth = [[int(hand.category), *hand.ranks] for hand in hands]

    assert {hand.category for hand in hands} == set(range(9))
    got = ask("palace_poker", "bestHand", calls)
    assert [*zip(calls, got, strict=True)] == [*zip(calls, worth, strict=True)]


def shown(ask: Ask, draft: dict[str, Any]) -> list[tuple[str, list[dict[str, Any]]]]:
    """The groups of this draft at a table of three: title and items."""
    [screen] = drawn(ask, PALACE, [(draft, Case(draft, NO_LIMIT, THREE))])
    return [(group["title"]["text"], group["items"]) for group in screen]


def tap(ask: Ask, draft: dict[str, Any], *boxes: tuple[str, Any]) -> dict[str, Any]:
    """The draft after taps on these boxes: (title of the last group of it, label or seat)."""
    for title, label in boxes:
        boxes_there = [item for item in dict(shown(ask, draft))[title] if item["kind"] == "box"]
        if title == STAKES:  # a box in the row of each seat: who won
            box = boxes_there[label]
        else:
            part = "seat" if isinstance(label, int) else "text"
            [box] = [item for item in boxes_there if item["label"].get(part) == label]
        assert box["why"] is None
        draft = tapped(draft, box)
    return draft


@pytest.mark.parametrize(
    ("boxes", "draft"),
    [
        ([(STAKES, 0), (STAKES, 2)], {**ANTES, "ranking": [1, None, 1]}),
        ([(STAKES, 0), (STAKES, 2), (STAKES, 0)], {**ANTES, "ranking": [None, None, 1]}),
        ([(STAKES, 0), (STAKES, 0)], ANTES),
        ([(ALL_IN, 1), (ALL_IN, 2), (ALL_IN, 1)], {"all_in": [None, None, True]}),
        ([(ALL_IN, 1), (ALL_IN, 1)], {}),
        ([(HOW, "Showdown")], {"end": "showdown"}),
        ([(HOW, "Showdown"), (HOW, "Showdown")], {}),
    ],
)
def test_second_tap_takes_back(ask, boxes, draft):
    assert tap(ask, {}, *boxes) == draft


def test_the_antes_stand_there_before_anything_was_said(ask):
    def put_in(draft: dict[str, Any]) -> list[int | None]:
        return [item["value"] for item in dict(shown(ask, draft))[STAKES] if item["kind"] == "number"]

    assert put_in({}) == [2, 2, 2]
    assert put_in({"contributions": [None, 5, None]}) == [None, 5, None]


@pytest.mark.parametrize(
    ("draft", "asked"),
    [
        ({"contributions": [9, 30, 30], "ranking": [1, None, None], "all_in": [True]}, [[1, 2]]),
        ({"contributions": [9, 30, 30], "ranking": [1, 2, None], "all_in": [True]}, [[1, 2]]),
        ({"contributions": [9, 20, 30], "ranking": [1, 2, None], "all_in": [True, True]}, [[1, 2], [2]]),
        ({"contributions": [9, 9, 9], "ranking": [1, None, None], "all_in": [True]}, []),
        ({"contributions": [9, 30, 30], "ranking": [1, 1, None], "all_in": [True]}, []),
        ({"contributions": [9, 30, 30], "ranking": [1, None, None]}, []),
        ({"contributions": [9, 30, None], "ranking": [1, None, None], "all_in": [True]}, []),
        ({"contributions": [9, 30, 30], "all_in": [True]}, []),
        ({"contributions": "9", "ranking": {}, "all_in": 1}, []),
    ],
)
def test_next_claim_is_asked_while_nobody_can_win_the_rest(ask, draft, asked):
    groups = [items for title, items in shown(ask, {"kind": "quick", **draft}) if title == NEXT_BEST]

    assert [[item["label"]["seat"] for item in items] for items in groups] == asked


def test_claims_are_asked_anew_after_another_winner(ask):
    draft = {"kind": "quick", "contributions": [9, 30, 30], "ranking": [1, 2, None], "all_in": [True]}

    assert tap(ask, draft, (STAKES, 2))["ranking"] == [1, None, 1]
    assert tap(ask, draft, (NEXT_BEST, 2))["ranking"] == [1, 2, 2]
    assert tap(ask, draft, (NEXT_BEST, 1))["ranking"] == [1, None, None]


def test_impossible_ends_say_why(ask):
    draft = {"kind": "quick", "ranking": [1, 1, None], "end": "last_standing"}
    boxes = {item["set"].get("end"): item for item in dict(shown(ask, draft))[HOW]}
    refused = PALACE.choices({**draft, "banners": ["Ks", "7h", "Qd"]}, NO_LIMIT, THREE)["end"]

    with_banners = {
        item["label"]["text"]: item["why"]
        for item in dict(shown(ask, {**draft, "end": "showdown", "banners": ["Ks", "7h", "Qd"]}))[HOW]
    }

    assert boxes[None]["chosen"]  # it can be taken back
    assert boxes[None]["why"] is None
    assert with_banners == {
        "Last one standing": marked(refused["last_standing"]),
        "Showdown": None,
        "Banners of one suit": marked(refused["same_suit"]),
        "The last two tied": None,
    }


def test_log_can_be_told_by_its_end_instead(ask):
    draft = log(does(0, "fold"), does(1, "fold"), dealer=2)

    assert [title for title, _items in shown(ask, draft)] == [RECORDED]
    assert tap(ask, draft, (RECORDED, "Full log")) == draft
    assert tap(ask, draft, (RECORDED, "Quick")) == {"kind": "quick", "banners": draft["banners"], "dealer": 2}


def test_nobody_is_all_in_with_nothing(ask):
    [none, *others] = dict(shown(ask, {"contributions": [0, 5, None]}))[ALL_IN]

    message = "Name each all-in player once, and only players who put something in."
    assert none["why"] == {"text": message, "context": "palace_poker"}
    assert [item["why"] for item in others] == [None, None]
