"""The door of programs to the code of a table and the phones that joined with it, for who keeps the sheet."""

from functools import partial
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.accounts.models import Scope
from scorekeeper.common.addresses import public_address
from scorekeeper.common.api import READ_REFUSALS, Act
from scorekeeper.common.errors import require
from scorekeeper.play.api import AtSitting, PlayView
from scorekeeper.play.models import Device, Sitting, TablePass
from scorekeeper.play.passes.reads import phone_rows
from scorekeeper.play.passes.records import PassInForceBody, PhoneBody, PhonesBody, SeatWanted, TablePassBody
from scorekeeper.play.passes.services import (
    current_pass,
    end_phone,
    give_seat,
    is_worn_out,
    link_secret,
    make_pass,
    refuse_seat,
    revoke_pass,
    short_code,
)
from scorekeeper.play.policies import keeps_the_sheet, standpoint


class TablePhones(PlayView):
    """The phones of a table."""

    @extend_schema(operation_id="phones", responses={200: PhonesBody, **READ_REFUSALS})
    def get(self, request: Request, sitting: UUID) -> Response:
        """List the phones of a table.

        Lists the phones that joined a table with its code, for whoever keeps the sheet. The code itself is answered
        where it is made.
        """
        found = self.visible(request, sitting)
        require(keeps_the_sheet(standpoint(self.actor(request, sitting), found)))
        return Response(_phones(found).model_dump())


class AtPass(AtSitting):
    """An act on the code of the table that the address names."""

    scopes = {"POST": Scope.MANAGE}

    def shown(self, table_pass: TablePass) -> TablePassBody:
        link = public_address(self.request, reverse("join_link", args=[link_secret(table_pass)]))
        return TablePassBody(link=link, code=short_code(table_pass), expires_at=table_pass.expires_at)


class AtPhone(PlayView):
    """An act on a phone of the table that the address names."""

    scopes = {"POST": Scope.MANAGE}
    rights = {"POST": keeps_the_sheet}

    def place(self, request: Request, sitting: UUID, phone: UUID) -> dict[str, Any]:
        return {"sitting_id": sitting, "by": self.actor(request, sitting), "device_id": phone}

    def shown(self, device: Device) -> PhonesBody:
        return _phones(device.sitting)


def _phones(sitting: Sitting) -> PhonesBody:
    now = timezone.now()
    found, in_force = current_pass(sitting, now) if sitting.is_open else None, None
    if found:
        worn_out = is_worn_out(found)
        in_force = PassInForceBody(made_at=found.made_at, expires_at=found.expires_at, is_worn_out=worn_out)
    phones = tuple(
        PhoneBody(
            id=row.device.pk,
            number=row.number,
            name=row.device.name,
            seat=row.device.seat.number if row.device.seat else None,
            asks_for=row.device.asks_for.number if row.device.asks_for else None,
            joined_at=row.device.made_at,
            seen_at=row.seen_at,
            is_in_force=row.is_in_force,
        )
        for row in phone_rows(sitting, now)
        if not row.device.is_host
    )
    return PhonesBody(table_pass=in_force, phones=phones)


pass_make = Act(
    operation="pass_make",
    summary="Make the code of a table",
    about="Whoever keeps the sheet makes the code with which phones join an open table. While it is in force it is "
    "answered again; once too many codes were tried a new one is made. Phones that have joined go on.",
    does=make_pass,
    gives=TablePassBody,
).at(AtPass)
pass_end = Act(
    operation="pass_end",
    summary="End the code of a table",
    about="The code and its link let nobody in any more, and every phone that joined with them has ended too.",
    does=revoke_pass,
    gives=None,
    status=204,
    may_repeat="It has ended, now or before.",
).at(AtPass)

_of_phone = partial(Act, gives=PhonesBody)
"""An act after which the answer has all phones."""

phone_seat = _of_phone(
    operation="phone_seat",
    summary="Give a phone a seat",
    about="Whoever keeps the sheet lets a phone sit at a seat, also at that of somebody with an account. A phone that "
    "held it has ended.",
    asks=SeatWanted,
    does=give_seat,
).at(AtPhone)
phone_refuse = _of_phone(
    operation="phone_refuse",
    summary="Refuse a phone the seat it asks for",
    about="The phone stays at the table without that seat. One that asks for none stays as it is.",
    does=refuse_seat,
).at(AtPhone)
phone_end = _of_phone(
    operation="phone_end",
    summary="End one phone",
    about="One phone may no longer act at the table; the others go on. A repeated call changes nothing.",
    does=end_phone,
).at(AtPhone)
