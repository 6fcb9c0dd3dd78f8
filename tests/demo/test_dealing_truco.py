"""Hands of truco for the demo club: always ones the rules accept, the same for the same chance, and of every kind."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from games import game
from games.core.record import load
from games.core.values import Table
from games.truco.rules import RULE_SETS, TrucoRules
from scorekeeper.demo.dealing import deal

TRUCO = game("truco")
SKILLS = (80, 75, 82, 78)
LONGEST = 130  # hands of a match to 30


def match(rules: TrucoRules, seed: int) -> list[tuple[dict[str, Any], Any]]:
    """The hands of a match with their details."""
    chance, found = Random(seed), []
    table = Table((0, 1, 2, 3), 1, 0, TRUCO.start(rules, 4))
    while len(found) < LONGEST:
        facts = deal(chance, TRUCO, rules, table, SKILLS)
        _hand, outcome = TRUCO.judge(facts, rules, table)
        found.append((facts, outcome.detail))
        if outcome.over:
            return found
        table = Table(table.seats, table.number + 1, outcome.dealer, outcome.state)
    raise AssertionError("the match has no end")


@pytest.mark.parametrize("preset", sorted(RULE_SETS))
def test_hands_lead_to_the_end_of_a_match_by_every_rule_set(preset):
    rules = load(TrucoRules, dict(RULE_SETS[preset]))

    hands = match(rules, 3)

    assert hands[-1][1].match is not None
    assert hands == match(rules, 3)
    assert hands != match(rules, 4)


def test_hands_are_of_every_kind():
    details = [detail for seed in range(30) for _facts, detail in match(TrucoRules(), seed)]

    assert {detail.hand_kind for detail in details} == {"normal", "special", "iron"}
    assert {detail.decided_by for detail in details} == {"rounds", "run", "declined"}
    assert {detail.kind for detail in details} == {"quick", "full"}
    values = Counter(detail.value for detail in details if detail.hand_kind == "normal")
    assert values[2] > values[6] > values[12]
