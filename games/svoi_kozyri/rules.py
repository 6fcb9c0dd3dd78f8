"""What a club may choose; the defaults are the house text with the pack of pagat."""

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BeforeValidator, Field, Strict
from pydantic_core import PydanticKnownError

from games.core.effects import Group, Option
from games.core.record import Record
from games.core.text import Text, pgettext
from games.core.values import Preset, Problem

# The numbers of the game; the sections named are those of the game's rules file, sources in README.md.

SUITS: Final = ("clubs", "diamonds", "hearts", "spades")
RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""From the lowest to the highest (section 3)."""

STRENGTH: Final = {rank: place for place, rank in enumerate(RANKS)}

PACKS: Final = {deck: RANKS[-(deck // len(SUITS)) :] for deck in (24, 28, 32, 36, 40, 52)}
"""Cards in the pack -> the ranks it has (section 4)."""

ACE: Final = "A"
TAKEN_PLAIN: Final = 3
"""Cards picked up where the top card is not one's trump (section 4)."""
TAKEN_TRUMP: Final = 5
"""Cards picked up where it is one's trump, but not the ace (section 4)."""

RESULTS: Final = ("loss", "draw")
SIZES: Final = (2, 3, 4)
"""Players of a deal (section 2)."""
TWO: Final = SIZES[0]
"""At a table of two one tap says who has won."""
CARDS_OF_A_DRAW: Final = 1
"""A draw needs exactly one card in the last hand (section 2)."""
COUNTED_LOSS: Final = 1
"""What a lost deal counts where losses are counted (section 5)."""


LONGEST: Final = 1000
"""The most deals a series can have, and the most wins it can go to (ours)."""


def _whole(value: object) -> object:
    """A choice among numbers would take 36.0 for 36; every other number of the rules refuses it."""
    if isinstance(value, float):
        raise PydanticKnownError("int_type")
    return value


Mode: TypeAlias = Literal["wdl", "losses", "cards_left"]
Deck: TypeAlias = Annotated[Literal[24, 28, 32, 36, 40, 52], BeforeValidator(_whole)]
Size: TypeAlias = Annotated[Literal[2, 3, 4], BeforeValidator(_whole)]
Sizes: TypeAlias = (
    Annotated[tuple[Size], Strict(strict=False)]
    | Annotated[tuple[Size, Size], Strict(strict=False)]
    | Annotated[tuple[Size, Size, Size], Strict(strict=False)]
)
Points: TypeAlias = Annotated[int, Field(ge=-100, le=100)]
Deals: TypeAlias = Annotated[int, Field(ge=1, le=LONGEST)]

SIZE_OF_A_SERIES_TO: Final = 2
"""A series to a number of wins is for two (rules file, section 5)."""


class SvoiRules(Record):
    """The options of a sitting.

    `mode` says what a deal counts: `win`, `draw` and `loss` points (`wdl`), one for the loser (`losses`) or the
    loser's cards (`cards_left`). `deck` is the number of cards in the pack, `pickup` what is taken by somebody who
    does not beat: 3, 5 or the pile (`house`) or always the pile (`all`). `players` are the sizes of table allowed.
    A series ends when somebody has won `first_to` deals or after `max_deals`, whichever comes first.
    """

    mode: Mode = "wdl"
    win: Points = 2
    draw: Points = 1
    loss: Points = 0
    deck: Deck = 36
    pickup: Literal["house", "all"] = "house"
    players: Sizes = (2, 3, 4)
    first_to: Deals | None = None
    max_deals: Deals | None = None


PLAYER_COUNT: Final = Problem(
    "bad_player_count",
    "players",
    Text(pgettext("svoi_kozyri", "These rules do not fit this number of players. Change the seats.")),
)
FIRST_TO_NEEDS_TWO: Final = Problem(
    "first_to_needs_two",
    "first_to",
    Text(pgettext("svoi_kozyri", "A series to a number of wins is for two players. Choose a number of deals instead.")),
)


def rules_problems(rules: SvoiRules, size: int) -> tuple[Problem, ...]:
    """Why these rules do not suit a table of `size`."""
    found = []
    if size not in rules.players:
        found.append(PLAYER_COUNT)
    if rules.first_to is not None and size != SIZE_OF_A_SERIES_TO:
        found.append(FIRST_TO_NEEDS_TWO)
    return tuple(found)


# Rules a club can start from.

