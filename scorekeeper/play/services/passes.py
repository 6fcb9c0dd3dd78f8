"""Table passes: make one, join with it, revoke it; and taking over a guest sheet."""

import base64
import hashlib
import hmac
import re
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Membership, Player, Role
from scorekeeper.clubs.policies import require_running
from scorekeeper.common.addresses import counted_as
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.names import clean_name
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Act, Device, JoinFailure, Seat, Sitting, TablePass
from scorekeeper.play.policies import keeps_the_sheet
from scorekeeper.play.services.common import at_table, note, require_open

PASS_LIFETIME = timedelta(days=3)
CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # 31 that are not mistaken for one another
CODE_LENGTH = 6  # 31**6 is 887 million
MAX_FAILURES = 10
FAILURE_WINDOW = timedelta(minutes=15)


class LockedOut(Exception):
    """Too many wrong codes from this address; `seconds` until it may try again (HTTP 429)."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        super().__init__(_("Too many wrong codes. Try again in a quarter of an hour."))


def link_secret(table_pass: TablePass) -> str:
    """What stands in the QR code: 160 bits made from the row's id and the installation's secret."""
    return base64.urlsafe_b64encode(_mac("link", table_pass.pk)[:20]).decode().rstrip("=")


def short_code(table_pass: TablePass) -> str:
    """What is read out at the table, like K7F-M2Q."""
    number = int.from_bytes(_mac("code", table_pass.pk), "big")
    letters = ""
    for _place in range(CODE_LENGTH):
        number, letter = divmod(number, len(CODE_LETTERS))
        letters += CODE_LETTERS[letter]
    return f"{letters[:3]}-{letters[3:]}"


@transaction.atomic
def make_pass(*, sitting_id: UUID, by: Actor, now: datetime) -> TablePass:
    """The pass in force of a table, made if there is none."""
    table = at_table(sitting_id, by)
    require(keeps_the_sheet(table.who))
    require_open(table.sitting)
    there = current_pass(table.sitting, now)
    if there:
        return there
    made = TablePass(
        club=table.sitting.club,
        sitting=table.sitting,
        made_at=now,
        expires_at=now + PASS_LIFETIME,
    )
    made.link_hash = _hashed(link_secret(made))
    made.code_hash = _hashed(_plain(short_code(made)))
    made.save(force_insert=True)
    return made


@transaction.atomic
def revoke_pass(*, sitting_id: UUID, by: Actor, now: datetime) -> None:
    """The pass stops working, and so does every phone that joined with it."""
    table = at_table(sitting_id, by)
    require(keeps_the_sheet(table.who))
    passes = TablePass.objects.filter(sitting=table.sitting, revoked_at=None)
    Device.objects.filter(sitting=table.sitting, is_host=False, revoked_at=None).update(revoked_at=now)
    passes.update(revoked_at=now)


def current_pass(sitting: Sitting, now: datetime) -> TablePass | None:
    """The pass one can join this table with now."""
    return TablePass.objects.filter(sitting=sitting, revoked_at=None, expires_at__gt=now).order_by("-made_at").first()


def find_pass(*, secret: str, address: str, now: datetime) -> TablePass | None:
    """The pass behind a link or a short code; None if there is none.

    Only codes are counted against the address: nobody guesses the 160 bits of a link, and a phone that scans one must
    get in whatever its neighbours have typed.

    Raises:
        LockedOut: ten wrong codes within a quarter of an hour.
    """
    in_force = TablePass.objects.select_related("sitting", "club").filter(
        revoked_at=None, expires_at__gt=now, sitting__closed_at=None
    )
    found = in_force.filter(link_hash=_hashed(secret)).first()
    code = _plain(secret)
    if found is not None or len(code) != CODE_LENGTH:
        return found
    this_try = _counted(address, now)
    found = in_force.filter(code_hash=_hashed(code)).first()
    if found is not None:
        this_try.delete()
    return found


def _counted(address: str, now: datetime) -> JoinFailure:
    """A try is written down as a failure before it is looked up, so that of many at once no more than ten get through.

    Raises:
        LockedOut: it is one too many; that one is not kept, else asking again would make the wait longer.
    """
    mark = hmac.new(settings.SECRET_KEY.encode(), counted_as(address).encode(), hashlib.sha256).hexdigest()
    recent = JoinFailure.objects.filter(address=mark, at__gt=now - FAILURE_WINDOW)
    locked_out = LockedOut(int(FAILURE_WINDOW.total_seconds()))
    if recent.count() >= MAX_FAILURES:
        raise locked_out
    this_try = JoinFailure.objects.create(address=mark, at=now)
    if recent.count() > MAX_FAILURES:
        this_try.delete()
        raise locked_out
    return this_try


@transaction.atomic
def join_table(*, table_pass: TablePass, name: str, seat_number: int | None, now: datetime) -> Device:
    """A phone joins with a pass that `find_pass` has found: it gets a device with a claimed seat, or none."""
    require_running(table_pass.club)
    seat = None
    if seat_number is not None:
        seat = Seat.objects.filter(sitting=table_pass.sitting, number=seat_number, is_active=True).first()
        if seat is None:
            text = Text(gettext_noop("Nobody sits there."))
            raise Refused([Problem("seat_unknown", "seat", text)])
    fallback = seat.player.name if seat else _("a phone at the table")
    return Device.objects.create(
        club=table_pass.club,
        sitting=table_pass.sitting,
        table_pass=table_pass,
        seat=seat,
        name=clean_name(name or fallback, "name"),
        made_at=now,
    )


@transaction.atomic
def take_seat(*, sitting_id: UUID, by: Actor, seat_number: int) -> Device:
    """A phone that joined without a seat takes one that no other phone holds."""
    table = at_table(sitting_id, by)
    require_open(table.sitting)
    device = by.device
    if device is None or device.seat_id is not None:
        raise PermissionDenied
    seat = free_seats(table.sitting).filter(number=seat_number).first()
    if seat is None:
        text = Text(gettext_noop("This seat is not free."))
        raise Refused([Problem("seat_not_free", "seat", text)])
    device.seat = seat
    device.save(update_fields=["seat"])
    return device


def free_seats(sitting: Sitting) -> QuerySet[Seat]:
    """The seats whose players are there and that no phone holds."""
    held = Device.objects.filter(sitting=sitting, revoked_at=None, seat__isnull=False).values("seat")
    return sitting.seats.select_related("player").filter(is_active=True).exclude(pk__in=held)


@transaction.atomic
def claim_guest_table(*, sitting_id: UUID, by: Actor, now: datetime) -> Sitting:
    """Somebody signed in, on the phone that started it, becomes the owner of a guest sheet's private club."""
    table = at_table(sitting_id, by)
    sitting = table.sitting
    user: User | None = by.user
    require(user is not None and table.who.hosts and sitting.club.is_private)
    if user is None:
        return sitting
    if Membership.objects.filter(club=sitting.club, role=Role.OWNER).exists():
        text = Text(gettext_noop("Somebody has taken over this sheet already."))
        raise Refused([Problem("claimed_already", "", text)])
    Membership.objects.create(club=sitting.club, user=user, role=Role.OWNER, joined_at=now)
    # From here on the account does what the phone that started the table did, and the phone can be shut out.
    Device.objects.filter(sitting=sitting, is_host=True).update(is_host=False)
    note(sitting, Act.Kind.CLAIMED, by, now)
    sitting.save(update_fields=["revision"])
    return sitting


