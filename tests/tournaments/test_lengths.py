"""Rounds of two lengths in one tournament: its sheets, its empty paper, its standing."""

import pytest

from scorekeeper.play.models import Sitting
from scorekeeper.tournaments.formats.entering import entering
from scorekeeper.tournaments.formats.registry import format_of
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.forms.stages import StageForm
from scorekeeper.tournaments.models import Stage
from scorekeeper.tournaments.selectors.fitting import plan_problems
from scorekeeper.tournaments.selectors.forms_on_paper import blanks_of
from tests.factories.tournaments import draw, make_cup, make_planned, play_round, publish

pytestmark = pytest.mark.django_db


def lengths_of(one):
    found = Sitting.objects.filter(round_table__round=one).order_by("round_table__number")
    return [(sitting.typed_state.length, sitting.rules_name) for sitting in found]


def test_the_sheets_of_each_round_are_as_long_as_the_plan_says():
    stage = make_cup(people=7, plan=TablesPlan(lengths=(48, 24)))

    first = publish(stage)
    assert [length for length, _name in lengths_of(first)] == [48, 36]
    play_round(stage, first)

    second = publish(stage)
    assert [length for length, _name in lengths_of(second)] == [24, 18]
    assert {name for _length, name in lengths_of(second)} == {", 24 hands"}
    assert [len(blank.lines) for blank in blanks_of(second)] == [24, 18]


def test_empty_sheets_of_a_draft_are_as_long_as_its_round():
    stage = make_cup(people=7, plan=TablesPlan(lengths=(24,)))

    assert [len(blank.lines) for blank in blanks_of(draw(stage))] == [24, 18]


def test_a_standing_over_rounds_of_two_lengths_says_so():
    stage = make_cup(people=4, plan=TablesPlan(lengths=(48, 24)))
    play_round(stage, publish(stage))
    alone = format_of(stage).standing(stage, official=False).groups[0].notes
    play_round(stage, publish(stage))
    both = format_of(stage).standing(stage, official=False).groups[0].notes

    assert alone == ()
    assert both == (
        "The rounds have different numbers of hands at a full table: 48 in round 1, 24 in round 2. "
        "Their points add up as they are.",
    )
    assert both[0] in format_of(stage).standing_list(stage, official=False).over


def test_a_plan_with_a_length_that_does_not_go_round_is_refused(club):
    tournament = make_planned(club)

    problems = plan_problems(TablesPlan(lengths=(48, 18)), entering(tournament))

    assert [(one.code, one.field) for one in problems] == [("length_misfit", "lengths")]


def test_the_form_of_a_stage_takes_lengths_as_people_write_them(club):
    tournament = make_planned(club)
    stage = Stage.objects.get(tournament=tournament)
    usual = StageForm(None, tournament=tournament, format_=format_of(stage), stage=stage)
    sent = {name: usual.get_initial_for_field(field, name) for name, field in usual.fields.items()}

    form = StageForm(
        {**sent, "lengths": "24 from round 3 on"}, tournament=tournament, format_=format_of(stage), stage=stage
    )
    assert form.is_valid(), form.errors
    plan = form.wanted().plan
    assert plan.lengths == (None, None, 24)
    assert "24 from round 3 on" in " ".join(format_of(stage).sentences(plan, 1, None, 2026))

    form = StageForm({**sent, "lengths": "often"}, tournament=tournament, format_=format_of(stage), stage=stage)
    assert not form.is_valid()
    assert "often" in form.errors["lengths"][0]
