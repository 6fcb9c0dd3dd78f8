"""Short ways through a knock-out at tables, by the services a person would go through."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from scorekeeper.tournaments.models import DeskAct, Entrant, Round, Stage
from scorekeeper.tournaments.plans import KnockoutPlan
from scorekeeper.tournaments.selectors.knockout import Knockout, knockout_of
from scorekeeper.tournaments.services.knockout import Desk, announce_moves, give_seat, knock_out, take_step_back
from tests import factories
from tests.factories import NOW
from tests.tournaments.desk import make_cup, publish


def make_knockout(people: int = 23, seats: int = 9, **more: Any) -> Round:
    """A knock-out of Palace Poker that has just begun."""
    plan = KnockoutPlan(seats=seats, balance_at=more.pop("balance_at", 2), breaks=more.pop("breaks", ()))
    stage = make_cup(more.pop("club", None), people, plan, game="palace_poker", **more)
    return publish(stage)


def running(one: Round) -> Knockout:
    """As it stands, read anew."""
    one = Round.objects.select_related("stage__tournament__club").get(pk=one.pk)
    return knockout_of(one)


def desk(one: Round, **more: Any) -> Desk:
    """Somebody who has seen the tables as they are."""
    seen = more.pop("seen", None) or running(one).revision
    return Desk(**{"by": factories.owner_of(one.club), "seen": seen, "key": uuid4(), "now": NOW, **more})


def entrant(one: Round, number: int) -> Entrant:
    return Entrant.objects.get(tournament=one.stage.tournament_id, number=number)


def out(one: Round, *numbers: int, stacks: Mapping[int, int] | None = None, **more: Any) -> list[DeskAct]:
    """These go out, all of one table; who has most in `stacks` is ahead."""
    table = running(one).course.sitting[numbers[0]].table
    gone = [(entrant(one, number).pk, (stacks or {}).get(number, 1)) for number in numbers]
    with_last = more.pop("with_last", False)
    return knock_out(round_id=one.pk, desk=desk(one, **more), table=table, out=gone, with_last=with_last)


def move(one: Round, dealers: Mapping[int, int] | None = None, **more: Any) -> list[DeskAct]:
    return announce_moves(round_id=one.pk, desk=desk(one, **more), dealers=dealers or {})


def seat(one: Round, who: Entrant, **more: Any) -> list[DeskAct]:
    return give_seat(round_id=one.pk, desk=desk(one, **more), entrant_id=who.pk)


def back(one: Round, step: int, reason: str = "a slip", **more: Any) -> list[DeskAct]:
    return take_step_back(round_id=one.pk, desk=desk(one, **more), step=step, reason=reason)


def at(one: Round, table: int) -> list[int]:
    """Who sits at a table, by the order of the seats."""
    found = next(each for each in running(one).course.state.tables if each.number == table)
    return [found.seats[number] for number in sorted(found.seats)]


def played_out(one: Round) -> Stage:
    """Down to the last one: always the first of the largest table goes."""
    while (now := running(one)).course.left > 1:
        table = max(now.course.state.tables, key=lambda each: (len(each), each.number))
        out(one, table.seats[min(table.seats)])
        move(one)
    return one.stage
