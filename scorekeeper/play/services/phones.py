"""The phones at a table: one asks for a seat, who keeps the sheet gives it one or ends it, as an act of the table."""

from datetime import datetime
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.play.acting import at_table, note, require_open
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Act, Device, Seat, Sitting
from scorekeeper.play.policies import keeps_the_sheet


@transaction.atomic
def ask_for_seat(*, sitting_id: UUID, by: Actor, seat_number: int) -> Device:
    """A phone without a seat asks for one that it cannot take by itself; asking for another one replaces that.

    Raises:
        Refused: `seat_unknown`.
    """
    table = at_table(sitting_id, by)
    require_open(table.sitting)
    device = by.device
    if device is None or device.seat_id is not None or device.is_host:
        raise PermissionDenied
    device.asks_for = _seat(table.sitting, seat_number)
    device.save(update_fields=["asks_for"])
    table.sitting.revision += 1
    table.sitting.save(update_fields=["revision"])
    return device


@transaction.atomic
def give_seat(*, sitting_id: UUID, by: Actor, device_id: UUID, seat_number: int, now: datetime) -> Device:
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
    device = _phone(sitting, device_id, now)
    seat = _seat(sitting, seat_number)
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


def _phone(sitting: Sitting, device_id: UUID, now: datetime) -> Device:
    device = Device.objects.get(pk=device_id, sitting=sitting, is_host=False)
    if not Device.objects.in_force(now).filter(pk=device.pk).exists():
        raise Conflict("phone_ended", _("This phone has ended in the meantime. It joins again with the code."))
    return device


def _seat(sitting: Sitting, number: int) -> Seat:
    seat = sitting.seats.select_related("player").filter(number=number, is_active=True).first()
    if seat is None:
        raise Refused([Problem("seat_unknown", "seat", Text(gettext_noop("Nobody sits there.")))])
    return seat
