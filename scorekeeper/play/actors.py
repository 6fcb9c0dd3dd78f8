"""Who acts at a table: somebody signed in, a phone that joined by a table pass, or both; and the cookie by which a
phone without an account is known at the tables it has joined."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from scorekeeper.accounts.models import User
from scorekeeper.common.logs import name_in_log
from scorekeeper.play.models import Device, Via


@dataclass(frozen=True, slots=True)
class Actor:
    """The hands on the phone. `device` is that of the table in question, already checked against its cookie;
    `is_program` is true for who shows a token instead of signing in."""

    user: User | None = None
    device: Device | None = None
    is_program: bool = False

    @property
    def marks(self) -> dict[str, User | Device | None]:
        """For the rows that say who did it."""
        return {"by_user": self.user, "by_device": self.device}

    @property
    def via(self) -> str:
        """The door by which they came; empty for the app itself."""
        if self.user:
            return Via.PROGRAM if self.is_program else Via.ACCOUNT
        if self.device:
            return Via.KEEPER if self.device.is_host else Via.CODE
        return ""


COOKIE = "tables"
SALT = "scorekeeper.play.actors"
LIFETIME = 400 * 24 * 3600  # seconds; browsers keep none longer
MOST_TABLES = 20  # the newest; keeps the cookie below two kilobytes


def actor_for(request: HttpRequest, sitting_id: UUID) -> Actor:
    """Who acts at this table: the signed-in user and the phone, each if there is one.

    A phone counts only while neither it nor the pass it came with has ended.
    """
    user = request.user if isinstance(request.user, User) else None
    return Actor(user=user, device=_device(request, sitting_id, timezone.now()))


def was_here(request: HttpRequest, sitting_id: UUID) -> bool:
    """Whether this phone once joined the table, though it may no longer act there."""
    return sitting_id.hex in known_tables(request)


def ended_device(request: HttpRequest, sitting_id: UUID) -> Device | None:
    """The device that this phone was at the table, where it was ended alone: its code is still in force."""
    code = known_tables(request).get(sitting_id.hex)
    if code is None:
        return None
    found = Device.objects.filter(pk=UUID(hex=code), sitting=sitting_id, revoked_at__isnull=False)
    return found.filter(table_pass__revoked_at=None, table_pass__expires_at__gt=timezone.now()).first()


def known_tables(request: HttpRequest) -> dict[str, str]:
    """{sitting: device} as hexadecimal ids, the newest last; empty if the cookie is missing or not ours."""
    try:
        tables = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT)
    except signing.BadSignature:
        return {}
    return dict(tables)


def tables_in_hand(request: HttpRequest) -> list[UUID]:
    """The tables this phone has joined, the newest first."""
    return [UUID(hex=sitting) for sitting in reversed(known_tables(request))]


def remember(request: HttpRequest, response: HttpResponse, device: Device) -> None:
    """Let the phone that gets this response act as `device` from now on."""
    tables = {sitting: code for sitting, code in known_tables(request).items() if sitting != device.sitting_id.hex}
    tables[device.sitting_id.hex] = device.pk.hex
    newest = dict(list(tables.items())[-MOST_TABLES:])
    response.set_cookie(
        COOKIE,
        signing.dumps(newest, salt=SALT, compress=True),
        max_age=LIFETIME,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )


def _device(request: HttpRequest, sitting_id: UUID, now: datetime) -> Device | None:
    code = known_tables(request).get(sitting_id.hex)
    if code is None:
        return None
    found = Device.objects.in_force(now).filter(pk=UUID(hex=code), sitting=sitting_id).first()
    if found:
        name_in_log(phone=found.pk, club=found.club_id)
    return found
