"""A knock-out at tables: who goes out, who moves and why, who comes late, what is taken back, who ends where."""

from collections.abc import Callable
from random import Random

import pytest
from django.core.exceptions import PermissionDenied
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.clubs.models import Role
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.pairing.knockout import settled
from scorekeeper.tournaments.ending.services import end_stage, reopen_tournament
from scorekeeper.tournaments.entries.attending import mark
from scorekeeper.tournaments.entries.records import EntrantMark
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.knockout.plan import KnockoutPlan
from scorekeeper.tournaments.formats.plan import Taken
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.models import DeskAct, Entrant, Round, Stage, Tournament
from scorekeeper.tournaments.records import WithReason
from scorekeeper.tournaments.results.services import make_official
from scorekeeper.tournaments.standing.reads import final_lines, places_of
from tests import factories
from tests.factories import NOW
from tests.factories.knockouts import (
    at,
    back,
    desk,
    entrant,
    gone_out,
    make_knockout,
    move,
    out,
    played_out,
    running,
    seat,
)
from tests.factories.tournaments import (
    add_final,
    come,
    draw,
    draw_lots,
    give_points,
    make_cup,
    publish,
    saying,
    seen,
    swap_places,
)
from tests.strategies import examples

pytestmark = pytest.mark.django_db


def sizes(one: Round) -> dict[int, int]:
    return {table.number: len(table) for table in running(one).course.state.tables}


def code(found: pytest.ExceptionInfo[Refused]) -> str:
    return found.value.problems[0].code


def test_23_at_tables_of_nine_begin_at_three_without_sheets() -> None:
    one = make_knockout()
    assert sizes(one) == {1: 8, 2: 8, 3: 7}
    assert [table.sitting for table in one.tables.all()] == [None] * 3
    assert one.stage.entrants.count() == 23
    again = draw(make_cup(people=23, plan=KnockoutPlan(), game="palace_poker"))
    seats = list(again.places.order_by("table", "seat").values_list("entrant__number", flat=True))
    assert seats == list(one.places.order_by("table", "seat").values_list("entrant__number", flat=True))


def test_who_is_put_at_a_table_stays_there_when_it_is_drawn_again() -> None:
    stage = make_cup(people=12, plan=KnockoutPlan(seats=6), game="palace_poker")
    draft = draw(stage)
    first, other = (draft.places.filter(table__number=number).order_by("seat")[0] for number in (1, 2))
    owner = factories.owner_of(stage.club)
    swap_places(stage_id=stage.pk, by=owner, seen=seen(draft), places=(first.pk, other.pk), now=NOW)
    for number in range(2, 8):
        draft = draw(stage, seed=number)
        found = dict(draft.places.values_list("entrant", "table__number"))
        assert (found[first.entrant_id], found[other.entrant_id]) == (2, 1)
        assert draft.places.filter(by_hand=True).count() == 2
    assert sorted(table.places.count() for table in draft.tables.all()) == [6, 6]


def test_who_has_gone_out_has_a_place_and_the_others_share_the_first() -> None:
    one = make_knockout(people=5)
    first, second, third, fourth, fifth = at(one, 1)
    out(one, first)
    out(one, second, third, stacks={second: 2, third: 1})
    owner = {number: entrant(one, number).pk for number in (first, second, third, fourth, fifth)}
    [tied, *rest] = format_of(one.stage).places(one.stage, official=False)[0]
    assert set(tied) == {owner[fourth], owner[fifth]}
    assert rest == [[owner[second]], [owner[third]], [owner[first]]]
    assert format_of(one.stage).places(one.stage, official=True) == []


def test_equal_stacks_and_equal_hands_share_a_place() -> None:
    one = make_knockout(people=12, seats=6)
    out(one, *at(one, 1)[:2])
    out(one, at(one, 2)[0], with_last=True)
    assert sorted(running(one).course.places.values()) == [10, 10, 10]
    out(one, at(one, 2)[0])
    with pytest.raises(Refused) as found:
        out(one, at(one, 2)[0], with_last=True)
    assert code(found) == "no_hand_before"


