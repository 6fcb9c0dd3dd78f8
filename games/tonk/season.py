"""How hands add up: the evening's total, seasons, what would change hands."""

from collections.abc import Mapping
from typing import Final

from games.core.text import Amount, Text, gettext_noop
from games.core.units import UNIT
from games.core.values import Due, SumLine, Words
from games.tonk.rules import TonkRules
from games.tonk.scoring import MEASURE_TITLES
from games.tonk.state import Evening, TonkTable

SYSTEMS: Final[Mapping[str, Mapping[str, int]]] = {"net": {"net": 1}, "won": {"won": 1}}
SYSTEM_TITLES: Final = {
    "net": Text(gettext_noop("Net over all evenings")),
    "won": Text(gettext_noop("Hands won")),
}
RANKING: Final = (("net", 1), ("won", 1), ("caught", -1))
"""Breaks ties after the total: by the net where hands won are counted, by hands won where the net is."""

IN_UNITS: Final = frozenset({"net"})
AMOUNTS: Final = frozenset({"stake"})
AGREED: Final = (*UNIT, "stake")
ASKED: Final = ("catch_extra",)
"""Section 4, open point 1: a club must see this choice."""

WORDS: Final = Words(
    piece=Text(gettext_noop("evening")),
    total=Text(gettext_noop("Net")),
    chart=Text(gettext_noop("Net after each hand")),
    complete=Text(gettext_noop("The evening is complete")),
    ended=Text(gettext_noop("The evening has ended")),
)

_NET = Text(gettext_noop("Net"))
_TOTAL = Text(gettext_noop("Total"))
_STAKE = gettext_noop("Stake {stake}")


def weights(rules: TonkRules) -> Mapping[str, int]:
    """An evening is counted in what everybody won and lost."""
    return SYSTEMS["net"]


def stands(rules: TonkRules, table: TonkTable) -> Text:
    """ "Stake 10"."""
    return Text(_STAKE, {"stake": Amount(rules.stake)})


def sum_at(rules: TonkRules, state: Evening) -> int:
    """What one wins the others pay: all totals together are 0."""
    return 0


def summary(totals: Mapping[str, int], weight: Mapping[str, int]) -> tuple[SumLine, ...]:
    """The closing block of one player: one line for each measure that counts, and the total."""
    lines = [SumLine(MEASURE_TITLES[name], times * totals.get(name, 0)) for name, times in weight.items()]
    return (*lines, SumLine(_TOTAL, sum(line.amount for line in lines), subtotal=True))


def dues(
    tallies: Mapping[int, Mapping[str, int]], totals: Mapping[int, int], rules: TonkRules, state: Evening
) -> tuple[Due, ...]:
    """The net of each seat; the sum is 0."""
    return tuple(Due(seat, _NET, tally.get("net", 0)) for seat, tally in tallies.items())


def verdict(totals: Mapping[int, Mapping[str, int]], rules: TonkRules) -> Text | None:
    """An evening decides nothing: it ends when somebody closes it."""
    return None
