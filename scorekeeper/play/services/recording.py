"""Record a hand, take it back, correct it: the work of the evening."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.core.record import dump, load_kind
from games.core.text import Text
from games.core.values import InvalidRecord, Table
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.ids import uuid7
from scorekeeper.play import sql
from scorekeeper.play.actors import Actor
from scorekeeper.play.ledger import difference, post
from scorekeeper.play.models import Hand, Seat, Sitting
from scorekeeper.play.models.hands import digest
from scorekeeper.play.policies import can_record, keeps_the_sheet
from scorekeeper.play.replaying import Judged, Replayed, replayed_with, stored
from scorekeeper.play.services.common import at_table, clean_reason, dealing, require_open, with_seats
from scorekeeper.standings.models import Competition

VOID: dict[str, Any] = {
    "lines": [],
    "detail": None,
    "said": {"text": ""},
    "warnings": [],
    "over": False,
}


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


@dataclass(frozen=True, slots=True)
class Sent:
    """What a phone sends with a hand: its own key, the facts, and the number it believes it records."""

    key: UUID
    record: Mapping[str, Any]
    number: int | None = None


def record_hand(*, sitting_id: UUID, by: Actor, sent: Sent, now: datetime) -> Recorded:
    """Record the next hand of a sitting.

    Raises:
        Sitting.DoesNotExist: no such sitting for this actor.
        PermissionDenied: the actor may look but not record.
        Conflict: `key_reused`, `sitting_closed`, `list_complete`, `number_taken`, `number_ahead`.
        Refused: the rules refuse the record; all problems in their order.
    """
    try:
        with transaction.atomic():
            return _record(sql.read(sitting_id, by, sent.key), by, sent, now)
    except IntegrityError:
        if Hand.objects.filter(key=sent.key, club__sittings=sitting_id).exists():
            raise _key_reused(None) from None  # at this very moment, at another table of the club
        raise


def _record(table: sql.Read, by: Actor, sent: Sent, now: datetime) -> Recorded:
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
    row = _append(
        sitting,
        by,
        now,
        Version(sitting.next_number, table.version + 1, Hand.Kind.RECORDED, sent.key, _facts(sitting, record), record),
        table={"seats": list(where.seats), "dealer": where.dealer},
        outcome=stored(outcome),
    )
    sitting.next_number += 1
    sitting.revision += 1
    sitting.state, sitting.dealer, sitting.is_over = dump(outcome.state), outcome.dealer, outcome.over
    sql.write(table, row, row.moved)
    return Recorded(row, sitting, is_new=True, seats=table.seats, competitions=table.competitions)


@dataclass(frozen=True, slots=True)
class Correction:
    """A change to one hand: `hand_id` is the version it changes; `record` None strikes the hand."""

    hand_id: UUID
    key: UUID
    record: Mapping[str, Any] | None
    reason: str


@transaction.atomic
def correct_hand(*, sitting_id: UUID, by: Actor, change: Correction, now: datetime) -> Recorded:
    """Correct or void any hand, with a reason. Later hands are judged again and follow where they must.

    Raises:
        Conflict: `key_reused`, `sitting_closed`, `hand_changed` (somebody was quicker; `standing` is what stands now).
        Refused: the reason is missing, the record is refused, or a later hand would become impossible (`hand_N`).
    """
    table = at_table(sitting_id, by)
    sitting = table.sitting
    require(keeps_the_sheet(table.who))
    reason = clean_reason(change.reason)
    record = None if change.record is None else plain(sitting, change.record)
    facts = digest({"hand": str(change.hand_id), "record": record, "reason": reason})
    if earlier := sent_before(sitting, change.key, facts):
        return Recorded(earlier, sitting, is_new=False)
    require_open(sitting)
    hand = current_version(with_seats(sitting), change.hand_id)
    row = _change(sitting, by, now, hand, _Wanted(change.key, facts, change.record, reason))
    return Recorded(row, sitting, is_new=True)


@transaction.atomic
def undo_hand(*, sitting_id: UUID, by: Actor, hand_id: UUID, now: datetime) -> Recorded:
    """Take back the last hand; asking twice for the same one changes nothing.

    Raises:
        Conflict: `sitting_closed`, or `not_the_last` when other hands have come after it.
    """
    table = at_table(sitting_id, by)
    sitting = table.sitting
    require(can_record(table.who))
    require_open(sitting)
    hand, *later = sitting.hands.filter(number__gte=_number_of(sitting, hand_id)).newest().order_by("number")
    if hand.is_void:
        return Recorded(hand, sitting, is_new=False)
    if hand.pk != hand_id:
        raise _changed(sitting, hand_id)
    if any(not other.is_void for other in later):
        raise Conflict("not_the_last", _("Other hands have been recorded since. Correct it instead."))
    with_seats(sitting)
    wanted = _Wanted(uuid7(), digest({"undo": str(hand_id)}), None, "")
    return Recorded(_change(sitting, by, now, hand, wanted), sitting, is_new=True)


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


def preview(sitting: Sitting, record: Mapping[str, Any]) -> Any:
    """What the next hand would be: (record, outcome), nothing written. Raises Refused."""
    return judged(sitting, record, next_table(sitting, list(sitting.seats.all())))


def current_version(sitting: Sitting, hand_id: UUID) -> Hand:
    """The version in force that has this id.

    Raises:
        Hand.DoesNotExist: no version of this sitting has it.
        Conflict: `hand_changed`: it has been replaced since.
    """
    hand = sitting.hands.get(pk=hand_id)
    newest = sitting.hands.filter(number=hand.number).order_by("-version").first()
    if newest is None or newest.pk != hand.pk:
        raise _changed(sitting, hand_id)
    return hand


@dataclass(frozen=True, slots=True)
class Version:
    """The facts of a new version of a hand."""

    number: int
    version: int
    kind: str
    key: UUID
    facts: str
    record: Mapping[str, Any]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class _Wanted:
    key: UUID
    facts: str
    record: Mapping[str, Any] | None
    reason: str


def judged(sitting: Sitting, record: Mapping[str, Any], table: Table[Any]) -> Any:
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
        raise Conflict("list_complete", _("The list is complete. It only has to be signed."))


def _append(
    sitting: Sitting,
    by: Actor,
    now: datetime,
    version: Version,
    *,
    table: Mapping[str, Any],
    outcome: Mapping[str, Any],
) -> Hand:
    """A new link of the sitting's chain, not yet written."""
    sitting.seq += 1
    row = Hand(
        club_id=sitting.club_id,
        sitting=sitting,
        number=version.number,
        version=version.version,
        seq=sitting.seq,
        kind=version.kind,
        key=version.key,
        facts=version.facts,
        record=version.record,
        table=table,
        outcome=outcome,
        rules_version=sitting.plays.version,
        reason=version.reason,
        at=now,
        previous=sitting.head,
        **by.marks,
    )
    row.hash = row.content_hash()
    sitting.head = row.hash
    return row


