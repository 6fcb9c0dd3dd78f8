"""Round robins: everybody meets everybody, groups, two legs, who leaves, who misses a round, three who are equal."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.common.errors import Refused
from scorekeeper.tournaments.draft.reads import explained
from scorekeeper.tournaments.ending.services import end_stage
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.plan import Taken
from scorekeeper.tournaments.formats.round_robin.plan import RoundRobinPlan
from scorekeeper.tournaments.matches.totals import Line, duel_standing_of
from scorekeeper.tournaments.models import Entrant, Round, RoundPlace, Stage
from tests import factories
from tests.factories import NOW
from tests.factories.matches import make_duels, make_pairs_cup, plays, sides, wins
from tests.factories.tournaments import (
    add_final,
    come,
    draw,
    draw_lots,
    leave,
    misses,
    official,
    publish,
    saying,
    seen,
    swap_places,
)
from tests.strategies import examples

pytestmark = pytest.mark.django_db

THREE = {(1, 2): 1, (2, 3): 2, (1, 3): 3}
"""Of the first three each beats one of the others."""


def decided(one: Round, upsets: dict[tuple[int, int], int] | None = None) -> None:
    """At the desk the lower number wins every match, but for those that say otherwise."""
    for table in one.tables.all():
        two = sorted(sides(table), key=lambda entrant: entrant.number)
        winner = (upsets or {}).get((two[0].number, two[1].number), two[0].number)
        wins(table, next(entrant for entrant in two if entrant.number == winner))


def play_all(stage: Stage, rounds: int, upsets: dict[tuple[int, int], int] | None = None) -> None:
    for _round in range(rounds):
        one = publish(stage)
        decided(one, upsets)
        official(one)


def met(stage: Stage) -> Counter[tuple[int, ...]]:
    tables = [table for one in stage.rounds.all() for table in one.tables.all()]
    return Counter(tuple(sorted(entrant.number for entrant in sides(table))) for table in tables)


def codes(stage: Stage) -> dict[str, bool]:
    return {one.code: one.stops for one in format_of(stage).next_round(stage).obstacles}


def line(stage: Stage, number: int) -> Line:
    return next(one for one in duel_standing_of(stage).lines if one.entrant.number == number)


def test_everybody_meets_everybody_once() -> None:
    stage = make_duels(RoundRobinPlan(), 6)
    play_all(stage, 5)
    assert met(stage) == Counter(dict.fromkeys(combinations(range(1, 7), 2), 1))
    assert "rounds_over" in codes(stage)
    assert not format_of(stage).is_left(stage, 6)
    assert [one.entrant.number for one in duel_standing_of(stage, official=True).lines] == [1, 2, 3, 4, 5, 6]
    numbers = list(stage.entrants.order_by("line").values_list("line", flat=True))
    assert numbers == [1, 2, 3, 4, 5, 6]


def test_two_legs_change_home_and_away() -> None:
    stage = make_duels(RoundRobinPlan(legs=2), 4)
    play_all(stage, 6)
    assert met(stage) == Counter(dict.fromkeys(combinations(range(1, 5), 2), 2))
    homes = Counter(
        tuple(entrant.number for entrant in sides(table)) for one in stage.rounds.all() for table in one.tables.all()
    )
    assert set(homes.values()) == {1}
    assert all(len(cells) == 2 for who, row in duel_standing_of(stage).groups[0].cross for cells in row if cells)


def test_in_groups_the_seeds_go_from_group_to_group_and_back() -> None:
    stage = make_duels(RoundRobinPlan(groups=2), 8)
    play_all(stage, 3)
    groups = {
        number: set(stage.entrants.filter(group=number).values_list("entrant__number", flat=True)) for number in (1, 2)
    }
    assert groups == {1: {1, 4, 5, 8}, 2: {2, 3, 6, 7}}
    assert all(set(pair) <= groups[1] or set(pair) <= groups[2] for pair in met(stage))
    standings = duel_standing_of(stage).groups
    assert [[one.entrant.number for one in group.lines] for group in standings] == [[1, 4, 5, 8], [2, 3, 6, 7]]


def test_the_best_of_each_group_go_on_and_their_numbers_are_drawn_anew() -> None:
    stage = make_duels(RoundRobinPlan(groups=2), 8)
    final = add_final(stage.tournament, plan=RoundRobinPlan(takes=Taken(best=2)))
    play_all(stage, 3)
    by = factories.owner_of(stage.club)
    end_stage(stage_id=stage.pk, by=by, now=NOW)
    assert list(final.entrants.order_by("line").values_list("entrant__number", flat=True)) == [1, 2, 4, 3]
    final.refresh_from_db()
    play_all(final, 3)
    assert met(final) == Counter(dict.fromkeys(combinations(range(1, 5), 2), 1))
    end_stage(stage_id=final.pk, by=by, now=NOW)


def test_an_odd_one_sits_out_each_round_and_gets_nothing_for_it() -> None:
    stage = make_pairs_cup(RoundRobinPlan(), 5)
    for _round in range(5):
        one = publish(stage)
        for table in one.tables.all():
            home, away = sides(table)
            plays(table, 0 if home.number < away.number else 1)
        official(one)
    out = RoundPlace.objects.filter(round__stage=stage, kind=RoundPlace.Kind.BYE)
    assert sorted(out.values_list("entrant__number", flat=True)) == [1, 2, 3, 4, 5]
    standing = duel_standing_of(stage)
    assert [one.said for one in standing.lines] == ["4", "3", "2", "1", "0"]
    assert [column.name for column in standing.groups[0].columns] == ["DE", "SETS", "DIFF", "FOR"]
    assert standing.lines[0].figures["SETS"] == 8


def test_three_who_are_equal_are_explained_key_by_key() -> None:
    stage = make_duels(RoundRobinPlan(), 6)
    play_all(stage, 5, THREE)
    standing = duel_standing_of(stage)
    first = standing.lines[:3]
    assert {one.entrant.number for one in first} == {1, 2, 3}
    assert {one.rank for one in first} == {1}
    assert {one.said for one in first} == {"4"}
    why = first[0].why
    assert len(why) == 4
    assert why[0].startswith(
        "Direct encounter (what they made of their matches with each other) does not separate them:"
    )
    assert all(f"Guest 0{number}\u2069 1" in why[0] or f"Guest 0{number} 1" in why[0] for number in (1, 2, 3))
    assert why[1].startswith("Sonneborn-Berger")
    assert why[2].startswith("Wins")
    assert "share the place" in why[3]
    assert standing.groups[0].tied == [tuple(first)]
    draw_lots(stage_id=stage.pk, entrants=[one.entrant.pk for one in first], say=saying(stage.club, ""), seed=7)
    parted = duel_standing_of(stage).lines[:3]
    assert [one.rank for one in parted] == [1, 2, 3]
    assert any("The lot decided" in sentence for sentence in parted[0].why)


def test_the_direct_encounter_parts_two() -> None:
    stage = make_duels(RoundRobinPlan(), 4)
    play_all(stage, 3, {(1, 3): 3, (2, 4): 4})
    level = [one for one in duel_standing_of(stage).lines if one.said == "2"]
    assert [one.entrant.number for one in level] == [1, 3] or [one.entrant.number for one in level] == [3, 1]
    assert level[0].entrant.number == 3
    assert "Level on points with" in level[0].why[0]
    assert "Direct encounter" in level[0].why[1]


def test_who_leaves_before_half_of_their_matches_stands_nowhere() -> None:
    stage = make_duels(RoundRobinPlan(), 6)
    play_all(stage, 2)
    leave(stage.tournament.entrants.get(number=1))
    standing = duel_standing_of(stage)
    assert 1 not in {one.entrant.number for one in standing.lines}
    assert standing.groups[0].removed == ("Guest 01",)
    assert codes(stage)["have_left"] is False
    one = publish(stage)
    assert one.places.filter(kind=RoundPlace.Kind.BYE).count() == 1
    assert one.tables.count() == 2


def test_who_leaves_later_keeps_what_they_played_and_loses_the_rest() -> None:
    stage = make_duels(RoundRobinPlan(), 4)
    play_all(stage, 2)
    leave(stage.tournament.entrants.get(number=1))
    kept = line(stage, 1)
    assert kept.said == "2"
    third = kept.cells[-1]
    assert (third.number, third.kind, third.points) == (3, "left", 0)
    one = publish(stage)
    assert one.tables.count() == 1
    waits = one.places.get(kind=RoundPlace.Kind.BYE).entrant
    cell = line(stage, waits.number).cells[-1]
    assert (cell.kind, cell.points, cell.opponent) == ("left", 2, "Guest 01")
    leave(stage.tournament.entrants.get(number=1), Entrant.State.HERE)
    assert line(stage, 1).said == "2"
    assert line(stage, waits.number).cells[-1].points == 2


def test_who_misses_a_round_is_drawn_and_their_match_waits_for_the_desk() -> None:
    stage = make_duels(RoundRobinPlan(), 4)
    away = stage.tournament.entrants.get(number=2)
    misses(stage, away, 1)
    assert codes(stage)["absent"] is False
    one = publish(stage)
    table = one.tables.get(places__entrant=away)
    assert table.sitting_id is None
    assert one.tables.exclude(sitting=None).count() == 1
    other = next(entrant for entrant in sides(table) if entrant != away)
    plays(one.tables.exclude(sitting=None).get(), 0)
    assert format_of(stage).missing(one) == [table.number]
    two = publish(stage)
    assert two.number == 2
    wins(table, other, forfeit=True)
    assert format_of(stage).missing(one) == []
    assert line(stage, 2).cells[0].points == 0
    official(one)


def test_who_comes_late_has_no_matches() -> None:
    stage = make_duels(RoundRobinPlan(), 4)
    decided(publish(stage))
    late = come(stage, "Late")
    assert codes(stage)["too_late"] is False
    one = publish(stage)
    assert late.pk not in set(one.places.values_list("entrant", flat=True))


def test_nobody_changes_places() -> None:
    stage = make_duels(RoundRobinPlan(), 4)
    draft = draw(stage)
    one, other = draft.places.all()[:2]
    with pytest.raises(Refused) as refused:
        swap_places(
            stage_id=stage.pk, by=factories.owner_of(stage.club), seen=seen(draft), places=(one.pk, other.pk), now=NOW
        )
    assert refused.value.problems[0].code == "draw_follows"
    assert "Berger" in explained(draft).explanation.reasons[0]


def test_the_numbers_that_were_published_are_those_of_the_draft() -> None:
    stage = make_duels(RoundRobinPlan(), 6)
    draft = draw(stage, seed=11)
    told = {tuple(entrant.number for entrant in sides(table)) for table in draft.tables.all()}
    publish(stage, draft)
    lines = dict(stage.entrants.values_list("line", "entrant__number"))
    assert told == {(lines[1], lines[6]), (lines[2], lines[5]), (lines[3], lines[4])}


@settings(max_examples=examples(4, part=20), deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_everybody_who_is_there_has_one_place_a_round_whoever_leaves(data: st.DataObject) -> None:
    people = data.draw(st.integers(2, 7), "people")
    stage = make_duels(RoundRobinPlan(groups=data.draw(st.integers(1, 2), "groups")), people)
    while "rounds_over" not in codes(stage):
        if stage.rounds.exists():
            for entrant in stage.tournament.entrants.all():
                gone = data.draw(st.integers(0, 7), "leaves") == 0
                leave(entrant, Entrant.State.WITHDRAWN if gone else Entrant.State.HERE)
        one = publish(stage)
        here = {entrant.number for entrant in stage.tournament.entrants.filter(state=Entrant.State.HERE)}
        there = [place.entrant.number for place in one.places.all()]
        assert sorted(there) == sorted(here)
        decided(one)
        official(one)
    assert max(met(stage).values(), default=1) == 1
    standing = duel_standing_of(stage)
    removed = sum(len(group.removed) for group in standing.groups)
    assert len(standing.lines) + removed == people
