"""What was seen at the table: the records of a hand of Palace Poker.

Lists of one entry a player stand in the order of `table.seats`. One that need not be given may be empty throughout.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import BeforeValidator, Field, Strict

from games.core.cards import read_card
from games.core.record import Record, Seat
from games.palace_poker import values
from games.palace_poker.values import LARGEST_AMOUNT, MOST_ACTIONS, MOST_RESPONSES, SEATS, End

Card: TypeAlias = Annotated[values.Card, BeforeValidator(read_card)]
Amount: TypeAlias = Annotated[int, Field(ge=0, le=LARGEST_AMOUNT)]
Count: TypeAlias = Annotated[int, Field(ge=0, le=52)]
EachAmount: TypeAlias = Annotated[tuple[Amount, ...], Strict(strict=False), Field(max_length=SEATS[-1])]
EachBanner: TypeAlias = Annotated[tuple[Card, ...], Strict(strict=False), Field(max_length=SEATS[-1])]
Place: TypeAlias = Annotated[int, Field(ge=1, le=SEATS[-1])]
EachPlace: TypeAlias = Annotated[tuple[Place | None, ...], Strict(strict=False), Field(max_length=SEATS[-1])]
EachFlag: TypeAlias = Annotated[tuple[bool | None, ...], Strict(strict=False), Field(max_length=SEATS[-1])]
MaybeBanners: TypeAlias = Annotated[tuple[Card | None, ...], Strict(strict=False), Field(max_length=SEATS[-1])]
MaybeAmounts: TypeAlias = Annotated[tuple[Amount | None, ...], Strict(strict=False), Field(max_length=SEATS[-1])]
Palace: TypeAlias = Annotated[tuple[Card, Card, Card], Strict(strict=False)]
EachPalace: TypeAlias = Annotated[tuple[Palace | None, ...], Strict(strict=False), Field(max_length=SEATS[-1])]
Cards: TypeAlias = Annotated[tuple[Card, ...], Strict(strict=False), Field(max_length=52)]


class QuickHand(Record):
    """A hand told by its end: what everybody put in, and who won.

    `ranking` are places: 1 for the winners, then who claims next, equal ones share; only the first is
    needed where nobody was all-in. `all_in` marks players. `dealer` is empty where the deal went
    round as usual.
    """

    kind: Literal["quick"] = "quick"
    contributions: EachAmount
    ranking: EachPlace
    all_in: EachFlag | None = None
    end: End = "recorded"
    banners: MaybeBanners | None = None
    dealer: Seat | None = None


class Response(Record):
    """An answer in a battle; `amount` is that of a raise."""

    by: Seat
    do: Literal["fold", "call", "raise"]
    amount: Amount | None = None


def _or_none_yet(responses: object) -> object:
    return () if responses is None else responses


Responses: TypeAlias = Annotated[
    tuple[Response, ...], Strict(strict=False), Field(max_length=MOST_RESPONSES), BeforeValidator(_or_none_yet)
]


class Action(Record):
    """What somebody did in their turn; what belongs to another action is empty.

    Where soldiers are only counted, `discard` and `keep` are numbers, else cards. `bet` empty is
    the minimum, or the whole shorter stack. `winner` is a seat or a tie.
    """

    by: Seat
    do: Literal["buy", "discard", "stay", "fold", "battle"]
    card: Card | None = None
    discard: Count | Cards | None = None
    target: Seat | None = None
    bet: Amount | None = None
    responses: Responses = ()
    winner: Seat | Literal["tie"] | None = None
    keep: Count | Cards | None = None


class LogHand(Record):
    """A hand told action by action.

    `cards` says whether soldiers are counted or every face-up card is named. `palaces` may have
    gaps; `stacks` are what everybody had before the hand. `showdown` are places, 1 for the best hand.
    """

    kind: Literal["log"] = "log"
    banners: EachBanner
    cards: Literal["counts", "full"] = "counts"
    palaces: EachPalace | None = None
    stacks: MaybeAmounts | None = None
    showdown: EachPlace | None = None
    actions: Annotated[tuple[Action, ...], Strict(strict=False), Field(max_length=MOST_ACTIONS)]
    dealer: Seat | None = None


AnyHand: TypeAlias = QuickHand | LogHand
HANDS: dict[str, type[AnyHand]] = {"quick": QuickHand, "log": LogHand}
