"""What a list would cost in money."""

import pytest

from games.core.values import Counterpart
from games.skat import GAME
from games.skat.rules import LossFee, SkatRules

TALLIES = {0: {"lost": 5}, 1: {}, 3: {"lost": 1}}
TOTALS = {0: 120, 1: -30, 3: 15}


def due(rules: SkatRules) -> list[tuple[int | Counterpart, str, int]]:
    dues = GAME.dues(TALLIES, TOTALS, rules, GAME.start(rules, 4))
    return [(due.who, str(due.label), due.amount) for due in dues]


@pytest.mark.parametrize("rules", [SkatRules(), SkatRules(stake_per_point=0)])
def test_without_a_stake_nothing_is_due(rules):
    assert due(rules) == []


@pytest.mark.parametrize(("stake", "written"), [(1, "0.01"), (250, "2.50")])
def test_the_stake_settles_every_difference(stake, written):
    label = f"Stake: {written} a point"

    assert due(SkatRules(stake_per_point=stake)) == [
        (0, label, 255 * stake),
        (1, label, -195 * stake),
        (3, label, -60 * stake),
    ]


def test_lost_games_cost_their_fee():
    assert due(SkatRules(loss_fee=LossFee(each=50, from_fourth=100))) == [
        (0, "Fees for lost games", -350),
        (1, "Fees for lost games", 0),
        (3, "Fees for lost games", -50),
        (Counterpart.PURSE, "Fees for lost games", 400),
    ]


def test_stake_and_fees_stand_apart():
    rules = SkatRules(stake_per_point=1, loss_fee=LossFee(each=0, from_fourth=10))

    assert [amount for _who, _label, amount in due(rules)] == [255, -195, -60, -20, 0, 0, 20]
