"""Table passes: make one, join with it, revoke it; the phones that joined; and taking over a guest sheet."""

import base64
import hashlib
import hmac
import re
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import Field, model_validator

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Membership, Player, Role
from scorekeeper.clubs.policies import require_running
from scorekeeper.common.acts import Answer, Asked, wrong
from scorekeeper.common.addresses import counted_as
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.names import clean_name, name_key
from scorekeeper.play.acting import at_table, note, require_open
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Act, Device, JoinFailure, Presence, Seat, Sitting, TablePass
from scorekeeper.play.passes.reads import is_of
from scorekeeper.play.policies import keeps_the_sheet
from scorekeeper.play.records import PersonName, SeatNumber


class Joining(Asked):
    """Where somebody sits who joins with a phone; without a seat they say whose phone it is."""

    seat: SeatNumber | None = None
    name: PersonName = ""

    @model_validator(mode="after")
    def _is_somebody_s(self) -> "Joining":
        """Raises Refused `name_missing`."""
        if self.seat is None and not self.name:
            raise wrong("name_missing", gettext_noop("Enter whose phone this is."), "name")
        return self


class SeatWanted(Asked):
    """The seat that a phone takes, asks for or is given."""

    seat: SeatNumber


class Claim(Asked):
    """Which seat of a sheet that was started without an account is that of who takes it over; none where they say
    none."""

    seat: SeatNumber | None = None


class TablePassBody(Answer):
    """What phones join a table with. Whoever has the link or the code may record there."""

    link: str = Field(description="What the QR code says.")
    code: str = Field(description="What is read out, like `K7F-M2Q`.")
    expires_at: datetime


class PassInForceBody(Answer):
    """That phones can join, and until when; not with what."""

    made_at: datetime
    expires_at: datetime
    is_worn_out: bool = Field(description="Others tried so many codes that this one lets nobody in: its link does.")


class PhoneBody(Answer):
    """A phone that joined a table."""

    id: UUID
    number: int = Field(description="In the order in which they joined, from 1.")
    name: str
    seat: int | None = Field(description="The seat that it holds.")
    asks_for: int | None = Field(description="The seat that it asks for.")
    joined_at: datetime
    seen_at: datetime | None = Field(description="When it had the table open last.")
    is_in_force: bool = Field(description="Whether it may still act.")


class PhonesBody(Answer):
    """The phones of a table, those too that have ended."""

    table_pass: PassInForceBody | None = Field(description="null: no phone can join now.")
    phones: tuple[PhoneBody, ...] = Field(description="The newest first.")


PASS_LIFETIME = timedelta(days=3)
CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # 31 that are not mistaken for one another
CODE_LENGTH = 6  # 31**6 is 887 million
MAX_FAILURES = 10
FAILURE_WINDOW = timedelta(minutes=15)
# Over all addresses: of 887 million codes so many wrong ones leave a chance of 7 in 100,000 to find that of a table.
MAX_FAILURES_OF_ALL = 60_000
WINDOW_OF_ALL = timedelta(days=1)
MAX_FAILURES_OF_A_PASS = 10_000  # while it is in force; who keeps the sheet then makes a new code
MOST_PHONES = 40  # that may act at one table


class LockedOut(Exception):
    """Too many wrong codes, from this address or from everywhere; `seconds` until it may try again (HTTP 429)."""

    def __init__(self, seconds: int, message: str = "") -> None:
        self.seconds = seconds
        super().__init__(message or _("Too many wrong codes. Try again in a quarter of an hour."))


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
    """The pass in force of a table, made if there is none or its code is worn out. Phones that have joined go on.
    Raises Conflict as `require_open`."""
    table = at_table(sitting_id, by)
    require(keeps_the_sheet(table.who))
    require_open(table.sitting)
    there = current_pass(table.sitting, now)
    if there and not is_worn_out(there):
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


def is_worn_out(table_pass: TablePass) -> bool:
    """Whether so many wrong codes were typed since it was made, wherever, that its own no longer lets anybody in: its
    link does, and so does a new code."""
    return JoinFailure.objects.filter(at__gte=table_pass.made_at).count() >= MAX_FAILURES_OF_A_PASS


