"""What a club may choose; the defaults are the official game (DSkV/ISPA)."""

from functools import cached_property
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias

from pydantic import Field

from games.core.effects import Group, Option
from games.core.record import Record
from games.core.text import Text, gettext_noop
from games.core.text import gettext_noop as _
from games.core.values import Preset, Problem

# The numbers of the rule book (Internationale Skatordnung, ISkO).

BASES: Final = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, "grand": 24}
"""ISkO 5.1."""

GRAND_OUVERT_36: Final = 36
"""The very old base of a grand ouvert, an option."""

NULL: Final = 23
NULL_VALUES: Final = {
    (False, False): NULL,
    (True, False): 35,
    (False, True): 46,
    (True, True): 59,
}
"""(hand, ouvert) -> the fixed value of a null game, ISkO 5.1."""

CONTRACTS: Final = (*BASES, "null")

MOST_MATADORS: Final = {"grand": 4} | dict.fromkeys(("diamonds", "hearts", "spades", "clubs"), 11)
"""ISkO 2.4: a run has at most the four jacks, and in a suit game the seven trumps after them."""

POINTS_TO_WIN: Final = 61
"""ISkO 5.2.2: 60 : 60 is lost."""
POINTS_FOR_SCHNEIDER: Final = 90
POINTS_OF_SCHNEIDER: Final = 30
"""ISkO 5.2.3: a party with 30 card points or fewer is schneider."""
ALL_POINTS: Final = 120
ALL_TRICKS: Final = 10
MOST_IN_SKAT: Final = 22
"""Two aces: a declarer without a trick owns the skat all the same."""

IMPOSSIBLE_POINTS: Final = frozenset({1, 119})

POINTS_BY_TRICKS: Final = (
    (0, 22),
    (0, 54),
    (0, 84),
    (0, 96),
    (4, 106),
    (11, 114),
    (20, 120),
    (32, 120),
    (56, 120),
    (87, 120),
    (120, 120),
)
"""Declarer's tricks (0..10) -> the fewest and the most card points possible, skat included."""


def _legal_bids() -> frozenset[int]:
    """Every value a game can have is a legal bid, and nothing else is."""
    suits = {base * times for contract, base in BASES.items() for times in range(2, MOST_MATADORS[contract] + 8)}
    return frozenset(suits | set(NULL_VALUES.values()))


LEGAL_BIDS: Final = _legal_bids()


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


# Rules a club can start from.

PRESETS: Final = (
    Preset(
        "official",
        Text(gettext_noop("Official list")),
        Text(gettext_noop("DSkV and ISPA: 36 hands at three, 48 at four, Seeger-Fabian.")),
        {},
    ),
    Preset(
        "short",
        Text(gettext_noop("Half a list")),
        Text(gettext_noop("Everybody deals six times: 18 hands at three, 24 at four, Seeger-Fabian.")),
        {"turns": 6},
    ),
    Preset(
        "eight-turns",
        Text(gettext_noop("List of eight rounds")),
        Text(gettext_noop("Everybody deals eight times: 24 hands at three, 32 at four, Seeger-Fabian.")),
        {"turns": 8},
    ),
    Preset(
        "ten-turns",
        Text(gettext_noop("List of ten rounds")),
        Text(gettext_noop("Everybody deals ten times: 30 hands at three, 40 at four, Seeger-Fabian.")),
        {"turns": 10},
    ),
    Preset(
        "pub",
        Text(gettext_noop("Pub evening")),
        Text(gettext_noop("Kontra, Bock and Ramsch; only the points of the games count.")),
        {"system": "classic", "passed": "ramsch", "kontra": True, "bock": True},
    ),
    Preset(
        "leipzig",
        Text(gettext_noop("Leipzig scoring")),
        Text(gettext_noop("The official game; only the points of the games count.")),
        {"system": "classic"},
    ),
    Preset(
        "seeger",
        Text(gettext_noop("Seeger scoring")),
        Text(gettext_noop("50 more for a game won, 50 less for a game lost.")),
        {"system": "seeger"},
    ),
    Preset(
        "bierlachs-301",
        Text(gettext_noop("Bierlachs to 301")),
        Text(gettext_noop("Only minus points; the first to reach the limit pays the round.")),
        {"system": "bierlachs", "bierlachs_limit": 301},
    ),
    Preset(
        "bierlachs-501",
        Text(gettext_noop("Bierlachs to 501")),
        Text(gettext_noop("Only minus points; the first to reach the limit pays the round.")),
        {"system": "bierlachs", "bierlachs_limit": 501},
    ),
)


# What each option of the rules does, in a sentence.