def test_a_table_is_broken_when_the_others_hold_all() -> None:
    one = make_knockout(people=12, seats=6)
    assert move(one) == []
    for _hand in range(6):
        largest = max(sizes(one), key=lambda number: sizes(one)[number])
        out(one, at(one, largest)[0])
        kinds = {act.detail["why"]["kind"] for act in move(one)}
    assert kinds == {"final"}
    assert sizes(one) == {1: 6}
    assert at(one, 1) == [running(one).course.state.tables[0].seats[number] for number in range(6)]


def test_who_would_deal_next_moves_to_the_seat_that_deals_last() -> None:
    one = make_knockout(people=16)
    out(one, at(one, 2)[0])
    assert move(one) == []
    out(one, at(one, 2)[1])
    due = running(one).moves({1: 3, 2: 5})
    assert [(each.start.table, each.start.seat, each.end.table, each.why.seat) for each in due] == [
        (1, 3, 2, "deals_last")
    ]
    assert due[0].end.seat == 2  # open are 0, 2 and 8; the deal comes to 8 and to 0 before
    [act] = move(one, {1: 3, 2: 5})
    assert act.entrant
    assert act.entrant.number == due[0].who
    assert act.detail["dealers"] == {"1": 3, "2": 5}
    assert sizes(one) == {1: 7, 2: 7}
    assert running(one).course.sitting[due[0].who] == due[0].end


def test_moves_can_be_worked_out_again_from_the_number() -> None:
    one = make_knockout(people=23)
    for _hand in range(5):
        out(one, at(one, 3)[0])
    before = running(one)
    moves = settled(before.course.state, before.terms, one.seed + 6)[1]
    acts = move(one)
    assert [[act.detail["from"], act.detail["to"]] for act in acts] == [
        [[each.start.table, each.start.seat], [each.end.table, each.end.seat]] for each in moves
    ]
    assert {act.detail["step"] for act in acts} == {6}


def test_what_nobody_has_seen_is_not_acted_on() -> None:
    one = make_knockout(people=6)
    old = desk(one).seen
    first = at(one, 1)[0]
    out(one, first)
    acts: list[Callable[[], object]] = [
        lambda: out(one, at(one, 1)[0], seen=old),
        lambda: move(one, seen=old),
        lambda: back(one, 1, seen=old),
    ]
    for act in acts:
        with pytest.raises(Conflict) as found:
            act()
        assert found.value.code == "tables_changed"
    assert running(one).course.left == 5


def test_sent_twice_it_is_said_once() -> None:
    one = make_knockout(people=6)
    say, gone = desk(one), [(entrant(one, number).pk, 1) for number in at(one, 1)[:2]]
    acts = gone_out(one, say, gone)
    again = gone_out(one, say, gone)
    assert {act.pk for act in again} == {act.pk for act in acts}
    assert running(one).course.left == 4


@pytest.mark.parametrize(
    ("wanted", "stacks", "says"),
    [([], {}, "nobody_out"), ([0, 0], {}, "not_at_table"), ([0], {0: 0}, "min_value"), ([0, 1], {}, "nobody_left")],
)
def test_what_cannot_be_is_refused(wanted: list[int], stacks: dict[int, int], says: str) -> None:
    one = make_knockout(people=2)
    there = [entrant(one, number).pk for number in at(one, 1)]
    gone = [(there[place], stacks.get(place, 1)) for place in wanted]
    with pytest.raises(Refused) as found:
        gone_out(one, desk(one), gone)
    assert code(found) == says
    assert not DeskAct.objects.filter(kind="out").exists()


