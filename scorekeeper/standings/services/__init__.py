"""Writing: what sheets bring (posting), and what directors do to a season."""

from scorekeeper.standings.services.posting import (
    Change,
    Source,
    added,
    apply,
    count_disputed,
    count_in,
    in_order,
    seal,
)
from scorekeeper.standings.services.seasons import (
    change_season,
    considered,
    draw_lot,
    end_season,
    give_bonus,
    open_season,
    preview_change,
    reopen_season,
    take_back_bonus,
)

__all__ = [
    "Change",
    "Source",
    "added",
    "apply",
    "change_season",
    "considered",
    "count_disputed",
    "count_in",
    "draw_lot",
    "end_season",
    "give_bonus",
    "in_order",
    "open_season",
    "preview_change",
    "reopen_season",
    "seal",
    "take_back_bonus",
]
