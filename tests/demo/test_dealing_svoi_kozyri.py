"""Deals of Svoi Kozyri that were made up: the rules accept them, skill shows, a seed gives the same ones."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from games import game
from games.core.values import Table
from games.svoi_kozyri.rules import SvoiRules
from scorekeeper.demo.dealing import deal

SVOI = game("svoi_kozyri")
SKILLS = (90, 70, 55, 40)


def series(size: int, deals: int, **rules: Any) -> tuple[list[dict[str, Any]], list[int]]:
    """That many deals, and how often each seat has lost."""
    chance, agreed, dealer = Random(7), SvoiRules(**rules), 0
    state, facts, lost = SVOI.start(agreed, size), [], [0] * size
    for number in range(1, deals + 1):
        table = Table(tuple(range(size)), number, dealer, state)
        facts.append(deal(chance, SVOI, agreed, table, SKILLS[:size]))
        outcome = SVOI.judge(facts[-1], agreed, table)[1]
        state, dealer = outcome.state, outcome.dealer
        for line in outcome.lines:
            lost[line.seat] += line.amount * (line.measure == "lost")
    return facts, lost


@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize("mode", ["wdl", "losses", "cards_left"])
def test_deals_are_accepted_and_a_seed_gives_the_same(size, mode):
    facts, _lost = series(size, 60, mode=mode)

    assert facts == series(size, 60, mode=mode)[0]
    assert {deal["result"] for deal in facts} == {"loss", "draw"}


def test_skill_shows():
    _facts, lost = series(4, 400)

    assert lost == sorted(lost)


def test_trumps_mostly_stay():
    trumps = [tuple(facts["trumps"]) for facts in series(4, 200)[0]]

    assert 1 < sum(one != other for one, other in pairwise(trumps)) < 30


def test_where_no_deal_is_accepted_it_is_said_and_not_tried_for_ever(monkeypatch):
    """As after the end of a series."""
    monkeypatch.setattr(type(SVOI), "problems", lambda *_arguments: ["over"])

    with pytest.raises(ValueError, match="no deal can be made up here"):
        series(2, 1)
