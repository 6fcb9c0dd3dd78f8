"""What a stage can be, as the database keeps it: read again, or refused field by field."""

import pytest

from games.core.record import dump
from games.core.values import InvalidRecord
from scorekeeper.tournaments.formats.format import all_formats
from scorekeeper.tournaments.formats.plan import folders, plan_of, plans
from scorekeeper.tournaments.formats.round_robin.plan import RoundRobinPlan
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.formats.tables.plan import TablesPlan


@pytest.mark.parametrize("format_", plans())
def test_a_plan_that_was_kept_is_read_again_as_it_was(format_):
    usual = plans()[format_]()

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


def test_a_plan_of_matches_says_who_meets_whom_how_often():
    swiss, robin, double = SwissPlan(late="half"), RoundRobinPlan(groups=2), RoundRobinPlan(legs=2)

    assert [plan.is_cross for plan in (swiss, robin, double)] == [False, True, True]
    assert [plan.is_double for plan in (swiss, robin, double)] == [False, False, True]
    assert [plan.in_groups for plan in (swiss, robin, double)] == [False, True, False]
    assert [plan.gives_half_bye for plan in (swiss, SwissPlan(), robin)] == [True, False, False]
    assert robin.for_bye is None


def test_every_folder_is_a_format_with_a_plan_and_stands_in_its_order():
    assert list(all_formats()) == ["tables", "swiss", "round_robin", "single", "double", "knockout"]
    assert set(plans()) == set(all_formats())
    assert {type(format_).__module__ for format_ in all_formats().values()} == {f"{one}.format" for one in folders()}
