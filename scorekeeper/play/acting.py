"""What the services of a table share: the locked sitting, the refusals they have in common, the acts they write."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.chains.models import keep_salts
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.policies import require_running
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.ids import digest
from scorekeeper.common.names import DefaultWords, tidied
from scorekeeper.common.texts import HELD
from scorekeeper.journal.models import Kind
from scorekeeper.journal.services import write
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Act, Seat, Sitting
from scorekeeper.play.models.hands import act_hash
from scorekeeper.play.policies import Standpoint, keeps_the_sheet, seen_by, standpoint
from scorekeeper.play.records import LONGEST_REASON, TOO_LONG
from scorekeeper.play.sheet.rows import seats_with_players

SAY_WHY = gettext_noop("Give a reason; everyone who sees this can read it.")


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
    require_running(sitting.club)
    return AtTable(sitting, standpoint(by, sitting))


def visible(sitting_id: UUID, by: Actor) -> Sitting:
    """A table that this actor may see, with its seats and seasons.

    Raises:
        PermissionDenied: its sheet is held back.
        Sitting.DoesNotExist: there is none that they may see.
    """
    found = seen_by(Sitting.objects.select_related("club"), by).filter(pk=sitting_id).first()
    if found is None:
        require_not_held(sitting_id, by)
        raise Sitting.DoesNotExist
    return with_seats(found)


def kept_sheet(sitting_id: UUID, by: Actor) -> Sitting:
    """The open table of who keeps its sheet, to see what an act would move. Raises as `visible`; PermissionDenied;
    Conflict `sitting_closed`."""
    found = visible(sitting_id, by)
    require(keeps_the_sheet(standpoint(by, found)))
    require_open(found)
    return found


def clean_reason(reason: str, *, needed: bool = True, why: str = SAY_WHY) -> str:
    """A reason people can read later, or the program's own; empty where none is needed. `why` asks for it.

    Raises:
        Refused: `reason_missing`, `reason_too_long`.
    """
    if isinstance(reason, DefaultWords):
        return reason
    sent, reason = reason, tidied(reason[: 2 * LONGEST_REASON])
    if not reason and needed:
        raise Refused([Problem("reason_missing", "reason", Text(why))])
    if len(reason) > LONGEST_REASON or len(sent) > 2 * LONGEST_REASON:
        text = Text(TOO_LONG, {"most": LONGEST_REASON})
        raise Refused([Problem("reason_too_long", "reason", text)])
    return reason


def has_length(sitting: Sitting) -> bool:
    """Whether its rules say how many hands it has: only such a sitting can end early."""
    active = [seat.number for seat in sitting.seats.all() if seat.is_active]
    return sitting.plays.progress(sitting.typed_state, sitting.typed_rules, active)[1] is not None


def require_open(sitting: Sitting) -> None:
    """Raises Conflict `sitting_closed` when the sheet is sealed."""
    if not sitting.is_open:
        text = _("This sheet is closed. A director can reopen it.")
        raise Conflict("sitting_closed", text)


def require_hand(sitting: Sitting, number: int) -> None:
    """Raises Refused `number_unknown`: it is neither a hand of this sheet nor the next one."""
    if not 1 <= number <= sitting.next_number:
        text = Text(gettext_noop("Choose a hand from 1 to {last} (the next hand)."), {"last": sitting.next_number})
        raise Refused([Problem("number_unknown", "number", text)])


def note(sitting: Sitting, kind: str, by: Actor, now: datetime, **said: Any) -> Act:
    """Write down what happened to the sitting; counts as a change of it. `said` are further fields of the act: the
    reason, the seat, a key with the hash of what was sent under it."""
    sitting.revision += 1
    if Act.Kind(kind) in TOLD and (kind != Act.Kind.CLOSED or said.get("reason")):
        tell(sitting, TOLD[Act.Kind(kind)], by, now, reason=said.get("reason", ""))
    return Act.objects.create(
        club_id=sitting.club_id, sitting=sitting, kind=kind, at=now, head=sitting.head, **by.marks, **said
    )


# What happens to a sitting and stands in the journal of its club; a sheet that all have signed closes by itself.
TOLD = {
    Act.Kind.CLOSED: Kind.CLOSED,
    Act.Kind.REOPENED: Kind.REOPENED,
    Act.Kind.ENDED: Kind.ENDED,
    Act.Kind.RESUMED: Kind.RESUMED,
    Act.Kind.WITHDRAWN: Kind.TABLE_WITHDRAWN,
    Act.Kind.PENALTY: Kind.PENALTY,
    Act.Kind.ADJUSTED: Kind.ADJUSTED,
    Act.Kind.REVERSED: Kind.REVERSED,
    Act.Kind.SWAPPED: Kind.SWAPPED,
    Act.Kind.SUBSTITUTE: Kind.SUBSTITUTE,
    Act.Kind.RETURNED: Kind.RETURNED,
}


def tell(sitting: Sitting, kind: Kind, by: Actor, now: datetime, **more: Any) -> None:
    """Write into the club's journal what was done at the table. A sheet of no club has none."""
    if not sitting.club.is_private:
        phone = by.device.pk if by.device else None
        write(kind, sitting.club_id, at=now, by_user=by.user, by_phone=phone, thing=sitting.pk, **more)


