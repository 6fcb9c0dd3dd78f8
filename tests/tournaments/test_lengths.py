"""Rounds of two lengths in one tournament: its sheets, its empty paper, its standing."""

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from scorekeeper.common.doing import sentence
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.journal.models import Entry, Kind
from scorekeeper.play.models import Sitting
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.next_round import entering
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.models import Stage, Tournament
from scorekeeper.tournaments.papers.reads import blanks_of
from scorekeeper.tournaments.planning.forms import StageForm
from scorekeeper.tournaments.planning.reads import plan_problems
from scorekeeper.tournaments.planning.records import RoundLengths, StageDetails
from scorekeeper.tournaments.planning.services import change_lengths
from tests import factories
from tests.acting import as_role, bearer, text
from tests.factories import NOW
from tests.factories.matches import make_duels
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
        "The rounds have different numbers of hands at a full table: 48 in round 1, 24 in round 2. Their points are "
        "added unchanged.",
    )
    assert both[0] in format_of(stage).standing_list(stage, official=False).over


def change(stage, *lengths, **more):
    version = more.pop("version", None) or Tournament.objects.get(pk=stage.tournament_id).version
    asked = RoundLengths.read({"lengths": lengths, "version": version})
    return change_lengths(asked, stage_id=stage.pk, now=NOW, **{"by": factories.owner_of(stage.club), **more})


def test_rounds_that_are_not_drawn_yet_get_another_length():
    stage = make_cup(people=4, plan=TablesPlan(rounds=4, lengths=(48,)))
    play_round(stage, publish(stage))
    change(stage, 48, 24)
    assert Entry.objects.filter(kind=Kind.TOURNAMENT_CHANGED).count() == 1
    stage.refresh_from_db()
    second = publish(stage)
    assert [length for length, _name in lengths_of(second)] == [24]

    with pytest.raises(Refused) as refused:
        change(stage, 48, 36)
    assert [(one.code, one.field) for one in refused.value.problems] == [("length_drawn", "lengths")]
    assert "Round 2 is drawn and stays at 24 hands." in sentence(refused.value)
    play_round(stage, second)
    draw(stage)
    for wrong, code in (((48, 24, 48), "length_drawn"), ((48, 24, 24, 18), "length_misfit")):
        with pytest.raises(Refused) as refused:
            change(stage, *wrong)
        assert [one.code for one in refused.value.problems] == [code]
    change(stage, 48, 24, 24, 48)
    stage.refresh_from_db()
    assert stage.typed_plan.lengths == (48, 24, 24, 48)


def test_lengths_are_changed_by_directors_who_have_seen_the_plan_and_only_where_there_are_any():
    stage = make_cup(people=4, plan=TablesPlan(lengths=(24,)))
    with pytest.raises(PermissionDenied):
        change(stage, 48, by=factories.make_member(stage.club, "scorer"))
    with pytest.raises(Conflict, match="Somebody else"):
        change(stage, 48, version=99)
    with pytest.raises(Refused) as refused:
        change(make_duels(SwissPlan()), 24)
    assert [one.code for one in refused.value.problems] == ["no_lengths"]
    Stage.objects.update(state="ended")
    with pytest.raises(Conflict, match="ended"):
        change(stage, 48)


def test_the_page_of_a_tournament_leads_to_the_lengths_once_a_round_is_drawn():
    stage = make_cup(people=4, plan=TablesPlan(rounds=3, lengths=(48,)))
    page, detail = as_role(stage), reverse("tournament_detail", args=[stage.tournament_id])
    address = reverse("stage_lengths", args=[stage.tournament_id, stage.pk])
    assert address not in page.get(detail).content.decode(), "the plan itself can be changed until then"
    play_round(stage, publish(stage))
    assert address in page.get(detail).content.decode()
    shown = page.get(address)
    assert "Round 1 is drawn, so its length stays." in text(shown)
    version = Tournament.objects.get().version
    assert page.post(address, {"lengths": "36", "version": version}).status_code == 422
    assert page.post(address, {"lengths": "48, 24", "version": version}).status_code == 302
    assert "48, 24" in text(page.get(detail))
    assert as_role(stage, "scorer").get(address).status_code == 403


def test_programs_change_lengths_of_rounds_that_are_to_come():
    stage = make_cup(people=4, plan=TablesPlan(rounds=3, lengths=(48,)))
    play_round(stage, publish(stage))
    program, send = Client(headers=bearer(factories.owner_of(stage.club))), {"content_type": "application/json"}
    address, version = f"/api/v1/stages/{stage.pk}/lengths", Tournament.objects.get().version

    changed = program.post(address, {"version": version, "lengths": [48, None, 24]}, **send)
    assert changed.status_code == 200, changed.content
    assert changed.json()["stages"][0]["plan"]["lengths"] == [48, None, 24]
    drawn = program.post(address, {"version": version + 1, "lengths": [24]}, **send)
    assert (drawn.status_code, drawn.json()["errors"][0]["code"]) == (422, "length_drawn")


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
    plan = StageDetails.read(form.answers()).plan
    assert plan.lengths == (None, None, 24)
    assert "24 from round 3 on" in " ".join(format_of(stage).sentences(plan, 1, None, 2026))

    form = StageForm({**sent, "lengths": "often"}, tournament=tournament, format_=format_of(stage), stage=stage)
    assert not form.is_valid()
    assert "often" in form.errors["lengths"][0]


def test_a_plan_without_lengths_says_how_long_its_rounds_are():
    stage = make_cup(people=4, plan=TablesPlan(rounds=3))
    for name in ("stage_lengths", "stage_edit"):
        shown = text(as_role(stage).get(reverse(name, args=[stage.tournament_id, stage.pk])))
        assert "Leave empty for 48 in every round, as in the rules." in shown, name
