"""What a club may choose; the defaults are the official game (DSkV/ISPA)."""

from functools import cached_property
from typing import Annotated, Literal, NamedTuple, TypeAlias

from pydantic import Field

from games.core.record import Record
from games.core.text import Text, gettext_noop
from games.core.values import Problem

System: TypeAlias = Literal["seeger_fabian", "seeger", "classic", "bierlachs"]
Passed: TypeAlias = Literal["next_dealer", "redeal_same_dealer", "ramsch", "dealer_bonus_30", "lowest_ramsch_null"]
Money: TypeAlias = Annotated[int, Field(ge=0, le=1_000_000)]

TURNS = 12
"""Everybody deals twelve times in a list: 36 hands at three, 48 at four (SkWO)."""
MOST_TURNS = 40
SEATS = (3, 4)


class LossFee(Record):
    """What a lost game costs, in minor units: `each` for the first three of a list, then
    `from_fourth`.
    """

    each: Money
    from_fourth: Money


class Options(NamedTuple):
    """The house rules that touch the value of a hand."""

    overbid_loss: str
    null_overbid: str
    lost_hand_single: bool
    missed_announcement_single: bool
    matadors_cap: int | None
    grand_ouvert_36: bool


class SkatRules(Record):
    """The options of a sitting. Amounts of money are in minor units of the sitting's currency. A list has `turns`
    times as many hands as there are players, or `list_length` at every size of table."""

    system: System = "seeger_fabian"
    turns: Annotated[int, Field(ge=1, le=MOST_TURNS)] = TURNS
    list_length: Annotated[int, Field(ge=3, le=480)] | None = None
    passed: Passed = "next_dealer"
    overbid_loss: Literal["raised_multiple", "double_base"] = "raised_multiple"
    null_overbid: Literal["own_multiple", "base23_multiple", "reject"] = "own_multiple"
    lost_hand_single: bool = False
    missed_announcement_single: bool = False
    matadors_cap: Literal[4] | None = None
    announce_without_hand: bool = False
    grand_ouvert_36: bool = False
    kontra: bool = False
    bock: bool = False
    ramsch_skat_to: Literal["loser", "last_trick"] = "loser"
    ramsch_tie: Literal["all", "last_trick"] = "all"
    bierlachs_limit: Annotated[int, Field(ge=100, le=2000)] = 301
    stake_per_point: Money | None = None
    loss_fee: LossFee | None = None

    @cached_property
    def options(self) -> Options:
        """Only what touches the value of a hand."""
        return Options(
            self.overbid_loss,
            self.null_overbid,
            self.lost_hand_single,
            self.missed_announcement_single,
            self.matadors_cap,
            self.grand_ouvert_36,
        )


def rules_problems(rules: SkatRules, size: int) -> tuple[Problem, ...]:
    """Why these rules do not suit a table of `size`: everybody must deal equally often."""
    if rules.list_length is None or rules.list_length % size == 0:
        return ()
    message = Text(
        gettext_noop("At a table of {size} the list must have a multiple of {size} hands."),
        {"size": size},
    )
    return (Problem("list_length_not_multiple", "list_length", message),)


def resize_problems(rules: SkatRules, size: int) -> tuple[Problem, ...]:
    """None: a list of an agreed length goes on when somebody comes or leaves, and its rounds are counted anew."""
    return ()


def of_length(rules: SkatRules, size: int, hands: int) -> SkatRules | None:
    """These rules for a list of so many hands at a table of `size`: everybody deals equally often, and as often at the
    other size. Where the rules have one length for both sizes, it must suit both. None: there is no such list."""
    if rules.list_length is not None:
        suits = all(hands % seats == 0 for seats in SEATS) and 0 < hands <= MOST_TURNS * min(SEATS)
        return rules.model_copy(update={"list_length": hands}) if suits else None
    turns, left = divmod(hands, size)
    if rules.system == "bierlachs" or left or not 1 <= turns <= MOST_TURNS:
        return None
    return rules.model_copy(update={"turns": turns})