PRESETS: Final = (
    Preset(
        "standard",
        Text(pgettext("svoi_kozyri", "Wins and draws")),
        Text(
            pgettext(
                "svoi_kozyri", "36 cards; 2 for each player who goes out, 1 for a draw. As many deals as you like."
            )
        ),
        {},
    ),
    Preset(
        "first-to-three",
        Text(pgettext("svoi_kozyri", "First to three wins")),
        Text(pgettext("svoi_kozyri", "A series for two; draws do not count towards it.")),
        {"players": [2], "first_to": 3},
    ),
    Preset(
        "one-loser",
        Text(pgettext("svoi_kozyri", "One loser")),
        Text(pgettext("svoi_kozyri", "Only losses count; the fewest are best.")),
        {"mode": "losses"},
    ),
    Preset(
        "cards-left",
        Text(pgettext("svoi_kozyri", "Cards left")),
        Text(pgettext("svoi_kozyri", "The cards left in hand count against the loser; the fewest are best.")),
        {"mode": "cards_left"},
    ),
    Preset(
        "challenge",
        Text(pgettext("svoi_kozyri", "Challenge for two")),
        Text(pgettext("svoi_kozyri", "32 cards; a player who does not beat takes the whole pile.")),
        {"players": [2], "deck": 32, "pickup": "all"},
    ),
)


# What each option of the rules does, in a sentence.

EFFECTS: Final = (
    Group(
        pgettext("svoi_kozyri", "What a deal counts"),
        (
            Option(
                "mode",
                pgettext("svoi_kozyri", "What a deal counts"),
                {
                    "wdl": pgettext(
                        "svoi_kozyri", "Each player gets points for a win, a draw or a loss; the most are best."
                    ),
                    "losses": pgettext(
                        "svoi_kozyri", "The player left with cards gets one point against; the fewest are best."
                    ),
                    "cards_left": pgettext(
                        "svoi_kozyri",
                        "The player left gets one point against for each card in hand; the fewest are best.",
                    ),
                },
            ),
            Option(
                "win",
                pgettext("svoi_kozyri", "Points for a win"),
                given=pgettext("svoi_kozyri", "If wins, draws and losses count, a win is worth {value}."),
            ),
            Option(
                "draw",
                pgettext("svoi_kozyri", "Points for a draw"),
                given=pgettext("svoi_kozyri", "If wins, draws and losses count, a draw is worth {value}."),
            ),
            Option(
                "loss",
                pgettext("svoi_kozyri", "Points for a loss"),
                given=pgettext("svoi_kozyri", "If wins, draws and losses count, a loss is worth {value}."),
            ),
        ),
    ),
    Group(
        pgettext("svoi_kozyri", "The series"),
        (
            Option(
                "max_deals",
                pgettext("svoi_kozyri", "Deals of the series"),
                given=pgettext("svoi_kozyri", "The series ends after {value} deals."),
                empty=pgettext("svoi_kozyri", "The series has no fixed number of deals."),
            ),
            Option(
                "first_to",
                pgettext("svoi_kozyri", "Wins that end the series"),
                given=pgettext(
                    "svoi_kozyri", "The series ends when somebody has won {value} deals; only for a table of two."
                ),
                empty=pgettext("svoi_kozyri", "The series has no winning number of deals."),
            ),
            Option(
                "players",
                pgettext("svoi_kozyri", "Players at a table"),
                {
                    "2": pgettext("svoi_kozyri", "two"),
                    "3": pgettext("svoi_kozyri", "three"),
                    "4": pgettext("svoi_kozyri", "four"),
                },
                given=pgettext("svoi_kozyri", "These rules are for tables of {value} players."),
                several=True,
            ),
        ),
    ),
    Group(
        pgettext("svoi_kozyri", "The cards"),
        (
            Option(
                "deck",
                pgettext("svoi_kozyri", "Cards in the pack"),
                {
                    "24": pgettext("svoi_kozyri", "24 cards: from nine to ace."),
                    "28": pgettext("svoi_kozyri", "28 cards: from eight to ace."),
                    "32": pgettext("svoi_kozyri", "32 cards: from seven to ace."),
                    "36": pgettext("svoi_kozyri", "36 cards: from six to ace."),
                    "40": pgettext("svoi_kozyri", "40 cards: from five to ace."),
                    "52": pgettext("svoi_kozyri", "52 cards: the whole pack."),
                },
            ),
            Option(
                "pickup",
                pgettext("svoi_kozyri", "A player who does not beat picks up"),
                {
                    "house": pgettext(
                        "svoi_kozyri", "Three cards, five, or the whole pile, depending on the top card."
                    ),
                    "all": pgettext("svoi_kozyri", "Always the whole pile."),
                },
            ),
        ),
    ),
)
