"""What the pages of the desk offer, and what they say where something can't be done."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.tournaments.formats.bracket.plan import DoublePlan, SinglePlan
from scorekeeper.tournaments.formats.round_robin.plan import RoundRobinPlan
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.models import DeskAct, Entrant, Stage, Tournament
from scorekeeper.tournaments.results.services import make_official
from tests import factories
from tests.acting import Api, as_role, bearer, text
from tests.factories import NOW
from tests.factories.knockouts import at as seated
from tests.factories.knockouts import make_knockout, out
from tests.factories.matches import (
    make_bracket,
    make_duels,
    make_pairs_cup,
    match_result,
    sides,
    wins,
    won,
    write_match,
)
from tests.factories.tournaments import come, leave, make_cup, play_round, publish, saying

pytestmark = pytest.mark.django_db


def test_one_tick_says_whether_somebody_is_here_however_they_are_chosen() -> None:
    stage = make_cup(people=0)
    page, address = as_role(stage), reverse("tournament_entries", args=[stage.tournament_id])
    people = [factories.make_player(stage.club, name) for name in ("Ann", "Ben")]
    shown = text(page.get(address))
    assert shown.count('name="here"') == 1

    page.post(address, {"player": str(people[0].pk)})  # as the browser sends it once it is unticked
    page.post(address, {"player": str(people[1].pk), "here": "on"})

    assert list(Entrant.objects.order_by("number").values_list("state", flat=True)) == ["entered", "here"]


def test_the_look_at_a_list_says_who_goes_on_the_waiting_list() -> None:
    stage = make_cup(people=0, most=2)
    page, address = as_role(stage), reverse("tournament_import", args=[stage.tournament_id])
    names = "Ann Abel\nBen Berg\nCleo Clar\n"

    shown = text(page.post(address, {"text": names}))

    assert "1 of them goes on the waiting list" in shown
    assert shown.count("On the waiting list.") == 1
    assert shown.index("Cleo") < shown.index("On the waiting list.")
    assert not Entrant.objects.exists()
    page.post(address, {"text": names, "take": "1"})
    assert Entrant.objects.get(state="waiting").number == 3


def test_a_line_that_stands_twice_says_so_and_nothing_else() -> None:
    stage = make_cup(people=0)
    factories.make_player(stage.club, "Monika Scheel")
    page, address = as_role(stage), reverse("tournament_import", args=[stage.tournament_id])

    shown = text(page.post(address, {"text": "Monika Scheel\nBen Berg;;x\nMonika Scheel;;y\n"}), 422)

    assert "This name is in the list twice." in shown
    assert "already entered" not in shown
    assert "entered already" not in shown
    assert shown.count('<li class="wrong">') == 2
    assert shown.count('id="line-') == 3  # the rating of the last line is wrong too
    come(stage, "Ben Berg")
    assert "1 person on the list has already entered and stays." in text(page.post(address, {"text": "Ben Berg\n"}))


def test_what_is_always_refused_is_not_offered() -> None:
    stage = make_cup(people=4, plan=TablesPlan(rounds=2), most=5)
    late, waits = come(stage, "Late"), come(stage, "Waits")
    leave(waits, "waiting")
    page, address = as_role(stage), reverse("tournament_entries", args=[stage.tournament_id])
    shown = text(page.get(address))
    assert (shown.count('value="not_here"'), 'value="moved_up"' in shown) == (5, False)
    assert "All places are taken. A director can add more." in shown
    leave(late, "entered")
    publish(stage)
    leave(late, "here")
    shown = text(page.get(address))
    assert shown.count('value="not_here"') == 1  # the others have played
    Tournament.objects.update(most=6)
    assert 'value="moved_up"' in text(page.get(address))


def test_what_is_fixed_stands_there_with_the_reason() -> None:
    stage = make_cup(people=4, plan=TablesPlan(rounds=2))
    Tournament.objects.update(rules_name="Ours")
    page, address = as_role(stage), reverse("tournament_edit", args=[stage.tournament_id])
    shown = text(page.get(address))
    assert "Somebody has already entered" in shown
    assert "The tournament has begun" not in shown
    publish(stage)
    cup = Tournament.objects.get()
    shown = text(page.get(address))
    assert "The tournament has begun" in shown
    assert shown.count('name="rules"') == shown.count('name="of"') == 1  # nothing to choose from
    sent = {"name": "Cup of May", "day": "2026-05-01", "hour": "10:00", "version": cup.version, "most": 40}

    assert page.post(address, sent).status_code == 302  # as the browser sends it: without what is fixed

    after = Tournament.objects.get()
    assert (after.name, after.most, after.rules, after.of) == ("Cup of May", 40, cup.rules, cup.of)


@pytest.mark.parametrize(
    ("plan", "last"),
    [(TablesPlan(rounds=3), 3), (SwissPlan(rounds=2), 2), (SwissPlan(), None), (RoundRobinPlan(), None)],
    ids=repr,
)
def test_nobody_misses_a_round_that_never_comes(plan: Any, last: int | None) -> None:
    stage = make_cup(people=4, plan=plan) if isinstance(plan, TablesPlan) else make_duels(plan, 4)
    who = stage.tournament.entrants.get(number=1)
    page, address = as_role(stage), reverse("entrant_miss", args=[stage.tournament_id, who.pk])
    api = Api(bearer(factories.owner_of(stage.club)))
    for number in (3, 9):
        is_there = last is None or number <= last
        answer = page.post(address, {"stage": str(stage.pk), "round": number})
        assert answer.status_code == (302 if is_there else 422)
        assert is_there or f"The last one is round {last}" in answer.content.decode()
        body = {"stage": str(stage.pk), "round": number, "misses": True}
        told = api.post(f"entrants/{who.pk}/miss", body, 200 if is_there else 422)
        assert is_there or told["errors"][0]["code"] == "round_unknown"


def test_a_round_that_is_over_is_said_to_be() -> None:
    stage = make_cup(people=3, plan=TablesPlan(rounds=3, size=3))
    who = stage.tournament.entrants.get(number=1)
    page, address = as_role(stage), reverse("entrant_miss", args=[stage.tournament_id, who.pk])
    one = publish(stage)
    assert "is being played already" in text(page.post(address, {"stage": str(stage.pk), "round": 1}), 422)
    play_round(stage, one)
    shown = text(page.post(address, {"stage": str(stage.pk), "round": 1}), 422)
    assert "This round is over: its results are official." in shown
    Stage.objects.update(state="ended")
    assert "This stage has ended" in text(page.post(address, {"stage": str(stage.pk), "round": 2}), 422)


def test_a_bracket_offers_a_draw_only_where_a_match_can_be_opened() -> None:
    stage = make_bracket(4, SinglePlan())
    page, address = as_role(stage), reverse("tournament_rounds", args=[stage.tournament_id])
    assert "Draw round 1" in text(page.get(address))
    one = publish(stage)
    shown = text(page.get(address))
    assert "Draw round 2" not in shown
    assert "No match can be opened now" in shown
    first, second = one.tables.order_by("number")
    won(first)
    assert "Draw round 2" not in text(page.get(address))
    won(second)
    shown = text(page.get(address))
    assert "Draw round 2" in shown
    assert "all results are in" in shown
    assert "being played" not in shown
    make_official(round_id=one.pk, by=factories.owner_of(stage.club), now=NOW)
    assert "all results are in" not in text(page.get(address))


@pytest.mark.parametrize("plan", [SwissPlan(rounds=2), DoublePlan()], ids=repr)
def test_rounds_of_every_format_say_that_all_results_are_in(plan: Any) -> None:
    stage = make_duels(plan, 4)
    one = publish(stage)
    page, address = as_role(stage), reverse("tournament_rounds", args=[stage.tournament_id])
    assert "being played" in text(page.get(address))
    for table in one.tables.all():
        wins(table, sides(table)[0])
    assert "all results are in" in text(page.get(address))


def test_who_moves_asks_who_deals_next() -> None:
    one = make_knockout(10, 5)
    for _twice in range(2):
        out(one, seated(one, 1)[0])
    page, address = as_role(one.stage), reverse("knockout_tables", args=[one.pk])
    said = "Choose who deals next at each of these tables"
    shown = text(page.get(address))
    assert "Who moves?" in shown
    assert said not in shown
    assert said in text(page.get(address, {"asked": "1"}))


def test_a_partner_who_was_left_out_is_asked_for_and_nothing_else() -> None:
    stage = make_pairs_cup(SwissPlan(rounds=2), 0)
    user = factories.make_member(stage.club)
    client = Client()
    client.force_login(user)
    address = reverse("tournament_sign_up", args=[stage.tournament_id])

    shown = text(client.post(address, {"who_1": " "}), 422)

    assert "Type the name of the partner." in shown
    assert "This is somebody new" not in shown


def test_the_clock_says_what_can_be_written() -> None:
    stage = make_cup(people=4, plan=TablesPlan(rounds=1))
    page = as_role(stage)
    publish(stage)
    address = reverse("tournament_room", args=[stage.tournament_id])
    for minutes in ("0", "x", "", "9999"):
        answer = page.post(address, {"do": "set", "minutes": minutes})
        assert "Write whole minutes, from 1 to 1440." in answer.content.decode()


def test_points_of_a_match_that_points_decide_are_written_at_the_desk() -> None:
    stage = make_duels(SwissPlan(rounds=2, ties=("DIFF",)), 2)
    table = publish(stage).tables.get()
    page, address = as_role(stage), reverse("table_result", args=[table.pk])
    shown = text(page.get(address))
    assert "Points of" in shown
    assert "Sets of" not in shown
    sent = {"reason": "no sheet", "key": str(uuid4()), "winner": "home", "scored_home": "-3", "scored_away": "5"}
    assert "The winner must have more points" in text(page.post(address, sent), 422)
    assert "The winner must have more points" in text(page.post(address, {**sent, "winner": "draw"}), 422)

    assert page.post(address, {**sent, "scored_home": "12", "scored_away": "-5"}).status_code == 302

    assert DeskAct.objects.get(kind="result").detail["scored"] == [12, -5]
    standing = text(page.get(reverse("stage_standing", args=[stage.pk])))
    assert "17" in standing
    api = Api(bearer(factories.owner_of(stage.club)))
    body = {"winner": str(sides(table)[1].pk), "scored": [-1, 0], "reason": "again"}
    assert api.post(f"round-tables/{table.pk}/match", body, 201, str(uuid4()))["kind"] == "result"
    body["scored"] = [1, 0]
    refused = api.post(f"round-tables/{table.pk}/match", body, 422, str(uuid4()))
    assert refused["errors"][0]["code"] == "scored_contradict"
    draw = write_match(table_id=table.pk, result=match_result(None, scored=(4, 4)), say=saying(stage.club))
    assert draw.detail["scored"] == [4, 4]
