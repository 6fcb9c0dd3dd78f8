"""What the services of a table share: the locked sitting, the refusals they have in common, the acts they write."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Prefetch, prefetch_related_objects
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Act, Seat, Sitting
from scorekeeper.play.policies import Standpoint, seen_by, standpoint

LONGEST_REASON = 200  # characters


@dataclass(frozen=True, slots=True)
class AtTable:
    """A sitting locked for this transaction, and what the actor is at it."""

    sitting: Sitting
    who: Standpoint


def at_table(sitting_id: UUID, by: Actor) -> AtTable:
    """Lock the sitting's row: everything that happens at one table happens one after the other.

    Raises:
        Sitting.DoesNotExist: there is none that this actor may see.
    """
    sitting = seen_by(Sitting.objects.select_related("club"), by).select_for_update(of=("self",)).get(pk=sitting_id)
    return AtTable(sitting, standpoint(by, sitting))


def clean_reason(reason: str) -> str:
    """A reason people can read later.

    Raises:
        Refused: `reason_missing`, `reason_too_long`.
    """
    reason = " ".join(reason.replace("\0", "").split())
    if not reason:
        text = Text(gettext_noop("Say why; everybody at the table can read it."))
        raise Refused([Problem("reason_missing", "reason", text)])
    if len(reason) > LONGEST_REASON:
        text = Text(gettext_noop("At most {most} characters, please."), {"most": LONGEST_REASON})
        raise Refused([Problem("reason_too_long", "reason", text)])
    return reason


def require_open(sitting: Sitting) -> None:
    """Raises Conflict `sitting_closed` when the sheet is sealed."""
    if not sitting.is_open:
        text = _("This sheet is closed. A director can reopen it.")
        raise Conflict("sitting_closed", text)


def note(
    sitting: Sitting,
    kind: str,
    by: Actor,
    now: datetime,
    *,
    reason: str = "",
    seat: Seat | None = None,
) -> Act:
    """Write down what happened to the sitting; counts as a change of it."""
    sitting.revision += 1
    return Act.objects.create(
        club_id=sitting.club_id,
        sitting=sitting,
        kind=kind,
        at=now,
        reason=reason,
        seat=seat,
        head=sitting.head,
        **by.marks,
    )


def with_seats(sitting: Sitting) -> Sitting:
    """Read seats, their players and the competitions once; from here on `.all()` of them asks nothing."""
    prefetch_related_objects([sitting], Prefetch("seats", Seat.objects.select_related("player")), "competitions")
    return sitting


def dealing(seats: Sequence[Seat], number: int) -> int:
    """Who deals when it is this seat's turn: it, or, when it has left, the next one who sits there."""
    active = [seat.number for seat in seats if seat.is_active]
    return next((other for other in active if other >= number), active[0])
