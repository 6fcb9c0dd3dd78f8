"""What was seen at the table: the records of a hand of Skat."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import ConfigDict, Field, Strict

from games.core.facets import Facet, Facets, Group, Peak
from games.core.record import Record, Seat
from games.core.text import Text, pgettext

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


# How a hand came to its result: what a sheet, an explanation and a vector need to know.

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


# What a hand of Skat says of those who played it: role, contract, announcements; the highest game, the longest run.

_HAND: Final = "hand"
GROUPS: Final = {
    "contract": Group(
        Text(pgettext("skat", "By contract")),
        {
            "diamonds": Text(pgettext("skat", "Diamonds")),
            "hearts": Text(pgettext("skat", "Hearts")),
            "spades": Text(pgettext("skat", "Spades")),
            "clubs": Text(pgettext("skat", "Clubs")),
            "grand": Text(pgettext("skat", "Grand")),
            "null": Text(pgettext("skat", "Null")),
            "ramsch": Text(pgettext("skat", "Ramsch")),
            "passed": Text(pgettext("skat", "Passed")),
        },
    ),
    "role": Group(
        Text(pgettext("skat", "By role")),
        {"declarer": Text(pgettext("skat", "Declarer")), "defender": Text(pgettext("skat", "Defender"))},
    ),
    "announced": Group(
        Text(pgettext("skat", "As declarer: hand games and announcements")),
        {
            _HAND: Text(pgettext("skat", "Hand game")),
            "schneider": Text(pgettext("skat", "Schneider announced")),
            "schwarz": Text(pgettext("skat", "Schwarz announced")),
            "ouvert": Text(pgettext("skat", "Ouvert")),
            "kontra": Text(pgettext("skat", "With kontra")),
            "overbid": Text(pgettext("skat", "Overbid")),
        },
    ),
}
PEAKS: Final = {
    "value": Text(pgettext("skat", "Highest game won")),
    "matadors": Text(pgettext("skat", "Longest run of matadors won")),
}


def facets(hand: AnyHand, detail: AnyDetail, seats: Sequence[int], dealer: int) -> Iterable[Facet | Peak]:
    """Role and contract of each who played; a Ramsch for all three; a hand that was passed for its dealer."""
    dealt = dealer if hand.dealer is None else hand.dealer
    if isinstance(hand, SkatHand) and isinstance(detail, HandDetail):
        playing = seats if len(seats) == 3 else [seat for seat in seats if seat != dealt]
        return (*_declared(hand, detail), *_defended(detail, playing))
    if isinstance(detail, RamschDetail):
        pairs = zip(detail.seats, detail.scores, strict=True)
        return [Facet(seat, "contract", "ramsch", brought=score) for seat, score in pairs]
    return [Facet(dealt, "contract", "passed")]


def _declared(hand: SkatHand, detail: HandDetail) -> Iterator[Facet | Peak]:
    seat, won, score = detail.declarer, detail.won, detail.declarer_score
    yield Facet(seat, "contract", detail.contract, won, score)
    yield Facet(seat, "role", "declarer", won, score)
    flags = {
        _HAND: hand.hand,
        "schneider": hand.schneider_announced,
        "schwarz": hand.schwarz_announced,
        "ouvert": hand.ouvert,
        "kontra": hand.kontra,
        "overbid": detail.overbid,
    }
    yield from (Facet(seat, "announced", name, won, score) for name, is_so in flags.items() if is_so)
    if won:
        yield Peak(seat, "value", detail.game_value)
        yield from (Peak(seat, "matadors", run) for run in (hand.matadors,) if run)


def _defended(detail: HandDetail, playing: Sequence[int]) -> Iterator[Facet]:
    return (Facet(seat, "role", "defender", not detail.won) for seat in playing if seat != detail.declarer)


FACETS: Final[Facets[AnyHand, AnyDetail]] = Facets(of=facets, groups=GROUPS, main="contract", peaks=PEAKS)
