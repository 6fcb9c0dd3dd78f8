"""Correct a hand, strike it, or strike the end of a sheet, where a correction leaves no room for what follows."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from scorekeeper.common.errors import Conflict, require
from scorekeeper.common.hashing import digest
from scorekeeper.common.ids import uuid7
from scorekeeper.play.acting import at_table, clean_reason, require_open, visible, with_seats
from scorekeeper.play.actors import Actor
from scorekeeper.play.correcting.records import Correction, Striking
from scorekeeper.play.marks.reads import said_of
from scorekeeper.play.marks.services import Words, held, settle
from scorekeeper.play.models import Hand, Sitting
from scorekeeper.play.moves import Moves, Shift, moves, shift, with_more
from scorekeeper.play.policies import keeps_the_sheet, standpoint
from scorekeeper.play.recording.services import Recorded, plain, sent_before
from scorekeeper.play.recording.versions import Wanted, current_version, write_version
from scorekeeper.play.records import Reasoned
from scorekeeper.standings.services import added


@transaction.atomic
def correct_hand(
    change: Correction, *, sitting_id: UUID, by: Actor, hand_id: UUID, key: UUID, now: datetime
) -> Recorded:
    """Correct any hand, with a reason; `hand_id` is the version that is changed. Later hands are judged again and
    follow where they must. A director who does so to a disputed hand decides it.

    Raises:
        Conflict: `key_reused`, `sitting_closed`, `hand_changed` (somebody was quicker; `standing` is what stands now),
            `hand_disputed`: only a director may change it.
        Refused: the reason is missing, the record is refused, or a later hand would become impossible (`hand_N`).
    """
    return _change(change.record, change.reason, sitting_id, by, hand_id, key, now)


@transaction.atomic
def void_hand(why: Reasoned, *, sitting_id: UUID, by: Actor, hand_id: UUID, key: UUID, now: datetime) -> Recorded:
    """Strike any hand, with a reason; it stays readable. Raises as `correct_hand`."""
    return _change(None, why.reason, sitting_id, by, hand_id, key, now)


def _change(
    wanted: Mapping[str, Any] | None, why: str, sitting_id: UUID, by: Actor, hand_id: UUID, key: UUID, now: datetime
) -> Recorded:
    table = at_table(sitting_id, by)
    sitting = table.sitting
    require(keeps_the_sheet(table.who))
    reason = clean_reason(why)
    record = None if wanted is None else plain(sitting, wanted)
    facts = digest({"hand": str(hand_id), "record": record, "reason": reason})
    if earlier := sent_before(sitting, key, facts):
        return Recorded(earlier, sitting, is_new=False)
    require_open(sitting)
    hand = current_version(with_seats(sitting), hand_id)
    settle(table, hand, Words(by, now, reason=reason))
    row = write_version(sitting, by, now, hand, Wanted(key, facts, wanted, reason))
    return Recorded(row, sitting, is_new=True)


def preview_correction(change: Correction, *, sitting_id: UUID, by: Actor, hand_id: UUID) -> Moves:
    """What the correction would move; nothing is written. Raises as `correct_hand`."""
    sitting = visible(sitting_id, by)
    require(keeps_the_sheet(standpoint(by, sitting)))
    return moves(sitting, current_version(sitting, hand_id), change.record)


def preview_void(_why: Reasoned, *, sitting_id: UUID, by: Actor, hand_id: UUID) -> Moves:
    """What striking the hand would move; nothing is written. Raises as `void_hand`."""
    sitting = visible(sitting_id, by)
    require(keeps_the_sheet(standpoint(by, sitting)))
    return moves(sitting, current_version(sitting, hand_id), None)


@transaction.atomic
def strike_from(striking: Striking, *, sitting_id: UUID, by: Actor, hand_id: UUID, now: datetime) -> int:
    """Strike a hand and every one after it up to `last`, the last first, all with the same reason; how many.

    Raises:
        Conflict: `sitting_closed`, `hand_changed` (somebody was quicker; `standing` is what stands now), or
            `sheet_changed`: `last` is no longer the last hand, so that one would be struck that nobody was shown;
            `hand_disputed`: one of them is held for a director.
        Refused: the reason is missing.
    """
    table = at_table(sitting_id, by)
    sitting = table.sitting
    require(keeps_the_sheet(table.who))
    reason = clean_reason(striking.reason)
    require_open(sitting)
    if sitting.next_number - 1 != striking.last:
        raise Conflict(
            "sheet_changed", _("Another hand has been recorded since. Look at the sheet, then strike again.")
        )
    first = current_version(with_seats(sitting), hand_id)
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
    require_open(sitting)
    first = current_version(sitting, hand.pk)
    hands, disputes = _from(sitting, first), said_of(sitting, now).disputes
    if not directs and (disputed := [one for one in hands if one.number in disputes]):
        raise held(disputed[0])
    seats = list(sitting.seats.select_related("player"))
    moved: dict[int, dict[str, int]] = {seat.number: {} for seat in seats}
    for one in hands:
        for (number, measure), amount in one.moved.items():
            moved[number] = added(moved[number], {measure: -amount})
    found = shift(sitting, seats, [with_more(seat, moved[seat.number]) for seat in seats])
    return StrikeMoves(found.unit, found.seats, found.seasons, tuple(reversed(hands)))


def _from(sitting: Sitting, first: Hand) -> list[Hand]:
    """The hands that count from this one on, the last first."""
    return list(sitting.hands.standing().filter(number__gte=first.number).order_by("-number"))
