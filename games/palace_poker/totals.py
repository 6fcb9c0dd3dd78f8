"""How hands add up: totals, season systems, ties, and what is due."""

from collections.abc import Mapping
from typing import Final

from games.core.text import Text, gettext_noop
from games.core.values import THE_POT, Due, SumLine
from games.palace_poker.rules import PalacePokerRules
from games.palace_poker.scoring import MEASURE_TITLES

SYSTEMS: Final[Mapping[str, Mapping[str, int]]] = {"net": {"net": 1}, "hands_won": {"won": 1}}
SYSTEM_TITLES: Final = {
    "net": Text(gettext_noop("Net")),
    "hands_won": Text(gettext_noop("Hands won")),
}
RANKING: Final = (("won", 1), ("battles_won", 1), ("battles_lost", -1))
THE_HOUSE: Final = Text(gettext_noop("the house"))
HOUSE_AND_POT: Final = Text(gettext_noop("the house and the pot"))
_TOTAL: Final = Text(gettext_noop("Total"))


def weights(rules: PalacePokerRules) -> Mapping[str, int]:
    """The total of a sitting is what everybody won or lost."""
    return SYSTEMS["net"]


def summary(totals: Mapping[str, int], weight: Mapping[str, int]) -> tuple[SumLine, ...]:
    """The closing block of one player: each measure that counts, and the total."""
    lines = [SumLine(MEASURE_TITLES[name], times * totals.get(name, 0)) for name, times in weight.items()]
    return (*lines, SumLine(_TOTAL, sum(line.amount for line in lines), subtotal=True))


def dues(
    tallies: Mapping[int, Mapping[str, int]], totals: Mapping[int, int], rules: PalacePokerRules
) -> tuple[Due, ...]:
    """Everybody's net; what it does not sum to was raked, or stays in the pot for a hand that does not come."""
    rest = _counterpart(rules)
    return tuple(Due(seat, SYSTEM_TITLES["net"], own.get("net", 0), rest) for seat, own in tallies.items())


def _counterpart(rules: PalacePokerRules) -> Text:
    if not rules.rake_bp:
        return THE_POT
    return HOUSE_AND_POT if rules.odd_chips == "carry" else THE_HOUSE
