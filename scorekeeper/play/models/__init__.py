"""The heart: sittings and their seats, hands and the ledger, table passes and devices."""

from scorekeeper.play.models.hands import Hand, LedgerEntry
from scorekeeper.play.models.passes import Device, JoinFailure, TablePass
from scorekeeper.play.models.sittings import Act, Anchor, Seat, Signature, Sitting

APPEND_ONLY = ("play_hand", "play_ledgerentry", "play_act", "play_signature", "play_anchor")

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
