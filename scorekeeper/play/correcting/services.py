"""Strike the end of a sheet: where a correction leaves no room for what was recorded after it."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from scorekeeper.common.errors import Conflict, require
from scorekeeper.common.hashing import digest
from scorekeeper.common.ids import uuid7
from scorekeeper.play.acting import at_table, clean_reason, require_open, with_seats
from scorekeeper.play.actors import Actor
from scorekeeper.play.marks.reads import said_of
from scorekeeper.play.marks.services import Words, held, settle
from scorekeeper.play.models import Hand, Sitting
from scorekeeper.play.moves import Shift, shift, with_more
from scorekeeper.play.policies import keeps_the_sheet
from scorekeeper.play.recording.versions import Wanted, current_version, write_version
from scorekeeper.standings.services import added


@transaction.atomic
def strike_from(*, sitting_id: UUID, by: Actor, hand_id: UUID, last: int, reason: str, now: datetime) -> int:
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
    reason = clean_reason(reason)
    require_open(sitting)
    if sitting.next_number - 1 != last:
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
