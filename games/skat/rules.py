"""What a club may choose; the defaults are the official game (DSkV/ISPA)."""

from functools import cached_property
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias

from pydantic import Field

from games.core.effects import Group, Option
from games.core.record import Record
from games.core.text import Text, pgettext
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
        pgettext("skat", "At a table of {size} the list must have a multiple of {size} hands."),
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
        Text(pgettext("skat", "Official list")),
        Text(pgettext("skat", "DSkV and ISPA: 36 hands at three, 48 at four, Seeger-Fabian.")),
        {},
    ),
    Preset(
        "short",
        Text(pgettext("skat", "Half a list")),
        Text(pgettext("skat", "Everyone deals six times: 18 hands at three, 24 at four, Seeger-Fabian.")),
        {"turns": 6},
    ),
    Preset(
        "eight-turns",
        Text(pgettext("skat", "List of eight rounds")),
        Text(pgettext("skat", "Everyone deals eight times: 24 hands at three, 32 at four, Seeger-Fabian.")),
        {"turns": 8},
    ),
    Preset(
        "ten-turns",
        Text(pgettext("skat", "List of ten rounds")),
        Text(pgettext("skat", "Everyone deals ten times: 30 hands at three, 40 at four, Seeger-Fabian.")),
        {"turns": 10},
    ),
    Preset(
        "pub",
        Text(pgettext("skat", "Pub evening")),
        Text(pgettext("skat", "Kontra, Bock and Ramsch; only the points of the games count.")),
        {"system": "classic", "passed": "ramsch", "kontra": True, "bock": True},
    ),
    Preset(
        "leipzig",
        Text(pgettext("skat", "Leipzig scoring")),
        Text(pgettext("skat", "The official game; only the points of the games count.")),
        {"system": "classic"},
    ),
    Preset(
        "seeger",
        Text(pgettext("skat", "Seeger scoring")),
        Text(pgettext("skat", "50 more for a game won, 50 less for a game lost.")),
        {"system": "seeger"},
    ),
    Preset(
        "bierlachs-301",
        Text(pgettext("skat", "Bierlachs to 301")),
        Text(pgettext("skat", "Only minus points; the first to reach the limit pays the round.")),
        {"system": "bierlachs", "bierlachs_limit": 301},
    ),
    Preset(
        "bierlachs-501",
        Text(pgettext("skat", "Bierlachs to 501")),
        Text(pgettext("skat", "Only minus points; the first to reach the limit pays the round.")),
        {"system": "bierlachs", "bierlachs_limit": 501},
    ),
)


# What each option of the rules does, in a sentence.

