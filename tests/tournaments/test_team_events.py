"""Team events: one of each team at a table, short teams, and who sits down late for theirs."""

from collections import Counter
from itertools import combinations

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.common.errors import Refused
from scorekeeper.play.opening.services import Sitter
from scorekeeper.play.seats.records import Latecomer
from scorekeeper.play.seats.services import seat_player
from scorekeeper.tournaments.draft.publishing import take_back_round
from scorekeeper.tournaments.draft.services import RoundDraw, draw_round
from scorekeeper.tournaments.entries.attending import substitute
from scorekeeper.tournaments.entries.records import PlaysFor
from scorekeeper.tournaments.formats.tables.instances import ahead_of
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.formats.tables.totals import standing_of
from scorekeeper.tournaments.models import Round, Stage
from scorekeeper.tournaments.rounds.results import tables_of
from tests import factories
from tests.factories import NOW
from tests.factories.tournaments import (
    come,
    draw,
    hold_place,
    leave,
    make_cup,
    make_teams_cup,
    misses,
    person,
    publish,
    seen,
    sheet,
    swap_places,
    write_points,
)

pytestmark = pytest.mark.django_db


def short_table(one: Round):
    return min(one.tables.all(), key=lambda table: table.places.count())


def test_a_list_drawn_by_hand_begins_with_one_of_each_team_at_a_table():
    stage = make_teams_cup(4, 4, 4, 4, style="manual")

    one = draw(stage)

    assert [{place.entrant.number for place in table.places.all()} for table in one.tables.all()] == [{1, 2, 3, 4}] * 4
    assert "unsaid" not in one.report


def test_who_is_missing_sits_down_later_at_the_table_that_is_short_of_their_team():
    stage = make_teams_cup(4, 4, 4, 3)
    table = short_table(publish(stage))
    owner, short = factories.owner_of(stage.club), stage.tournament.entrants.get(number=4)
    late = substitute(PlaysFor(who=person(Sitter(name="The late one"))), entrant_id=short.pk, by=owner, now=NOW).player
    assert not table.places.filter(entrant=short).exists()
    seat_player(Latecomer(player=late.pk), sitting_id=sheet(table).pk, by=factories.keeper_of(sheet(table)), now=NOW)
    factories.record(sheet(table), factories.played(3, dealer=0))

    (played,) = (one for one in tables_of(stage.rounds.all()) if one.table == table)

    assert [place.player.name for place in played.places if place.entrant == short] == ["The late one"]
    points = played.got[short.pk].points
    assert points
    (line,) = (line for line in standing_of(stage).lines if line.entrant == short)
    assert line.total == points
    write_points(table, {short: 77})
    assert next(one for one in standing_of(stage).lines if one.entrant == short).total == 77


def seat_of(stage: Stage) -> tuple[Counter[frozenset[str]], int, list[tuple[int, ...]], list[int], int]:
    """All rounds opened: how often two met, how often of one team, the sizes of the tables of each round, how many sat
    out, and by how much the seats of somebody differ at most."""
    met: Counter[frozenset[str]] = Counter()
    mates, sizes, out = 0, [], []
    seats: dict[tuple[str, int], Counter[int]] = {}
    for _number in range(stage.typed_plan.rounds):
        one = publish(stage, draw_round(stage_id=stage.pk, by=factories.owner_of(stage.club), now=NOW))
        tables = [list(table.places.order_by("seat")) for table in one.tables.all()]
        sizes.append(tuple(sorted(map(len, tables), reverse=True)))
        out.append(one.places.filter(table=None).count())
        for table in tables:
            mates += sum(one.entrant_id == other.entrant_id for one, other in combinations(table, 2))
            met.update(frozenset((str(one.player_id), str(other.player_id))) for one, other in combinations(table, 2))
            for place in table:
                seats.setdefault((str(place.player_id), len(table)), Counter())[place.seat] += 1
        for row in one.tables.all():
            write_points(row, {place.entrant: 10 for place in row.places.all()})
    spread = max(max(own.values()) - min(own[seat] for seat in range(size)) for (_who, size), own in seats.items())
    return met, mates, sizes, out, spread


@pytest.mark.parametrize(
    ("teams", "tables", "most_repeats"),
    [
        ((4, 4, 4, 4), (4, 4, 4, 4), 0),
        ((4, 4, 4, 3), (4, 4, 4, 3), 0),
        ((4, 4, 3, 3), (4, 4, 3, 3), 2),
        ((4, 3, 3, 3), (4, 3, 3, 3), 7),
        ((3, 3, 3, 3), (4, 4, 4), 18),
        ((4, 4, 4), (3, 3, 3, 3), 0),
    ],
)
def test_four_teams_sit_by_the_squares(teams, tables, most_repeats):
    met, mates, sizes, out, spread = seat_of(make_teams_cup(*teams))
    assert sizes == [tables] * 4
    assert (mates, sum(out)) == (0, 0)
    assert sum(times - 1 for times in met.values()) <= most_repeats
    assert spread <= 1


