"""The end of stages of tables: who goes on, and how a tournament ends."""

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from games.core.record import dump
from scorekeeper.clubs.models import Role
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.tournaments.ending.reads import end_of
from scorekeeper.tournaments.ending.services import end_stage
from scorekeeper.tournaments.entries.attending import mark, miss_round
from scorekeeper.tournaments.entries.records import EntrantMark, Miss
from scorekeeper.tournaments.formats.bracket.plan import SinglePlan
from scorekeeper.tournaments.formats.plan import Taken
from scorekeeper.tournaments.formats.round_robin.plan import RoundRobinPlan
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.models import DeskAct, Stage, Tournament
from scorekeeper.tournaments.planning.records import PlanSeen, StageDetails
from scorekeeper.tournaments.planning.services import change_stage, remove_stage
from scorekeeper.tournaments.results.services import make_official
from scorekeeper.tournaments.standing.reads import final_lines
from tests import factories
from tests.acting import as_role, text
from tests.factories import NOW
from tests.factories.matches import make_duels, sides, wins
from tests.factories.tournaments import draw, draw_lots, make_cup, publish, saying, write_points
from tests.reading_pages import grid

pytestmark = pytest.mark.django_db


def end(stage: Stage) -> Stage:
    return end_stage(stage_id=stage.pk, by=factories.owner_of(stage.club), now=NOW)


def played(points: list[int], best: int | None = None) -> tuple[Stage, Stage | None]:
    """A stage of one round that is official, everybody's points in the order of the list; and the one after it."""
    stage = make_cup(people=len(points))
    final = None
    if best:
        plan = dump(TablesPlan(size=3, takes=Taken(best=best)))
        final = Stage.objects.create(club=stage.club, tournament=stage.tournament, number=2, plan=plan, seed=2)
    one = publish(stage)
    for table in one.tables.all():
        write_points(table, {place.entrant: points[place.entrant.number - 1] for place in table.places.all()})
    make_official(round_id=one.pk, by=factories.owner_of(stage.club), now=NOW)
    return stage, final


def test_the_places_carry_the_points_of_each_stage() -> None:
    stage, final = played([10, 70, 30, 60, 50, 20], best=3)
    assert final
    end(stage)
    one = publish(final)
    for table in one.tables.all():
        write_points(table, {place.entrant: place.entrant.number for place in table.places.all()})
    for role in (Role.OWNER, Role.MEMBER):
        page = text(as_role(stage, role).get(reverse("tournament_places", args=[stage.tournament_id])))
        places = grid(page, "Places of")
        assert len(places.heads) == 4
        assert [row[2:] for row in places.rows] == [
            ["50", "5"],
            ["60", "4"],
            ["70", "2"],
            ["30", ""],
            ["20", ""],
            ["10", ""],
        ]
        assert reverse("stage_standing", args=[final.pk]) in page


def test_the_best_go_on_in_the_order_of_their_places() -> None:
    stage, final = played([10, 70, 30, 60, 50, 20], best=3)
    assert final
    end(stage)
    end(stage)
    assert list(final.entrants.order_by("line").values_list("entrant__number", flat=True)) == [2, 4, 5]
    assert not Tournament.objects.get().is_ended
    assert draw(final).places.count() == 3


def test_a_stage_that_waits_takes_whom_its_plan_says_when_that_is_changed() -> None:
    stage, final = played([10, 70, 30, 60, 50, 30], best=3)
    assert final
    end(stage)

    def change(best: int | None) -> list[int]:
        plan = TablesPlan(size=3, takes=Taken(best=best))
        version = Tournament.objects.get().version
        change_stage(
            StageDetails(plan=plan, version=version), stage_id=final.pk, by=factories.owner_of(stage.club), now=NOW
        )
        return list(final.entrants.order_by("line").values_list("entrant__number", flat=True))

    assert (change(2), change(None)) == ([2, 4], [2, 4, 5, 3, 6, 1])
    with pytest.raises(Refused) as refused:
        change(4)
    assert refused.value.problems[0].code == "cut_tied"
    assert Stage.objects.get(pk=final.pk).typed_plan.takes.best is None
    assert final.entrants.count() == 6


