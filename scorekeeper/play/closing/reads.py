"""Who has signed the sheet as it stands, and who may."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.template.defaultfilters import date as date_words
from django.utils.timezone import localtime
from django.utils.translation import pgettext

from scorekeeper.common.texts import isolated
from scorekeeper.play.models import Act, Signature, Sitting, Via
from scorekeeper.play.policies import Standpoint, can_sign, signs_for_self
from scorekeeper.play.sheet.origins import Phones, origin_words, signatures_of, via_of
from scorekeeper.play.sheet.rows import Column


@dataclass(frozen=True, slots=True)
class Box:
    """The signature box of one seat."""

    column: Column
    signature: Signature | None
    can_sign: bool
    for_self: bool
    words: str = ""

    @property
    def signed_at(self) -> datetime | None:
        return self.signature.at if self.signature else None


def signature_boxes(sitting: Sitting, columns: Sequence[Column], who: Standpoint, phones: Phones) -> list[Box]:
    """One box a seat. What is disputed is not signed."""
    by_seat = {signature.seat_id: signature for signature in signatures_of(sitting).select_related("by_user")}
    may_sign = sitting.awaits_signatures and not sitting.disputed
    return [
        Box(
            column,
            by_seat.get(column.seat.pk),
            can_sign=may_sign and column.seat.pk not in by_seat and can_sign(who, column.seat),
            for_self=signs_for_self(who, column.seat),
            words=signed_words(by_seat[column.seat.pk], phones) if column.seat.pk in by_seat else "",
        )
        for column in columns
    ]


def signed_words(signature: Signature, phones: Phones) -> str:
    """When and how a seat was signed for: who signed in its place is named."""
    time = date_words(localtime(signature.at), "TIME_FORMAT")
    phone = phones.get(signature.by_device_id) if signature.by_device_id else None
    if signature.is_by_code and phone and via_of(signature, phones) == Via.CODE:
        words = pgettext("note", "signed at the table by code at {time}, phone {number} (“{phone}”)")
        return words.format(time=time, number=phone.number, phone=isolated(phone.name))
    words = (
        pgettext("note", "signed at {time} on behalf, by {origin}")
        if signature.on_behalf
        else pgettext("note", "signed at {time}: {origin}")
    )
    return words.format(time=time, origin=origin_words(signature, phones))


def is_signed(sitting: Sitting) -> bool:
    """Whether somebody has signed the sheet as it stands: what is said of it now makes that void."""
    return signatures_of(sitting).exists()


def last_act(sitting: Sitting, kind: str) -> Act | None:
    """The newest act of a kind, with who did it."""
    return sitting.acts.filter(kind=kind).select_related("by_user", "by_device").order_by("-id").first()