def test_the_smallest_table_is_the_last_one_whichever_team_is_short():
    stage = make_teams_cup(3, 4, 4, 4)
    draft = draw(stage)
    assert (draft.engine, shape(draft)[0]) == ("squares 3", [4, 4, 4, 3])
    was = sorted(draft.places.values_list("player", "table__number"))
    take_back_round(round_id=publish(stage, draft).pk, by=factories.owner_of(stage.club), now=NOW)

    again = draw(stage, seed=5, wish=RoundDraw(few_changes=True))

    assert sorted(again.places.values_list("player", "table__number")) == was


def test_a_team_that_misses_a_round_leaves_three_at_each_table():
    stage = make_teams_cup(4, 4, 4, 4)
    misses(stage, stage.tournament.entrants.get(number=2), 2)
    _met, mates, sizes, _out, _spread = seat_of(stage)
    assert (mates, sizes) == (0, [(4, 4, 4, 4), (3, 3, 3, 3), (4, 4, 4, 4), (4, 4, 4, 4)])


def test_a_team_that_misses_a_round_has_its_place_in_those_that_are_shown_ahead():
    stage = make_teams_cup(4, 4, 4, 4)
    misses(stage, stage.tournament.entrants.get(number=2), 1)

    one = draw(stage)

    assert shape(one)[0] == [3, 3, 3, 3]
    assert [sorted(map(len, ahead.tables)) for ahead in ahead_of(one)] == [[4, 4, 4, 4]] * 3


def test_who_misses_a_later_round_changes_nothing_about_the_tables_of_this_one():
    stage = make_teams_cup(4, 4, 4)
    for number in (1, 2):
        misses(stage, stage.tournament.entrants.get(number=number), 3)

    drafts = []
    for number in (1, 2):
        drafts.append(publish(stage, draw(stage, seed=number)))
        for row in drafts[-1].tables.all():
            write_points(row, {place.entrant: 10 for place in row.places.all()})

    assert [(shape(one), mates_in(one)) for one in drafts] == [(([3, 3, 3, 3], 0), 0)] * 2
    assert not any(kind["kind"] == "met" for kind in drafts[1].report["broken"])


def test_three_full_teams_of_five_have_four_tables_where_two_miss_the_round():
    stage = make_teams_cup(4, 4, 4, 4, 4, rounds=2)
    for number in (1, 3):
        misses(stage, stage.tournament.entrants.get(number=number), 1)

    one = draw(stage)

    assert (shape(one)[0], mates_in(one)) == ([3, 3, 3, 3], 0)


def test_more_teams_and_a_lock_are_drawn_by_search():
    many = draw(make_teams_cup(4, 4, 4, 4, 4, 4, rounds=1))
    assert "squares" not in many.engine
    stage = make_teams_cup(4, 4, 4, 4)
    draft = draw(stage)
    assert draft.engine == "squares 3"
    draft.places.filter(table__number=1, seat=0).update(by_hand=True)
    assert "squares" not in draw(stage).engine


def test_five_full_teams_meet_nobody_twice_in_four_rounds():
    stage = make_teams_cup(4, 4, 4, 4, 4, rounds=4)
    met = Counter()
    for _number in range(4):
        one = publish(stage)
        assert (one.engine, shape(one)[0], mates_in(one)) == ("squares 3", [4, 4, 4, 4, 4], 0)
        for row in one.tables.all():
            met.update(combinations(sorted(row.places.values_list("player", flat=True)), 2))
            write_points(row, {place.entrant: 10 for place in row.places.all()})

    assert set(met.values()) == {1}


def mates_in(one: Round) -> int:
    """How many pairs of one team sit together."""
    tables = [list(table.places.values_list("entrant", flat=True)) for table in one.tables.all()]
    return sum(one == other for table in tables for one, other in combinations(table, 2))


def test_three_full_teams_keep_their_four_tables_around_a_lock():
    stage = make_teams_cup(4, 4, 4)
    draft = draw(stage)
    place = draft.places.get(table__number=4, seat=1)
    by = factories.owner_of(stage.club)
    hold_place(stage_id=stage.pk, by=by, seen=seen(draft), place=place.pk, held=True, now=NOW)

    again = draw(stage, seed=3)

    assert (shape(again), mates_in(again)) == (([3, 3, 3, 3], 0), 0)
    assert "squares" not in again.engine
    held = again.places.get(player=place.player)
    assert (held.by_hand, held.table.number) == (True, 4)
    schedule = again.report["schedule"]
    assert schedule["locks_honoured"] == 1
    assert schedule["lower_bound"] == 0
    assert all(len(table) == 3 for one in ahead_of(again) for table in one.tables)


