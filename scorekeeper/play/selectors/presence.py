"""Who else has a table open and may record there."""

import zlib
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from uuid import UUID

from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Presence, Seat, Sitting

STAYS = timedelta(seconds=150)  # a phone looks at its table every few seconds while somebody sees it


def present(sitting: Sitting, now: datetime) -> list[Presence]:
    """Those seen lately, by name of nobody: in the order in which they came. Phones that were shut out are not."""
    fresh = Presence.objects.filter(sitting=sitting, seen_at__gt=now - STAYS).select_related("user", "device")
    return [one for one in fresh.order_by("pk") if one.device is None or one.device.revoked_at is None]


def is_of(one: Presence, by: Actor) -> bool:
    """Whether this is the presence of that person or phone."""
    if one.device_id:
        return by.device is not None and one.device_id == by.device.pk
    return by.user is not None and one.user_id == by.user.pk


def others(presences: Iterable[Presence], by: Actor) -> list[Presence]:
    """Those of somebody else."""
    return [one for one in presences if not is_of(one, by)]


def called(presences: Iterable[Presence], seats: Iterable[Seat], names: Mapping[int, str]) -> list[str]:
    """What they are called, each once: by the seat they hold, else as the person or the phone is. The seats come with
    their players."""
    by_seat = {seat.pk: names[seat.number] for seat in seats}
    by_user = {seat.player.user_id: names[seat.number] for seat in seats if seat.player.user_id}
    return list(dict.fromkeys(_seated(one, by_seat, by_user) or str(one.user or one.device) for one in presences))


def fingerprint(presences: Iterable[Presence]) -> str:
    """Changes when somebody comes or goes."""
    return f"{zlib.crc32(b''.join(one.pk.bytes for one in presences)):08x}"


def _seated(one: Presence, by_seat: Mapping[UUID, str], by_user: Mapping[UUID, str]) -> str | None:
    seat = one.device.seat_id if one.device else None
    return (by_user.get(one.user_id) if one.user_id else None) or (by_seat.get(seat) if seat else None)
