"""Who comes late to a Swiss, misses a round or leaves: what counts for them, and whom they meet."""

from datetime import timedelta
from fractions import Fraction
from typing import Literal

import pytest

from games.core.record import dump
from scorekeeper.common.errors import Refused
from scorekeeper.tournaments.draft.reads import explained
from scorekeeper.tournaments.ending.reads import end_of
from scorekeeper.tournaments.entries.attending import miss_round
from scorekeeper.tournaments.entries.records import Miss
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.plan import plan_of
from scorekeeper.tournaments.formats.swiss.draw import corrected
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.matches.format import against
from scorekeeper.tournaments.matches.totals import duel_standing_of
from scorekeeper.tournaments.models import Entrant, Round, Stage
from scorekeeper.tournaments.results.services import make_official
from tests import factories
from tests.factories import NOW
from tests.factories.matches import make_duels, sides, wins
from tests.factories.tournaments import come, draw, give_points, leave, misses, publish, saying
from tests.tournaments.test_swiss import byes, lower_wins, points

pytestmark = pytest.mark.django_db


def test_a_late_one_has_missed_the_rounds_before_and_one_who_left_is_not_paired() -> None:
    stage = make_duels(SwissPlan(rounds=4), 6)
    lower_wins(publish(stage))
    late = come(stage, "Late")
    gone = stage.tournament.entrants.get(number=1)
    leave(gone)
    one = publish(stage)
    there = set(one.places.values_list("entrant", flat=True))
    assert late.pk in there
    assert gone.pk not in there
    line = next(line for line in duel_standing_of(stage).lines if line.entrant == late)
    assert (line.cells[0].kind, line.cells[0].points) == ("absent", 0)
    kept = next(line for line in duel_standing_of(stage).lines if line.entrant == gone)
    assert kept.said == "1"
    leave(gone, Entrant.State.HERE)
    lower_wins(one)
    assert gone.pk in set(publish(stage).places.values_list("entrant", flat=True))


def cells(stage: Stage, entrant: Entrant) -> list[tuple[str, int | None]]:
    line = next(line for line in duel_standing_of(stage).lines if line.entrant == entrant)
    return [(cell.kind, cell.points) for cell in line.cells]


@pytest.mark.parametrize("system", ["matching", "dutch"])
def test_who_comes_late_gets_half_a_bye_once_whatever_happens(system: Literal["matching", "dutch"]) -> None:
    if system == "dutch":
        pytest.importorskip("py4swiss")
    stage = make_duels(SwissPlan(rounds=7, win=6, draw=2, late="half", system=system), 9)
    lower_wins(publish(stage))
    lower_wins(publish(stage))
    late = come(stage, "Late")
    third = draw(stage)
    told = next(one for one in third.report["broken"] if str(late.pk) in (one["home"], one["away"]))
    assert told["scores"][(told["home"], told["away"]).index(str(late.pk))] == 2  # paired with what it counts
    lower_wins(publish(stage, third))
    assert cells(stage, late)[:2] == [("absent", 0), ("half", 2)]
    assert corrected(Round.objects.get(pk=third.pk)) is None
    leave(late)
    lower_wins(publish(stage))
    leave(late, Entrant.State.HERE)
    lower_wins(publish(stage))
    assert [kind for kind, _points in cells(stage, late)] == ["absent", "half", "match", "absent", "match"]
    line = next(line for line in duel_standing_of(stage).lines if line.entrant == late)
    assert line.total == 2 + sum(cell.points or 0 for cell in line.cells if cell.kind == "match")
    assert against(line.cells[1], {}) == "½ bye"


@pytest.mark.parametrize("system", ["matching", "dutch"])
def test_who_comes_late_does_not_go_down_again(system: Literal["matching", "dutch"]) -> None:
    if system == "dutch":
        pytest.importorskip("py4swiss")
    stage = make_duels(SwissPlan(rounds=5, late="half", system=system), 3)
    lower_wins(publish(stage))
    late = come(stage, "Late")
    draft = draw(stage)

    told = next(one for one in draft.report["broken"] if str(late.pk) in (one["home"], one["away"]))
    side = (told["home"], told["away"]).index(str(late.pk))

    assert told["floats"][side]
    assert not told["again"][side]
    assert "again" not in " ".join(one for one in explained(draft).explanation.reasons if "Late" in one)