def _change(sitting: Sitting, by: Actor, now: datetime, hand: Hand, wanted: _Wanted) -> Hand:
    """Write the new version of `hand` and of every later hand that follows from it, and post the differences."""
    after = replayed_with(sitting, hand, wanted.record)
    row = _append(
        sitting,
        by,
        now,
        Version(
            hand.number,
            hand.version + 1,
            Hand.Kind.VOIDED if wanted.record is None else Hand.Kind.CORRECTED,
            wanted.key,
            wanted.facts,
            hand.record if after.judged is None else after.judged.record,
            wanted.reason,
        ),
        table=hand.table,
        outcome=VOID if after.judged is None else after.judged.outcome,
    )
    reason = str(Text(gettext_noop("follows from hand {number}"), {"number": hand.number}))
    rows = [row, *_followers(sitting, by, now, after.followers, reason)]
    _stand_where(sitting, hand, after)
    _replace(sitting, [hand, *(judged.hand for judged in after.followers)], rows)
    return row


def follow(sitting: Sitting, by: Actor, now: datetime, followers: Sequence[Judged], reason: str) -> None:
    """Append new versions of hands whose outcome has changed without their record, and post the differences."""
    rows = _followers(sitting, by, now, followers, reason)
    _replace(sitting, [judged.hand for judged in followers], rows)


def _replace(sitting: Sitting, before: Sequence[Hand], rows: Sequence[Hand]) -> None:
    _save(sitting, rows)
    posts = [(new, difference(new.moved, old.moved)) for new, old in zip(rows, before, strict=True)]
    post(sitting, list(sitting.seats.all()), posts, list(sitting.competitions.all()))


def _followers(sitting: Sitting, by: Actor, now: datetime, followers: Sequence[Judged], reason: str) -> list[Hand]:
    return [
        _append(
            sitting,
            by,
            now,
            Version(
                judged.hand.number,
                judged.hand.version + 1,
                Hand.Kind.FOLLOWED,
                uuid7(),
                judged.hand.facts,
                judged.record,
                reason,
            ),
            table=judged.hand.table,
            outcome=judged.outcome,
        )
        for judged in followers
    ]


def _stand_where(sitting: Sitting, hand: Hand, after: Replayed) -> None:
    """Where the sitting stands after the change: a struck last hand gives its number and its deal back, and takes
    them again when it comes back."""
    sitting.state, sitting.is_over = after.replay.state, after.replay.is_over
    if after.judged is None:
        if hand.number == sitting.next_number - 1:
            sitting.next_number, sitting.dealer = hand.number, dealing(after.seats, hand.table["dealer"])
        return
    sitting.next_number = max(sitting.next_number, hand.number + 1)
    if after.is_last and (hand.is_void or after.replay.dealer != after.dealer_before):
        sitting.dealer = dealing(after.seats, after.replay.dealer)


def _save(sitting: Sitting, rows: Sequence[Hand]) -> None:
    sitting.revision += 1
    Hand.objects.bulk_create(rows)
    sitting.save(
        update_fields=[
            "next_number",
            "state",
            "dealer",
            "is_over",
            "seq",
            "head",
            "revision",
        ]
    )


def _number_of(sitting: Sitting, hand_id: UUID) -> int:
    return int(sitting.hands.values_list("number", flat=True).get(pk=hand_id))


def _changed(sitting: Sitting, hand_id: UUID) -> Conflict:
    number = _number_of(sitting, hand_id)
    newest = sitting.hands.filter(number=number).order_by("-version").first()
    text = _("Hand {number} has been changed in the meantime.").format(number=number)
    return Conflict("hand_changed", text, newest)
