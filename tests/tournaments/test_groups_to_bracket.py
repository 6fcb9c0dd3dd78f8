"""From groups into a bracket: who is seeded before whom, and what is said of it."""

import pytest

from scorekeeper.tournaments.ending.services import end_stage
from scorekeeper.tournaments.formats.bracket.bracket import bracket_of, would_seed
from scorekeeper.tournaments.formats.bracket.plan import SinglePlan
from scorekeeper.tournaments.formats.bracket.standing import came_from
from scorekeeper.tournaments.formats.plan import Taken
from scorekeeper.tournaments.formats.round_robin.plan import RoundRobinPlan
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.models import Entrant, Stage
from scorekeeper.tournaments.results.services import make_official
from tests import factories
from tests.factories import NOW
from tests.factories.matches import make_duels, numbers, sides, wins
from tests.factories.tournaments import add_final, draw_lots, publish, saying

pytestmark = pytest.mark.django_db


def played(stage: Stage, rounds: int, upsets: dict[tuple[int, int], int | None] | None = None) -> None:
    """The lower number wins every match, but for those that say otherwise (None: a draw)."""
    by = factories.owner_of(stage.club)
    for _round in range(rounds):
        one = publish(stage)
        for table in one.tables.all():
            two = sorted(sides(table), key=lambda entrant: entrant.number)
            winner = (upsets or {}).get((two[0].number, two[1].number), two[0].number)
            wins(table, next((entrant for entrant in two if entrant.number == winner), None))
        make_official(round_id=one.pk, by=by, now=NOW)


def ended(stage: Stage) -> None:
    end_stage(stage_id=stage.pk, by=factories.owner_of(stage.club), now=NOW)


def seeds(stage: Stage) -> list[int]:
    return [entrant.number for entrant in would_seed(stage)]


def said_of(stage: Stage) -> str:
    state = bracket_of(stage)
    assert state
    return " ".join(came_from(state))


def test_winners_of_groups_are_seeded_by_what_they_have_of_each_match() -> None:
    """The winners have 2 of 2, 2 of 3 and 3 of 3, those who are second 1 of 2, 2 of 3 and 2 of 3."""
    stage = make_duels(RoundRobinPlan(groups=3), 11)
    final = add_final(stage.tournament, plan=SinglePlan(takes=Taken(best=2)))
    played(stage, 3, {(2, 11): 11})
    ended(stage)
    assert list(final.entrants.order_by("line").values_list("entrant__number", flat=True)) == [1, 3, 2, 5, 4, 6]
    assert seeds(final)[:3] == [1, 3, 2]
    assert "ordered by their average per match: points, wins; then by group number" in said_of(final)
    groups = dict(stage.entrants.values_list("entrant__number", "group"))
    assert all(groups[one] != groups[other] for one, other in numbers(publish(final)).values())


def test_who_shares_a_place_in_a_group_is_put_in_order_by_lots_and_that_is_said() -> None:
    stage = make_duels(RoundRobinPlan(groups=2), 6)
    final = add_final(stage.tournament, plan=SinglePlan(takes=Taken(best=2)))
    played(stage, 3, {(2, 3): None})
    shared = list(stage.tournament.entrants.filter(number__in=[2, 3]))
    drawn = dict(stage.entrants.filter(entrant__in=shared).values_list("line", "entrant"))
    ended(stage)
    in_order = [Entrant.objects.get(pk=drawn[line]) for line in sorted(drawn)]
    assert [number for number in seeds(final) if number in {2, 3}] == [one.number for one in in_order]
    named = ", ".join(f"Guest {one.number:02}" for one in in_order)
    plain = said_of(final).replace("\u2068", "").replace("\u2069", "")
    text = f"In group 2 these players share a place and keep the order of the lots drawn there: {named}."
    assert text in plain
    publish(final)
    assert text in said_of(final).replace("\u2068", "").replace("\u2069", "")


def test_lots_of_a_director_say_who_has_won_a_group() -> None:
    stage = make_duels(RoundRobinPlan(groups=2), 6)
    final = add_final(stage.tournament, plan=SinglePlan(takes=Taken(best=2)))
    played(stage, 3, {(2, 3): None})
    shared = list(stage.tournament.entrants.filter(number__in=[2, 3]).values_list("pk", flat=True))
    act = draw_lots(stage_id=stage.pk, entrants=shared, say=saying(stage.club))
    ended(stage)
    first = Entrant.objects.get(pk=act.detail["order"][0]).number
    assert next(number for number in seeds(final) if number in {2, 3}) == first
    assert "share a place" not in said_of(final)


def test_without_groups_nothing_is_said_of_them() -> None:
    stage = make_duels(SwissPlan(rounds=1), 4)
    final = add_final(stage.tournament, plan=SinglePlan())
    played(stage, 1)
    ended(stage)
    assert seeds(final) == [1, 2, 3, 4]
    assert "group" not in said_of(final)
    assert "share a place in the previous stage and keep the order of its seeds" in said_of(final)
