"""Who may do what at a table. Asked by the services, so that no door can forget it.

What an actor is at a table is read once, together with the sitting, and then only looked at.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import OuterRef, Q, QuerySet, Subquery

from scorekeeper.clubs import policies as club_policies
from scorekeeper.clubs.models import Membership, Role, acting_role
from scorekeeper.common.logs import name_in_log
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Device, Hand, Seat, Sitting, Via


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


SCORERS: Final = (Role.OWNER, Role.DIRECTOR, Role.SCORER)


def seen_by(sittings: QuerySet[Sitting], actor: Actor, *, also_held: bool = False) -> QuerySet[Sitting]:
    """The sittings this actor may see, each with `my_role` and `my_seat`. For others they do not exist (404). One that
    is held back only who sits there and who scores for the club may see; `also_held`: as if none was."""
    user = actor.user.pk if actor.user else None
    role = Membership.objects.filter(club=OuterRef("club"), user=user).values(acting=acting_role())[:1]
    mine_there = {"player__user": user, "player__user__isnull": False}  # a phone without an account is no guest's
    seat = Seat.objects.filter(sitting=OuterRef("pk"), **mine_there).values("number")[:1]
    found = sittings.annotate(my_role=Subquery(role), my_seat=Subquery(seat))
    mine = Q(my_role__isnull=False) if user else Q(pk=None)
    at_it = Q(held_back=False) | Q(my_role__in=SCORERS) | Q(my_seat__isnull=False)
    if actor.device and actor.device.revoked_at is None:
        mine |= Q(pk=actor.device.sitting_id)
        at_it |= Q(pk=actor.device.sitting_id)
    return found.filter(mine if also_held else mine & at_it)


def standpoint(actor: Actor, sitting: Sitting) -> Standpoint:
    """From a sitting that came through `seen_by`. A phone whose pass was revoked is nobody."""
    name_in_log(club=sitting.club_id)
    device = actor.device
    if device and (device.sitting_id != sitting.pk or device.revoked_at is not None):
        device = None
    role = getattr(sitting, "my_role", None)
    if sitting.club.is_closed:  # it is read, by those who could read it before, and nothing else
        return Standpoint(role=Role.MEMBER if role else None, seat=None, opened_it=False, device=None)
    return Standpoint(
        role=role,
        seat=getattr(sitting, "my_seat", None),
        opened_it=actor.user is not None and sitting.opened_by_user_id == actor.user.pk,
        device=device,
    )


def can_record(who: Standpoint) -> bool:
    """Record and undo: the club's scorers, whoever sits at the table, whoever opened it, and its phones."""
    return keeps_the_sheet(who) or (who.role is not None and who.seat is not None) or bool(who.device)


def can_share(who: Standpoint) -> bool:
    """Show the table by a secret link to whoever has it, and end that link: whoever may record there."""
    return can_record(who)


def keeps_the_sheet(who: Standpoint) -> bool:
    """Correct and void any hand, seat people, end the list, sign for others, show the table pass, withdraw a table that
    was opened by mistake and has no hand."""
    return club_policies.can_score(who.role) or (who.role is not None and who.opened_it) or who.hosts


def can_direct(who: Standpoint) -> bool:
    """Close without signatures and reopen: directors, and at a table of nobody's club the phone that started it."""
    return club_policies.can_direct(who.role) or who.hosts


def can_accept(who: Standpoint) -> bool:
    """Make a sheet official that phones with the code alone have signed: the club's scorers and directors."""
    return club_policies.can_score(who.role)


def plays(who: Standpoint) -> bool:
    """Say anything of a hand for a seat of one's own: whoever sits there by an account, and phones that joined."""
    return who.seat is not None or who.device is not None


def can_sign(who: Standpoint, seat: Seat) -> bool:
    """Sign for a seat: who sits there (by their account, if they have one), or who keeps the sheet (the sheet then says
    so)."""
    return signs_for_self(who, seat) or keeps_the_sheet(who)


def signs_for_self(who: Standpoint, seat: Seat) -> bool:
    """Whether somebody speaks for a seat as its own player. The seats come with their players.

    Who joined with the code of the table is whoever they say, and may speak for guests alone: for somebody with an
    account nobody speaks but that account.
    """
    return is_by_account(who, seat) or (_holds(who, seat) and seat.player.user_id is None)


def is_by_account(who: Standpoint, seat: Seat) -> bool:
    """Whether this is the account of the person at the seat, of the club or with the code of the table."""
    return who.seat == seat.number and (who.role is not None or who.device is not None)


def sits_at(who: Standpoint, seat: Seat) -> bool:
    """Whether somebody sits there: by their account, or with a phone that holds the seat."""
    return is_by_account(who, seat) or _holds(who, seat)


def _holds(who: Standpoint, seat: Seat) -> bool:
    """Whether the phone holds the seat; not where the account that is signed in on it sits elsewhere at the table: one
    phone speaks for one seat."""
    return who.device is not None and who.device.seat_id == seat.pk and who.seat in {None, seat.number}


def own_seats(who: Standpoint, seats: Iterable[Seat]) -> list[Seat]:
    """The seats somebody speaks for as their own, by account or by the phone."""
    return [seat for seat in seats if signs_for_self(who, seat)]


def seats_occupied(who: Standpoint, seats: Iterable[Seat]) -> list[Seat]:
    """The seats at which somebody sits; a phone that was let in to the seat of an account does not speak for it."""
    return [seat for seat in seats if sits_at(who, seat)]


def via_at(actor: Actor, who: Standpoint, seat: Seat) -> str:
    """By which door somebody speaks for a seat: the door of the actor, but for a seat that a phone with the code
    holds: there an account beside it is not that of the seat."""
    by_phone = not is_by_account(who, seat) and _holds(who, seat) and not (who.device and who.device.is_host)
    return Via.CODE if by_phone else actor.via


def recorded(actor: Actor, hand: Hand) -> bool:
    """Whether this version came from this person or this phone."""
    by_phone = actor.device is not None and hand.by_device_id == actor.device.pk
    return by_phone or (actor.user is not None and hand.by_user_id == actor.user.pk)


def seats_of_recorder(hand: Hand, seats: Iterable[Seat]) -> set[int]:
    """The numbers of the seats held by whoever recorded this version. The hand comes with its phone, the seats with
    their players."""
    phone, user = hand.by_device, hand.by_user_id
    return {
        seat.number
        for seat in seats
        if (phone and phone.seat_id == seat.pk) or (user is not None and seat.player.user_id == user)
    }


def disputes_for(actor: Actor, who: Standpoint, hand: Hand, seats: Sequence[Seat]) -> Seat | None:
    """Dispute this version: the seat for which somebody may, one where they sit and not the recorder's."""
    return None if recorded(actor, hand) else _first(seats_occupied(who, seats), seats_of_recorder(hand, seats))


def confirms_for(actor: Actor, who: Standpoint, hand: Hand, seats: Sequence[Seat]) -> Seat | None:
    """Confirm this version: the seat for which somebody may, by their account if they have one; who scores as one with
    the recorder confirms nothing."""
    taken = seats_of_recorder(hand, seats)
    sides = hand.sitting.plays.sides([seat.number for seat in seats])
    beside = {number for side in sides if taken.intersection(side) for number in side}
    return None if recorded(actor, hand) else _first(own_seats(who, seats), taken | beside)


def _first(seats: Iterable[Seat], taken: set[int]) -> Seat | None:
    return next((seat for seat in seats if seat.number not in taken), None)
