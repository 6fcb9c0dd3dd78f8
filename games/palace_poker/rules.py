"""What a table agrees on; the defaults are the house text, and where it is silent those of the rules file."""

from functools import cached_property
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from games.core.effects import UNIT_OPTIONS, Group, Option
from games.core.settling import InUnits
from games.core.text import Text, pgettext
from games.core.values import Preset, Problem
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


# Rules a club can start from.

PRESETS: Final = (
    Preset(
        "house",
        Text(pgettext("palace_poker", "House game 5/10")),
        Text(
            pgettext(
                "palace_poker",
                "Limit bets of 5 and 10, an ante of 2; cards of the opponent’s banner suit are void.",
            )
        ),
        {},
    ),
    Preset(
        "small",
        Text(pgettext("palace_poker", "Small game 1/2")),
        Text(pgettext("palace_poker", "Limit bets of 1 and 2, an ante of 1.")),
        {"small_bet": 1, "ante": 1},
    ),
    Preset(
        "no-limit",
        Text(pgettext("palace_poker", "No limit")),
        Text(pgettext("palace_poker", "Bets and raises as high as you like, from 5 and 10 on.")),
        {"limit": "no_limit"},
    ),
    Preset(
        "gentle",
        Text(pgettext("palace_poker", "Gentle battles")),
        Text(pgettext("palace_poker", "No card is void, bets that nobody calls come back, at most three raises.")),
        {"foreign_suit": "off", "uncalled_bet": "returned", "max_raises": 3},
    ),
)


# What each option of the rules does, in a sentence.

EFFECTS: Final = (
    Group(
        pgettext("palace_poker", "What is played for"),
        (
            Option(
                "small_bet",
                pgettext("palace_poker", "Small bet"),
                given=pgettext("palace_poker", "The small bet is {value}."),
            ),
            Option(
                "big_bet",
                pgettext("palace_poker", "Big bet"),
                given=pgettext("palace_poker", "The big bet is {value}."),
                empty=pgettext("palace_poker", "The big bet is two small bets."),
            ),
            Option(
                "ante",
                pgettext("palace_poker", "Ante"),
                given=pgettext("palace_poker", "Each player puts {value} into the pot before the deal."),
                empty=pgettext(
                    "palace_poker", "Each player puts half a small bet into the pot before the deal, rounded down."
                ),
            ),
            *UNIT_OPTIONS,
        ),
    ),
    Group(
        pgettext("palace_poker", "A battle"),
        (
            Option(
                "limit",
                pgettext("palace_poker", "Betting in a battle"),
                {
                    "limit": pgettext(
                        "palace_poker", "Each bet is exactly its minimum, and each raise a fixed amount."
                    ),
                    "no_limit": pgettext("palace_poker", "Bets and raises may be higher than their minimum."),
                },
            ),
            Option(
                "max_raises",
                pgettext("palace_poker", "Raises in one battle, at most"),
                given=pgettext("palace_poker", "A battle has at most {value} raises."),
                empty=pgettext("palace_poker", "A battle may have any number of raises."),
            ),
            Option(
                "uncalled_bet",
                pgettext("palace_poker", "A bet that makes the other side fold"),
                {
                    "stays": pgettext("palace_poker", "It stays in the pot."),
                    "returned": pgettext("palace_poker", "It goes back to the player who made it."),
                },
            ),
            Option(
                "foreign_suit",
                pgettext("palace_poker", "Cards of the opponent’s banner suit"),
                {
                    "void": pgettext("palace_poker", "They do not count in the battle, for either side."),
                    "off": pgettext("palace_poker", "They count like any other card."),
                },
            ),
            Option(
                "captured_banner",
                pgettext("palace_poker", "A captured banner"),
                {
                    "soldier": pgettext("palace_poker", "It may become a soldier of the winner."),
                    "discard": pgettext("palace_poker", "It is discarded."),
                },
            ),
        ),
    ),
    Group(
        pgettext("palace_poker", "The pot"),
        (
            Option(
                "odd_chips",
                pgettext("palace_poker", "Odd chips of a split pot"),
                {
                    "left_of_dealer": pgettext(
                        "palace_poker", "They go one by one to the winners, starting at the dealer’s left."
                    ),
                    "carry": pgettext("palace_poker", "They stay on the table for the next hand."),
                },
            ),
            Option(
                "rake_bp",
                pgettext("palace_poker", "Rake of the house, in hundredths of a percent"),
                given=pgettext(
                    "palace_poker", "The house takes {value} hundredths of a percent of each pot; 250 is 2.5 percent."
                ),
            ),
            Option(
                "rake_cap",
                pgettext("palace_poker", "Highest rake of the house"),
                given=pgettext("palace_poker", "The house takes no more than {value} of a hand."),
                empty=pgettext("palace_poker", "The rake has no upper limit."),
            ),
            Option(
                "wheel",
                pgettext("palace_poker", "The lowest straight"),
                {
                    "true": pgettext("palace_poker", "Ace, 2, 3, 4, 5 is the lowest straight."),
                    "false": pgettext("palace_poker", "Ace, 2, 3, 4, 5 is not a straight."),
                },
            ),
        ),
    ),
)
