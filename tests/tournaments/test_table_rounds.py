"""Rounds of tables: what stands in the way, the draft, changes by hand, publishing."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.clubs.models import Role
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.play.models import Seat, Sitting
from scorekeeper.tournaments.draft.reads import explained
from scorekeeper.tournaments.draft.services import RoundDraw, draw_round
from scorekeeper.tournaments.draft.shown import why_of
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.models import DeskAct, Entrant, Round, RoundPlace, Stage, Tournament
from scorekeeper.tournaments.results.services import make_official
from scorekeeper.tournaments.rounds.field import called
from tests import factories
from tests.factories import NOW
from tests.factories.tournaments import (
    come,
    draw,
    drop_draft,
    leave,
    make_cup,
    misses,
    play,
    play_round,
    publish,
    publish_round,
    seen,
    swap_places,
    write_points,
)
from tests.strategies import examples

pytestmark = pytest.mark.django_db
Kind = RoundPlace.Kind


def sizes(one: Round) -> list[int]:
    return [table.places.count() for table in one.tables.all()]


def codes(stage: Stage) -> dict[str, bool]:
    return {one.code: one.stops for one in format_of(stage).next_round(stage).obstacles}


def test_everybody_who_is_here_has_one_seat() -> None:
    stage = make_cup(people=17)
    one = draw(stage)
    assert sizes(one) == [4, 4, 3, 3, 3]
    assert one.places.filter(kind=Kind.SEAT).count() == 17
    assert len(set(one.places.values_list("entrant", flat=True))) == 17


def test_three_rounds_let_nobody_meet_more_often_than_need_be() -> None:
    stage = make_cup(people=16)
    met: dict[frozenset[object], int] = {}
    for _number in range(3):
        one = publish(stage)
        for table in one.tables.all():
            for pair in combinations(table.places.values_list("entrant", flat=True), 2):
                met[frozenset(pair)] = met.get(frozenset(pair), 0) + 1
        play_round(stage, one)
    assert max(met.values()) == 1


def test_the_same_seed_draws_the_same_tables() -> None:
    stage = make_cup(people=9)
    one = list(draw(stage, seed=5).places.values_list("table__number", "seat", "entrant"))
    facts = stage.rounds.get().facts
    assert list(draw(stage, seed=5).places.values_list("table__number", "seat", "entrant")) == one
    assert stage.rounds.get().facts == facts
    assert stage.rounds.count() == 1


def test_the_precheck_says_everything_at_once() -> None:
    stage = make_cup(people=2, plan=TablesPlan(rounds=1))
    late = come(stage, "Late")
    leave(late, Entrant.State.ENTERED)
    assert codes(stage) == {"too_few": True, "not_checked_in": False}
    with pytest.raises(Refused) as refused:
        draw(stage)
    assert [one.code for one in refused.value.problems] == ["too_few"]
    leave(late, Entrant.State.HERE)
    come(stage, "Fourth")
    come(stage, "Fifth")
    assert codes(stage) == {"sits_out": False}
    play_round(stage, publish(stage))
    assert codes(stage)["rounds_over"] is True


def test_people_of_one_club_are_counted_against_the_tables() -> None:
    stage = make_cup(people=3)
    for number in range(5):
        come(stage, f"Mill {number}", origin="Mill")
    assert codes(stage) == {"origin_too_large": False}
    assert len([one for one in draw(stage).report["broken"] if one["kind"] == "apart"]) >= 1


def test_those_of_one_club_sit_apart() -> None:
    stage = make_cup(people=4)
    for number in range(4):
        come(stage, f"Mill {number}", origin="Mill" if number % 2 else "mill")
    one = draw(stage)
    for table in one.tables.all():
        origins = [place.entrant.origin.casefold() for place in table.places.select_related("entrant")]
        assert origins.count("mill") == 2  # of four among two tables
    assert {each["kind"] for each in one.report["broken"]} == {"apart"}


def test_who_plays_twice_stops_the_draw() -> None:
    stage = make_cup(people=4)
    player = stage.tournament.entrants.all()[0].players.get().player
    twice = come(stage)
    twice.players.create(club=stage.club, player=player, order=0)
    assert codes(stage)["plays_twice"] is True


def test_who_misses_a_round_gets_no_seat() -> None:
    stage = make_cup(people=5)
    one, other = stage.tournament.entrants.all()[:2]
    misses(stage, one, 1)
    misses(stage, other, 1)
    misses(stage, other, 1, DeskAct.Kind.PRESENT)
    misses(stage, other, 2)
    drawn = draw(stage)
    assert sizes(drawn) == [4]
    assert drawn.places.get(kind=Kind.ABSENT).entrant == one


def test_two_change_places_and_stay_when_it_is_drawn_again() -> None:
    stage = make_cup(people=8)
    draft = draw(stage)
    first, second = draft.tables.all()
    one, other = first.places.all()[0], second.places.all()[0]
    by = factories.owner_of(stage.club)
    changed = swap_places(stage_id=stage.pk, by=by, seen=seen(draft), places=(one.pk, other.pk), now=NOW)
    assert changed.revision == 2
    assert changed.places.get(entrant=one.entrant).table == second
    for seed in range(3):
        again = draw(stage, seed=seed)
        assert again.places.get(entrant=one.entrant).table.number == 2  # type: ignore[union-attr]
        assert again.places.get(entrant=other.entrant).table.number == 1  # type: ignore[union-attr]
    assert explained(again).is_by_hand
    assert not explained(draw(stage, seed=1, wish=RoundDraw(keep=False))).is_by_hand


def test_a_draft_that_was_changed_is_not_acted_on() -> None:
    stage = make_cup(people=8)
    draft = draw(stage)
    old, by = seen(draft), factories.owner_of(stage.club)
    places = list(draft.places.all())
    swap_places(stage_id=stage.pk, by=by, seen=old, places=(places[0].pk, places[5].pk), now=NOW)
    with pytest.raises(Conflict, match="changed the draw"):
        publish_round(stage_id=stage.pk, by=by, seen=old, now=NOW)
    with pytest.raises(Conflict, match="changed the draw"):
        drop_draft(stage_id=stage.pk, by=by, seen=old)
    draft.refresh_from_db()
    with pytest.raises(Refused):
        swap_places(stage_id=stage.pk, by=by, seen=seen(draft), places=(places[0].pk, places[0].pk), now=NOW)
    drop_draft(stage_id=stage.pk, by=by, seen=seen(draft))
    assert not stage.rounds.exists()


def test_publishing_opens_every_table_once() -> None:
    stage = make_cup(people=7)
    draft = draw(stage)
    one = publish(stage, draft)
    assert publish(stage, draft).pk == one.pk
    assert Sitting.objects.count() == 2
    for table in one.tables.all():
        seats = Seat.objects.filter(sitting=table.sitting).order_by("number")
        names = [place.entrant.players.get().player for place in table.places.order_by("seat")]
        assert [seat.player for seat in seats] == names
    stage.refresh_from_db()
    assert stage.state == Stage.State.RUNNING
    assert Tournament.objects.get().is_running
    assert stage.entrants.count() == 7


def test_who_came_or_went_since_is_noticed() -> None:
    stage = make_cup(people=8)
    draft = draw(stage)
    leave(stage.tournament.entrants.all()[0])
    with pytest.raises(Conflict, match="come or gone"):
        publish(stage, draft)
    assert not Sitting.objects.exists()


def test_nobody_sits_at_two_tables() -> None:
    stage = make_cup(people=4)
    publish(stage)
    with pytest.raises(Refused) as refused:
        publish(stage)
    assert refused.value.problems[0].code == "still_playing"


def test_a_late_one_is_absent_before_and_one_who_left_has_no_seat() -> None:
    stage = make_cup(people=8)
    first = publish(stage)
    before = list(first.places.values_list("entrant", "table", "seat"))
    play_round(stage, first)
    late = come(stage, "Late")
    gone = stage.tournament.entrants.all()[0]
    leave(gone)
    second = publish(stage)
    assert first.places.get(entrant=late).kind == Kind.ABSENT
    assert set(before) < set(first.places.values_list("entrant", "table", "seat"))
    assert not second.places.filter(entrant=gone).exists()
    assert stage.entrants.get(entrant=late).line == 9


def test_by_points_who_is_ahead_plays_who_is_ahead() -> None:
    stage = make_cup(people=8, plan=TablesPlan(style="seeded"))
    one = publish(stage)
    assert codes(stage)["round_open"] is True
    winners = set()
    for table in one.tables.all():
        play(table, declarer=1)
        winners.add(table.places.get(seat=1).entrant_id)
    two = draw(stage)
    assert two.report["by_points"]
    top = set(two.tables.get(number=1).places.values_list("entrant", flat=True))
    assert winners <= top


def test_by_hand_alone_sits_down_in_order() -> None:
    stage = make_cup(people=8, plan=TablesPlan(style="manual"))
    one = draw(stage)
    top = sorted(one.tables.get(number=1).places.values_list("entrant__number", flat=True))
    assert top == [1, 2, 3, 4]


@pytest.mark.parametrize(("style", "said"), [("manual", "order of the list"), ("random", "purely by chance")])
def test_what_looks_for_no_best_tables_does_not_claim_them(style: Any, said: str) -> None:
    stage = make_cup(people=4, plan=TablesPlan(style=style))
    play_round(stage, publish(stage))
    reasons = explained(draw(stage)).explanation.reasons
    assert said in reasons[0]
    assert not any("best of" in reason for reason in reasons)


def test_players_of_a_team_sit_apart() -> None:
    stage = make_cup(people=0, of="teams", team_size=4, plan=TablesPlan(style="team"))
    for team in range(4):
        come(stage, *[f"Player {team} {number}" for number in range(4)], entrant=f"Team {team}")
    one = publish(stage)
    for table in one.tables.all():
        assert len(set(table.places.values_list("entrant", flat=True))) == 4
    assert one.places.filter(player=None).count() == 0


def test_a_member_draws_nothing() -> None:
    stage = make_cup(people=8)
    with pytest.raises(PermissionDenied):
        draw_round(stage_id=stage.pk, by=factories.make_member(stage.club), now=NOW)
    scorer = factories.make_member(stage.club, Role.SCORER)
    assert draw_round(stage_id=stage.pk, by=scorer, now=NOW).is_draft


@pytest.mark.both_engines("locks rows", "tournaments.acting")
def test_an_ended_tournament_is_drawn_no_more() -> None:
    stage = make_cup(people=8)
    Tournament.objects.update(state="ended", ended_at=NOW)
    with pytest.raises(Conflict, match="has ended"):
        draw(stage)


@settings(max_examples=examples(4, part=20), deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_whoever_comes_late_leaves_or_misses_a_round_all_who_are_there_have_one_place(data: st.DataObject) -> None:
    style: Any = data.draw(st.sampled_from(["mix", "seeded", "random", "manual"]), "style")
    stage = make_cup(people=data.draw(st.integers(3, 11), "people"), plan=TablesPlan(rounds=4, style=style))
    byes: Counter[Any] = Counter()
    for number in range(1, 5):
        if data.draw(st.integers(0, 3), "late") == 0:
            come(stage, f"Late {number}")
        for entrant in stage.tournament.entrants.all():
            fate = data.draw(st.integers(0, 9), "fate")
            leave(entrant, Entrant.State.WITHDRAWN if fate == 0 else Entrant.State.HERE)
            if fate == 1:
                misses(stage, entrant, number)
        if format_of(stage).next_round(stage).may_draw:
            one = publish(stage)
        else:
            return
        missing = set(one.places.filter(kind=Kind.ABSENT).values_list("entrant", flat=True))
        here = set(stage.tournament.entrants.filter(state=Entrant.State.HERE).values_list("pk", flat=True)) - missing
        there = list(one.places.exclude(kind=Kind.ABSENT).values_list("entrant", flat=True))
        assert sorted(there) == sorted(here)
        out = set(one.places.filter(kind=Kind.BYE).values_list("entrant", flat=True))
        assert all(byes[who] == min(byes[one] for one in here) for who in out)
        byes.update(out)
        for table in one.tables.all():
            write_points(table, {place.entrant: number for place in table.places.select_related("entrant")})


def test_who_is_moved_from_where_the_points_put_them_is_told_and_for_what() -> None:
    """By points those sit at table 1 who sat at table 1 before: they are parted, one table away at most."""
    stage = make_cup(people=12, plan=TablesPlan(style="seeded"))
    first = publish(stage)
    ranks: dict[Entrant, int] = {}
    for table in first.tables.order_by("number"):
        for place in table.places.select_related("entrant").order_by("seat"):
            ranks[place.entrant] = len(ranks)
        write_points(table, {who: 100 - rank for who, rank in ranks.items() if rank // 4 == table.number - 1})
    make_official(round_id=first.pk, by=factories.owner_of(stage.club), now=NOW)
    second = draw(stage)
    elsewhere = {
        str(place.entrant_id): (ranks[place.entrant] // 4 + 1, place.table.number)
        for place in second.places.select_related("entrant", "table")
        if place.table and place.table.number != ranks[place.entrant] // 4 + 1
    }
    assert elsewhere

    moved = why_of(second, for_desk=True).model_dump()["moved"]

    assert {str(one["who"]["entrant"]): (one["home"], one["table"]) for one in moved} == elsewhere
    assert all(one["parted_from"] and {mate["why"] for mate in one["parted_from"]} == {"met"} for one in moved)
    told = explained(second)
    said = [*told.explanation.reasons, *(line for detail in told.explanation.details for line in detail.sentences)]
    text = [one.replace("\u2068", "").replace("\u2069", "") for one in said]
    names = {str(who.pk): called(who) for who in ranks}
    for key, (home, at) in elsewhere.items():
        begins = f"{names[key]} sits at table {at} instead of table {home} by points: to avoid "
        assert any(line.startswith(begins) and line.endswith(" a second time.") for line in text)
    assert not any("fewer than 0" in line or "1 times" in line for line in text)


def test_that_a_list_parts_somebody_by_points_is_for_the_desk_alone() -> None:
    stage = make_cup(people=8, plan=TablesPlan(style="seeded"))
    draft = draw(stage)
    one, other, third = (str(entrant.pk) for entrant in stage.tournament.entrants.all()[:3])
    parted = [{"player": other, "why": "forbidden"}]
    draft.report["moved"] = [{"player": one, "home": 0, "table": 1, "parted": parted}]
    draft.report["moved"] += [{"player": third, "home": 1, "table": 0, "parted": []}]

    for_all, for_desk = (explained(draft, for_desk=is_desk).explanation.reasons for is_desk in (False, True))

    assert any("as the list asks" in reason for reason in for_desk)
    assert not any("list" in reason for reason in for_all)
    assert sum("to separate others" in reason for reason in for_all) == 2
    assert [len(each["parted_from"]) for each in why_of(draft, for_desk=False).model_dump()["moved"]] == [0, 0]
