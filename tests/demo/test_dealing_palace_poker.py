"""Hands of Palace Poker that were made up: the rules accept them, skill shows, a seed gives the same ones."""

from random import Random
from typing import Any

import pytest

from games import game
from games.core.values import Table
from games.palace_poker.rules import PalacePokerRules
from scorekeeper.demo.dealing import deal

PALACE = game("palace_poker")
SKILLS = (90, 70, 55, 40, 40, 40)


def evening(size: int, hands: int, **rules: Any) -> tuple[list[dict[str, Any]], list[int]]:
    """That many hands, and how many each seat won."""
    chance, agreed, dealer = Random(11), PalacePokerRules(**rules), 0
    state, facts, won = PALACE.start(agreed, size), [], [0] * size
    for number in range(1, hands + 1):
        table = Table(tuple(range(size)), number, dealer, state)
        facts.append(deal(chance, PALACE, agreed, table, SKILLS[:size]))
        outcome = PALACE.judge(facts[-1], agreed, table)[1]
        state, dealer = outcome.state, outcome.dealer
        for seat in outcome.detail.winners:
            won[seat] += 1
    return facts, won


@pytest.mark.parametrize("size", [2, 4, 6])
@pytest.mark.parametrize("rules", [{}, {"uncalled_bet": "returned", "max_raises": 3}, {"limit": "no_limit"}])
def test_hands_are_accepted_and_a_seed_gives_the_same(size, rules):
    facts, _won = evening(size, 25, **rules)

    assert facts == evening(size, 25, **rules)[0]
    assert {hand["kind"] for hand in facts} == {"quick", "log"}


def test_skill_shows():
    _facts, won = evening(4, 160)

    assert won[0] > won[3]


def test_logs_have_battles():
    facts, _won = evening(4, 60)

    assert any(action["do"] == "battle" for hand in facts for action in hand.get("actions", ()))
