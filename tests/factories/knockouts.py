"""Short ways through a knock-out at tables, by the services a person would go through."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID, uuid4

from scorekeeper.tournaments.formats.knockout.course import Knockout, knockout_of
from scorekeeper.tournaments.formats.knockout.plan import KnockoutPlan
from scorekeeper.tournaments.knockout.services import (
    DealsNext,
    Desk,
    LateSeat,
    MovesAnnounced,
    StepBack,
    WentOut,
    announce_moves,
    give_seat,
    knock_out,
    take_step_back,
)
from scorekeeper.tournaments.models import DeskAct, Entrant, Round, Stage
from tests import factories
from tests.factories import NOW
from tests.factories.tournaments import make_cup, publish


def make_knockout(people: int = 23, seats: int = 9, **more: Any) -> Round:
    """A knock-out of Palace Poker that has just begun."""
    plan = KnockoutPlan(seats=seats, balance_at=more.pop("balance_at", 2), breaks=more.pop("breaks", ()))
    stage = make_cup(more.pop("club", None), people, plan, game="palace_poker", **more)
    return publish(stage)


def running(round_: Round) -> Knockout:
    """As it stands, read anew."""
    round_ = Round.objects.select_related("stage__tournament__club").get(pk=round_.pk)
    return knockout_of(round_)


def desk(round_: Round, **more: Any) -> Desk:
    """Somebody who has seen the tables as they are."""
    seen = more.pop("seen", None) or running(round_).revision
    return Desk(**{"by": factories.owner_of(round_.club), "seen": seen, "key": uuid4(), "now": NOW, **more})


def _sender(by: Desk) -> dict[str, Any]:
    return {"by": by.by, "key": by.key, "now": by.now}


def entrant(round_: Round, number: int) -> Entrant:
    return Entrant.objects.get(tournament=round_.stage.tournament_id, number=number)


def out(round_: Round, *numbers: int, stacks: Mapping[int, int] | None = None, **more: Any) -> list[DeskAct]:
    """These go out, all of one table; who has most in `stacks` is ahead."""
    table = running(round_).course.sitting[numbers[0]].table
    gone = [(entrant(round_, number).pk, (stacks or {}).get(number, 1)) for number in numbers]
    with_last = more.pop("with_last", False)
    return gone_out(round_, desk(round_, **more), gone, table, with_last=with_last)


def gone_out(
    round_: Round, by: Desk, gone: Sequence[tuple[UUID, int]], table: int = 1, *, with_last: bool = False
) -> list[DeskAct]:
    """These have gone out of a table, each with what they had."""
    sent = [{"entrant": pk, "stack": stack} for pk, stack in gone]
    went = WentOut.read({"seen": by.seen, "table": table, "out": sent, "with_last": with_last})
    return list(knock_out(went, round_id=round_.pk, **_sender(by)).acts)


def move(round_: Round, dealers: Mapping[int, int] | None = None, **more: Any) -> list[DeskAct]:
    by, deals = desk(round_, **more), [DealsNext(table=table, seat=seat) for table, seat in (dealers or {}).items()]
    announced = MovesAnnounced(seen=by.seen, dealers=tuple(deals))
    return list(announce_moves(announced, round_id=round_.pk, **_sender(by)).acts)


def seat(round_: Round, who: Entrant, **more: Any) -> list[DeskAct]:
    by = desk(round_, **more)
    return list(give_seat(LateSeat(seen=by.seen, entrant=who.pk), round_id=round_.pk, **_sender(by)).acts)


def back(round_: Round, step: int, reason: str = "a slip", **more: Any) -> list[DeskAct]:
    by = desk(round_, **more)
    wrong = StepBack(seen=by.seen, step=step, reason=reason)
    return list(take_step_back(wrong, round_id=round_.pk, **_sender(by)).acts)


def at(round_: Round, table: int) -> list[int]:
    """Who sits at a table, by the order of the seats."""
    found = next(each for each in running(round_).course.state.tables if each.number == table)
    return [found.seats[number] for number in sorted(found.seats)]


def played_out(round_: Round) -> Stage:
    """Down to the last one: always the first of the largest table goes."""
    while (now := running(round_)).course.left > 1:
        table = max(now.course.state.tables, key=lambda each: (len(each), each.number))
        out(round_, table.seats[min(table.seats)])
        move(round_)
    return round_.stage
