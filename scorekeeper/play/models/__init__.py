"""The heart: sittings and their seats, hands and the ledger, what is said of them, table passes and devices."""

from scorekeeper.play.models.hands import Hand, HandMark, LedgerEntry, State
from scorekeeper.play.models.sittings import (
    Act,
    Anchor,
    Device,
    JoinFailure,
    Presence,
    Ruled,
    Seat,
    Seated,
    Signature,
    Sitting,
    TablePass,
    Via,
)

APPEND_ONLY = (
    "play_hand",
    "play_ledgerentry",
    "play_act",
    "play_signature",
    "play_anchor",
    "play_handmark",
    "clubs_houserulesversion",
    "standings_seasonact",
    "standings_importedresult",
    "journal_entry",
    "payouts_leg",
    "payouts_booking",
    "payouts_bankact",
    "payouts_poolact",
    "tournaments_deskact",
    "chains_link",
)

__all__ = [
    "APPEND_ONLY",
    "Act",
    "Anchor",
    "Device",
    "Hand",
    "HandMark",
    "JoinFailure",
    "LedgerEntry",
    "Presence",
    "Ruled",
    "Seat",
    "Seated",
    "Signature",
    "Sitting",
    "State",
    "TablePass",
    "Via",
]
