"""The phones at a table: which seats are free for another one, what each has done, which joins asked for a seat; and
who else has the table open."""

import zlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from uuid import UUID

from scorekeeper.accounts.models import User
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Device, Hand, HandMark, Presence, Seat, Signature, Sitting
from scorekeeper.play.sheet.origins import Phones, ranges

SIDE_BY_SIDE = timedelta(minutes=10)  # in which phones that join from one address are shown together


@dataclass(frozen=True, slots=True)
class Place:
    """A seat where people sit, as a phone that joins sees it: `holder` is the number of the phone that holds it,
    `is_open` whether this phone can take it by itself."""

    seat: Seat
    holder: int | None
    is_open: bool

    @property
    def has_account(self) -> bool:
        return self.seat.player.user_id is not None


def places_of(sitting: Sitting, user: User | None, now: datetime) -> list[Place]:
    """The seats in their order, for a phone on which this person is signed in."""
    numbers = numbers_of(sitting)
    passes = Device.objects.in_force(now).filter(sitting=sitting, seat__isnull=False)
    holders = {seat: numbers[pk] for pk, seat in passes.values_list("pk", "seat")}
    seats = sitting.seats.select_related("player")
    sits_here = user is not None and any(seat.player.user_id == user.pk for seat in seats)
    mine = user.pk if user and sits_here else None  # of the account that sits here, else any seat of a guest
    return [
        Place(seat, holders.get(seat.pk), seat.pk not in holders and seat.player.user_id == mine)
        for seat in seats
        if seat.is_active
    ]


def numbers_of(sitting: Sitting) -> dict[UUID, int]:
    """{phone: its number at the table}, in the order in which they joined, from 1."""
    return {pk: number for number, pk in enumerate(sitting.devices.order_by("pk").values_list("pk", flat=True), 1)}


@dataclass(frozen=True, slots=True)
class Deeds:
    """What a phone has done: the numbers of hands as one writes them, and when it signed for which seats."""

    recorded: str = ""
    confirmed: str = ""
    disputed: str = ""
    signed: tuple[Signature, ...] = ()

    @property
    def are_any(self) -> bool:
        return bool(self.recorded or self.confirmed or self.disputed or self.signed)


@dataclass(frozen=True, slots=True)
class PhoneRow:
    """A phone that joined: `is_in_force` whether it may still act, `seen_at` when it had the table open last."""

    device: Device
    number: int
    is_in_force: bool
    seen_at: datetime | None
    deeds: Deeds


def phone_rows(sitting: Sitting, now: datetime) -> list[PhoneRow]:
    """Every phone that ever joined, the newest first, with what it did. Six queries, however many there are."""
    devices = list(sitting.devices.select_related("seat__player", "asks_for__player", "table_pass").order_by("pk"))
    seen = dict(Presence.objects.filter(sitting=sitting, device__isnull=False).values_list("device", "seen_at"))
    in_force = set(Device.objects.in_force(now).filter(sitting=sitting).values_list("pk", flat=True))
    deeds = _deeds(sitting)
    rows = [
        PhoneRow(device, number, device.pk in in_force, seen.get(device.pk), deeds.get(device.pk, Deeds()))
        for number, device in enumerate(devices, 1)
    ]
    return rows[::-1]


def _deeds(sitting: Sitting) -> dict[UUID, Deeds]:
    by_phone = {"club": sitting.club_id, "sitting": sitting, "by_device__isnull": False}
    recorded, confirmed, disputed = (defaultdict[UUID, set[int]](set) for _kind in range(3))
    for phone, number in Hand.objects.filter(**by_phone).values_list("by_device", "number"):
        recorded[phone].add(number)
    marks = HandMark.objects.filter(**by_phone) if sitting.marked else HandMark.objects.none()
    for phone, kind, number in marks.values_list("by_device", "kind", "hand__number"):
        if kind == HandMark.Kind.CONFIRMED:
            confirmed[phone].add(number)
        elif kind == HandMark.Kind.DISPUTED:
            disputed[phone].add(number)
    signed: dict[UUID, list[Signature]] = {}
    for signature in Signature.objects.filter(**by_phone).select_related("seat__player").order_by("at"):
        if signature.by_device_id:
            signed.setdefault(signature.by_device_id, []).append(signature)
    return {
        phone: Deeds(
            ranges(recorded[phone]), ranges(confirmed[phone]), ranges(disputed[phone]), tuple(signed.get(phone, ()))
        )
        for phone in {*recorded, *confirmed, *disputed, *signed}
    }


def asking(phones: Phones, now: datetime) -> list[Device]:
    """The phones among these that wait for who keeps the sheet to give them a seat."""
    return [phone.device for phone in phones.values() if phone.device.asks_for and phone.device.is_in_force(now)]


def side_by_side(rows: Iterable[PhoneRow]) -> list[Sequence[PhoneRow]]:
    """The phones in force that joined from one address within minutes of each other, in the order in which they came.
    It may be one room, or one person with several windows: who keeps the sheet sees who is there."""
    by_address: Mapping[str, list[PhoneRow]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: row.device.made_at):
        if row.is_in_force and row.device.address:
            by_address[row.device.address].append(row)
    groups: list[list[PhoneRow]] = []
    for of_address in by_address.values():
        groups.append([of_address[0]])
        for before, row in pairwise(of_address):
            if row.device.made_at - before.device.made_at > SIDE_BY_SIDE:
                groups.append([])
            groups[-1].append(row)
    return [group for group in groups if len(group) > 1]


STAYS = timedelta(seconds=150)  # a phone looks at its table every few seconds while somebody sees it


def present(sitting: Sitting, now: datetime) -> list[Presence]:
    """Those seen lately, by name of nobody: in the order in which they came. Phones that were shut out are not."""
    fresh = Presence.objects.filter(sitting=sitting, seen_at__gt=now - STAYS).select_related("user", "device")
    return [
        table_pass
        for table_pass in fresh.order_by("pk")
        if table_pass.device is None or table_pass.device.revoked_at is None
    ]


def is_of(presence: Presence, by: Actor) -> bool:
    """Whether this is the presence of that person or phone."""
    if presence.device_id:
        return by.device is not None and presence.device_id == by.device.pk
    return by.user is not None and presence.user_id == by.user.pk


def others(presences: Iterable[Presence], by: Actor) -> list[Presence]:
    """Those of somebody else."""
    return [presence for presence in presences if not is_of(presence, by)]


def called(presences: Iterable[Presence], seats: Iterable[Seat], names: Mapping[int, str]) -> list[str]:
    """What they are called, each once: by the seat they hold, else as the person or the phone is. The seats come with
    their players."""
    by_seat = {seat.pk: names[seat.number] for seat in seats}
    by_user = {seat.player.user_id: names[seat.number] for seat in seats if seat.player.user_id}
    return list(
        dict.fromkeys(
            _seated(presence, by_seat, by_user) or str(presence.user or presence.device) for presence in presences
        )
    )


def fingerprint(presences: Iterable[Presence]) -> str:
    """Changes when somebody comes or goes."""
    return f"{zlib.crc32(b''.join(presence.pk.bytes for presence in presences)):08x}"


def _seated(presence: Presence, by_seat: Mapping[UUID, str], by_user: Mapping[UUID, str]) -> str | None:
    seat = presence.device.seat_id if presence.device else None
    return (by_user.get(presence.user_id) if presence.user_id else None) or (by_seat.get(seat) if seat else None)