def test_the_desk_alone_says_who_is_out_and_only_while_it_runs() -> None:
    one = make_knockout(people=3)
    member = factories.make_member(one.club, Role.MEMBER)
    with pytest.raises(PermissionDenied):
        out(one, at(one, 1)[0], by=member)
    scorer = factories.make_member(one.club, Role.SCORER)
    out(one, at(one, 1)[0], by=scorer)
    out(one, at(one, 1)[0])
    make_official(round_id=one.pk, by=factories.owner_of(one.club), now=NOW)
    end_stage(stage_id=one.stage_id, by=factories.owner_of(one.club), now=NOW)
    acts: list[Callable[[], object]] = [lambda: back(one, 2), lambda: move(one)]
    for act in acts:
        with pytest.raises(Conflict) as found:
            act()
        assert found.value.code == "tournament_ended"


def test_a_slip_in_official_places_is_taken_back_once_the_tournament_goes_on() -> None:
    one = make_knockout(people=3)
    out(one, at(one, 1)[0])
    out(one, first := at(one, 1)[0])
    owner = factories.owner_of(one.club)
    make_official(round_id=one.pk, by=owner, now=NOW)
    end_stage(stage_id=one.stage_id, by=owner, now=NOW)
    reopen_tournament(
        WithReason(reason="the wrong one went out"), tournament_id=one.stage.tournament_id, by=owner, now=NOW
    )
    with pytest.raises(PermissionDenied):
        back(one, 2, by=factories.make_member(one.club, Role.SCORER))

    back(one, 2)

    one.refresh_from_db()
    assert one.state == Round.State.PUBLISHED, "the places are official no longer"
    out(one, next(number for number in at(one, 1) if number != first))
    make_official(round_id=one.pk, by=owner, now=NOW)
    end_stage(stage_id=one.stage_id, by=owner, now=NOW)
    tournament = Tournament.objects.get(pk=one.stage.tournament_id)
    assert final_lines(tournament, official=True)[0].entrant.number == first


def test_official_places_of_a_stage_that_fed_the_next_one_stay() -> None:
    one = make_knockout(people=3)
    add_final(one.stage.tournament, plan=KnockoutPlan(takes=Taken(best=2)))
    for _time in range(2):
        out(one, at(one, 1)[0])
    make_official(round_id=one.pk, by=factories.owner_of(one.club), now=NOW)
    end_stage(stage_id=one.stage_id, by=factories.owner_of(one.club), now=NOW)
    acts: list[Callable[[], object]] = [lambda: back(one, 2), lambda: move(one)]
    for act in acts:
        with pytest.raises(Conflict) as found:
            act()
        assert found.value.code == "round_official"


def test_a_draft_takes_nothing() -> None:
    stage = make_cup(people=4, plan=KnockoutPlan(), game="palace_poker")
    with pytest.raises(Conflict) as found:
        move(draw(stage))
    assert found.value.code == "round_is_draft"
    tables = publish(make_cup(people=4))
    with pytest.raises(Refused) as refused:
        move(tables, seen=1)
    assert code(refused) == "not_knockout"


def test_who_comes_late_sits_at_the_smallest_table_and_at_a_new_one_where_none_is_open() -> None:
    one = make_knockout(people=12, seats=6)
    late = come(one.stage, "Late")
    seat(one, late)
    assert sizes(one) == {1: 6, 2: 6, 3: 1}
    assert one.tables.count() == 3
    move(one, {1: 0, 2: 0})
    assert sorted(sizes(one).values()) == [4, 4, 5]
    out(one, at(one, 1)[0])
    other = come(one.stage, "Later")
    before = sizes(one)
    [act] = seat(one, other)
    assert act.table
    assert act.table.number == min(before, key=lambda number: (before[number], number))
    assert one.stage.entrants.filter(entrant=other).exists()
    assert sorted(running(one).course.places.values()) == [14]
    with pytest.raises(Refused) as found:
        seat(one, other)
    assert code(found) == "seated"