def test_a_stage_whose_best_have_come_or_of_which_the_desk_has_spoken_is_not_taken_out(client: Client) -> None:
    stage, final = played([10, 70, 30, 60, 50, 20], best=3)
    assert final
    by, entrant = factories.owner_of(stage.club), stage.tournament.entrants.get(number=2)
    miss_round(Miss(stage=final.pk, round=1, misses=True), entrant_id=entrant.pk, by=by, now=NOW)

    def code() -> str:
        with pytest.raises(Conflict) as conflict:
            remove_stage(PlanSeen(version=Tournament.objects.get().version), stage_id=final.pk, by=by, now=NOW)
        return conflict.value.code

    assert code() == "stage_said"
    end(stage)
    assert code() == "stage_waits"  # else nothing of the tournament would be left that can end
    client.force_login(by)
    out = reverse("stage_remove", args=[stage.tournament_id, final.pk])
    told = client.post(out, {"version": Tournament.objects.get().version})
    assert told.status_code == 409
    assert "The previous stage has ended" in told.content.decode()


def test_a_shared_place_across_the_border_needs_lots() -> None:
    stage, final = played([70, 60, 50, 50, 20, 10], best=3)
    assert final
    with pytest.raises(Refused) as refused:
        end(stage)
    assert refused.value.problems[0].code == "cut_tied"
    tied = list(stage.tournament.entrants.filter(number__in=[3, 4]).values_list("pk", flat=True))
    act = draw_lots(stage_id=stage.pk, entrants=tied, say=saying(stage.club))
    end(stage)
    assert str(final.entrants.get(line=3).entrant_id) == act.detail["order"][0]


def test_who_has_left_makes_room_for_the_next_until_the_later_stage_begins() -> None:
    stage, final = played([10, 70, 30, 60, 50, 20], best=3)
    assert final
    by = factories.owner_of(stage.club)

    def told(number: int, act: str) -> list[int]:
        entrant = stage.tournament.entrants.get(number=number)
        mark(EntrantMark(act=act), entrant_id=entrant.pk, by=by, now=NOW)
        return list(final.entrants.order_by("line").values_list("entrant__number", flat=True))

    told(2, DeskAct.Kind.WITHDREW)
    end(stage)
    assert told(5, DeskAct.Kind.WITHDREW) == [4, 3, 6]
    assert told(2, DeskAct.Kind.RETURNED) == [2, 4, 3]
    publish(final)
    assert told(4, DeskAct.Kind.WITHDREW) == [2, 4, 3]
    lines = [(line.entrant.number, line.first) for line in final_lines(stage.tournament)]
    assert lines[3:] == [(5, 4), (6, 5), (1, 6)]


def test_who_leaves_where_lots_would_say_who_moves_up_changes_nothing() -> None:
    stage, final = played([70, 60, 50, 20, 20, 10], best=3)
    assert final
    end(stage)
    third = stage.tournament.entrants.get(number=3)
    mark(EntrantMark(act=DeskAct.Kind.WITHDREW), entrant_id=third.pk, by=factories.owner_of(stage.club), now=NOW)
    assert list(final.entrants.order_by("line").values_list("entrant__number", flat=True)) == [1, 2, 3]


def test_a_stage_that_ended_too_early_goes_on_while_the_next_waits() -> None:
    stage, final = played([10, 70, 30, 60, 50, 20], best=3)
    assert final
    client = Client()
    client.force_login(factories.owner_of(stage.club))
    rounds = reverse("tournament_rounds", args=[stage.tournament_id])
    again = reverse("tournament_reopen", args=[stage.tournament_id])
    assert again not in client.get(rounds).content.decode()
    end(stage)
    assert again in client.get(rounds).content.decode()
    assert client.post(again, {"reason": " "}).status_code == 422
    draft = draw(final)
    assert again not in client.get(rounds).content.decode()
    assert client.post(again, {"reason": "one more round"}).status_code == 409
    draft.delete()
    for _twice in range(2):
        assert client.post(again, {"reason": "one more round"}).headers["Location"] == rounds
    stage.refresh_from_db()
    assert stage.state == Stage.State.RUNNING
    assert not final.entrants.exists()
    assert publish(stage).number == 2


def test_what_is_not_official_does_not_end() -> None:
    stage = make_cup(people=3)
    for code in ("no_rounds", "round_open"):
        with pytest.raises(Refused) as refused:
            end(stage)
        assert refused.value.problems[0].code == code
        publish(stage) if code == "no_rounds" else None