def find_pass(*, secret: str, address: str, now: datetime) -> TablePass | None:
    """The pass behind a link or a short code; None if there is none.

    Only codes are counted: nobody guesses the 160 bits of a link, and a phone that scans one must get in whatever
    others have typed.

    Raises:
        LockedOut: ten wrong codes from this address within a quarter of an hour, or too many from everywhere.
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
    if found is None:
        return None
    this_try.delete()
    if is_worn_out(found):
        text = _("This code has ended after too many wrong codes. Scan the QR code, or ask for a new code.")
        raise LockedOut(60, text)
    return found


def _counted(address: str, now: datetime) -> JoinFailure:
    """A try is written down as a failure before it is looked up, so that of many at once no more than allowed get
    through.

    Raises:
        LockedOut: it is one too many; that one is not kept, else asking again would make the wait longer.
    """
    mark = address_mark(address)
    recent = JoinFailure.objects.filter(address=mark, at__gt=now - FAILURE_WINDOW)
    of_all = JoinFailure.objects.filter(at__gt=now - WINDOW_OF_ALL)
    if recent.count() >= MAX_FAILURES:
        raise LockedOut(int(FAILURE_WINDOW.total_seconds()))
    if of_all.count() >= MAX_FAILURES_OF_ALL:
        raise _closed_to_all(of_all, now)
    this_try = JoinFailure.objects.create(address=mark, at=now)
    if recent.count() > MAX_FAILURES:
        this_try.delete()
        raise LockedOut(int(FAILURE_WINDOW.total_seconds()))
    return this_try


def _closed_to_all(of_all: "QuerySet[JoinFailure]", now: datetime) -> LockedOut:
    """Nobody joins by typing before the oldest of so many tries is a day old."""
    oldest = of_all.order_by("-at")[MAX_FAILURES_OF_ALL - 1].at
    text = _("Too many codes were tried here, so no code works for a while. Scan the QR code on the scorer’s phone.")
    return LockedOut(max(1, int((oldest + WINDOW_OF_ALL - now).total_seconds())), text)


def address_mark(address: str) -> str:
    """A keyed hash of an address: equal for the same client, and nothing can be read from it."""
    return hmac.new(settings.SECRET_KEY.encode(), counted_as(address).encode(), hashlib.sha256).hexdigest()


@transaction.atomic
def join_table(
    asked: Joining, *, table_pass: TablePass, now: datetime, user: User | None = None, address: str = ""
) -> Device:
    """A phone joins with a pass that `find_pass` has found: it gets a device that holds a free seat, or none. `user` is
    who is signed in on it, `address` where it joins from.

    Raises:
        Refused: `phones_too_many`, `seat_unknown`, `seat_not_free`, `seat_of_account`: only that account sits there,
            `seat_second`: this account sits elsewhere at the table, `name_missing` or `name_too_long`.
    """
    require_running(table_pass.club)
    sitting = Sitting.objects.select_related("club").select_for_update(of=("self",)).get(pk=table_pass.sitting_id)
    if Device.objects.in_force(now).filter(sitting=sitting).count() >= MOST_PHONES:
        text = gettext_noop("{most} phones have joined this table. Ask the scorer of the sheet to end one.")
        raise Refused([Problem("phones_too_many", "", Text(text, {"most": MOST_PHONES}))])
    seat = None if asked.seat is None else free_seat(sitting, asked.seat, user, now)
    name = asked.name or (seat.player.name if seat else "")
    if seat and name_key(name) == name_key(seat.player.own_name):
        name = seat.player.name  # by which others may be shown them
    return Device.objects.create(
        club=table_pass.club,
        sitting=sitting,
        table_pass=table_pass,
        seat=seat,
        name=clean_name(name, "name"),
        address=address_mark(address) if address else "",
        made_at=now,
    )


@transaction.atomic
def take_seat(asked: SeatWanted, *, sitting_id: UUID, by: Actor, now: datetime) -> Device:
    """A phone that joined without a seat takes a free one.

    Raises:
        Refused: as `join_table`.
    """
    table = at_table(sitting_id, by)
    require_open(table.sitting)
    device = by.device
    if device is None or device.seat_id is not None:
        raise PermissionDenied
    device.seat, device.asks_for = free_seat(table.sitting, asked.seat, by.user, now), None
    device.save(update_fields=["seat", "asks_for"])
    return device


def free_seat(sitting: Sitting, number: int, user: User | None, now: datetime) -> Seat:
    """The seat of this number, for a phone on which this person is signed in. The sitting is locked.

    Raises:
        Refused: `seat_unknown`, `seat_not_free`, `seat_of_account`, `seat_second`.
    """
    seat = sitting.seats.select_related("player").filter(number=number, is_active=True).first()
    if seat is None:
        raise Refused([Problem("seat_unknown", "seat", Text(gettext_noop("Nobody sits there.")))])
    if seat.devices.in_force(now).exists():
        raise Refused([Problem("seat_not_free", "seat", Text(NOT_FREE, {"name": seat.player.name}))])
    if seat.player.user_id is not None and (user is None or seat.player.user_id != user.pk):
        raise Refused([Problem("seat_of_account", "seat", Text(OF_ACCOUNT, {"name": seat.player.name}))])
    own = user and sitting.seats.select_related("player").filter(player__user=user).first()
    if own and own != seat:
        raise Refused([Problem("seat_second", "seat", Text(SECOND, {"name": own.player.name}))])
    return seat


NOT_FREE = gettext_noop(
    "Another phone has the seat of {name}. Join without a seat, then ask for it; the scorer of the sheet can move it."
)
OF_ACCOUNT = gettext_noop(
    "{name} has an account. Sign in with it to take this seat, or join without a seat and ask for it."
)
SECOND = gettext_noop(
    "You sit here as {name}, and nobody can have two seats. Another player needs a phone of their own."
)


@transaction.atomic
def claim_guest_table(asked: Claim, *, sitting_id: UUID, by: Actor, now: datetime) -> Sitting:
    """Somebody signed in, on the phone that started it, becomes the owner of a guest sheet's private club, and of the
    seat on it that they say is theirs.

    Raises:
        Refused: `claimed_already`, `seat_unknown`.
    """
    table = at_table(sitting_id, by)
    sitting = table.sitting
    user: User | None = by.user
    require(user is not None and table.who.hosts and sitting.club.is_private)
    if user is None:
        return sitting
    if Membership.objects.filter(club=sitting.club, role=Role.OWNER).exists():
        text = Text(gettext_noop("This sheet already belongs to another account."))
        raise Refused([Problem("claimed_already", "", text)])
    Membership.objects.create(club=sitting.club, user=user, role=Role.OWNER, joined_at=now)
    # From here on the account does what the phone that started the table did, and the phone can be shut out.
    Device.objects.filter(sitting=sitting, is_host=True).update(is_host=False)
    note(sitting, Act.Kind.CLAIMED, by, now)
    sitting.save(update_fields=["revision"])
    if asked.seat is not None:
        claim_player(SeatWanted(seat=asked.seat), sitting_id=sitting_id, by=by)
    return sitting


def call_phones(people: Collection[Player], **_signal: Any) -> None:
    """The phones that were called by the whole name of these people are called as they are shown now."""
    for player in people:
        phones = Device.objects.filter(Q(seat__player=player.pk) | Q(seat__player__merged_into=player.pk))
        phones.filter(name=player.own_name).exclude(name=player.name).update(name=player.name)


@transaction.atomic
def claim_player(asked: SeatWanted, *, sitting_id: UUID, by: Actor) -> Player:
    """The owner of a claimed sheet says which of its players they are.

    Raises:
        Refused: `seat_unknown`, `player_taken`.
    """
    table = at_table(sitting_id, by)
    require(table.who.role == Role.OWNER and table.sitting.club.is_private)
    seat = table.sitting.seats.select_related("player").filter(number=asked.seat).first()
    if seat is None:
        raise Refused([Problem("seat_unknown", "seat", Text(gettext_noop("Nobody sits there.")))])
    if seat.player.user_id not in {None, by.user and by.user.pk}:
        text = Text(gettext_noop("Another player here is called {name}."), {"name": seat.player.name})
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


@transaction.atomic
def ask_for_seat(asked: SeatWanted, *, sitting_id: UUID, by: Actor) -> Device:
    """A phone without a seat asks for one that it cannot take by itself; asking for another one replaces that.

    Raises:
        Refused: `seat_unknown`.
    """
    table = at_table(sitting_id, by)
    require_open(table.sitting)
    device = by.device
    if device is None or device.seat_id is not None or device.is_host:
        raise PermissionDenied
    device.asks_for = _seat(table.sitting, asked.seat)
    device.save(update_fields=["asks_for"])
    table.sitting.revision += 1
    table.sitting.save(update_fields=["revision"])
    return device


@transaction.atomic
def give_seat(asked: SeatWanted, *, sitting_id: UUID, by: Actor, device_id: UUID, now: datetime) -> Device:
    """Who keeps the sheet lets a phone sit at a seat, also at that of somebody with an account. A phone that held it
    may no longer act: what it has recorded stays, and what it has not sent yet stays on it.

    Raises:
        Conflict: `sitting_closed`, `phone_ended`.
        Refused: `seat_unknown`.
    """
    table = at_table(sitting_id, by)
    sitting = table.sitting
    require(keeps_the_sheet(table.who))
    require_open(sitting)
    device = Device.objects.get(pk=device_id, sitting=sitting, is_host=False)
    if not Device.objects.in_force(now).filter(pk=device.pk).exists():
        raise Conflict("phone_ended", _("The table pass of this phone has ended. Join again with the code."))
    seat = _seat(sitting, asked.seat)
    if device.seat_id == seat.pk:
        return device
    before = seat.devices.in_force(now).first()
    if before and before.is_host:
        Device.objects.filter(pk=before.pk).update(seat=None)
    elif before:
        _end(before, now)
    device.seat, device.asks_for = seat, None
    device.save(update_fields=["seat", "asks_for"])
    detail = {"phone": str(device.pk), **({"from": str(before.pk)} if before else {})}
    note(sitting, Act.Kind.MOVED if before else Act.Kind.LET_IN, by, now, seat=seat, detail=detail)
    sitting.save(update_fields=["revision"])
    return device


@transaction.atomic
def refuse_seat(*, sitting_id: UUID, by: Actor, device_id: UUID, now: datetime) -> Device:
    """Who keeps the sheet does not give a phone the seat that it asks for; one that asks for none stays as it is.

    Raises:
        Device.DoesNotExist: no phone that joined this table.
    """
    sitting, device = _kept_phone(sitting_id, by, device_id)
    if seat := device.asks_for:
        device.asks_for = None
        device.save(update_fields=["asks_for"])
        note(sitting, Act.Kind.REFUSED, by, now, seat=seat, detail={"phone": str(device.pk)})
        sitting.save(update_fields=["revision"])
    return device


@transaction.atomic
def end_phone(*, sitting_id: UUID, by: Actor, device_id: UUID, now: datetime) -> Device:
    """Who keeps the sheet ends one phone; the others go on. One that has ended stays so.

    Raises:
        Device.DoesNotExist: no phone that joined this table.
    """
    sitting, device = _kept_phone(sitting_id, by, device_id)
    if device.revoked_at is None:
        _end(device, now)
        note(sitting, Act.Kind.PHONE_OUT, by, now, seat=device.seat, detail={"phone": str(device.pk)})
        sitting.save(update_fields=["revision"])
    return device


def _end(device: Device, now: datetime) -> None:
    device.revoked_at, device.asks_for = now, None
    device.save(update_fields=["revoked_at", "asks_for"])


def _kept_phone(sitting_id: UUID, by: Actor, device_id: UUID) -> tuple[Sitting, Device]:
    """A phone that joined this table, also one that has ended, for who keeps the sheet. The sitting is locked."""
    table = at_table(sitting_id, by)
    require(keeps_the_sheet(table.who))
    return table.sitting, Device.objects.select_related("asks_for").get(
        pk=device_id, sitting=table.sitting, is_host=False
    )


def _seat(sitting: Sitting, number: int) -> Seat:
    seat = sitting.seats.select_related("player").filter(number=number, is_active=True).first()
    if seat is None:
        raise Refused([Problem("seat_unknown", "seat", Text(gettext_noop("Nobody sits there.")))])
    return seat


SEEN_AGAIN = timedelta(seconds=60)  # so that a page which looks every few seconds writes once a minute


def be_seen(sitting: Sitting, by: Actor, presences: Iterable[Presence], now: datetime) -> None:
    """Somebody who may record looks at the table; `presences` are those that are known to be there."""
    mine = next((presence for presence in presences if is_of(presence, by)), None)
    if mine and mine.seen_at > now - SEEN_AGAIN:
        return
    who: dict[str, Any] = {"device": by.device} if by.device else {"user": by.user}
    Presence.objects.bulk_create(
        [Presence(club_id=sitting.club_id, sitting=sitting, seen_at=now, **who)],
        update_conflicts=True,
        unique_fields=["club", "sitting", *who],
        update_fields=["seen_at"],
    )


def forget_presences(*, now: datetime) -> int:
    """Delete those nobody has seen for a day; returns how many."""
    return Presence.objects.filter(seen_at__lt=now - timedelta(days=1)).delete()[0]
