"""What the desk says while a knock-out at tables is played: who went out, who moves, who gets a seat, and what was
wrong. Each is a step of dated acts; none changes one before it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Final
from uuid import UUID, uuid4, uuid5

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import Field

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.common.acts import Answer, Asked, OneOf
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.play.acting import clean_reason
from scorekeeper.tournaments import acting
from scorekeeper.tournaments.entries.services import become
from scorekeeper.tournaments.formats.at_desk import StageAct
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.knockout.course import Kind, Knockout, knockout_of, knockouts_of, moved_detail
from scorekeeper.tournaments.models import MOST_ENTRANTS, DeskAct, Entrant, Round, RoundTable, Stage, StageEntrant
from scorekeeper.tournaments.policies import can_desk, can_plan
from scorekeeper.tournaments.records import MOST_VERSION, Reason
from scorekeeper.tournaments.results.services import Written

MOST_NUMBER: Final = 10_000  # of a table or a seat
SEVERAL: Final = gettext_noop(
    "Several players go out in one hand. Send `stack` for each: the order by the chips they had before the hand. Equal "
    "chips share a place."
)
TableNumber = Annotated[int, Field(ge=1, le=MOST_NUMBER)]


class TablesSeen(Asked):
    """The tables that were read: nobody acts on others."""

    seen: int = Field(ge=1, le=MOST_VERSION, description="`revision` of the tables.")


class OneOut(Asked):
    """Who went out, and what they had when the hand began, as an order."""

    entrant: UUID
    stack: Annotated[int, Field(ge=1, le=MOST_NUMBER)] | None = Field(
        default=None,
        description="More is placed higher, equal ones share the place; from 1. Of several who go out at once each "
        "needs it.",
    )


class WentOut(TablesSeen):
    """Who went out in one hand of a table."""

    table: Annotated[TableNumber, Field(description="Its number.")]
    out: Annotated[tuple[OneOut, ...], Field(max_length=MOST_ENTRANTS)]
    with_last: bool = Field(default=False, description="The same hand as who went out just before at another table.")

    @property
    def stacks(self) -> list[tuple[UUID, int]]:
        """Who went out with what. Raises Refused `stack_missing`: of several nobody knows who shares the place."""
        missing = [number for number, who in enumerate(self.out) if who.stack is None] if len(self.out) > 1 else []
        if missing:
            raise Refused([Problem("stack_missing", f"out.{number}.stack", Text(SEVERAL)) for number in missing])
        return [(who.entrant, who.stack or 1) for who in self.out]


class DealsNext(Asked):
    """Which seat deals next at a table."""

    table: TableNumber
    seat: int = Field(ge=0, le=MOST_NUMBER, description="From 0.")


class MovesAnnounced(TablesSeen):
    """Who deals next at the tables that are to be even."""

    dealers: Annotated[tuple[DealsNext, ...], Field(max_length=MOST_ENTRANTS)] = ()


class LateSeat(TablesSeen):
    """Somebody who comes late, or again."""

    entrant: UUID


class StepBack(TablesSeen):
    """A step that was wrong, and why."""

    step: int = Field(ge=1, le=MOST_VERSION)
    reason: Reason


class SeatedBody(Answer):
    """Who sits in a seat."""

    seat: int = Field(description="From 0.")
    entrant: UUID
    called: str


class KnockoutTableBody(Answer):
    """A table as it is now."""

    id: UUID
    number: int
    deals: int = Field(description="The seat that deals next, as far as anybody knows.")
    waits: bool = Field(description="It is too short to go on.")
    seats: list[SeatedBody]


class MoveBody(Answer):
    """Somebody who moves; seats from 0."""

    called: str
    table: int
    seat: int
    to_table: int
    to_seat: int
    why: str


class IsOutBody(Answer):
    """Who is out, with the place."""

    entrant: UUID
    called: str
    first: int = Field(description="The place.")
    last: int = Field(description="The last one of those that share it.")
    has_left: bool = Field(description="Nobody knocked them out.")


class CanSitBody(Answer):
    """Who can still sit down."""

    entrant: UUID
    called: str


class StepBody(Answer):
    """Something that was said."""

    step: int
    kind: Annotated[str, OneOf(["out", "seated", "moved"])]
    names: str
    at: datetime
    is_open: bool = Field(description="It can be taken back: nothing was built on it.")


class KnockoutBody(Answer):
    """All tables of a knock-out as they are now."""

    revision: int = Field(description="Send it as `seen` with whatever is said.")
    left: int = Field(description="How many still play.")
    winner: str
    tables: list[KnockoutTableBody]
    due: list[MoveBody] = Field(description="Who has to move now.")
    ask: list[int] = Field(description="The tables of which these moves need to know who deals next.")
    latest: list[MoveBody] = Field(description="Who has moved last, while nothing else was said since.")
    out: list[IsOutBody] = Field(description="The best place first.")
    late: list[CanSitBody] = Field(description="Who have come late.")
    again: list[CanSitBody] = Field(description="Who went out.")
    steps: list[StepBody] = Field(description="The newest first.")


NOT_HERE = gettext_noop("Choose somebody who sits at this table.")


@dataclass(frozen=True, slots=True)
class Desk:
    """Who says it and when, and which tables they have seen (`Knockout.revision`); `key` makes sending twice
    harmless."""

    by: User
    seen: int
    key: UUID
    now: datetime


@transaction.atomic
def knock_out(went: WentOut, *, round_id: UUID, by: User, key: UUID, now: datetime) -> Written:
    """These entrants of a table went out in one hand, each with what they had when it began, as an order from 1: more
    is placed higher, equal ones share the place. `with_last`: it was the same hand as that of those who went out just
    before, at other tables.

    Raises:
        Conflict: `tournament_ended`, `round_is_draft`, `round_official`, `tables_changed`, `key_used`.
        Refused: `not_knockout`, `nobody_out`, `not_at_table`, `stack_missing`, `nobody_left`, `no_hand_before`.
    """
    desk, table, out = Desk(by, went.seen, key, now), went.table, went.stacks
    one = _at_desk(round_id, by)
    mark = acting.asked(key, "out", one.pk, table, out, went.with_last)
    if earlier := _said_before(one, desk, Kind.OUT, mark):
        return Written(earlier)
    running = _seen(one, desk)
    found = _sitting_at(running, table, [entrant for entrant, _stack in out])
    if running.course.left <= len(found):
        raise acting.refused("nobody_left", "out", gettext_noop("Somebody has to be left. The last player wins."))
    if went.with_last and not running.shares_hand(table):
        text = gettext_noop("Nobody has just gone out at another table. Do not choose “in the same hand”.")
        raise acting.refused("no_hand_before", "with_last", text)
    more = {"with_last": True} if went.with_last else {}
    details = [{"table": table, "stack": stack, **more} for _entrant, stack in out]
    return Written(_write(running, Kind.OUT, desk, list(zip(found, details, strict=True)), mark))


@transaction.atomic
def announce_moves(announced: MovesAnnounced, *, round_id: UUID, by: User, key: UUID, now: datetime) -> Written:
    """Everybody who has to move now does; `dealers` are the seats that deal next at those tables that are to be even,
    {table: seat}. None has to: nothing is written.

    Raises:
        Conflict: as `knock_out`.
        Refused: `not_knockout`; `dealer_unknown`: nobody sits there.
    """
    desk = Desk(by, announced.seen, key, now)
    dealers = {dealer.table: dealer.seat for dealer in announced.dealers}
    one = _at_desk(round_id, by)
    mark = acting.asked(key, "moves", one.pk, sorted(dealers.items()))
    if earlier := _said_before(one, desk, Kind.MOVED, mark):
        return Written(earlier)
    running = _seen(one, desk)
    tables = {table.number: table for table in running.course.state.tables}
    for number, seat in dealers.items():
        if number not in tables or seat not in tables[number].seats:
            raise acting.refused("dealer_unknown", "dealer", gettext_noop("Choose who deals next at these tables."))
    moves = running.moves(dealers)
    entrants = {who.number: who for who in _entrants(one).filter(number__in=[move.who for move in moves])}
    details = [(entrants[move.who], moved_detail(move, dealers)) for move in moves]
    return Written(_write(running, Kind.MOVED, desk, details, mark))


@transaction.atomic
def give_seat(late: LateSeat, *, round_id: UUID, by: User, key: UUID, now: datetime) -> Written:
    """Somebody comes late, or again after they went out: they draw an open seat of the smallest table.

    Raises:
        Conflict: as `knock_out`; `seats_closed`: nobody sits down any more.
        Refused: `not_knockout`, `entrant_unknown`; `seated`: they have a seat.
    """
    desk, entrant_id = Desk(by, late.seen, key, now), late.entrant
    one = _at_desk(round_id, by)
    mark = acting.asked(key, "seat", one.pk, entrant_id)
    if earlier := _said_before(one, desk, Kind.SEATED, mark):
        return Written(earlier)
    running = _seen(one, desk)
    entrant = _entrants(one).filter(pk=entrant_id, state=Entrant.State.HERE).first()
    is_entered = one.stage.number == 1 or one.stage.entrants.filter(entrant=entrant_id).exists()
    if entrant is None or not is_entered:
        raise acting.refused("entrant_unknown", "entrant", gettext_noop("Choose somebody who is here."))
    if entrant.number in running.course.sitting:
        raise acting.refused("seated", "entrant", gettext_noop("They already have a seat."))
    if not running.has_open_seats:
        raise Conflict(
            "seats_closed", _("Everybody sits at one table and somebody is out, so nobody can join any more.")
        )
    spot = running.seat_for(entrant.number)
    # A line for who has none; a table that was not there before.
    stage = one.stage
    if not stage.entrants.filter(entrant=entrant).exists():
        last = stage.entrants.aggregate(last=Max("line"))["last"] or 0
        StageEntrant.objects.create(club_id=stage.club_id, stage=stage, entrant=entrant, line=last + 1)
    RoundTable.objects.get_or_create(club_id=one.club_id, round=one, number=spot.table)
    return Written(_write(running, Kind.SEATED, desk, [(entrant, {"to": [spot.table, spot.seat]})], mark))


@transaction.atomic
def take_step_back(back: StepBack, *, round_id: UUID, by: User, key: UUID, now: datetime) -> Written:
    """What the desk said was wrong; why is told. Who went out sits where they sat, as long as nobody has got a seat or
    moved since then; a seat or a move is taken back only as the last step. Where the places are official a director
    does it, and they are made official anew.

    Raises:
        Conflict: as `knock_out`, but `round_official` only once the stage has ended; `step_gone`: it is taken back
            already; `step_built_on`.
        Refused: `not_knockout`, `reason_missing`; `reason_too_long`.
    """
    desk, step = Desk(by, back.seen, key, now), back.step
    one = _at_desk(round_id, by)
    mark = acting.asked(key, "back", one.pk, step, back.reason)
    if earlier := _said_before(one, desk, Kind.TAKEN_BACK, mark):
        return Written(earlier)
    reason = clean_reason(back.reason)
    if one.state == Round.State.OFFICIAL and one.stage.state == Stage.State.RUNNING:
        require(can_plan(acting.role_at(by, one.stage.tournament)))
        one.state, one.official_by, one.official_at = Round.State.PUBLISHED, None, None
        one.save(update_fields=["state", "official_by", "official_at"])
    running = _seen(one, desk)
    said = next((said for said in running.steps if said.number == step), None)
    if said is None:
        raise Conflict("step_gone", _("This was already taken back. Check the tables again."))
    if step not in running.open_steps:
        text = _("Other players have moved or sat down since. Take that back first.")
        raise Conflict("step_built_on", text)
    acts = []
    for nth, act in enumerate(said.acts):
        assert act.entrant  # noqa: S101 each of these acts is about somebody
        if act.detail.get("left") and act.entrant.state == Entrant.State.WITHDRAWN:
            become(act.entrant, Entrant.State.HERE, Kind.RETURNED, by, now, reason=reason)
        more = {"of": act, "table": act.table, "entrant": act.entrant, "reason": reason, "detail": {} if nth else mark}
        acts.append(_act(one, Kind.TAKEN_BACK, desk, nth, **more))
    made = Written(acting.written(acts))
    if said.kind == Kind.SEATED:
        _let_go(one, said.act)
    return made


def leave_tables(entrant: Entrant, by: User, now: datetime) -> None:
    """Who leaves the tournament while they sit in a knock-out is out of it. The tournament is locked."""
    stages = list(entrant.tournament.stages.filter(state="running"))
    for stage in stages:
        stage.tournament = entrant.tournament
    for knockout in knockouts_of(stages):
        if knockout.state != Round.State.PUBLISHED:
            continue
        running = knockout_of(knockout)
        spot = running.course.sitting.get(entrant.number)
        if spot and running.course.left > 1:
            detail = {"table": spot.table, "stack": 1, "left": True}
            _write(running, Kind.OUT, Desk(by, running.revision, uuid4(), now), [(entrant, detail)], {})


def _at_desk(round_id: UUID, by: User) -> Round:
    one = acting.locked_round(round_id)
    require(can_desk(acting.role_at(by, one.stage.tournament)))
    acting.require_not_ended(one.stage.tournament)
    format_of(one.stage).require(StageAct.KNOCK_OUT)
    if one.is_draft:
        raise Conflict("round_is_draft", _("This round is only a draft. Its tables are not open yet."))
    return one


def _said_before(round_: Round, desk: Desk, kind: str, mark: acting.Mark) -> list[DeskAct]:
    """What was written under the same key, sent before. Raises Conflict `key_used` where something else was."""
    first = acting.earlier_act(round_.club_id, desk.key) or acting.earlier_act(
        round_.club_id, uuid5(desk.key, "0")
    )  # as it was before
    if first is None:
        return []
    if (first.round_id, first.kind) != (round_.pk, kind):
        raise acting.key_used(first)
    acting.require_same(first, mark)
    acts = DeskAct.objects.filter(round=first.round_id, kind=first.kind, at=first.at, by=first.by_id).order_by("pk")
    return [act for act in acts if act.detail.get("step") == first.detail.get("step")]


def _seen(round_: Round, desk: Desk) -> Knockout:
    if round_.state == Round.State.OFFICIAL:
        raise Conflict("round_official", _("The places are official and cannot change any more."))
    running = knockout_of(round_)
    if running.revision != desk.seen:
        raise Conflict("tables_changed", _("Somebody else has just changed the tables. Check them again."))
    return running


def _sitting_at(running: Knockout, table: int, wanted: Sequence[UUID]) -> list[Entrant]:
    """Those of a table, in the order asked for. Raises Refused `nobody_out`, `not_at_table`."""
    if not wanted:
        raise acting.refused("nobody_out", "out", gettext_noop("Tap who went out."))
    found = _entrants(running.round).in_bulk(wanted)
    there = {who for who, spot in running.course.sitting.items() if spot.table == table}
    if len(set(wanted)) < len(wanted) or any(pk not in found or found[pk].number not in there for pk in wanted):
        raise acting.refused("not_at_table", "out", NOT_HERE)
    return [found[pk] for pk in wanted]


def _entrants(round_: Round) -> QuerySet[Entrant]:
    return Entrant.objects.filter(tournament=round_.stage.tournament_id)


def _let_go(round_: Round, act: DeskAct) -> None:
    """Who has no seat after all, and never had one, is in the stage no longer."""
    again = DeskAct.objects.filter(round=round_, kind=Kind.SEATED, entrant=act.entrant, taken_back_by=None)
    if not again.exists() and not round_.places.filter(entrant=act.entrant).exists():
        round_.stage.entrants.filter(entrant=act.entrant).delete()


def _write(
    running: Knockout,
    kind: DeskAct.Kind,
    desk: Desk,
    about: Sequence[tuple[Entrant, dict[str, Any]]],
    mark: acting.Mark,
) -> list[DeskAct]:
    one, step = running.round, running.next_step
    tables = {table.number: table for table in one.tables.all()}
    acts = []
    for nth, (entrant, detail) in enumerate(about):
        table = tables[detail["to"][0] if "to" in detail else detail["table"]]
        kept = {**detail, "step": step, "nth": nth, **({} if nth else mark)}
        acts.append(_act(one, kind, desk, nth, entrant=entrant, table=table, detail=kept))
    return acting.written(acts)


def _act(round_: Round, kind: DeskAct.Kind, desk: Desk, nth: int, **more: Any) -> DeskAct:
    # Of the nth act of a step: the first has the key itself, so that nothing else is said under it.
    return DeskAct(
        club_id=round_.club_id,
        tournament=round_.stage.tournament,
        stage=round_.stage,
        round=round_,
        kind=kind,
        at=desk.now,
        by=desk.by,
        key=uuid5(desk.key, str(nth)) if nth else desk.key,
        **more,
    )
