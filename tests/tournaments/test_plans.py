"""What a stage can be, as the database keeps it: read again, or refused field by field."""

import pytest

from games.core.record import dump
from games.core.values import InvalidRecord
from scorekeeper.tournaments.plans import (
    BRACKETS,
    OF_DUELS,
    OF_TWO,
    PLANS,
    PLAYED,
    WITH_POINTS,
    Format,
    SwissPlan,
    TablesPlan,
    plan_of,
)


@pytest.mark.parametrize("format_", Format)
def test_a_plan_that_was_kept_is_read_again_as_it_was(format_):
    usual = PLANS[format_]()

    assert usual.kind == format_
    assert plan_of(dump(usual)) == usual


def test_a_plan_keeps_what_was_chosen():
    chosen = SwissPlan(rounds=7, bye=1, late="half")

    assert plan_of(dump(chosen)) == chosen
    assert plan_of({"kind": "tables", "rounds": 60}) == TablesPlan(rounds=60)


@pytest.mark.parametrize(
    ("kept", "fields"),
    [
        ({"kind": "tables", "rounds": 0, "size": 13}, ["rounds", "size"]),
        ({"kind": "tables", "rounds": 61}, ["rounds"]),
        ({"kind": "swiss", "win": 101, "bye": -1}, ["win", "bye"]),
        ({"kind": "round_robin", "legs": 3}, ["legs"]),
        ({"kind": "knockout", "breaks": [501]}, ["breaks.0"]),
        ({"kind": "single", "takes": {"best": 0}}, ["takes.best"]),
    ],
)
def test_what_is_no_plan_is_refused_with_every_wrong_field(kept, fields):
    with pytest.raises(InvalidRecord) as refused:
        plan_of(kept)

    assert [problem.field for problem in refused.value.problems] == fields


def test_a_round_without_an_opponent_counts_as_a_win_unless_the_plan_says_another():
    assert (SwissPlan().for_bye, SwissPlan(win=6).for_bye, SwissPlan(win=6, bye=0).for_bye) == (2, 6, 0)


def test_every_format_has_a_plan_and_is_played():
    assert set(PLANS) == set(PLAYED) == set(Format)
    assert {*OF_DUELS, *BRACKETS} == set(OF_TWO)
    assert set(WITH_POINTS) == {Format.TABLES, Format.SWISS, Format.ROUND_ROBIN}
