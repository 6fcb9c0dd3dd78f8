"""Long input is judged or refused, whoever sent it: never a crash, never a hand let through."""

import pytest

from games.palace_poker.guide import guide
from games.palace_poker.stepping import stepped
from tests.games.palace_poker.table import BANNERS, CASE_OF_TWO, HOUSE, PALACE, at, does, public

TEN = at(*range(10))


FOUGHT = [(0, 1), (2, 3), (4, 5), (6, 7), (8, 9), (0, 2), (4, 6)]
"""The attackers win, until the last three have spades."""


def battle(by, target, answers):
    """A battle of so many answers, which the attacker wins."""
    raises = [does((target, by)[nth % 2], "raise") for nth in range(answers - 1)]
    call = does((target, by)[(answers - 1) % 2], "call")
    return does(by, "battle", target=target, responses=[*raises, call], winner=by, keep=0)


def long_log(answers):
    """A log of many battles, with all palaces."""
    return {
        "kind": "log",
        "banners": ["As", "Ah", "Ad", "Ac", "Ks", "Kh", "Kd", "Kc", "Qs", "Qh"],
        "palaces": [[rank + suit for suit in "cdh"] for rank in "JT98765432"],
        "actions": [battle(*sides, answers) for sides in FOUGHT],
    }


def buys(count):
    return {
        "kind": "log",
        "banners": BANNERS,
        "actions": [does(nth % 10, "buy", discard=1) for nth in range(count)],
    }


def test_longest_battles_can_be_recorded():
    found = guide(long_log(100), HOUSE, TEN)

    assert (found.wants, found.problem, found.end, len(found.events)) == (None, None, "same_suit", 1 + 7 * 102)


@pytest.mark.parametrize(
    "draft",
    [
        long_log(100),
        long_log(900),
        buys(300),
        buys(2500),
        {"kind": "log", "banners": BANNERS, "palaces": [["As"] * 9] * 2000, "actions": []},
        {"kind": "log", "banners": BANNERS, "palaces": [["As"] * 15000], "actions": []},
        {"kind": "log", "banners": BANNERS, "stacks": [1.5] * 20000, "actions": []},
        {"kind": "quick", "contributions": [1.5] * 20000, "ranking": [1] * 30000, "banners": ["As"] * 15000},
    ],
)
def test_hundred_thousand_letters_are_read(draft):
    problems = PALACE.problems(draft, HOUSE, TEN)

    told = guide(draft, HOUSE, TEN)
    assert bool(problems) or told is None or told.wants is None
    assert isinstance(PALACE.choices(draft, HOUSE, TEN), dict)
    assert isinstance(stepped(draft, {"back": True}), dict)


@pytest.mark.parametrize(
    "given",
    [
        {"players": [f"p{nth}" for nth in range(12000)]},
        {"all_in": ["ann"] * 15000},
        {"ranking": [["ann"]] * 12000},
        {"contributions": {f"p{nth}": 1 for nth in range(9000)}},
    ],
)
def test_case_of_a_hundred_thousand_letters_is_answered(given):
    assert public(**{**CASE_OF_TWO, **given})["error"]