def with_seats(sitting: Sitting) -> Sitting:
    """Read seats, their players and the competitions once; from here on `.all()` of them asks nothing."""
    prefetch_related_objects([sitting], seats_with_players(), "competitions")
    return sitting


def dealing(seats: Sequence[Seat], number: int) -> int:
    """Who deals when it is this seat's turn: it, or, when it has left, the next one who sits there."""
    active = [seat.number for seat in seats if seat.is_active]
    return next((other for other in active if other >= number), active[0])


def require_not_held(sitting_id: UUID, actor: Actor) -> None:
    """Raises PermissionDenied: this actor would see the sheet, were it not held back."""
    withheld = Sitting.objects.filter(pk=sitting_id, held_back=True)
    require(not seen_by(withheld, actor, also_held=True).exists(), str(HELD))


@dataclass(frozen=True, slots=True)
class Acted:
    """The act under this key; `is_new` is false when it had been sent before."""

    act: Act
    sitting: Sitting
    is_new: bool


@dataclass(frozen=True, slots=True)
class Link:
    """What an act of the chain says. `seat` is whom it concerns, `detail` what else was said."""

    kind: str
    key: UUID
    reason: str
    seat: Seat
    detail: Mapping[str, Any] = field(default_factory=dict)
    player: Player | None = None
    reverses: Act | None = None


def facts_of(sitting: Sitting, kind: str, said: Mapping[str, Any]) -> str:
    """The hash of what was sent under a key."""
    return digest({"sitting": str(sitting.pk), "act": str(kind), **said})


def acted_before(sitting: Sitting, key: UUID, facts: str) -> Acted | None:
    """The act this key has already made.

    Raises:
        Conflict: `key_reused`: the key belongs to other facts or another sitting of this club.
    """
    earlier = Act.objects.filter(club=sitting.club_id, key=key).select_related("seat", "player").first()
    if earlier is None:
        return None
    if earlier.sitting_id != sitting.pk or earlier.facts != facts:
        raise _key_reused()
    return Acted(earlier, sitting, is_new=False)


def write_link(sitting: Sitting, by: Actor, now: datetime, link: Link, facts: str) -> Act:
    """Append the act to the chain of the sitting, which is locked; signatures under the sheet before it are void.

    Raises:
        Conflict: `key_reused`: used at this very moment at another table of the club.
    """
    sitting.seq += 1
    act = Act(
        club_id=sitting.club_id,
        sitting=sitting,
        kind=link.kind,
        at=now,
        reason=link.reason,
        seat=link.seat,
        head=sitting.head,
        seq=sitting.seq,
        key=link.key,
        facts=facts,
        detail={**link.detail, "after": sitting.next_number - 1},
        player=link.player,
        reverses=link.reverses,
        **by.marks,
    )
    act.salt()
    act.hash = sitting.head = act_hash(act)
    sitting.revision += 1
    try:
        with transaction.atomic():
            act.save(force_insert=True)
            keep_salts([act])
    except IntegrityError:
        raise _key_reused() from None
    sitting.save(update_fields=["seq", "head", "revision"])
    whom, other = link.seat.player_id, link.player.pk if link.player else None
    tell(sitting, TOLD[Act.Kind(link.kind)], by, now, reason=link.reason, player_id=whom, other_id=other)
    return act


def _key_reused() -> Conflict:
    return Conflict("key_reused", _("This key was used for something else. Make a new key for each act."))
