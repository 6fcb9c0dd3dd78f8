"""The words and numbers of truco; sections are those of the rules description in the README."""

from typing import Annotated, Any, Final, Literal, TypeAlias, TypeGuard

from pydantic import Field, Strict

Side: TypeAlias = Literal["A", "B"]
Kind: TypeAlias = Literal["normal", "special", "iron"]
Figure: TypeAlias = int | Literal["game"]
"""A step of a ladder: a number, or the whole rest of the game."""

SIDES: Final[tuple[Side, Side]] = ("A", "B")
OTHER: Final[dict[Side, Side]] = {"A": "B", "B": "A"}
DRAW: Final = "draw"
WHOLE_GAME: Final = "game"

PLAYERS: Final = (2, 4, 6)
"""Section 7: sides of one, two or three."""

MOST_POINTS: Final = 999
"""No target, value or penalty is higher: the rules file names no bound, a record needs one."""
MOST_COUNTED: Final = 99_999
"""More than the points of a whole match."""
MOST_STEPS: Final = 8
"""No ladder has more values: each is a button on a phone."""
MOST_EVENTS: Final = 40
"""Far more than any hand has: three rounds, a decision, and each step of the ladder called and answered."""

Number: TypeAlias = Annotated[int, Field(ge=0, le=MOST_COUNTED)]
Pair: TypeAlias = Annotated[tuple[Number, Number], Strict(strict=False)]
"""Something counted for side A and for side B."""

ENVIDO_VALUES: Final = {"envido": 2, "real": 3}
"""Section 9; `falta` is worth what the score makes of it."""
ENVIDO_CALLS: Final = (*ENVIDO_VALUES, "falta")
MOST_ENVIDOS: Final = 2
MOST_ENVIDO_CALLS: Final = 4
ENVIDO_POINTS: Final = frozenset({*range(8), *range(20, 34)})
"""Without a pair at most a seven; a pair counts twenty more."""
ENVIDO_REFUSED: Final = 1
"""Section 9: what a refused envido gives at least."""

HALVES_ABOVE: Final = 15
"""Section 9: a game to fifteen has one half only."""

FLOR: Final = 3
"""Section 9: what one flor is worth, alone or taken small (achico)."""
CONTRAFLOR_REFUSED: Final = 4
CONTRAFLOR: Final = 6
FLOR_WORDS: Final = ("achico", "quiero", "contraflor", "resto", "no")
MOST_FLOR_WORDS: Final = 3


def is_side(value: object) -> TypeGuard[Side]:
    """Whether plain data names a side."""
    return isinstance(value, str) and value in OTHER


def is_whole(value: object, least: int, most: int | None = None) -> TypeGuard[int]:
    """Whether plain data is a whole number in these bounds; a boolean is none."""
    return type(value) is int and least <= value and (most is None or value <= most)


def same(one: Any, other: Any) -> bool:
    """Equality that keeps `1` and `True` apart."""
    return type(one) is type(other) and bool(one == other)
