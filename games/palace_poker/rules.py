"""What a table agrees on; the defaults are the house text, and where it is silent those of the rules file."""

from functools import cached_property
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from games.core.units import InUnits
from games.core.values import Problem
from games.palace_poker.refusals import problem
from games.palace_poker.values import LARGEST_BET, MOST_RAISES, MOST_RAKE

AMOUNTS: Final = frozenset({"small_bet", "big_bet", "ante", "rake_cap"})
"""The options that are amounts in the unit of the sitting."""

Bet: TypeAlias = Annotated[int, Field(ge=1, le=LARGEST_BET)]
Money: TypeAlias = Annotated[int, Field(ge=0, le=LARGEST_BET)]


class PalacePokerRules(InUnits):
    """The stakes and options of a sitting; amounts are in its smallest unit.

    `big_bet` empty is twice the small bet, `ante` empty half of it (rounded down). `rake_bp` are
    hundredths of a percent of all pots, at most `rake_cap`. `max_raises` is counted in each battle.
    """

    small_bet: Bet = 5
    big_bet: Bet | None = None
    ante: Money | None = None
    limit: Literal["limit", "no_limit"] = "limit"
    max_raises: Annotated[int, Field(ge=1, le=MOST_RAISES)] | None = None
    foreign_suit: Literal["void", "off"] = "void"
    captured_banner: Literal["soldier", "discard"] = "soldier"
    uncalled_bet: Literal["stays", "returned"] = "stays"
    odd_chips: Literal["left_of_dealer", "carry"] = "left_of_dealer"
    rake_bp: Annotated[int, Field(ge=0, le=MOST_RAKE)] = 0
    rake_cap: Money | None = None
    wheel: bool = True

    @cached_property
    def big(self) -> int:
        """Section 1: the big bet, by default two small ones."""
        return 2 * self.small_bet if self.big_bet is None else self.big_bet

    @cached_property
    def to_enter(self) -> int:
        """Section 1: the ante, by default half a small bet."""
        return self.small_bet // 2 if self.ante is None else self.ante

    @cached_property
    def is_limit(self) -> bool:
        """Whether each bet and raise has its fixed amount."""
        return self.limit == "limit"


def rules_problems(rules: PalacePokerRules, size: int) -> tuple[Problem, ...]:
    """Why these rules suit no table: the big bet is the small one or more."""
    return (problem("bet_size_invalid", "big_bet"),) if rules.big < rules.small_bet else ()
