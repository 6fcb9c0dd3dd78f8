"""What was seen at the table: the records of a hand of Skat."""

from typing import Annotated, Literal, TypeAlias

from pydantic import ConfigDict, Field, Strict

from games.core.record import Record, Seat

Contract: TypeAlias = Literal["diamonds", "hearts", "spades", "clubs", "grand", "null"]
Points: TypeAlias = Annotated[int, Field(ge=0, le=120)]
Tricks: TypeAlias = Annotated[int, Field(ge=0, le=10)]


class Declared(Record):
    """A result without counting: conceded, broken off, or decided by a rule violation."""

    won: bool
    schneider: bool = False
    schwarz: bool = False


class SkatHand(Record):
    """A hand with a declarer.

    `with` (here `with_`) is the direction of the run of `matadors`. The result stands either in
    `declarer_points` and `declarer_tricks` or in `outcome`. `bock_rounds` is the number of Bock
    rounds that begin after this hand. `dealer` is empty where the deal went as the rotation says.
    """

    kind: Literal["played"] = "played"
    declarer: Seat
    contract: Contract
    matadors: Annotated[int, Field(ge=1, le=11)] | None = None
    with_: Annotated[bool | None, Field(alias="with")] = None
    bid: Annotated[int, Field(ge=18, le=264)] | None = None
    hand: bool = False
    schneider_announced: bool = False
    schwarz_announced: bool = False
    ouvert: bool = False
    declarer_points: Points | None = None
    declarer_tricks: Tricks | None = None
    outcome: Declared | None = None
    kontra: bool = False
    re: bool = False
    bock: bool = False
    bock_rounds: Annotated[int, Field(ge=0, le=9)] = 0
    dealer: Seat | None = None


class PassedHand(Record):
    """Nobody bid ("eingepasst"). Fields of a played hand may be sent along as long as they are
    empty: `problems` looks at them, the record forgets them.
    """

    model_config = ConfigDict(extra="ignore")

    kind: Literal["passed"] = "passed"
    dealer: Seat | None = None


class RamschHand(Record):
    """Nobody declared and everybody played for himself.

    `points` and `tricks` stand in the order of the three active seats, that is the order of the
    table, at four without the dealer. `points` are without the skat. `last_trick` is the seat
    that made it, `pushes` how often the skat was pushed on unseen.
    """

    kind: Literal["ramsch"] = "ramsch"
    points: Annotated[tuple[Points, Points, Points], Strict(strict=False)]
    tricks: Annotated[tuple[Tricks, Tricks, Tricks], Strict(strict=False)]
    skat_points: Annotated[int, Field(ge=0, le=22)] = 0
    last_trick: Seat | None = None
    pushes: Annotated[int, Field(ge=0, le=9)] = 0
    dealer: Seat | None = None


AnyHand: TypeAlias = SkatHand | PassedHand | RamschHand
HANDS: dict[str, type[AnyHand]] = {
    "played": SkatHand,
    "passed": PassedHand,
    "ramsch": RamschHand,
}
