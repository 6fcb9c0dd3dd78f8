"""The heart: sittings and their seats, hands and the ledger, table passes and devices."""

from scorekeeper.play.models.hands import Hand, LedgerEntry
from scorekeeper.play.models.passes import Device, JoinFailure, TablePass
from scorekeeper.play.models.sittings import Act, Anchor, Seat, Signature, Sitting

APPEND_ONLY = tuple(model._meta.db_table for model in (Hand, LedgerEntry, Act, Signature, Anchor))

__all__ = [
    "APPEND_ONLY",
    "Act",
    "Anchor",
    "Device",
    "Hand",
    "JoinFailure",
    "LedgerEntry",
    "Seat",
    "Signature",
    "Sitting",
    "TablePass",
]