@transaction.atomic
def claim_player(*, sitting_id: UUID, by: Actor, seat_number: int) -> Player:
    """The owner of a claimed sheet says which of its players they are."""
    table = at_table(sitting_id, by)
    require(table.who.role == Role.OWNER and table.sitting.club.is_private)
    seat = table.sitting.seats.select_related("player").filter(number=seat_number).first()
    if seat is None:
        raise Refused([Problem("seat_unknown", "seat", Text(gettext_noop("Nobody sits there.")))])
    if seat.player.user_id not in {None, by.user and by.user.pk}:
        text = Text(gettext_noop("{name} is somebody else’s name here."), {"name": seat.player.name})
        raise Refused([Problem("player_taken", "seat", text)])
    Player.objects.filter(club=table.sitting.club, user=by.user).update(user=None)
    seat.player.user = by.user
    seat.player.save(update_fields=["user"])
    return seat.player


def _plain(code: str) -> str:
    return re.sub(r"[^0-9A-Z]", "", code.upper())


def _mac(purpose: str, pass_id: UUID) -> bytes:
    message = f"table-pass:{purpose}:{pass_id}".encode()
    return hmac.new(settings.SECRET_KEY.encode(), message, hashlib.sha256).digest()


def _hashed(secret: str) -> str:
    """Keyed, because a short code alone could be searched."""
    message = b"table-pass:" + secret.encode()
    return hmac.new(settings.SECRET_KEY.encode(), message, hashlib.sha256).hexdigest()
