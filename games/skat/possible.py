"""What a game can be worth, by as much of it as a list names: the contract, its levels, the matadors."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from games.skat.values import BASES, GRAND_OUVERT_36, LEGAL_BIDS, MOST_MATADORS, NULL_VALUES

MOST_LEVELS: Final = 7  # beside the matadors: game, hand, schneider and schwarz made and announced, ouvert
HIGHEST_BID: Final = max(LEGAL_BIDS)

RAMSCH: Final = "ramsch"
REVOLUTION: Final = "revolution"
REVOLUTION_VALUE: Final = 92
"""A null ouvert whose opponents may exchange cards. No game of the official rules; houses that play it count 92
(skatwelt.net)."""

INCLUDED: Final[Mapping[str, tuple[str, ...]]] = {
    "ouvert": ("schwarz_announced",),
    "schwarz_announced": ("schneider_announced", "schwarz"),
    "schneider_announced": ("schneider", "hand"),
    "schwarz": ("schneider",),
}
"""A level of a suit or grand game -> those that come with it, ISkO 5.2.5 and 5.2.6."""


@dataclass(frozen=True, slots=True)
class Announced:
    """A game as a list names it. What it does not name may be anything: a scribe who writes “Grand” may mean one from
    the hand. `contract` is empty where the list does not say it."""

    contract: str = ""
    levels: frozenset[str] = frozenset()
    matadors: int | None = None

    @property
    def counted(self) -> int:
        """How many levels it has at least, the game itself among them."""
        found, left = set(self.levels), [*self.levels]
        while left:
            included = [level for level in INCLUDED.get(left.pop(), ()) if level not in found]
            found.update(included)
            left += included
        return 1 + len(found)

    @property
    def multipliers(self) -> range:
        """What its base can be taken times."""
        fewest = self.matadors or 1
        most = self.matadors or MOST_MATADORS.get(self.contract, max(MOST_MATADORS.values()))
        return range(fewest + self.counted, most + MOST_LEVELS + 1)


ANY_GAME: Final = Announced()


def values_of(game: Announced, *, lost: bool = False) -> frozenset[int]:
    """What this game can be worth; lost, also what an overbid raises it to (ISkO 5.4.1)."""
    if game.contract == "null":
        values = _null_values(game.levels)
    elif game.contract == REVOLUTION:
        values = frozenset({REVOLUTION_VALUE})
    elif game.contract:
        values = _multiples(game)
    else:
        values = ANY_VALUE
    return values | _raised(game, values) if lost else values


def meant_by(worth: int, game: Announced, *, lost: bool = False) -> int | None:
    """What the scribe meant who took the value of another contract: the same multiplier of the right base; of several,
    that of the levels that are named beside the matadors. None where that is not one value."""
    if game.contract not in BASES:
        return None
    values = values_of(game, lost=lost)
    others = [base for contract, base in BASES.items() if contract != game.contract and worth % base == 0]
    meant = {worth // base * BASES[game.contract] for base in others} & values
    named = named_value(game)
    if named in meant:
        return named
    return next(iter(meant)) if len(meant) == 1 else None


def named_value(game: Announced) -> int | None:
    """What a game comes to whose levels and matadors are all named."""
    return BASES[game.contract] * game.multipliers.start if game.matadors and game.contract in BASES else None


def _null_values(levels: frozenset[str]) -> frozenset[int]:
    if not levels:
        return frozenset(NULL_VALUES.values())
    return frozenset({NULL_VALUES["hand" in levels, "ouvert" in levels]})


def _multiples(game: Announced) -> frozenset[int]:
    bases = [BASES[game.contract]]
    if game.contract == "grand" and "ouvert" in game.levels:
        bases.append(GRAND_OUVERT_36)
    return frozenset(base * times for base in bases for times in game.multipliers)


def _raised(game: Announced, values: frozenset[int]) -> frozenset[int]:
    """The multiples that an overbid game can be raised to: of its base, or of the null's own value."""
    if game.contract == REVOLUTION:
        return frozenset()
    if game.contract == "null":
        bases, fewest = [*values], 2
    elif game.contract:
        bases, fewest = [BASES[game.contract]], game.multipliers.start
    else:
        bases, fewest = [*BASES.values(), *NULL_VALUES.values()], 2
    return frozenset(base * times for base in bases for times in range(fewest, -(-HIGHEST_BID // base) + 1))


VALUES: Final[Mapping[str, frozenset[int]]] = {
    contract: frozenset(base * times for times in range(2, MOST_MATADORS[contract] + MOST_LEVELS + 1))
    for contract, base in BASES.items()
} | {"null": frozenset(NULL_VALUES.values())}
"""contract -> every value that a won game of it can have."""

VERY_OLD: Final = frozenset({GRAND_OUVERT_36 * times for times in range(8, 12)})
ANY_VALUE: Final = frozenset().union(*VALUES.values(), VERY_OLD)
