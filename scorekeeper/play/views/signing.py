"""Who has signed the sheet as it stands, and who may."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from scorekeeper.play.models import Act, Signature, Sitting
from scorekeeper.play.policies import Standpoint, can_sign, signs_for_self
from scorekeeper.play.selectors.rows import Column


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
    """One box a seat. What is disputed is not signed."""
    by_seat = {signature.seat_id: signature for signature in _signatures(sitting)}
    may_sign = sitting.awaits_signatures and not sitting.disputed
    return [
        Box(
            column,
            by_seat.get(column.seat.pk),
            can_sign=may_sign and column.seat.pk not in by_seat and can_sign(who, column.seat),
            for_self=signs_for_self(who, column.seat),
        )
        for column in columns
    ]


def is_signed(sitting: Sitting) -> bool:
    """Whether somebody has signed the sheet as it stands: what is said of it now makes that void."""
    return _signatures(sitting).exists()


def _signatures(sitting: Sitting) -> QuerySet[Signature]:
    return Signature.objects.filter(sitting=sitting, head=sitting.head, reopenings=sitting.reopenings)


def last_act(sitting: Sitting, kind: str) -> Act | None:
    """The newest act of a kind, with who did it."""
    return sitting.acts.filter(kind=kind).select_related("by_user", "by_device").order_by("-id").first()
