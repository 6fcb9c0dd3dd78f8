"""How deals add up: what makes a total, what breaks ties, who has won (rules file, section 5)."""

from collections.abc import Mapping, Sequence
from math import lcm
from typing import Final

from games.core.text import Text, gettext_noop
from games.core.values import Due
from games.svoi_kozyri.rules import SvoiRules
from games.svoi_kozyri.state import SeriesState

Totals = Mapping[str, int]

SYSTEMS: Final[Mapping[str, Mapping[str, int]]] = {
    "wdl": {"won": 2, "drawn": 1},
    "three_one": {"won": 3, "drawn": 1},
    "losses": {"lost": -1},
    "cards_left": {"cards_left": -1},
}
"""Rules a season can be summed by; where fewer is better, the total is below zero."""

SYSTEM_TITLES: Final = {
    "wdl": Text(gettext_noop("2 for a win, 1 for a draw")),
    "three_one": Text(gettext_noop("3 for a win, 1 for a draw")),
    "losses": Text(gettext_noop("Fewest losses")),
    "cards_left": Text(gettext_noop("Fewest cards left")),
}

RANKING: Final = (("lost", -1), ("won", 1), ("cards_left", -1))
"""Ties: fewer losses, then more wins, then fewer cards left."""

_WEIGHT: Final = {"wdl": 1, "losses": -1, "cards_left": -1}


def weights(rules: SvoiRules) -> Totals:
    """The linear rule of the sitting: losses and cards left count against their owner."""
    return {"points": _WEIGHT[rules.mode]}


def ranks(rows: Sequence[Totals], rules: SvoiRules) -> tuple[int, ...]:
    """The rank of each row, shared where nothing parts them (1, 1, 3).

    Rows are compared by averages a deal, which is the same as by sums where all have played equally often. Who has
    played no deal comes last.
    """
    common = lcm(*{row.get("hands", 0) or 1 for row in rows})
    keys = [_key(row, rules, common) for row in rows]
    first: dict[tuple[int, ...], int] = {}
    for place, key in enumerate(sorted(keys, reverse=True), start=1):
        first.setdefault(key, place)
    return tuple(first[key] for key in keys)


def _key(row: Totals, rules: SvoiRules, common: int) -> tuple[int, ...]:
    """Averages a deal, as so many parts of `common`, which every number of deals divides; the best sorts last."""
    played = row.get("hands", 0)
    if not played:
        return ()
    signed = (*weights(rules).items(), *RANKING)
    return tuple(sign * row.get(measure, 0) * (common // played) for measure, sign in signed)


def leaders(rows: Mapping[int, Totals], rules: SvoiRules) -> tuple[int, ...]:
    """The seats with the first rank; empty if nothing was played."""
    if not any(row.get("hands", 0) for row in rows.values()):
        return ()
    ranked = zip(rows, ranks(list(rows.values()), rules), strict=True)
    return tuple(seat for seat, rank in ranked if rank == 1)


def dues(
    tallies: Mapping[int, Totals], totals: Mapping[int, int], rules: SvoiRules, state: SeriesState
) -> tuple[Due, ...]:
    """No money is due by the rules of this game."""
    return ()