def test_who_got_a_seat_by_mistake_is_in_no_stage() -> None:
    one = make_knockout(people=12, seats=6)
    late, gone = come(one.stage, "Late"), entrant(one, at(one, 1)[0])
    seat(one, late)
    back(one, 1)
    assert not one.stage.entrants.filter(entrant=late).exists()
    out(one, gone.number)
    seat(one, gone)
    back(one, 2)
    assert one.stage.entrants.filter(entrant=gone).exists()


def test_nobody_sits_down_at_the_last_table_once_somebody_is_out() -> None:
    one = make_knockout(people=4)
    seat(one, come(one.stage, "Late"))
    gone = entrant(one, at(one, 1)[0])
    out(one, gone.number)
    for who in (gone, come(one.stage, "Too late")):
        with pytest.raises(Conflict) as found:
            seat(one, who)
        assert found.value.code == "seats_closed"


def test_who_is_out_can_come_again_while_several_tables_play() -> None:
    one = make_knockout(people=12, seats=6)
    number = at(one, 1)[0]
    out(one, number)
    seat(one, entrant(one, number))
    now = running(one).course
    assert (now.left, now.again, now.places) == (12, 1, {})


def test_who_leaves_the_tournament_is_out() -> None:
    one = make_knockout(people=4)
    first, second, third, last = (entrant(one, number) for number in at(one, 1))
    owner = factories.owner_of(one.club)
    for who in (first, second):
        mark(EntrantMark(act="withdrew", reason="has to go"), entrant_id=who.pk, by=owner, now=NOW)
    assert running(one).course.places == {first.number: 4, second.number: 3}
    mark(EntrantMark(act="returned"), entrant_id=first.pk, by=owner, now=NOW)
    assert running(one).course.left == 2
    back(one, 2)
    second.refresh_from_db()
    assert second.state == Entrant.State.HERE
    assert running(one).course.left == 3
    out(one, second.number)
    mark(EntrantMark(act="withdrew"), entrant_id=third.pk, by=owner, now=NOW)
    mark(EntrantMark(act="withdrew"), entrant_id=last.pk, by=owner, now=NOW)  # who has won may go home
    assert (running(one).is_over, running(one).course.places[third.number]) == (True, 2)


def test_what_was_wrong_is_taken_back_while_nothing_was_built_on_it() -> None:
    one = make_knockout(people=16)
    first, second, third, *_rest = at(one, 2)
    out(one, first)
    out(one, second, third)
    back(one, 1, "it was Ben")
    assert set(running(one).course.places) == {second, third}
    assert running(one).course.sitting[first].table == 2
    move(one, {1: 0, 2: 0})
    with pytest.raises(Conflict) as found:
        back(one, 2)
    assert found.value.code == "step_built_on"
    moved = running(one).next_step - 1
    back(one, moved)
    back(one, 2)
    assert running(one).course.left == 16
    with pytest.raises(Conflict) as gone:
        back(one, 2)
    assert gone.value.code == "step_gone"
    out(one, first)
    with pytest.raises(Refused) as refused:
        back(one, running(one).next_step - 1, " ")
    assert code(refused) == "reason_missing"


def test_a_knock_out_ends_with_one_and_the_tournament_with_it() -> None:
    one = make_knockout(people=23)
    owner = factories.owner_of(one.club)
    with pytest.raises(Refused) as found:
        make_official(round_id=one.pk, by=owner, now=NOW)
    assert code(found) == "undecided"
    stage = played_out(one)
    make_official(round_id=one.pk, by=owner, now=NOW)
    end_stage(stage_id=stage.pk, by=owner, now=NOW)
    ended = Tournament.objects.get(pk=stage.tournament_id)
    assert ended.is_ended
    lines = final_lines(ended, official=True)
    assert [(line.first, line.last) for line in lines] == [(place, place) for place in range(1, 24)]