EFFECTS: Final = (
    Group(
        _("The list"),
        (
            Option(
                "system",
                _("How the list is counted"),
                {
                    "seeger_fabian": _(
                        "Seeger-Fabian: 50 more for each game won, 50 less for each lost, and 40 (at four: 30) for "
                        "each game that another player loses."
                    ),
                    "seeger": _("Seeger: 50 more for each game won, 50 less for each lost."),
                    "classic": _("Leipzig: only the points of the games count."),
                    "bierlachs": _("Bierlachs: only minus points count, and the first to reach the limit has lost."),
                },
            ),
            Option(
                "turns",
                _("How often everybody deals"),
                {
                    "12": _("Everybody deals twelve times: 36 hands at three, 48 at four."),
                    "10": _("Everybody deals ten times: 30 hands at three, 40 at four."),
                    "8": _("Everybody deals eight times: 24 hands at three, 32 at four."),
                    "6": _("Everybody deals six times: 18 hands at three, 24 at four."),
                },
                given=_("Everybody deals {value} times, at three and at four."),
            ),
            Option(
                "list_length",
                _("Hands of the list"),
                given=_("The list is complete after {value} hands, at three and at four."),
                empty=_("As many hands as everybody has turns to deal."),
            ),
            Option(
                "bierlachs_limit",
                _("Limit of Bierlachs"),
                given=_("In Bierlachs the list is over when somebody stands at minus {value}."),
            ),
        ),
    ),
    Group(
        _("When all pass"),
        (
            Option(
                "passed",
                _("When all pass"),
                {
                    "next_dealer": _("The hand counts as played, and the next player deals."),
                    "redeal_same_dealer": _("The hand does not count, and the same dealer deals again."),
                    "ramsch": _("Ramsch is played: whoever takes the most points loses them."),
                    "dealer_bonus_30": _("The hand counts as played, and the dealer is credited 30."),
                    "lowest_ramsch_null": _("Ramsch is played, and the fewest points are credited a null game won."),
                },
            ),
            Option(
                "ramsch_skat_to",
                _("The skat in Ramsch"),
                {
                    "loser": _("The points of the skat are added to those of the loser."),
                    "last_trick": _("The points of the skat go to whoever makes the last trick."),
                },
            ),
            Option(
                "ramsch_tie",
                _("Equal most points in Ramsch"),
                {
                    "all": _("All who have equally the most points lose."),
                    "last_trick": _("Of those with equally the most points, whoever made the last trick loses."),
                },
            ),
        ),
    ),
    Group(
        _("What a game costs or brings"),
        (
            Option(
                "overbid_loss",
                _("An overbid game"),
                {
                    "raised_multiple": _("It costs twice the next multiple of its base value that reaches the bid."),
                    "double_base": _("It costs twice its base value."),
                },
            ),
            Option(
                "null_overbid",
                _("A null game below the bid"),
                {
                    "own_multiple": _("It costs twice the next multiple of its own value that reaches the bid."),
                    "base23_multiple": _("It costs twice the next multiple of 23 that reaches the bid."),
                    "reject": _("It cannot be recorded."),
                },
            ),
            Option(
                "lost_hand_single",
                _("A lost hand game"),
                {
                    "false": _("It costs twice its value, like any other lost game."),
                    "true": _("It costs its value once."),
                },
            ),
            Option(
                "missed_announcement_single",
                _("Schneider or schwarz announced and missed"),
                {
                    "false": _("It costs twice its value, like any other lost game."),
                    "true": _("It costs its value once, with all that was announced, unless it was overbid."),
                },
            ),
            Option(
                "matadors_cap",
                _("Matadors"),
                {"": _("All of them count, up to eleven."), "4": _("At most four of them count.")},
            ),
            Option(
                "grand_ouvert_36",
                _("Grand ouvert"),
                {"false": _("Its base value is 24, like any grand."), "true": _("Its base value is 36.")},
            ),
        ),
    ),
    Group(
        _("What is played"),
        (
            Option(
                "announce_without_hand",
                _("Announcing schneider, schwarz or ouvert"),
                {
                    "false": _("Only in a hand game."),
                    "true": _("Also by a declarer who has picked up the skat."),
                },
            ),
            Option(
                "kontra",
                _("Kontra and re"),
                {
                    "false": _("They are not offered when a hand is recorded."),
                    "true": _("They are offered, and each doubles what the hand counts."),
                },
            ),
            Option(
                "bock",
                _("Bock rounds"),
                {
                    "false": _("They are not offered when a hand is recorded."),
                    "true": _("They are offered, and in them each hand counts double."),
                },
            ),
        ),
    ),
    Group(
        _("Money, which is only written down"),
        (
            Option(
                "stake_per_point",
                _("Cents for each point"),
                given=_("The differences between the totals are due at {value} cents a point."),
                empty=_("No money is due for points."),
            ),
            Option(
                "loss_fee.each",
                _("Cents for each of the first three lost games"),
                given=_("Each of the first three games that somebody loses costs {value} cents."),
                empty=_("The first three lost games cost nothing."),
            ),
            Option(
                "loss_fee.from_fourth",
                _("Cents for each further lost game"),
                given=_("From the fourth on each lost game costs {value} cents."),
                empty=_("Further lost games cost nothing."),
            ),
        ),
    ),
)
