"""What a club may choose; the defaults are the house text with the pack of pagat."""

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BeforeValidator, Field, Strict
from pydantic_core import PydanticKnownError

from games.core.record import Record
from games.core.text import Text, gettext_noop
from games.core.values import Problem

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
    "bad_player_count", "players", Text(gettext_noop("These rules are not for so many players. Change the seats."))
)
FIRST_TO_NEEDS_TWO: Final = Problem(
    "first_to_needs_two",
    "first_to",
    Text(gettext_noop("A series to a number of wins is for two players. Choose a number of deals instead.")),
)


def rules_problems(rules: SvoiRules, size: int) -> tuple[Problem, ...]:
    """Why these rules do not suit a table of `size`."""
    found = []
    if size not in rules.players:
        found.append(PLAYER_COUNT)
    if rules.first_to is not None and size != SIZE_OF_A_SERIES_TO:
        found.append(FIRST_TO_NEEDS_TWO)
    return tuple(found)
