"""Amounts rounded to a coin, so that they can be paid in cash and still sum to nothing: largest remainder."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Annotated, Any, Final, Generic, Literal, TypeVar
from unicodedata import normalize

from pydantic import AfterValidator, Field

from games.core.record import Record

# What a sitting is played for: points, or a unit with a name.


def _label(text: str) -> str:
    """One spelling of each label: composed, without space around it."""
    label = normalize("NFC", text).strip()
    if not label.isprintable():
        raise ValueError(text)
    return label


UNIT: Final = ("unit", "decimals")
"""What is played for is agreed at each table."""


class InUnits(Record):
    """Rules of a game that is played for amounts.

    `unit` is the label of the unit, empty for points. With `decimals` 2 an amount counts
    hundredths: 150 is written 1.50.
    """

    unit: Annotated[str, Field(max_length=12), AfterValidator(_label)] = ""
    decimals: Literal[0, 2] = 0


def unit_of_rules(rules: Mapping[str, Any]) -> InUnits:
    """What amounts by these plain rules are counted in; points where the game knows no unit."""
    return InUnits.model_construct(unit=rules.get("unit", ""), decimals=rules.get("decimals", 0))


Who = TypeVar("Who", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Rounded(Generic[Who]):
    """What each is to get once rounded (less than zero: to pay), and what rounding gave each: less than a coin either
    way, and nothing in sum."""

    nets: Mapping[Who, int]
    gains: Mapping[Who, int]


def rounded(nets: Mapping[Who, int], coin: int, turn: int = 0, gained: Mapping[Who, int] | None = None) -> Rounded[Who]:
    """The amounts in whole coins. All are rounded down first, which takes a little from everybody: who gets, gets
    less, and who pays, pays more. The coins taken that way go back, one each, to whoever lost most: the largest
    remainder first.

    Of equal remainders the coin goes to whoever has `gained` least by rounding before (or lost most). Who is equal in
    that too stands in the order of the amounts, begun `turn` places further down and coming round to its beginning:
    whoever raises `turn` by one each time favours nobody, however often the same people settle.

    Args: nets: what each is to get, in the smallest units; coin: the smallest coin, in the same units.

    Raises:
        ValueError: no coin above zero, or the amounts do not sum to zero.
    """
    if coin < 1:
        raise ValueError(f"a coin of {coin} can't be paid with")
    if rest := sum(nets.values()):
        raise ValueError(f"the amounts sum to {rest}, not to nothing")
    lost = {who: amount % coin for who, amount in nets.items()}
    up = set(_by_claim(lost, gained or {}, turn)[: sum(lost.values()) // coin])
    coins = {who: nets[who] - lost[who] + (coin if who in up else 0) for who in nets}
    return Rounded(coins, {who: coins[who] - nets[who] for who in nets})


def _by_claim(lost: Mapping[Who, int], gained: Mapping[Who, int], turn: int) -> list[Who]:
    """Who is to get a coin back, first to last."""

    def claim(who: Who) -> tuple[int, int]:
        return -lost[who], gained.get(who, 0)

    order: list[Who] = []
    for _claim, equals in groupby(sorted(lost, key=claim), key=claim):
        tied = list(equals)
        begin = turn % len(tied)
        order += [*tied[begin:], *tied[:begin]]
    return order
