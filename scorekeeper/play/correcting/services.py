"""Put a sheet right: correct and strike hands, give penalties, adjust points, and take that back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Final, Literal
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import Field

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.common.acts import Asked, Refusal
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.ids import digest, uuid7
from scorekeeper.play import acting
from scorekeeper.play.actors import Actor
from scorekeeper.play.ledger import post
from scorekeeper.play.marks.reads import marks_state
from scorekeeper.play.marks.services import Words, held, settle
from scorekeeper.play.models import Act, Hand, Seat, Sitting
from scorekeeper.play.moves import Moves, Shift, moves, shift, with_more
from scorekeeper.play.policies import keeps_the_sheet, standpoint
from scorekeeper.play.recording.services import Recorded, plain, sent_before
from scorekeeper.play.recording.versions import Wanted, current_version, write_version
from scorekeeper.play.records import NOBODY_THERE, HandRecord, OnlySaid, Reason, Reasoned, SeatNumber, ShiftBody
from scorekeeper.play.sheet import rows
from scorekeeper.play.sheet.shown import OutcomeBody
from scorekeeper.standings.services import added


class Correction(Asked):
    """The hand as it should have been, and why."""

    record: HandRecord
    reason: Reason
    preview: OnlySaid = False


class Striking(Asked):
    """Every hand from one on is struck, up to `last`, which was the last one when that was shown."""

    last: int
    reason: Reason


class MovesBody(ShiftBody):
    """What a correction would move; nothing is written."""

    outcome: OutcomeBody | None
    follows: tuple[int, ...] = Field(description="Numbers of later hands.")


MOST_POINTS: Final = 10_000_000


class Adjustment(Asked):
    """Points given or taken beside the hands, in the terms of the total; a penalty takes."""

    kind: Literal["penalty", "adjusted"]
    seat: SeatNumber
    points: Annotated[
        int,
        Field(ge=-MOST_POINTS, le=MOST_POINTS, description="What it adds to the total; less than 0 is taken."),
        Refusal("points_too_many", gettext_noop("At most {most} at once."), most=MOST_POINTS),
    ]
    against: Annotated[SeatNumber | None, Field(description="Whom it comes from or goes to; needed for amounts.")] = (
        None
    )
    reason: Reason
    preview: OnlySaid = False

    @property
    def is_penalty(self) -> bool:
        return self.kind == "penalty"


class TakingBack(Asked):
    """The penalty or adjustment to be taken back, and why."""

    act: UUID
    reason: Reason
    preview: OnlySaid = False


@transaction.atomic
def correct_hand(
    change: Correction, *, sitting_id: UUID, by: Actor, hand_id: UUID, key: UUID, now: datetime
) -> Recorded:
    """Correct any hand, with a reason; `hand_id` is the version that is changed. Later hands are judged again and
    follow where they must. A director who does so to a disputed hand decides it.

    Raises:
        Conflict: `key_reused`, `sitting_closed`, `hand_changed` (somebody was quicker), `hand_disputed`: only a
            director may change it.
        Refused: as `acting.clean_reason`, as `write_version`: also where a later hand would become impossible.
    """
    return _change(change.record, change.reason, sitting_id, by, hand_id, key, now)


@transaction.atomic
def void_hand(why: Reasoned, *, sitting_id: UUID, by: Actor, hand_id: UUID, key: UUID, now: datetime) -> Recorded:
    """Strike any hand, with a reason; it stays readable. Raises Conflict as `correct_hand`; Refused as
    `acting.clean_reason`, `hand_impossible`."""
    return _change(None, why.reason, sitting_id, by, hand_id, key, now)


def _change(
    wanted: Mapping[str, Any] | None, why: str, sitting_id: UUID, by: Actor, hand_id: UUID, key: UUID, now: datetime
) -> Recorded:
    table = acting.at_table(sitting_id, by)
    sitting = table.sitting
    require(keeps_the_sheet(table.who))
    reason = acting.clean_reason(why)
    record = None if wanted is None else plain(sitting, wanted)
    facts = digest({"hand": str(hand_id), "record": record, "reason": reason})
    if earlier := sent_before(sitting, key, facts):
        return Recorded(earlier, sitting, is_new=False)
    acting.require_open(sitting)
    hand = current_version(acting.with_seats(sitting), hand_id)
    settle(table, hand, Words(by, now, reason=reason))
    row = write_version(sitting, by, now, hand, Wanted(key, facts, wanted, reason))
    return Recorded(row, sitting, is_new=True)


def preview_correction(change: Correction, *, sitting_id: UUID, by: Actor, hand_id: UUID) -> Moves:
    """What the correction would move; nothing is written. Raises as `correct_hand`."""
    sitting = acting.visible(sitting_id, by)
    require(keeps_the_sheet(standpoint(by, sitting)))
    return moves(sitting, current_version(sitting, hand_id), change.record)


def preview_void(_why: Reasoned, *, sitting_id: UUID, by: Actor, hand_id: UUID) -> Moves:
    """What striking the hand would move; nothing is written. Raises as `void_hand`."""
    sitting = acting.visible(sitting_id, by)
    require(keeps_the_sheet(standpoint(by, sitting)))
    return moves(sitting, current_version(sitting, hand_id), None)


@transaction.atomic
def strike_from(striking: Striking, *, sitting_id: UUID, by: Actor, hand_id: UUID, now: datetime) -> int:
    """Strike a hand and every one after it up to `last`, the last first, all with the same reason; how many.

    Raises:
        Conflict: `sitting_closed`, `hand_changed` (somebody was quicker), or `sheet_changed`: "last" is no longer
            the last hand, so that one would be struck that nobody was shown; `hand_disputed`: one of them is held
            for a director.
        Refused: as `acting.clean_reason`.
    """
    table = acting.at_table(sitting_id, by)
    sitting = table.sitting
    require(keeps_the_sheet(table.who))
    reason = acting.clean_reason(striking.reason)
    acting.require_open(sitting)
    if sitting.next_number - 1 != striking.last:
        raise Conflict("sheet_changed", _("Another hand has been recorded since. Check the sheet, then strike again."))
    first = current_version(acting.with_seats(sitting), hand_id)
    hands = _from(sitting, first)
    for hand in hands:
        settle(table, hand, Words(by, now, reason=reason))
        facts = digest({"hand": str(hand.pk), "record": None, "reason": reason})
        write_version(sitting, by, now, hand, Wanted(uuid7(), facts, None, reason))
    return len(hands)


@dataclass(frozen=True, slots=True)
class StrikeMoves(Shift):
    """What striking the end of a sheet would move: `struck`, in order, and who moves with them."""

    struck: tuple[Hand, ...]


def strike_moves(sitting: Sitting, hand: Hand, now: datetime, *, directs: bool) -> StrikeMoves:
    """What striking from this hand on would move; nothing comes after, so that nothing follows from it.

    Raises:
        Conflict: `sitting_closed`, `hand_changed`, `hand_disputed`: who does not direct strikes no hand that is held.
    """
    acting.require_open(sitting)
    first = current_version(sitting, hand.pk)
    hands, disputes = _from(sitting, first), marks_state(sitting, now).disputes
    if not directs and (disputed := [hand for hand in hands if hand.number in disputes]):
        raise held(disputed[0])
    seats = list(sitting.seats.select_related("player"))
    moved: dict[int, dict[str, int]] = {seat.number: {} for seat in seats}
    for struck_hand in hands:
        for (number, measure), amount in struck_hand.moved.items():
            moved[number] = added(moved[number], {measure: -amount})
    found = shift(sitting, seats, [with_more(seat, moved[seat.number]) for seat in seats])
    return StrikeMoves(found.unit, found.seats, found.seasons, tuple(reversed(hands)))


def _from(sitting: Sitting, first: Hand) -> list[Hand]:
    """The hands that count from this one on, the last first."""
    return list(sitting.hands.standing().filter(number__gte=first.number).order_by("-number"))


Amounts = dict[tuple[int, str], int]


@transaction.atomic
def adjust(change: Adjustment, *, sitting_id: UUID, by: Actor, key: UUID, now: datetime) -> acting.Acted:
    """Give a penalty or adjust a total, with a reason; tallies and standings move with it.

    Raises:
        Conflict: `key_reused`, `sitting_closed`.
        Refused: as `acting.clean_reason`, as `due`; every problem with its field.
    """
    table = acting.at_table(sitting_id, by)
    sitting = table.sitting
    require(keeps_the_sheet(table.who))
    reason = acting.clean_reason(change.reason)
    said = {"seat": change.seat, "points": change.points, "against": change.against, "reason": reason}
    facts = acting.facts_of(sitting, change.kind, said)
    if earlier := acting.acted_before(sitting, key, facts):
        return earlier
    acting.require_open(sitting)
    seats = list(acting.with_seats(sitting).seats.all())
    amounts = due(sitting, seats, change)
    seat = next(seat for seat in seats if seat.number == change.seat)
    detail = {"points": change.points, "lines": rows.lines_of(seats, amounts)}
    act = acting.write_link(sitting, by, now, acting.Link(change.kind, key, reason, seat, detail), facts)
    post(sitting, seats, [(act, amounts)], list(sitting.competitions.all()))
    return acting.Acted(act, sitting, is_new=True)


@transaction.atomic
def take_back(wanted: TakingBack, *, sitting_id: UUID, by: Actor, key: UUID, now: datetime) -> acting.Acted:
    """Take a penalty or an adjustment back by an entry against it; both stay readable.

    Raises:
        Act.DoesNotExist: this table has no such act.
        Conflict: `key_reused`, `sitting_closed`, `taken_back`: somebody was quicker.
        Refused: as `acting.clean_reason`.
    """
    table = acting.at_table(sitting_id, by)
    sitting = table.sitting
    require(keeps_the_sheet(table.who))
    reason = acting.clean_reason(wanted.reason)
    facts = acting.facts_of(sitting, Act.Kind.REVERSED, {"reverses": str(wanted.act), "reason": reason})
    if earlier := acting.acted_before(sitting, key, facts):
        return earlier
    acting.require_open(sitting)
    seats = list(acting.with_seats(sitting).seats.all())
    given = given_act(sitting, wanted.act)
    amounts = reversed_amounts(seats, given)
    seat = next(seat for seat in seats if seat.pk == given.seat_id)
    detail = {"points": -given.detail["points"], "lines": rows.lines_of(seats, amounts)}
    link = acting.Link(Act.Kind.REVERSED, key, reason, seat, detail, reverses=given)
    act = acting.write_link(sitting, by, now, link, facts)
    post(sitting, seats, [(act, amounts)], list(sitting.competitions.all()))
    return acting.Acted(act, sitting, is_new=True)


def given_act(sitting: Sitting, act_id: UUID) -> Act:
    """A penalty or an adjustment of this table that stands.

    Raises:
        Act.DoesNotExist: there is none.
        Conflict: `taken_back`.
    """
    given = sitting.acts.get(pk=act_id, kind__in=rows.GIVEN)
    if given.reversals.exists():
        raise Conflict("taken_back", _("This has been taken back already."))
    return given


def preview_adjustment(change: Adjustment, *, sitting_id: UUID, by: Actor) -> Shift:
    """What a change would move; nothing is written. Raises as `adjust`."""
    return adjustment_moves(acting.kept_sheet(sitting_id, by), change)


def preview_taking_back(wanted: TakingBack, *, sitting_id: UUID, by: Actor) -> Shift:
    """What taking it back would move; nothing is written. Raises as `take_back`."""
    sitting = acting.kept_sheet(sitting_id, by)
    return reversal_moves(sitting, given_act(sitting, wanted.act))


def adjustment_moves(sitting: Sitting, change: Adjustment) -> Shift:
    """What a change would move. Raises Refused as `due`."""
    seats = list(sitting.seats.all())
    return _shift(sitting, seats, due(sitting, seats, change))


def reversal_moves(sitting: Sitting, given: Act) -> Shift:
    """What taking it back would move."""
    seats = list(sitting.seats.all())
    return _shift(sitting, seats, reversed_amounts(seats, given))


def reversed_amounts(seats: Sequence[Seat], given: Act) -> Amounts:
    return {key: -amount for key, amount in rows.amounts_of(seats, given.detail["lines"]).items()}


def due(sitting: Sitting, seats: Sequence[Seat], change: Adjustment) -> Amounts:
    """What a change moves: {(seat number, measure): amount}. Raises Refused as `_problems`."""
    if problems := _problems(sitting, seats, change):
        raise Refused(problems)
    measure, weight = rows.counted_in(sitting)
    moved = {(seat.number, measure): weight * change.points for seat in rows.side_of(sitting, seats, change.seat)}
    if change.against is not None:
        against = rows.side_of(sitting, seats, change.against)
        moved |= {(seat.number, measure): -weight * change.points for seat in against}
    return moved


def _shift(sitting: Sitting, seats: Sequence[Seat], amounts: Amounts) -> Shift:
    moved: dict[int, dict[str, int]] = {seat.number: {} for seat in seats}
    for (number, measure), amount in amounts.items():
        moved[number][measure] = amount
    return shift(sitting, seats, [with_more(seat, moved[seat.number]) for seat in seats])


def _problems(sitting: Sitting, seats: Sequence[Seat], change: Adjustment) -> list[Problem]:
    """Refuses `seat_unknown`, as `_points_problems`, as `_against_problems`."""
    problems = []
    if change.seat not in {seat.number for seat in seats}:
        problems.append(Problem("seat_unknown", "seat", _SEAT))
    problems += _points_problems(change)
    return problems or _against_problems(sitting, seats, change)


def _points_problems(change: Adjustment) -> list[Problem]:
    """Refuses `points_missing`, `penalty_gives`."""
    if change.points == 0:
        return [Problem("points_missing", "points", Text(gettext_noop("Enter a number, at least 1.")))]
    if change.is_penalty and change.points > 0:
        text = Text(gettext_noop("A penalty takes points. To give points, make an adjustment."))
        return [Problem("penalty_gives", "points", text)]
    return []


def _against_problems(sitting: Sitting, seats: Sequence[Seat], change: Adjustment) -> list[Problem]:
    """Refuses `against_missing`, `against_penalty`, `seat_unknown`, `against_same`."""
    if change.against is None:
        if not change.is_penalty and rows.is_between_players(sitting):
            text = Text(gettext_noop("At this table one player’s gain is another’s loss: choose the other player."))
            return [Problem("against_missing", "against", text)]
        return []
    if change.is_penalty:
        text = Text(
            gettext_noop("Nobody gets the points of a penalty. To move points between two players, make an adjustment.")
        )
        return [Problem("against_penalty", "against", text)]
    if change.against not in {seat.number for seat in seats}:
        return [Problem("seat_unknown", "against", _SEAT)]
    if change.against in {seat.number for seat in rows.side_of(sitting, seats, change.seat)}:
        text = Text(gettext_noop("Choose another player: these two score as one."))
        return [Problem("against_same", "against", text)]
    return []


_SEAT = Text(NOBODY_THERE)
