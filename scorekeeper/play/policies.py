"""Who may do what at a table. Asked by the services, so that no door can forget it.

What an actor is at a table is read once, together with the sitting, and then only looked at.
"""

from dataclasses import dataclass

from django.db.models import OuterRef, Q, QuerySet, Subquery

from scorekeeper.clubs import policies as club_policies
from scorekeeper.clubs.models import Membership
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Device, Seat, Sitting


@dataclass(frozen=True, slots=True)
class Standpoint:
    """What somebody is at one table: role in the club, seat held as a member, the phone they hold."""

    role: str | None
    seat: int | None
    opened_it: bool
    device: Device | None

    @property
    def hosts(self) -> bool:
        return self.device is not None and self.device.is_host


def seen_by(sittings: QuerySet[Sitting], actor: Actor) -> QuerySet[Sitting]:
    """The sittings this actor may see, each with `my_role` and `my_seat`. For others they do not exist (404)."""
    user = actor.user.pk if actor.user else None
    role = Membership.objects.filter(club=OuterRef("club"), user=user).values("role")[:1]
    seat = Seat.objects.filter(sitting=OuterRef("pk"), player__user=user).values("number")[:1]
    found = sittings.annotate(my_role=Subquery(role), my_seat=Subquery(seat))
    mine = Q(my_role__isnull=False) if user else Q(pk=None)
    if actor.device and actor.device.revoked_at is None:
        mine |= Q(pk=actor.device.sitting_id)
    return found.filter(mine)


def standpoint(actor: Actor, sitting: Sitting) -> Standpoint:
    """From a sitting that came through `seen_by`. A phone whose pass was revoked is nobody."""
    device = actor.device
    if device and (device.sitting_id != sitting.pk or device.revoked_at is not None):
        device = None
    return Standpoint(
        role=getattr(sitting, "my_role", None),
        seat=getattr(sitting, "my_seat", None),
        opened_it=actor.user is not None and sitting.opened_by_user_id == actor.user.pk,
        device=device,
    )


def can_record(who: Standpoint) -> bool:
    """Record and undo: the club's scorers, whoever sits at the table, whoever opened it, and its phones."""
    return keeps_the_sheet(who) or (who.role is not None and who.seat is not None) or bool(who.device)


def keeps_the_sheet(who: Standpoint) -> bool:
    """Correct and void any hand, seat people, end the list, sign for others, show the table pass."""
    return club_policies.can_score(who.role) or (who.role is not None and who.opened_it) or who.hosts


def can_direct(who: Standpoint) -> bool:
    """Close without signatures and reopen: directors, and at a table of nobody's club the phone that started it."""
    return club_policies.can_direct(who.role) or who.hosts


def can_sign(who: Standpoint, seat: Seat) -> bool:
    """Sign for a seat: who holds it, or who keeps the sheet (the sheet then says so)."""
    return signs_for_self(who, seat) or keeps_the_sheet(who)


def signs_for_self(who: Standpoint, seat: Seat) -> bool:
    by_device = who.device is not None and who.device.seat_id == seat.pk
    return by_device or (who.role is not None and who.seat == seat.number)
