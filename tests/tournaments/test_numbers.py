"""The number of a draw: it is drawn again with one, and its entry is a file from which anybody can do so."""

import json
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.models import Role
from scorekeeper.jobs.services import drain
from scorekeeper.tournaments.draft import scheduling
from scorekeeper.tournaments.draft.reads import draw_entry
from scorekeeper.tournaments.draft.services import RoundDraw, draw_round
from scorekeeper.tournaments.formats.bracket.plan import SinglePlan
from scorekeeper.tournaments.formats.knockout.plan import KnockoutPlan
from scorekeeper.tournaments.formats.round_robin.plan import RoundRobinPlan
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.models import PairRule, Round, Stage
from tests import factories
from tests.acting import Api, bearer
from tests.factories import NOW
from tests.factories.matches import make_duels
from tests.factories.tournaments import (
    come,
    draw,
    hold_place,
    leave,
    make_cup,
    misses,
    publish,
    seen,
    swap_places,
    undo_draft,
    write_points,
)

pytestmark = pytest.mark.django_db

MOST = 2**63 - 1
COST = 23  # statements, to find no entry


def desk(stage: Stage, role: str = Role.SCORER) -> Client:
    client = Client()
    client.force_login(factories.make_member(stage.club, role))
    return client


def finish(one: Round) -> None:
    for table in one.tables.all():
        write_points(table, {place.entrant: place.entrant.number for place in table.places.all()})


def all_of(stage: Stage) -> tuple[Any, ...]:
    """A draft, bit for bit."""
    one = stage.rounds.get(state="draft")
    places = one.places.order_by("table__number", "seat", "entrant__number")
    seats = list(places.values_list("table__number", "table__code", "seat", "entrant", "kind", "by_hand", "holds_seat"))
    return one.number, one.seed, one.engine, one.facts, one.report, one.before, seats


def make(plan: Any, people: int = 9) -> Stage:
    if isinstance(plan, TablesPlan):
        return make_cup(people=people, plan=plan)
    return make_duels(plan, people, game="palace_poker" if isinstance(plan, KnockoutPlan) else "svoi_kozyri")


PLANS = [
    TablesPlan(rounds=3),
    TablesPlan(rounds=2, style="random"),
    TablesPlan(rounds=2, style="seeded"),
    SwissPlan(rounds=3),
    SwissPlan(rounds=3, first="random"),
    RoundRobinPlan(groups=2),
    KnockoutPlan(seats=4),
]


@pytest.mark.parametrize("plan", PLANS, ids=repr)
def test_the_same_number_gives_the_same_draw_on_the_page_and_to_programs(plan: Any) -> None:
    stage = make(plan)
    page, api = desk(stage), Api(bearer(factories.owner_of(stage.club)))
    address = reverse("stage_draw", args=[stage.pk])
    assert page.post(address, {"number": str(MOST)}).status_code == 302
    first = all_of(stage)
    assert first[1] == MOST
    assert page.post(address).status_code == 302
    other = all_of(stage)
    assert other[1] != MOST

    drawn = api.post(f"stages/{stage.pk}/draw", {"seed": str(MOST)}, 201, str(uuid4()))

    assert (drawn["seed"], all_of(stage)) == (str(MOST), first)
    assert page.post(address, {"number": f" {other[1]} "}).status_code == 302
    assert all_of(stage) == other


def test_locks_and_rounds_before_stay_what_the_number_goes_by() -> None:
    stage = make(TablesPlan(rounds=3, style="random"), 16)
    finish(publish(stage))
    draft = draw(stage, seed=5)
    place = draft.places.filter(table__number=2)[0]
    by = factories.owner_of(stage.club)
    hold_place(stage_id=stage.pk, by=by, seen=seen(draft), place=place.pk, held=True, now=NOW)
    page, address = desk(stage), reverse("stage_draw", args=[stage.pk])
    page.post(address, {"number": "0"})
    first = all_of(stage)
    page.post(address)

    page.post(address, {"number": "0"})

    assert all_of(stage) == first
    assert any(by_hand for *_rest, by_hand, _seat in first[-1])


def test_the_number_of_rounds_that_were_drawn_together_gives_the_round_as_it_was_planned() -> None:
    stage = make(TablesPlan(rounds=3), 12)
    finish(publish(stage))
    page, address = desk(stage), reverse("stage_draw", args=[stage.pk])
    page.post(address)
    planned = all_of(stage)
    page.post(address)
    assert all_of(stage)[-1] != planned[-1]

    page.post(address, {"number": str(planned[1])})

    assert all_of(stage) == planned


