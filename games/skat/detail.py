"""How a hand came to its result: what a sheet, an explanation and a vector need to know."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Strict

from games.core.record import Record
from games.skat.hand import Contract

Levels: TypeAlias = Annotated[tuple[str, ...], Strict(strict=False)]
Numbers: TypeAlias = Annotated[tuple[int, ...], Strict(strict=False)]


class HandDetail(Record):
    """The result of a hand with a declarer.

    `base` is the base value (of a null game: its fixed value), `made` the value of the levels,
    `game_value` what is written: `made`, or more after overbidding. `multiplier` is
    game_value / base, None for null. `factor` is what kontra, re and Bock make of the score.
    """

    kind: Literal["played"] = "played"
    contract: Contract
    declarer: int
    won: bool
    overbid: bool
    base: int
    made: int
    game_value: int
    multiplier: int | None
    factor: int
    declarer_score: int
    levels: Levels


class PassedDetail(Record):
    """A hand nobody bid for; `counted` is false where the same dealer deals it again."""

    kind: Literal["passed"] = "passed"
    dealer: int
    bonus: int = 0
    counted: bool = True


class RamschDetail(Record):
    """The result of a Ramsch; `scores` stand in the order of `seats`, the three active ones.

    `lowest_wins` marks the house rule by which the fewest points are credited a won null game.
    """

    kind: Literal["ramsch"] = "ramsch"
    seats: Numbers
    scores: Numbers
    durchmarsch: bool
    jungfrau: bool
    lowest_wins: bool = False


AnyDetail: TypeAlias = HandDetail | PassedDetail | RamschDetail
DETAILS: dict[str, type[AnyDetail]] = {
    "played": HandDetail,
    "passed": PassedDetail,
    "ramsch": RamschDetail,
}