EFFECTS: Final = (
    Group(
        pgettext("skat", "The list"),
        (
            Option(
                "system",
                pgettext("skat", "How the list is counted"),
                {
                    "seeger_fabian": pgettext(
                        "skat",
                        "Seeger-Fabian: 50 for each game won and 50 off for each lost. Each game that another "
                        "player loses gives 40 (at four: 30).",
                    ),
                    "seeger": pgettext("skat", "Seeger: 50 more for each game won, 50 less for each lost."),
                    "classic": pgettext("skat", "Leipzig: only the points of the games count."),
                    "bierlachs": pgettext(
                        "skat", "Bierlachs: only minus points count, and the first to reach the limit has lost."
                    ),
                },
            ),
            Option(
                "turns",
                pgettext("skat", "How often everyone deals"),
                {
                    "12": pgettext("skat", "Everyone deals twelve times: 36 hands at three, 48 at four."),
                    "10": pgettext("skat", "Everyone deals ten times: 30 hands at three, 40 at four."),
                    "8": pgettext("skat", "Everyone deals eight times: 24 hands at three, 32 at four."),
                    "6": pgettext("skat", "Everyone deals six times: 18 hands at three, 24 at four."),
                },
                given=pgettext("skat", "Everyone deals {value} times, at three and at four."),
            ),
            Option(
                "list_length",
                pgettext("skat", "Hands of the list"),
                given=pgettext("skat", "The list is complete after {value} hands, at three and at four."),
                empty=pgettext("skat", "The list ends when everyone has dealt that often."),
            ),
            Option(
                "bierlachs_limit",
                pgettext("skat", "Limit of Bierlachs"),
                given=pgettext("skat", "In Bierlachs the list ends when somebody reaches minus {value}."),
            ),
        ),
    ),
    Group(
        pgettext("skat", "When all pass"),
        (
            Option(
                "passed",
                pgettext("skat", "When all pass"),
                {
                    "next_dealer": pgettext("skat", "The hand counts as played, and the next player deals."),
                    "redeal_same_dealer": pgettext("skat", "The hand does not count, and the same dealer deals again."),
                    "ramsch": pgettext("skat", "Ramsch is played: whoever takes the most points loses them."),
                    "dealer_bonus_30": pgettext("skat", "The hand counts as played, and the dealer is credited 30."),
                    "lowest_ramsch_null": pgettext(
                        "skat", "Ramsch is played, and the player with the fewest points is credited a won null game."
                    ),
                },
            ),
            Option(
                "ramsch_skat_to",
                pgettext("skat", "The skat in Ramsch"),
                {
                    "loser": pgettext("skat", "The points of the skat are added to those of the loser."),
                    "last_trick": pgettext("skat", "The points of the skat go to the player who takes the last trick."),
                },
            ),
            Option(
                "ramsch_tie",
                pgettext("skat", "Tie for most points in Ramsch"),
                {
                    "all": pgettext("skat", "All players tied for the most points lose."),
                    "last_trick": pgettext(
                        "skat", "Of the players tied for the most points, the one who took the last trick loses."
                    ),
                },
            ),
        ),
    ),
    Group(
        pgettext("skat", "What a game wins or loses"),
        (
            Option(
                "overbid_loss",
                pgettext("skat", "An overbid game"),
                {
                    "raised_multiple": pgettext(
                        "skat", "It costs twice the next multiple of its base value that reaches the bid."
                    ),
                    "double_base": pgettext("skat", "It costs twice its base value."),
                },
            ),
            Option(
                "null_overbid",
                pgettext("skat", "A null game below the bid"),
                {
                    "own_multiple": pgettext(
                        "skat", "It costs twice the next multiple of its own value that reaches the bid."
                    ),
                    "base23_multiple": pgettext("skat", "It costs twice the next multiple of 23 that reaches the bid."),
                    "reject": pgettext("skat", "It cannot be recorded."),
                },
            ),
            Option(
                "lost_hand_single",
                pgettext("skat", "A lost hand game"),
                {
                    "false": pgettext("skat", "It costs twice its value, like any other lost game."),
                    "true": pgettext("skat", "It costs its value once."),
                },
            ),
            Option(
                "missed_announcement_single",
                pgettext("skat", "Schneider or schwarz announced and missed"),
                {
                    "false": pgettext("skat", "It costs twice its value, like any other lost game."),
                    "true": pgettext(
                        "skat", "It costs its value once, including what was announced, unless it was overbid."
                    ),
                },
            ),
            Option(
                "matadors_cap",
                pgettext("skat", "Matadors"),
                {
                    "": pgettext("skat", "All of them count, up to eleven."),
                    "4": pgettext("skat", "At most four of them count."),
                },
            ),
            Option(
                "grand_ouvert_36",
                pgettext("skat", "Grand ouvert"),
                {
                    "false": pgettext("skat", "Its base value is 24, like any grand."),
                    "true": pgettext("skat", "Its base value is 36."),
                },
            ),
        ),
    ),
    Group(
        pgettext("skat", "What is played"),
        (
            Option(
                "announce_without_hand",
                pgettext("skat", "Announcing schneider, schwarz or ouvert"),
                {
                    "false": pgettext("skat", "Only in a hand game."),
                    "true": pgettext("skat", "Also after picking up the skat."),
                },
            ),
            Option(
                "kontra",
                pgettext("skat", "Kontra and re"),
                {
                    "false": pgettext("skat", "They are not offered when a hand is recorded."),
                    "true": pgettext("skat", "They are offered, and each doubles what the hand counts."),
                },
            ),
            Option(
                "bock",
                pgettext("skat", "Bock rounds"),
                {
                    "false": pgettext("skat", "They are not offered when a hand is recorded."),
                    "true": pgettext("skat", "They are offered, and each hand in them counts double."),
                },
            ),
        ),
    ),
    Group(
        pgettext("skat", "Money (only noted, never moved)"),
        (
            Option(
                "stake_per_point",
                pgettext("skat", "Cents for each point"),
                given=pgettext("skat", "The differences between the totals are due at {value} cents a point."),
                empty=pgettext("skat", "No money is due for points."),
            ),
            Option(
                "loss_fee.each",
                pgettext("skat", "Cents for each of the first three lost games"),
                given=pgettext("skat", "Each of the first three games that somebody loses costs {value} cents."),
                empty=pgettext("skat", "The first three lost games cost nothing."),
            ),
            Option(
                "loss_fee.from_fourth",
                pgettext("skat", "Cents for each further lost game"),
                given=pgettext("skat", "From the fourth on, each lost game costs {value} cents."),
                empty=pgettext("skat", "Further lost games cost nothing."),
            ),
        ),
    ),
)