def test_a_draw_that_takes_longer_goes_by_the_number_too(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = make(TablesPlan(rounds=3), 16)
    page, address = desk(stage), reverse("stage_draw", args=[stage.pk])
    page.post(address, {"number": "77"})
    at_once = all_of(stage)
    page.post(address)
    monkeypatch.setitem(scheduling.draw_or_ask.__kwdefaults__, "patience", -1.0)

    assert "/jobs/" in page.post(address, {"number": "77"})["Location"]
    drain(clock=timezone.now)

    assert all_of(stage) == at_once


@pytest.mark.parametrize("text", ["", "x", "-1", "1.5", "٣", "1e3", str(MOST + 1), "9" * 40])
def test_what_is_no_number_is_refused_with_the_reason(text: str) -> None:
    stage = make(TablesPlan(rounds=1), 8)
    page, api = desk(stage), Api(bearer(factories.owner_of(stage.club)))

    answer = page.post(reverse("stage_draw", args=[stage.pk]), {"number": text})

    assert answer.status_code == 422
    assert "only digits" in answer.content.decode()
    refused = api.post(f"stages/{stage.pk}/draw", {"seed": text}, 422, str(uuid4()))
    assert [error["field"] for error in refused["errors"]] == ["seed"]
    assert not stage.rounds.exists()


def test_a_bracket_takes_no_number_because_it_follows_from_the_seeds() -> None:
    stage = make(SinglePlan(), 4)
    page = desk(stage).get(reverse("stage_draw", args=[stage.pk])).content.decode()
    assert "Draw with a given number" not in page


def test_a_draft_that_was_changed_by_hand_says_so_until_that_is_undone() -> None:
    stage = make(TablesPlan(rounds=2), 8)
    page, address = desk(stage), reverse("stage_draw", args=[stage.pk])
    draft, said = draw(stage), "People have since changed places by hand"
    assert said not in page.get(address).content.decode()
    one, other = (draft.places.filter(table__number=number)[0].pk for number in (1, 2))
    by = factories.owner_of(stage.club)
    draft = swap_places(stage_id=stage.pk, by=by, seen=seen(draft), places=(one, other), now=NOW)
    text = page.get(address).content.decode()
    assert said in text
    assert "Input data of this draw" not in text
    held = draft.places.exclude(by_hand=True)[0]
    draft = hold_place(stage_id=stage.pk, by=by, seen=seen(draft), place=held.pk, held=True, now=NOW)
    api = Api(bearer(by))
    assert api.get(f"rounds/{draft.pk}")["changed_by_hand"]
    draft = undo_draft(stage_id=stage.pk, by=by, seen=seen(draft))
    assert said not in page.get(address).content.decode()
    assert not api.get(f"rounds/{draft.pk}")["changed_by_hand"]
    one, other = (draft.places.filter(table__number=number)[0].pk for number in (1, 2))
    draft = swap_places(stage_id=stage.pk, by=by, seen=seen(draft), places=(one, other), now=NOW)
    one_open = publish(stage, draft)
    assert said in page.get(reverse("round_detail", args=[one_open.pk])).content.decode()


def drawn_from(entry: Any, tmp_path: Path) -> Any:
    path, out = tmp_path / "entry.json", StringIO()
    path.write_text(json.dumps(entry), encoding="utf-8")
    call_command("draw", str(path), stdout=out)
    return json.loads(out.getvalue())


def tables(one: Round) -> list[list[str]]:
    return [
        [str(place.player_id or place.entrant_id) for place in table.places.order_by("seat")]
        for table in one.tables.order_by("number")
    ]


def check(one: Round, tmp_path: Path) -> None:
    """The entry is got from the page and from the API, and leads to the tables of the round."""
    one.refresh_from_db()
    page = desk(one.stage)
    name = "stage_draw" if one.is_draft else "round_detail"
    shown = page.get(reverse(name, args=[one.stage_id if one.is_draft else one.pk])).content.decode()
    assert "Input data of this draw" in shown
    entry = page.get(reverse("round_entry", args=[one.pk])).json()
    api = Api(bearer(factories.owner_of(one.club))).get(f"rounds/{one.pk}/entry")
    assert api == {"facts": one.facts, "entry": entry}
    found = drawn_from(entry, tmp_path)
    assert found["rounds"][one.number - 1] == tables(one)
    assert found["report"]["input_hash"] == one.facts
    assert {"round": one.number, "fingerprint": one.facts}.items() <= entry["id"].items()


@pytest.mark.parametrize("style", ["mix", "random", "seeded"])
def test_the_entry_of_a_draw_leads_to_the_same_tables(style: Any, tmp_path: Path) -> None:
    stage = make_cup(people=0, plan=TablesPlan(rounds=3, style=style))
    for number in range(13):
        come(stage, f"Guest {number:02}", origin=f"Club {number % 4}")
    one = publish(stage)
    check(one, tmp_path)
    finish(one)
    two = draw_round(stage_id=stage.pk, by=factories.owner_of(stage.club), now=NOW)
    check(two, tmp_path)
    finish(publish(stage, two))
    check(one, tmp_path)
    check(two, tmp_path)


def test_the_entry_tells_of_locks_of_who_came_late_and_of_who_has_left(tmp_path: Path) -> None:
    stage = make_cup(people=12, plan=TablesPlan(rounds=4))
    misses(stage, stage.tournament.entrants.get(number=3), 1)
    finish(publish(stage))
    leave(stage.tournament.entrants.get(number=1))
    come(stage, "Late Lotte")
    draft = draw(stage, seed=8)
    check(draft, tmp_path)
    by = factories.owner_of(stage.club)
    held = draft.places.filter(table__number=2)[0]
    hold_place(stage_id=stage.pk, by=by, seen=seen(draft), place=held.pk, held=True, now=NOW)
    check(draft := draw(stage, seed=9), tmp_path)
    two = publish(stage, draft)
    check(two, tmp_path)
    finish(two)
    misses(stage, stage.tournament.entrants.get(number=5), 3)
    check(draw(stage, seed=10), tmp_path)
    check(draw(stage, seed=11, wish=RoundDraw(few_changes=True)), tmp_path)


def test_an_entry_is_told_only_where_it_leads_to_the_fingerprint() -> None:
    stage = make_cup(people=8, plan=TablesPlan(rounds=2))
    draft = draw(stage)
    entry = draw_entry(draft)
    assert entry
    draft.engine = "schedule 0"  # an earlier one, which drew otherwise
    assert draw_entry(draft) is None
    assert min(entry["id"]["players"].values()) == "1 Guest 01"
    one, other = stage.tournament.entrants.order_by("number")[:2]
    PairRule.objects.create(
        club=stage.club,
        tournament=stage.tournament,
        kind="apart",
        one=one.players.get().player,
        other=other.players.get().player,
        made_at=NOW,
        made_by=factories.owner_of(stage.club),
    )

    assert draw_entry(Round.objects.select_related("stage__tournament").get()) is None

    page = desk(stage)
    assert page.get(reverse("round_entry", args=[draft.pk])).status_code == 404
    assert "Input data of this draw" not in page.get(reverse("stage_draw", args=[stage.pk])).content.decode()
    assert Api(bearer(factories.owner_of(stage.club))).get(f"rounds/{draft.pk}/entry")["entry"] is None


def test_to_find_no_entry_costs_the_same_however_many_rounds_were_drawn_together(
    django_assert_num_queries: Any,
) -> None:
    stage = make_cup(people=8, plan=TablesPlan(rounds=4))
    by = factories.owner_of(stage.club)
    for _round in range(3):
        finish(publish(stage, draw_round(stage_id=stage.pk, by=by, now=NOW)))
    first, *_others, last = stage.rounds.order_by("number")
    assert first.facts == last.facts
    stage.plan = {**stage.plan, "apart": "hard"}
    stage.save()

    for one in (first, last):
        one.stage = Stage.objects.select_related("tournament__club").get()
        with django_assert_num_queries(COST):
            assert draw_entry(one) is None


def test_the_entry_is_for_the_desk_and_of_tables_alone() -> None:
    stage = make_cup(people=8, plan=TablesPlan(rounds=2))
    one = publish(stage)
    member = desk(stage, Role.MEMBER)
    assert member.get(reverse("round_entry", args=[one.pk])).status_code == 403
    assert "Input data of this draw" not in member.get(reverse("round_detail", args=[one.pk])).content.decode()
    swiss = publish(make(SwissPlan(rounds=2), 4))
    assert draw_entry(swiss) is None
    manual = publish(make(TablesPlan(rounds=1, style="manual"), 8))
    assert draw_entry(manual) is None