def test_three_full_teams_change_nothing_where_nobody_came_or_went():
    stage = make_teams_cup(4, 4, 4)
    one = publish(stage)
    take_back_round(round_id=one.pk, by=factories.owner_of(stage.club), now=NOW)

    again = draw(stage, seed=9, wish=RoundDraw(few_changes=True))

    assert (shape(again), mates_in(again)) == (([3, 3, 3, 3], 0), 0)
    assert again.report["schedule"]["mates_changed"] == 0


@pytest.mark.parametrize("teams", [(4, 4, 4), (4, 4, 4, 4)])
def test_mates_are_put_together_by_hand_only_after_a_warning(teams):
    stage = make_teams_cup(*teams)
    draft = draw(stage)
    one = draft.places.filter(entrant__number=1, table__number=1).get()
    beside = draft.places.filter(entrant__number=1, table__number=2).get()
    other = draft.places.filter(entrant__number=2, table__number=1).get()
    by = factories.owner_of(stage.club)

    with pytest.raises(Refused) as refused:
        swap_places(stage_id=stage.pk, by=by, seen=seen(draft), places=(beside.pk, other.pk), now=NOW)

    assert [problem.code for problem in refused.value.problems] == ["keeps_apart"]
    assert one.table != beside.table


def leaves(gone: int, *late: str, after: int = 2) -> tuple[Counter[frozenset[str]], list[Round]]:
    """How often two have met in four rounds of four full teams, one of which leaves after so many of them, and in whose
    place another one comes; and the rounds."""
    stage = make_teams_cup(4, 4, 4, 4)
    met: Counter[frozenset[str]] = Counter()
    rounds = []
    for number in range(1, 5):
        if number == after + 1:
            leave(stage.tournament.entrants.get(number=gone))
            if late:
                come(stage, *late, entrant="Team 5")
        one = publish(stage, draw(stage, seed=number))
        rounds.append(one)
        for row in one.tables.all():
            places = list(row.places.all())
            met.update(frozenset((str(one.player_id), str(two.player_id))) for one, two in combinations(places, 2))
            write_points(row, {place.entrant: 10 for place in places})
    return met, rounds


@pytest.mark.parametrize("after", [1, 2])
@pytest.mark.parametrize("gone", [1, 2, 3, 4])
def test_where_a_team_leaves_nobody_meets_again_for_that(gone, after):
    """Its place in the squares stays empty: were it closed up, some would meet again where it leaves after one."""
    met, rounds = leaves(gone, after=after)
    assert [shape(one)[0] for one in rounds] == [[4] * 4] * after + [[3] * 4] * (4 - after)
    assert set(met.values()) == {1}


def test_a_team_that_comes_late_takes_the_place_of_one_that_has_left():
    met, rounds = leaves(2, "Late 1", "Late 2", "Late 3", "Late 4")
    assert [one.engine for one in rounds] == ["squares 3"] * 4
    assert [shape(one)[0] for one in rounds] == [[4] * 4] * 4
    assert set(met.values()) == {1}


def test_the_page_says_why_and_how_many_tables_there_will_be():
    stage = make_teams_cup(4, 4, 4)
    client = Client()
    client.force_login(factories.owner_of(stage.club))
    address = reverse("stage_draw", args=[stage.pk])
    assert "4 tables of 3" in client.get(address).content.decode()
    client.post(address)
    assert "follow the squares" in client.get(address).content.decode()


def test_of_five_a_director_can_have_a_table_of_three():
    stage = make_cup(people=5, plan=TablesPlan(rounds=2))
    client = Client()
    client.force_login(factories.owner_of(stage.club))
    address = reverse("stage_draw", args=[stage.pk])
    assert "Draw a table of 3 instead: 2 sit out" in client.get(address).content.decode()
    client.post(address, {"smaller": "1"})
    assert shape(stage.rounds.get()) == ([3], 2)
    page = client.get(address).content.decode()
    assert "2 sit out." in page
    assert "1 sits out." not in page
    assert "Draw a table of 4 instead: 1 sits out" in page
    assert page.count('<input type="hidden" name="smaller" value="1">') >= 2, "drawn again it stays so, by number too"
    client.post(address, {"smaller": "1", "number": "77"})
    before = [place.entrant_id for place in stage.rounds.get().places.order_by("table", "seat", "entrant")]
    client.post(address, {"smaller": "1", "number": "77"})
    after = [place.entrant_id for place in stage.rounds.get().places.order_by("table", "seat", "entrant")]
    assert (before, shape(stage.rounds.get())) == (after, ([3], 2))
    client.post(address, {"smaller": "0"})
    assert shape(stage.rounds.get()) == ([4], 1)
    assert "Draw a table of 3 instead: 2 sit out" in client.get(address).content.decode()
    come(stage, "The sixth")
    assert "instead" not in client.get(address).content.decode()


def shape(one: Round) -> tuple[list[int], int]:
    return [table.places.count() for table in one.tables.all()], one.places.filter(table=None).count()
