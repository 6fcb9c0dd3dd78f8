"""How hands add up: totals, season systems, ties, and what is due."""

from collections.abc import Mapping
from typing import Final

from games.core.text import Text, gettext_noop
from games.core.values import Counterpart, Due, SumLine
from games.palace_poker.rules import PalacePokerRules
from games.palace_poker.scoring import MEASURE_TITLES
from games.palace_poker.state import CarryState

SYSTEMS: Final[Mapping[str, Mapping[str, int]]] = {"net": {"net": 1}, "hands_won": {"won": 1}}
SYSTEM_TITLES: Final = {
    "net": Text(gettext_noop("Net")),
    "hands_won": Text(gettext_noop("Hands won")),
}
RANKING: Final = (("won", 1), ("battles_won", 1), ("battles_lost", -1))
_TOTAL: Final = Text(gettext_noop("Total"))


def weights(rules: PalacePokerRules) -> Mapping[str, int]:
    """The total of a sitting is what everybody won or lost."""
    return SYSTEMS["net"]


def sum_at(rules: PalacePokerRules, state: CarryState) -> int | None:
    """All totals together lack what lies in the pot for the next hand; with a rake nobody can say from the state."""
    return None if rules.rake_bp else -state.carry


def summary(totals: Mapping[str, int], weight: Mapping[str, int]) -> tuple[SumLine, ...]:
    """The closing block of one player: each measure that counts, and the total."""
    lines = [SumLine(MEASURE_TITLES[name], times * totals.get(name, 0)) for name, times in weight.items()]
    return (*lines, SumLine(_TOTAL, sum(line.amount for line in lines), subtotal=True))


def dues(
    tallies: Mapping[int, Mapping[str, int]],
    totals: Mapping[int, int],
    rules: PalacePokerRules,
    state: CarryState,
) -> tuple[Due, ...]:
    """Everybody's net, the chips that lie in the pot for a hand that does not come, and what was raked: the rest, by
    the identity of section 5 of the rules file."""
    nets = {seat: own.get("net", 0) for seat, own in tallies.items()}
    raked = -sum(nets.values()) - state.carry if rules.rake_bp else 0
    against = {Counterpart.POT: state.carry, Counterpart.HOUSE: raked}
    label = SYSTEM_TITLES["net"]
    rests = (Due(who, label, amount) for who, amount in against.items() if amount)
    return (*(Due(seat, label, net) for seat, net in nets.items()), *rests)
