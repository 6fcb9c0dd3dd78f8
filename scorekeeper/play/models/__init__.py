"""The heart: sittings and their seats, hands and the ledger, what is said of them, table passes and devices."""

from scorekeeper.play.models.hands import Hand, LedgerEntry
from scorekeeper.play.models.marks import HandMark, State
from scorekeeper.play.models.passes import Device, JoinFailure, Presence, TablePass
from scorekeeper.play.models.ruled import Ruled
from scorekeeper.play.models.sittings import Act, Anchor, Seat, Seated, Signature, Sitting, Via

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
