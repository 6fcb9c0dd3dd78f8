"""Swiss stages: a whole one of pairs, byes, late ones, those who leave, matches set by hand, what counts."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Literal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.common.errors import Refused
from scorekeeper.pairing.ties import Figure
from scorekeeper.tournaments.draft.reads import explained
from scorekeeper.tournaments.draft.services import RoundDraw
from scorekeeper.tournaments.ending.services import end_stage
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.next_round import entering
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.matches.totals import duel_standing_of
from scorekeeper.tournaments.models import Entrant, PairRule, Round, RoundPlace, Stage, Tournament
from scorekeeper.tournaments.planning.reads import plan_problems
from tests import factories
from tests.acting import Api, bearer
from tests.factories import NOW
from tests.factories.matches import make_duels, make_pairs_cup, plays, sides, wins
from tests.factories.tournaments import come, draw, give_points, leave, official, publish, saying, seen, swap_places
from tests.strategies import examples

pytestmark = pytest.mark.django_db


def lower_wins(one: Round) -> None:
    """Whoever has the lower number on the list wins, as it is entered at the desk."""
    for table in one.tables.all():
        wins(table, min(sides(table), key=lambda entrant: entrant.number))


def met(stage: Stage) -> Counter[frozenset[int]]:
    found: Counter[frozenset[int]] = Counter()
    for one in stage.rounds.all():
        for table in one.tables.all():
            found[frozenset(entrant.number for entrant in sides(table))] += 1
    return found


def byes(stage: Stage) -> list[int]:
    places = RoundPlace.objects.filter(round__stage=stage, kind=RoundPlace.Kind.BYE)
    return list(places.order_by("round__number").values_list("entrant__number", flat=True))


def codes(stage: Stage) -> dict[str, bool]:
    return {one.code: one.stops for one in format_of(stage).next_round(stage).obstacles}


def points(stage: Stage) -> dict[int, str]:
    return {line.entrant.number: line.said for line in duel_standing_of(stage).lines}


def test_a_whole_swiss_of_nine_pairs_on_their_sheets() -> None:
    stage = make_pairs_cup(SwissPlan(rounds=4), 9)
    assert "sits_out" in codes(stage)
    for number in range(1, 5):
        one = publish(stage)
        there = [place.entrant.number for place in one.places.all()]
        assert sorted(there) == list(range(1, 10))
        for table in one.tables.all():
            home, away = sides(table)
            plays(table, 0 if home.number < away.number else 1)
            assert table.sitting_id
        official(one)
        assert one.number == number
    assert max(met(stage).values()) == 1
    assert len(set(byes(stage))) == 4
    standing = duel_standing_of(stage, official=True)
    assert standing.is_final
    best = standing.lines[0]
    assert best.entrant.number == 1
    assert best.said == "4"
    assert "rounds_over" in codes(stage)
    assert not format_of(stage).is_left(stage, 5)
    by = factories.owner_of(stage.club)
    ended = end_stage(stage_id=stage.pk, by=by, now=NOW)
    assert ended.state == Stage.State.ENDED
    assert Tournament.objects.get(pk=stage.tournament_id).is_ended


def test_usual_rounds_follow_from_who_comes() -> None:
    stage = make_duels(SwissPlan(), 4)
    for _round in range(3):
        one = publish(stage)
        lower_wins(one)
    assert "rounds_over" in codes(stage)
    assert max(met(stage).values()) == 1


def test_the_next_round_waits_for_every_result() -> None:
    stage = make_duels(SwissPlan(rounds=3), 4)
    one = publish(stage)
    assert codes(stage)["round_open"]
    with pytest.raises(Refused) as refused:
        draw(stage)
    assert refused.value.problems[0].code == "round_open"
    lower_wins(one)
    assert "round_open" not in codes(stage)
    publish(stage)


def test_what_stops_a_draw_is_said_before_it() -> None:
    assert codes(make_duels(SwissPlan(), 1))["too_few"]
    stage = make_pairs_cup(SwissPlan(), 3)
    lonely = stage.tournament.entrants.all()[0].players.all()[0]
    lonely.is_active = False
    lonely.save(update_fields=["is_active"])
    assert codes(stage)["not_complete"]


@pytest.mark.parametrize("system", ["matching", "dutch"])
def test_those_of_one_club_never_meet_unless_nothing_else_is_left(system: Literal["matching", "dutch"]) -> None:
    if system == "dutch":
        pytest.importorskip("py4swiss")
    stage = make_duels(SwissPlan(rounds=5, apart="hard", system=system), 0)
    for name, origin in (("Anna", "Dorf"), ("Bert", "DORF"), ("Cora", "Stadt"), ("Dirk", "stadt")):
        come(stage, name, origin=origin)
    assert "clubs_meet" not in codes(stage)
    for _round in range(2):
        one = publish(stage)
        assert not any(each["mates"] for each in one.report["broken"])
        lower_wins(one)
    if system == "dutch":  # which lets nobody meet again
        assert codes(stage) == {"clubs_meet": False}
        one = draw(stage)
        assert all(each["mates"] for each in one.report["broken"])
        told = " ".join(explained(one).explanation.reasons)
        assert "Club mates should never meet, but that was impossible" in told
        assert "Both come from one club: points and rematches count more." in told
    else:
        assert all(each["met"] for each in draw(stage).report["broken"])


def test_a_club_that_is_too_large_is_named_and_the_rest_is_drawn() -> None:
    stage = make_duels(SwissPlan(apart="hard"), 1)
    for name in ("Anna", "Bert", "Cora"):
        come(stage, name, origin="Dorf")
    look = format_of(stage).next_round(stage)
    said = {one.code: one.text for one in look.obstacles}
    assert look.may_draw
    assert said["origin_too_large"] == "3 come from Dorf, but there are only 2 matches. Some of them have to meet."
    assert sum(each["mates"] for each in draw(stage).report["broken"]) == 1


def test_softly_kept_apart_they_meet_only_where_the_points_leave_no_other_way() -> None:
    stage = make_duels(SwissPlan(rounds=3, apart="soft"), 0)
    for number in range(1, 9):
        come(stage, f"Guest {number}", origin="Dorf" if number in {1, 5} else "")
    first = publish(stage)
    assert frozenset((1, 5)) not in met(stage)  # the upper half meets the lower one: they would
    for table in first.tables.all():
        wins(table, next((side for side in sides(table) if side.number in {1, 5}), None))
    second = draw(stage)  # these two alone have won
    assert [each["mates"] for each in second.report["broken"]] == [True, False, False, False]
    assert "origin_too_large" not in codes(stage)


def test_who_is_never_to_meet_does_so_by_hand_alone_and_the_round_says_so() -> None:
    stage = make_duels(SwissPlan(rounds=3), 4)
    people = {entrant.number: entrant.players.get().player for entrant in stage.tournament.entrants.all()}
    by = factories.owner_of(stage.club)
    one, other = sorted((people[1], people[3]), key=lambda player: player.pk)
    rule = {"club": stage.club, "tournament": stage.tournament, "kind": "apart", "made_by": by, "made_at": NOW}
    PairRule.objects.create(one=one, other=other, **rule)
    draft = draw(stage)
    places = {place.entrant.number: place for place in draft.places.all()}
    mate = next(n for n, place in places.items() if n != 1 and place.table_id == places[1].table_id)
    assert mate != 3
    asked = {"places": (places[mate].pk, places[3].pk), "now": NOW, "despite": True}
    swapped = swap_places(stage_id=stage.pk, by=by, seen=seen(draft), **asked)
    assert [each["apart"] for each in swapped.report["broken"]].count(True) == 1
    for_desk = " ".join(explained(swapped, for_desk=True).explanation.reasons)
    assert "They should be kept apart but meet because this was set by hand." in for_desk
    assert "Kept apart by the list, whatever their points: Guest 01 and Guest 03." in for_desk
    for extra in ((people[1], people[2]), (people[1], people[4])):
        one, other = sorted(extra, key=lambda player: player.pk)
        PairRule.objects.create(one=one, other=other, **rule)
    assert codes(stage)["unpairable"]
    opened = publish(stage, swapped)  # everybody reads a round, and the desk more of it
    for reader, times in ((by, 1), (factories.make_member(stage.club), 0)):
        told = " ".join(explained(opened, for_desk=reader == by).explanation.reasons)
        assert told.count("They should be kept apart but meet") == times
        matches = Api(bearer(reader)).get(f"rounds/{opened.pk}")["why"]["matches"]
        assert [each["apart"] for each in matches].count(True) == times


def test_the_dutch_system_keeps_clubs_apart_always_or_not_at_all() -> None:
    who = entering(make_duels(SwissPlan(), 2).tournament)
    assert [one.code for one in plan_problems(SwissPlan(system="dutch", apart="soft"), who)] == ["apart_unsuited"]
    assert not plan_problems(SwissPlan(system="dutch", apart="hard"), who)
    assert not plan_problems(SwissPlan(apart="soft"), who)


def test_penalties_count_in_halves() -> None:
    stage = make_duels(SwissPlan(rounds=3), 4)
    lower_wins(publish(stage))
    one = stage.tournament.entrants.get(number=1)
    give_points(stage_id=stage.pk, entrant_id=one.pk, points=-1, say=saying(stage.club))
    assert points(stage)[1] == "½"
    assert duel_standing_of(stage).lines[0].entrant.number == 2


@pytest.mark.parametrize("system", ["matching", "dutch"])
def test_who_pairs_goes_by_what_the_standing_says(system: Literal["matching", "dutch"]) -> None:
    if system == "dutch":
        pytest.importorskip("py4swiss")
    stage = make_duels(SwissPlan(rounds=4, win=6, draw=2, bye=0, system=system), 9)
    one = publish(stage)
    out = byes(stage)[0]
    for table in one.tables.order_by("number")[:3]:
        wins(table, sides(table)[0])
    wins(one.tables.get(number=4), None)
    first = sides(one.tables.get(number=1))[0]
    give_points(stage_id=stage.pk, entrant_id=first.pk, points=-6, say=saying(stage.club))

    second = draw(stage)

    scores = {str(line.entrant.pk): line.total for line in duel_standing_of(stage).lines}
    assert scores[str(first.pk)] == 0
    assert next(line.total for line in duel_standing_of(stage).lines if line.entrant.number == out) == 0
    told = {one["home"]: one["scores"] for one in second.report["broken"]}
    assert told == {one["home"]: [scores[one["home"]], scores[one["away"]]] for one in second.report["broken"]}
    gaps = sorted(abs(mine - theirs) for mine, theirs in told.values())
    assert gaps == [0, 0, 2, 2]  # two have 6; two have 2, who have met; five have nothing


def test_a_penalty_of_any_size_leaves_everybody_paired() -> None:
    stage = make_duels(SwissPlan(rounds=4), 6)
    lower_wins(publish(stage))
    one = stage.tournament.entrants.get(number=1)
    give_points(stage_id=stage.pk, entrant_id=one.pk, points=-10_000_000, say=saying(stage.club))
    assert draw(stage).tables.count() == 3


@pytest.mark.parametrize("system", ["matching", "dutch"])
def test_a_match_set_by_hand_stays_when_it_is_drawn_again(system: Literal["matching", "dutch"]) -> None:
    if system == "dutch":
        pytest.importorskip("py4swiss")
    stage = make_duels(SwissPlan(rounds=3, system=system), 7)
    draft = draw(stage)
    places = {place.entrant.number: place for place in draft.places.all()}
    first = places[1]
    mate = next(n for n, place in places.items() if n != 1 and place.table_id == first.table_id)
    other = next(n for n, place in places.items() if place.table_id and place.table_id != first.table_id)
    by = factories.owner_of(stage.club)
    swapped = swap_places(
        stage_id=stage.pk, by=by, seen=seen(draft), places=(places[mate].pk, places[other].pk), now=NOW
    )
    assert any("Set by hand" in reason for reason in explained(swapped).explanation.reasons)
    again = draw(stage, seed=99)
    now = {place.entrant.number: place for place in again.places.all()}
    assert now[1].table_id == now[other].table_id
    assert now[1].by_hand
    free = draw(stage, seed=1, wish=RoundDraw(keep=False))
    now = {place.entrant.number: place for place in free.places.all()}
    assert now[1].table_id == now[mate].table_id


def test_it_says_why_it_is_so() -> None:
    stage = make_duels(SwissPlan(rounds=4), 5)
    lower_wins(publish(stage))
    one = publish(stage)
    reasons = " ".join(explained(one).explanation.reasons)
    assert "Table 1: " in reasons
    assert "the lowest player who can have one." in reasons
    assert "At home" in reasons
    assert explained(one).version == "swiss 1"


def test_it_says_the_group_who_goes_up_and_down_and_how_often_who_was_at_home() -> None:
    stage = make_duels(SwissPlan(rounds=4), 4)
    one = publish(stage)
    first, second = one.tables.order_by("number")
    ahead = sides(first)[0]
    wins(first, ahead)
    wins(second, None)
    draft = draw(stage)
    told = " ".join(explained(draft).explanation.reasons)
    name = ahead.players.get().player.name
    assert "This match is in the group with 1." in told
    assert f"Paired down: {name}." in told
    assert told.count("Paired down: ") == told.count("Paired up: ") == 2
    assert "more often" not in told
    places = {place.entrant_id: place for place in draft.places.all()}
    table = next(table for table in draft.tables.all() if ahead in sides(table))
    mine, theirs = (places[side.pk].pk for side in sides(table))
    by = factories.owner_of(stage.club)
    swapped = swap_places(stage_id=stage.pk, by=by, seen=seen(draft), places=(mine, theirs), now=NOW)
    told = " ".join(explained(swapped).explanation.reasons)
    assert "Including this match, 2 times more often at home than away: " in told


def test_an_event_of_before_counts_what_was_not_played_as_it_was_then() -> None:
    stage = make_duels(SwissPlan(rounds=5, ties=("PTS", "BH")), 4)
    gone = stage.tournament.entrants.get(number=1)
    lower_wins(publish(stage))
    lower_wins(publish(stage))
    leave(gone)
    lower_wins(publish(stage))

    def buchholz() -> Figure:
        return next(line for line in duel_standing_of(stage).lines if line.entrant == gone).figures["BH"]

    now = buchholz()
    stage.tournament.rules_version = 2024
    stage.tournament.save()
    assert buchholz() == now + Fraction(1, 2)  # what they have, two; since then at most half a point a round


def test_the_same_number_draws_the_same_again() -> None:
    stage = make_duels(SwissPlan(rounds=4), 12)
    lower_wins(publish(stage))

    def pairs(one: Round) -> list[tuple[int, ...]]:
        return [tuple(entrant.number for entrant in sides(table)) for table in one.tables.all()]

    first = draw(stage, seed=5)
    told = pairs(first), first.facts
    again = draw(stage, seed=5)
    assert (pairs(again), again.facts) == told


def test_dutch_pairs_where_it_is_installed() -> None:
    pytest.importorskip("py4swiss")
    stage = make_duels(SwissPlan(rounds=3, system="dutch"), 7)
    for _round in range(3):
        lower_wins(publish(stage))
    assert max(met(stage).values()) == 1
    assert len(set(byes(stage))) == 3
    assert "Dutch system" in " ".join(explained(stage.rounds.all()[2]).explanation.reasons)


def test_equals_are_told_apart_by_whom_they_met() -> None:
    stage = make_duels(SwissPlan(rounds=3), 6)
    for _round in range(3):
        lower_wins(publish(stage))
    standing = duel_standing_of(stage)
    group = standing.groups[0]
    assert [column.name for column in group.columns] == ["BH_C1", "BH", "SB"]
    level = [line for line in group.lines if line.why]
    assert level
    assert any("Buchholz without the lowest" in sentence for line in level for sentence in line.why)


@settings(max_examples=examples(4, part=20), deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_everybody_who_is_there_plays_once_a_round_whoever_leaves(data: st.DataObject) -> None:
    people = data.draw(st.integers(4, 9), "people")
    stage = make_duels(SwissPlan(rounds=4), people)
    for number in range(1, 5):
        entrants = list(stage.tournament.entrants.all())
        for entrant in entrants:
            gone = data.draw(st.integers(0, 9), "leaves") == 0
            leave(entrant, Entrant.State.WITHDRAWN if gone else Entrant.State.HERE)
        here = {one.number for one in entrants if one.state == Entrant.State.HERE}
        if len(here) < 2:
            continue
        if "rounds_over" in codes(stage):
            return
        had = Counter(byes(stage))
        before = met(stage)
        one = publish(stage, draw(stage, seed=number))
        there = [place.entrant.number for place in one.places.exclude(kind=RoundPlace.Kind.ABSENT)]
        assert sorted(there) == sorted(here)
        for place in one.places.filter(kind=RoundPlace.Kind.BYE):
            fewest = min(had[who] for who in here)
            assert had[place.entrant.number] == fewest
        again = [pair for pair in met(stage) if before[pair] and met(stage)[pair] > before[pair]]
        if again:
            playing = {entrant.number for table in one.tables.all() for entrant in sides(table)}
            assert not _fresh(playing, set(before)), again
        for table in one.tables.all():
            result = data.draw(st.integers(0, 3), "result")
            two = sides(table)
            wins(table, two[result % 2] if result else None, forfeit=False)


def _fresh(people: set[int], before: set[frozenset[int]]) -> bool:
    """Whether these can be paired without anybody meeting again, tried in every format_."""
    if not people:
        return True
    one = min(people)
    return any(
        frozenset((one, other)) not in before and _fresh(people - {one, other}, before) for other in people - {one}
    )


def test_fresh_is_tried_in_every_way() -> None:
    pairs = {frozenset(pair) for pair in combinations(range(4), 2)}
    assert _fresh({0, 1, 2, 3}, pairs - {frozenset((0, 1)), frozenset((2, 3))})
    assert not _fresh({0, 1, 2, 3}, pairs - {frozenset((0, 1))})


def test_by_hand_those_who_never_meet_do_after_a_warning_and_the_round_says_so() -> None:
    stage = make_duels(SwissPlan(rounds=4, apart="hard"), 0)
    for number in range(1, 7):
        come(stage, f"Guest {number}", origin="Dorf" if number in {1, 2} else "")
    first = publish(stage)
    lower_wins(first)
    draft = draw(stage)
    for pair in ({1, 2}, {1, next(side.number for side in _against(first, 1))}):
        places = {place.entrant.number: place for place in draft.places.all()}
        one, other = sorted(pair)
        mate = next(side.number for side in _against(draft, one))
        swap = {"stage_id": stage.pk, "by": factories.owner_of(stage.club), "now": NOW}
        with pytest.raises(Refused) as refused:
            swap_places(**swap, seen=seen(draft), places=(places[mate].pk, places[other].pk))
        assert [problem.code for problem in refused.value.problems] == ["keeps_apart"]
        draft.refresh_from_db()
        draft = swap_places(**swap, seen=seen(draft), places=(places[mate].pk, places[other].pk), despite=True)
        said = "Both come from one club." if pair == {1, 2} else "They have met before."
        assert said in " ".join(explained(draft).explanation.reasons)


def _against(one: Round, number: int) -> list[Entrant]:
    tables = [sides(table) for table in one.tables.all()]
    return [side for two in tables if number in {each.number for each in two} for side in two if side.number != number]
