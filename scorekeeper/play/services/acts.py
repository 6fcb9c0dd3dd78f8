"""Acts that say something of the sheet itself: links of the sitting's chain, each made once by its key."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from scorekeeper.chains.models import keep_salts
from scorekeeper.clubs.models import Player
from scorekeeper.common.errors import Conflict
from scorekeeper.common.hashing import digest
from scorekeeper.play.acting import TOLD, tell
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Act, Seat, Sitting
from scorekeeper.play.models.hands import act_hash


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
