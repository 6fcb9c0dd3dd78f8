"""Section 4: who has a hand by its rounds."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.truco.machine import decided, winner_of
from tests.games.truco.table import MINEIRO, RULES, at, codes, full, judge

WINNERS = {
    "": None,
    "A": None,
    "-": None,
    "AB": None,
    "--": None,
    "AA": "A",
    "A-": "A",
    "-A": "A",
    "ABA": "A",
    "BAA": "A",
    "AB-": "A",
    "BA-": "B",
    "--B": "B",
    "---": None,
}


def spoken(rounds):
    return tuple("draw" if winner == "-" else winner for winner in rounds)


@pytest.mark.parametrize(("rounds", "winner"), WINNERS.items())
def test_rounds_decide_a_hand(rounds, winner):
    mirrored = rounds.translate(str.maketrans("AB", "BA"))

    assert winner_of(spoken(rounds)) == winner
    assert winner_of(spoken(mirrored)) == {"A": "B", "B": "A"}.get(winner)
    assert decided(spoken(rounds)) == (winner is not None or len(rounds) == 3)


@pytest.mark.parametrize("rounds", ["".join(three) for three in product("AB-", repeat=3)])
def test_every_three_rounds_are_a_hand_or_one_too_many(rounds):
    early = winner_of(spoken(rounds[:2])) is not None

    if early:
        assert codes(full(rounds)) == ["round_after_hand_decided"]
    else:
        assert judge(full(rounds)).detail.winner == (winner_of(spoken(rounds)) or "A")


@pytest.mark.parametrize(
    ("all_tied", "winner"), [("dealer_side", "B"), ("mano_side", "A"), ("nobody", None), ("raiser_loses", None)]
)
def test_three_draws_go_by_the_rules_of_the_club(all_tied, winner):
    rules = MINEIRO.model_copy(update={"all_tied": all_tied})

    outcome = judge(full("---"), rules, at(rules=rules, dealer=1))

    assert (outcome.detail.winner, outcome.detail.decided_by) == (winner, "all_tied")
    assert outcome.detail.points == {"A": (2, 0), "B": (0, 2), None: (0, 0)}[winner]


@given(st.lists(st.sampled_from("AB-"), max_size=3), st.sampled_from(sorted(RULES)))
def test_sides_are_alike(rounds, name):
    mirrored = "".join(rounds).translate(str.maketrans("AB", "BA"))
    mirror = {"A": "B", "B": "A", None: None}

    assert winner_of(spoken(mirrored)) == mirror[winner_of(spoken(rounds))]
