"""Record a hand and take it back: the work of the evening."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from pydantic import Field

from games.core.record import dump, load_kind
from games.core.values import InvalidRecord, Table
from scorekeeper.common.acts import Answer, Asked
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.ids import digest, uuid7
from scorekeeper.common.texts import translated
from scorekeeper.play.acting import at_table, require_open, visible, with_seats
from scorekeeper.play.actors import Actor
from scorekeeper.play.marks.reads import marks_state
from scorekeeper.play.marks.services import held
from scorekeeper.play.models import Hand, Seat, Sitting, State
from scorekeeper.play.policies import can_record, standpoint
from scorekeeper.play.recording import sql, versions
from scorekeeper.play.records import HandNumber, HandRecord
from scorekeeper.play.replaying import stored
from scorekeeper.play.sheet.shown import OutcomeBody
from scorekeeper.standings.models import Competition


class TriedHand(Asked):
    """A hand that is not recorded."""

    record: HandRecord


class SentHand(TriedHand):
    """A hand as seen at the table."""

    number: Annotated[HandNumber | None, Field(description="The hand the sender believes it records.")] = None


class Undoing(Asked):
    """The hand to be taken back: the last one, so that asking twice takes back one."""

    hand: UUID


class PreviewBody(Answer):
    """What the next hand would be; nothing is written."""

    record: HandRecord
    outcome: OutcomeBody


@dataclass(frozen=True, slots=True)
class Recorded:
    """The hand under this key; `is_new` is false when it had been sent before.

    `seats` and `competitions` are given where they were read anyway.
    """

    hand: Hand
    sitting: Sitting
    is_new: bool
    seats: Sequence[Seat] = ()
    competitions: Sequence[Competition] = ()


def record_hand(sent: SentHand, *, sitting_id: UUID, by: Actor, key: UUID, now: datetime) -> Recorded:
    """Record the next hand of a sitting.

    Raises:
        Sitting.DoesNotExist: no such sitting for this actor.
        PermissionDenied: the actor may look but not record.
        Conflict: `key_reused`, `sitting_closed`, `list_complete`, `number_taken`, `number_ahead`.
        Refused: as `judged`; all problems in their order.
    """
    try:
        with transaction.atomic():
            return _record(sql.read(sitting_id, by, key), by, sent, key, now)
    except IntegrityError:
        if Hand.objects.filter(key=key, club__sittings=sitting_id).exists():
            raise _key_reused(None) from None  # at this very moment, at another table of the club
        raise


def _record(table: sql.Read, by: Actor, sent: SentHand, key: UUID, now: datetime) -> Recorded:
    sitting = table.sitting
    require(can_record(table.who))
    if table.earlier:
        earlier = Hand.objects.get(pk=table.earlier)
        _require_same(sitting, earlier, _facts(sitting, plain(sitting, sent.record)))
        return Recorded(earlier, sitting, is_new=False)

    _require_room(sitting, sent.number)
    where = next_table(sitting, table.seats)
    hand, outcome = judged(sitting, sent.record, where)
    record = dump(hand)
    row = versions.append(
        sitting,
        by,
        now,
        versions.Version(
            sitting.next_number, table.version + 1, Hand.Kind.RECORDED, key, _facts(sitting, record), record
        ),
        table={"seats": list(where.seats), "dealer": where.dealer},
        outcome=stored(outcome),
    )
    sitting.next_number += 1
    sitting.revision += 1
    sitting.state, sitting.dealer, sitting.is_over = dump(outcome.state), outcome.dealer, outcome.over
    sql.write(table, row, row.moved)
    return Recorded(row, sitting, is_new=True, seats=table.seats, competitions=table.competitions)


@transaction.atomic
def undo_hand(undoing: Undoing, *, sitting_id: UUID, by: Actor, now: datetime) -> Recorded:
    """Take back the last hand; asking twice for the same one changes nothing.

    Raises:
        Conflict: `sitting_closed`, `not_the_last` when other hands have come after it, `hand_changed`, or
            `hand_confirmed`, `hand_disputed`: somebody has said something of it.
    """
    table = at_table(sitting_id, by)
    sitting = table.sitting
    require(can_record(table.who))
    require_open(sitting)
    hand, *later = (
        sitting.hands.filter(number__gte=versions.number_of(sitting, undoing.hand)).newest().order_by("number")
    )
    if hand.is_void:
        return Recorded(hand, sitting, is_new=False)
    if hand.pk != undoing.hand:
        raise versions.changed(sitting, undoing.hand)
    if any(not other.is_void for other in later):
        raise Conflict("not_the_last", _("Other hands have been recorded since. Correct this hand instead."), hand)
    _require_unsaid(sitting, hand, now)
    with_seats(sitting)
    wanted = versions.Wanted(uuid7(), digest({"undo": str(undoing.hand)}), None, "")
    return Recorded(versions.write_version(sitting, by, now, hand, wanted), sitting, is_new=True)


def _require_unsaid(sitting: Sitting, hand: Hand, now: datetime) -> None:
    """Taken back is only what nobody else has agreed to or disputes."""
    match marks_state(sitting, now).state(hand):
        case State.DISPUTED:
            raise held(hand)
        case State.CONFIRMED:
            text = _("Hand {number} is confirmed: the scorer of the sheet can correct it, with a reason.")
            raise Conflict("hand_confirmed", text.format(number=hand.number), hand)


def sent_before(sitting: Sitting, key: UUID, facts: str) -> Hand | None:
    """The version of a hand this key has already made.

    Raises:
        Conflict: `key_reused`: the key belongs to other facts or another sitting of this club.
    """
    earlier = Hand.objects.filter(club=sitting.club_id, key=key).first()
    if earlier:
        _require_same(sitting, earlier, facts)
    return earlier


def plain(sitting: Sitting, record: Mapping[str, Any]) -> Mapping[str, Any]:
    """A record with everything said that may be left out: two spellings of one hand are the same facts.

    What is no record of this game stays as it is; the rules will refuse it.
    """
    try:
        return dump(load_kind(sitting.plays.hands, record))
    except InvalidRecord:
        return record


def _facts(sitting: Sitting, record: Mapping[str, Any]) -> str:
    return digest({"sitting": str(sitting.pk), "record": record})


def _require_same(sitting: Sitting, earlier: Hand, facts: str) -> None:
    mine = earlier.sitting_id == sitting.pk
    if not mine or earlier.facts != facts:
        raise _key_reused(earlier if mine else None)


def _key_reused(earlier: Hand | None) -> Conflict:
    return Conflict("key_reused", _("This key was used for another hand. Make a new key for each hand."), earlier)


def next_table(sitting: Sitting, seats: Sequence[Seat]) -> Table[Any]:
    """Where the sitting stands before its next hand."""
    active = tuple(seat.number for seat in seats if seat.is_active)
    return Table(active, sitting.next_number, sitting.dealer, sitting.typed_state)


@dataclass(frozen=True, slots=True)
class Tried:
    """What the next hand of a sitting would be."""

    sitting: Sitting
    record: Any
    outcome: Any


def try_hand(tried: TriedHand, *, sitting_id: UUID, by: Actor) -> Tried:
    """What the next hand would be; nothing is written.

    Raises:
        PermissionDenied: the actor may look but not record.
        Refused: as `judged`.
        Sitting.DoesNotExist: no such sitting for this actor.
    """
    sitting = visible(sitting_id, by)
    require(can_record(standpoint(by, sitting)))
    return Tried(sitting, *judged(sitting, tried.record, next_table(sitting, list(sitting.seats.all()))))


def judged(sitting: Sitting, record: Mapping[str, Any], table: Table[Any]) -> Any:
    """Raises Refused as `games.hand_codes`."""
    try:
        return sitting.plays.judge(record, sitting.typed_rules, table)
    except InvalidRecord as error:
        raise Refused(error.problems) from None


def _require_room(sitting: Sitting, number: int | None) -> None:
    require_open(sitting)
    if number is not None and number < sitting.next_number:
        there = sitting.hands.filter(number=number).order_by("-version").first()
        text = _("Hand {number} has been recorded already.").format(number=number)
        raise Conflict("number_taken", text, there)
    if number is not None and number > sitting.next_number:
        text = _("The next hand is number {number}.").format(number=sitting.next_number)
        raise Conflict("number_ahead", text)
    if not sitting.accepts_hands:
        over = sitting.plays.words.complete if sitting.is_over else sitting.plays.words.ended
        raise Conflict("list_complete", _("{over}. Only the signatures are missing.").format(over=translated(over)))


@transaction.atomic
def replace_last(sent: SentHand, *, sitting_id: UUID, by: Actor, hand_id: UUID, key: UUID, now: datetime) -> Recorded:
    """Take the last hand back and record another under its number, both or neither. What is taken back stays
    readable; sending it again under the same key changes nothing.

    Raises:
        Whatever taking it back and recording raise.
    """
    sitting = at_table(sitting_id, by).sitting
    number = versions.number_of(sitting, hand_id)
    if not Hand.objects.filter(club=sitting.club_id, key=key).exists():
        undo_hand(Undoing(hand=hand_id), sitting_id=sitting_id, by=by, now=now)
    again = SentHand(record=sent.record, number=number)
    return record_hand(again, sitting_id=sitting_id, by=by, key=key, now=now)