def test_its_best_go_on_to_the_next_stage_and_lots_part_equals() -> None:
    one = make_knockout(people=6)
    final = add_final(one.stage.tournament, plan=TablesPlan(rounds=1, takes=Taken(best=4)))
    there = at(one, 1)
    out(one, there[0])
    out(one, there[1], there[2])
    out(one, there[3])
    out(one, there[4])
    owner = factories.owner_of(one.club)
    make_official(round_id=one.pk, by=owner, now=NOW)
    with pytest.raises(Refused) as found:
        end_stage(stage_id=one.stage_id, by=owner, now=NOW)
    assert code(found) == "cut_tied"
    tied = [entrant(one, number).pk for number in there[1:3]]
    draw_lots(stage_id=one.stage_id, entrants=tied, say=saying(one.club), seed=3)
    end_stage(stage_id=one.stage_id, by=owner, now=NOW)
    numbers = list(final.entrants.order_by("line").values_list("entrant__number", flat=True))
    assert numbers[:3] == [there[5], there[4], there[3]]
    assert numbers[3] in there[1:3]


def test_points_are_given_to_nobody() -> None:
    one = make_knockout(people=3)
    with pytest.raises(Refused) as found:
        give_points(stage_id=one.stage_id, entrant_id=entrant(one, 1).pk, points=5, say=saying(one.club))
    assert code(found) == "not_points"


@settings(max_examples=examples(3, part=20), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(people=st.integers(2, 40), seats=st.integers(2, 10), gap=st.sampled_from([2, 3]), seed=st.integers(0, 9_999))
def test_whatever_happens_it_ends_with_one_and_everybody_has_one_place(
    people: int, seats: int, gap: int, seed: int
) -> None:
    chance = Random(seed)
    one = make_knockout(people=people, seats=seats, balance_at=gap)
    while running(one).course.left > 1:
        something_happens(one, chance)
        if chance.random() < 0.8:
            move(one, dealers_of(one, chance))
            many = list(sizes(one).values())
            assert max(many) - min(many) < gap
            assert len(many) == -(-sum(many) // seats)
        sitting = running(one).course.sitting
        assert len(set(sitting.values())) == len(sitting)
    make_official(round_id=one.pk, by=factories.owner_of(one.club), now=NOW)
    places = places_of(Tournament.objects.get(pk=one.stage.tournament_id), official=True)
    assert len(places[0]) == 1
    had_seat = set(Stage.objects.get(pk=one.stage_id).entrants.values_list("entrant", flat=True))
    assert sorted(who for tied in places for who in tied) == sorted(had_seat)


def something_happens(one: Round, chance: Random) -> None:
    """Somebody comes late or again, leaves, is put right, or, most often, goes out."""
    now, what = running(one), chance.random()
    late = one.stage.entrants.count()
    if what < 0.12 and now.has_open_seats and late < 45:
        gone = [entrant(one, who.who) for who in now.course.out]
        here = [who for who in gone if who.state == Entrant.State.HERE]
        seat(one, chance.choice(here) if here and chance.random() < 0.3 else come(one.stage, f"Late {late}"))
    elif what < 0.2:
        who = entrant(one, chance.choice(sorted(now.course.sitting)))
        mark(EntrantMark(act="withdrew"), entrant_id=who.pk, by=factories.owner_of(one.club), now=NOW)
    elif what < 0.27 and now.open_steps:
        back(one, chance.choice(sorted(now.open_steps)))
    else:
        table = chance.choice(list(now.course.state.tables))
        there = sorted(table.seats.values())
        numbers = chance.sample(there, min(chance.randint(1, 3), len(there), now.course.left - 1))
        stacks = {number: chance.randint(1, 2) for number in numbers}
        out(one, *numbers, stacks=stacks, with_last=now.shares_hand(table.number) and chance.random() < 0.3)


def dealers_of(one: Round, chance: Random) -> dict[int, int]:
    tables = running(one).course.state.tables
    return {table.number: chance.choice(sorted(table.seats)) for table in tables if table.seats}