def test_a_half_bye_counts_among_equals_as_half_a_point_that_was_not_played() -> None:
    stage = make_duels(SwissPlan(rounds=5, late="half", ties=("PTS", "BH", "BH_C1", "PS", "WIN")), 4)
    lower_wins(publish(stage))
    late = come(stage, "Late")
    one = publish(stage)
    table = next(table for table in one.tables.all() if late in sides(table))
    for each in one.tables.all():
        wins(each, late if each == table else sides(each)[0])
    line = next(line for line in duel_standing_of(stage).lines if line.entrant == late)
    other = next(side for side in sides(table) if side != late)
    met = next(line for line in duel_standing_of(stage).lines if line.entrant == other)
    assert line.said == "1½"
    assert line.figures["PS"] == Fraction(1, 2) + Fraction(3, 2)
    assert line.figures["WIN"] == 1
    # the bye counts the less of their own points and half a point a round; it is cut first, though it may not be least
    assert line.figures["BH"] == Fraction(met.total, 2) + 1
    assert line.figures["BH_C1"] == Fraction(met.total, 2)


def test_who_misses_the_first_round_begins_late_too_and_corrections_do_not_speak_of_it() -> None:
    stage = make_duels(SwissPlan(rounds=4, late="half"), 5)
    away = stage.tournament.entrants.get(number=5)
    misses(stage, away, 1)
    first = publish(stage)
    lower_wins(first)
    assert cells(stage, away) == [("absent", 0)]
    second = publish(stage)
    assert cells(stage, away)[0] == ("half", 1)
    assert corrected(second) is None
    never = come(stage, "Never")
    misses(stage, never, 3)
    lower_wins(second)
    publish(stage)
    assert cells(stage, never) == [("absent", 0)] * 3


def test_a_penalty_that_came_after_the_draw_of_matches_is_no_correction() -> None:
    stage = make_duels(SwissPlan(rounds=3), 6)
    first = publish(stage)
    lower_wins(first)
    second = publish(stage)
    winner, other = sides(first.tables.order_by("number")[0])
    for each in (winner, other):
        after = saying(stage.club, now=NOW + timedelta(minutes=1))
        give_points(stage_id=stage.pk, entrant_id=each.pk, points=-1, say=after)

    assert corrected(second) is None

    wins(first.tables.order_by("number")[0], None)
    found = corrected(second)
    assert found
    assert {(one.before, one.now) for one in found.changed} == {(2, 1), (0, 1)}


def test_without_the_rule_and_in_a_later_stage_a_late_one_gets_nothing() -> None:
    stage = make_duels(SwissPlan(rounds=4), 4)
    lower_wins(publish(stage))
    late = come(stage, "Late")
    publish(stage)
    assert cells(stage, late)[0] == ("absent", 0)
    assert plan_of({"kind": "swiss", "rounds": 4}) == SwissPlan(rounds=4, late="zero")
    stage.plan = dump(SwissPlan(rounds=4, late="half"))
    stage.number = 2
    stage.save()
    assert cells(stage, late)[0] == ("absent", 0)


def test_a_bye_and_a_missed_round_count_what_the_plan_says() -> None:
    stage = make_duels(SwissPlan(rounds=3, bye=1, win=6, draw=2), 4)
    away = stage.tournament.entrants.get(number=1)
    misses(stage, away, 1)
    one = publish(stage)
    table = one.tables.get()
    wins(table, None)
    said = points(stage)
    assert said[1] == "0"
    out = byes(stage)[0]
    assert said[out] == "½"
    assert sorted(said.values()) == ["0", "1", "1", "½"]


def test_a_round_comes_for_who_is_late_also_while_they_miss_it():
    stage = make_duels(SwissPlan(rounds=None), 4)
    for _round in (1, 2, 3):
        one = publish(stage)
        for table in one.tables.all():
            wins(table, sides(table)[0])
        make_official(round_id=one.pk, by=factories.owner_of(stage.club), now=NOW)
    stage.refresh_from_db()
    assert not format_of(stage).is_left(stage, 4)
    misses(stage, come(stage, "Late"), 4)
    assert format_of(stage).is_left(stage, 4)
    assert not [one for one in format_of(stage).next_round(stage).obstacles if one.stops]
    assert (end_of(stage).planned, end_of(stage).unplayed) == (4, 1)


def test_who_comes_late_can_miss_a_round_that_only_comes_because_more_have_come():
    stage = make_duels(SwissPlan(rounds=None), 4)
    publish(stage)
    late = [come(stage, f"Late {number}") for number in range(8)]
    by = factories.owner_of(stage.club)
    assert format_of(stage).is_left(stage, 6)

    assert miss_round(Miss(stage=stage.pk, round=6, misses=True), entrant_id=late[0].pk, by=by, now=NOW)

    assert end_of(stage).planned == 6
    with pytest.raises(Refused):
        miss_round(Miss(stage=stage.pk, round=7, misses=True), entrant_id=late[0].pk, by=by, now=NOW)