def test_the_last_stage_ends_the_tournament_on_its_page() -> None:
    stage, _final = played([3, 2, 1])
    with pytest.raises(PermissionDenied):
        end_stage(stage_id=stage.pk, by=factories.make_member(stage.club, Role.SCORER), now=NOW)
    client = Client()
    client.force_login(factories.owner_of(stage.club))
    page = reverse("tournament_rounds", args=[stage.tournament_id])
    assert "End the tournament" in client.get(page).content.decode()
    assert client.post(reverse("stage_end", args=[stage.pk])).status_code == 302
    assert Tournament.objects.get().is_ended
    told = client.get(page).content.decode()
    assert "The official standings are final" in told
    assert "Draw round" not in told


def test_what_ending_means_is_said_before_it_is_done() -> None:
    stage = make_cup(people=8, plan=TablesPlan(rounds=3))
    one = publish(stage)
    for table in one.tables.all():
        write_points(table, {place.entrant: 10 * (place.entrant.number // 2) for place in table.places.all()})
    make_official(round_id=one.pk, by=factories.owner_of(stage.club), now=NOW)
    client, address = Client(), reverse("stage_end", args=[stage.pk])
    client.force_login(factories.make_member(stage.club, Role.SCORER))
    assert client.get(address).status_code == 403
    client.force_login(factories.owner_of(stage.club))
    rounds = client.get(reverse("tournament_rounds", args=[stage.tournament_id])).content.decode()
    assert f'href="{address}"' in rounds
    assert f'action="{address}"' not in rounds  # no first tap ends it

    page = client.get(address).content.decode()

    assert not Tournament.objects.get().is_ended
    assert "2 of 3 planned rounds were not played" in page
    assert "place 2–3:" in page
    assert reverse("stage_standing", args=[stage.pk]) in page
    assert client.post(address).status_code == 302
    assert Tournament.objects.get().is_ended


def test_a_border_that_is_shared_is_said_where_the_stage_is_ended_with_the_way_to_the_lots() -> None:
    stage, _final = played([3, 2, 2], best=2)
    client = Client()
    client.force_login(factories.owner_of(stage.club))
    address = reverse("stage_end", args=[stage.pk])

    answer = client.post(address)

    page = answer.content.decode()
    assert (answer.status_code, Stage.objects.get(pk=stage.pk).state) == (422, "running")
    assert "Draw lots first." in page
    assert f'href="{reverse("stage_standing", args=[stage.pk])}"' in page


def test_of_shared_places_those_that_need_lots_are_told_from_those_that_may_stay() -> None:
    stage, _final = played([40, 30, 20, 20, 10, 10], best=3)
    client = Client()
    client.force_login(factories.owner_of(stage.club))
    address = reverse("stage_end", args=[stage.pk])
    entrants = stage.tournament.entrants

    found = end_of(stage)
    page = client.get(address).content.decode()

    assert [(one.place, one.is_cut) for one in found.shared] == [("3–4", True), ("5–6", False)]
    assert page.count("Draw lots between them first") == 1
    assert "The other places stay shared" in page
    assert "They stay shared" not in page
    mark(
        EntrantMark(act=DeskAct.Kind.WITHDREW),
        entrant_id=entrants.get(number=1).pk,
        by=factories.owner_of(stage.club),
        now=NOW,
    )
    assert [one.is_cut for one in end_of(stage).shared] == [False, False], "who has left makes room for both"
    end(stage)


def test_a_round_that_is_open_is_not_called_one_that_will_not_be_played() -> None:
    stage = make_cup(people=3, plan=TablesPlan(rounds=2))
    publish(stage)
    assert end_of(stage).unplayed == 1


@pytest.mark.parametrize(
    ("plan", "unplayed"), [(SwissPlan(rounds=3), "2 of 3"), (RoundRobinPlan(), "2 of 3"), (SinglePlan(), "")]
)
def test_each_format_knows_its_rounds_when_it_ends(plan: Any, unplayed: str) -> None:
    stage = make_duels(plan, 4 if unplayed else 2)
    one = publish(stage)
    for table in one.tables.all():
        wins(table, sides(table)[0])
    make_official(round_id=one.pk, by=factories.owner_of(stage.club), now=NOW)
    client = Client()
    client.force_login(factories.owner_of(stage.club))

    page = client.get(reverse("stage_end", args=[stage.pk])).content.decode()

    assert ("planned round" in page) == bool(unplayed)
    assert unplayed in page
