"""Short ways through a bracket: its open matches drawn, opened, and won."""

from collections.abc import Callable
from typing import Any

from scorekeeper.clubs.models import Club
from scorekeeper.tournaments.models import Entrant, Round, RoundTable, Stage
from scorekeeper.tournaments.plans import DoublePlan, Plan
from scorekeeper.tournaments.services.results import make_official
from tests import factories
from tests.factories import NOW
from tests.tournaments.desk import publish
from tests.tournaments.duelling import make_pairs_cup, sides, wins

Chooses = Callable[[Entrant, Entrant], Entrant]


def make_bracket(pairs: int = 6, plan: Plan | None = None, *, club: Club | None = None, **more: Any) -> Stage:
    """A stage of pairs in Truco who are all here; the first of the list is the first seed."""
    return make_pairs_cup(plan or DoublePlan(), pairs, club=club, **more)


def stronger(one: Entrant, two: Entrant) -> Entrant:
    return min(one, two, key=lambda entrant: entrant.number)


def numbers(one: Round) -> dict[str, tuple[int, int]]:
    """{match: the numbers of who plays in it}."""
    return {table.code: (sides(table)[0].number, sides(table)[1].number) for table in one.tables.order_by("number")}


def won(table: RoundTable, by: Chooses = stronger) -> Entrant:
    """The match written at the desk."""
    winner = by(*sides(table))
    wins(table, winner)
    return winner


def next_round(stage: Stage, by: Chooses = stronger) -> Round:
    """The open matches drawn, opened and decided, and official."""
    one = publish(stage)
    for table in one.tables.all():
        won(table, by)
    return make_official(round_id=one.pk, by=factories.owner_of(stage.club), now=NOW)
