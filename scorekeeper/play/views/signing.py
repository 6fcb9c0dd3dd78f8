"""Who has signed the sheet as it stands, and who may."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from scorekeeper.play.models import Act, Device, Signature, Sitting
from scorekeeper.play.policies import Standpoint, can_sign, signs_for_self
from scorekeeper.play.selectors.sheet import Column


@dataclass(frozen=True, slots=True)
class Box:
    """The signature box of one seat."""

    column: Column
    signature: Signature | None
    can_sign: bool
    for_self: bool

    @property
    def signed_at(self) -> datetime | None:
        return self.signature.at if self.signature else None


def signature_boxes(sitting: Sitting, columns: Sequence[Column], who: Standpoint) -> list[Box]:
    """One box a seat; whose phone this is comes first among those that may be signed here."""
    signatures = Signature.objects.filter(sitting=sitting, head=sitting.head, reopenings=sitting.reopenings)
    by_seat = {signature.seat_id: signature for signature in signatures}
    return [
        Box(
            column,
            by_seat.get(column.seat.pk),
            can_sign=sitting.awaits_signatures and column.seat.pk not in by_seat and can_sign(who, column.seat),
            for_self=signs_for_self(who, column.seat),
        )
        for column in columns
    ]


def others_recording(sitting: Sitting, mine: Device | None, names: Mapping[int, str]) -> list[str]:
    """The other phones that may record at this table now."""
    phones = sitting.devices.select_related("seat").filter(revoked_at=None).order_by("made_at")
    others = [phone for phone in phones if mine is None or phone.pk != mine.pk]
    return [names[phone.seat.number] if phone.seat else phone.name for phone in others]


def last_act(sitting: Sitting, kind: str) -> Act | None:
    """The newest act of a kind, with who did it."""
    return sitting.acts.filter(kind=kind).select_related("by_user", "by_device").order_by("-id").first()
