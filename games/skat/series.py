"""How hands add up to a list: scoring systems, ties, Bierlachs and money.

Seeger-Fabian is SkWO 5.1; ties are SkWO (total, more won, fewer lost); Bierlachs follows
de.wikipedia.org; money by differences is from skatspielen.info. All exact integers.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.core.text import Text, gettext_noop
from games.skat.rules import LossFee, SkatRules

WON_BONUS: Final = 50
LOST_BONUS: Final = -50
OTHERS_BONUS: Final = {3: 40, 4: 30}
"""What a lost game gives each of the others, by the size of the table at that hand."""

SYSTEMS: Final[Mapping[str, Mapping[str, int]]] = {
    "seeger_fabian": {
        "points": 1,
        "won": WON_BONUS,
        "lost": LOST_BONUS,
        "others_lost_3": OTHERS_BONUS[3],
        "others_lost_4": OTHERS_BONUS[4],
    },
    "seeger": {"points": 1, "won": WON_BONUS, "lost": LOST_BONUS},
    "classic": {"points": 1},
    "bierlachs": {"minus": 1},
}

SYSTEM_TITLES: Final = {
    "seeger_fabian": Text(gettext_noop("Seeger-Fabian")),
    "seeger": Text(gettext_noop("Seeger")),
    "classic": Text(gettext_noop("Leipzig")),
    "bierlachs": Text(gettext_noop("Bierlachs")),
}

SEASON_SYSTEMS: Final[Mapping[str, Mapping[str, int]]] = {
    name: weight for name, weight in SYSTEMS.items() if "minus" not in weight
}
"""How a season may count: minus points arise in a Bierlachs sitting only, and end with it."""

RANKING: Final = (("won", 1), ("lost", -1))

FULL_FEES: Final = 3


@dataclass(frozen=True, slots=True)
class Played:
    """One hand of a list: who was at the table, who dealt, and what the declarer scored.

    A passed hand has no declarer and the score 0.
    """

    seats: tuple[int, ...]
    dealer: int
    declarer: int | None
    score: int


def weights(rules: SkatRules) -> Mapping[str, int]:
    """The linear rule of the sitting's own system."""
    return SYSTEMS[rules.system]


def weighed(measures: Mapping[str, int], system: str) -> int:
    """The total of one player in a system."""
    return sum(weight * measures.get(name, 0) for name, weight in SYSTEMS[system].items())


def measures_of(hand: Played) -> dict[tuple[int, str], int]:
    """What one hand moves: {(seat, measure): amount}, `minus` included."""
    if hand.declarer is None:
        return {(hand.dealer, "passed"): 1}
    moved = {(hand.declarer, "points"): hand.score}
    moved |= dict.fromkeys(counters_of(hand.seats, hand.declarer, won=hand.score > 0), 1)
    active = [seat for seat in hand.seats if len(hand.seats) == 3 or seat != hand.dealer]
    charges = bierlachs_charges(hand.declarer, hand.score, active)
    return moved | {(seat, "minus"): amount for seat, amount in charges.items()}


def counters_of(seats: Sequence[int], declarer: int, *, won: bool) -> tuple[tuple[int, str], ...]:
    """The (seat, measure) a result counts once for: a loss counts for all others at the table,
    the dealer who sits out included, because he belongs to the opposing party (ISkO).
    """
    if won:
        return ((declarer, "won"),)
    others = f"others_lost_{len(seats)}"
    return ((declarer, "lost"), *((seat, others) for seat in seats if seat != declarer))


def totals(hands: Iterable[Played]) -> dict[int, dict[str, int]]:
    """Each seat's measures over a list."""
    sums: dict[int, dict[str, int]] = {}
    for hand in hands:
        for (seat, measure), amount in measures_of(hand).items():
            own = sums.setdefault(seat, {})
            own[measure] = own.get(measure, 0) + amount
    return sums


def ranking_key(total: int, won: int, lost: int) -> tuple[int, int, int]:
    """Sorts ascending with the best first; equal keys are decided by lot."""
    return -total, -won, lost


def bierlachs_charges(declarer: int, score: int, active: Sequence[int]) -> dict[int, int]:
    """Only minus points: a won game charges each active opponent, a lost one the declarer."""
    if score < 0:
        return {declarer: score}
    return {seat: -score for seat in active if seat != declarer}


def bierlachs_losers(minus: Mapping[int, int], limit: int) -> list[int]:
    """The seats at or below -limit that pay: the lowest, all of them if equal."""
    lowest = min(minus.values(), default=0)
    if lowest > -limit:
        return []
    return [seat for seat, total in minus.items() if total == lowest]


def money(totals: Sequence[int], stake: int) -> list[int]:
    """Everybody settles the difference with everybody, in minor units; sums to zero."""
    together = sum(totals)
    return [(len(totals) * own - together) * stake for own in totals]


def loss_fee(lost: int, fee: LossFee) -> int:
    """What the lost games of one list cost a player, in minor units."""
    full = min(lost, FULL_FEES)
    return full * fee.each + (lost - full) * fee.from_fourth
