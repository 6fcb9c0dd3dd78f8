"""Hands of Tonk that were made up: the rules accept them, skill shows, a seed gives the same ones."""

from random import Random
from typing import Any

import pytest

from games import game
from games.core.values import Table
from games.tonk.rules import TonkRules
from scorekeeper.demo.dealing import deal

TONK = game("tonk")
SKILLS = (90, 70, 55, 40)


def evening(size: int, hands: int, **rules: Any) -> tuple[list[dict[str, Any]], list[int]]:
    """That many hands, and the net of each seat."""
    chance, agreed, dealer = Random(7), TonkRules(**rules), 0
    state, facts, net = TONK.start(agreed, size), [], [0] * size
    for number in range(1, hands + 1):
        table = Table(tuple(range(size)), number, dealer, state)
        facts.append(deal(chance, TONK, agreed, table, SKILLS[:size]))
        outcome = TONK.judge(facts[-1], agreed, table)[1]
        state, dealer = outcome.state, outcome.dealer
        for line in outcome.lines:
            net[line.seat] += line.amount * (line.measure == "net")
    return facts, net


@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize("rules", [{}, {"tonk_out_hits_multiplier": 1}, {"initial_high_min": None}])
def test_hands_are_accepted_and_a_seed_gives_the_same(size, rules):
    facts, net = evening(size, 80, **rules)

    assert facts == evening(size, 80, **rules)[0]
    assert {"tonk_out", "discard_out", "drop", "stock_out"} <= {hand["kind"] for hand in facts}
    assert sum(net) == 0


def test_skill_shows():
    _facts, net = evening(4, 600)

    assert net[0] > 0 > net[3]


def test_some_knocks_are_caught_but_most_win():
    facts = [hand for hand in evening(4, 400)[0] if hand["kind"] == "drop"]
    caught = sum(min(hand["totals"]) < hand["totals"][hand["by"]] for hand in facts)

    assert 0.08 < caught / len(facts) < 0.4
