"""What was seen at the table: the records of a hand of Palace Poker.

Lists of one entry a player stand in the order of `table.seats`. One that need not be given may be empty throughout.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BeforeValidator, Field, Strict

from games.core.facets import Facet, Facets, Group, Peak
from games.core.record import Record, Seat
from games.core.text import Text, pgettext
from games.core.values import read_card
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


# How a hand came to its result: the pot as a ledger and as a picture, and the battles.

Numbers: TypeAlias = Annotated[tuple[int, ...], Strict(strict=False)]
Reason: TypeAlias = Literal[
    "ante",
    "buy",
    "bet",
    "call",
    "raise",
    "raise_returned",
    "bet_returned",
    "uncalled_returned",
    "contribution",
]
PART_OF: Final[Mapping[str, str]] = {
    "ante": "ante",
    "buy": "soldiers",
    **dict.fromkeys(("bet", "call", "raise", "raise_returned", "bet_returned", "uncalled_returned"), "battles"),
    "contribution": "together",
}
"""What money went into the pot for, by the reason in the ledger."""
DecidedBy: TypeAlias = Literal["fold", "hand", "suit_count", "tie", "recorded"]


class LedgerRow(Record):
    """Money into the pot (more than zero) or out of it."""

    seat: int
    amount: int
    reason: Reason


class Share(Record):
    """What a seat gets of a pot."""

    seat: int
    amount: int


class PotDetail(Record):
    """A pot: `amount` before the rake, `shares` after it, from the dealer's left."""

    amount: int
    rake: int
    shares: Annotated[tuple[Share, ...], Strict(strict=False)]


class BattleDetail(Record):
    """A battle; `winner` is None after a tie."""

    attacker: int
    defender: int
    winner: int | None
    decided_by: DecidedBy


class Stack(Record):
    """What one player put in (`ante`, `soldiers`, `battles`, in a quick hand `together`; less what went back), as
    `paid`, and what the pots gave (`got`).
    """

    seat: int
    ante: int = 0
    soldiers: int = 0
    battles: int = 0
    together: int = 0
    paid: int
    got: int


class HandDetail(Record):
    """The result of a hand. `winners` stand in the order of the table, `net` in that of `seats`.

    The sum of `net`, with `rake` and `carry_out`, is `carry_in`: the pot gives what it got. `stacks` is what each
    put in and got, in the order of `seats`, `highest` the most anybody put in.
    """

    kind: Literal["quick", "log"]
    seats: Numbers
    dealer: int
    end: End
    winners: Numbers
    ledger: Annotated[tuple[LedgerRow, ...], Strict(strict=False)]
    pots: Annotated[tuple[PotDetail, ...], Strict(strict=False)]
    rake: int
    carry_in: int
    carry_out: int
    net: Numbers
    battles: Annotated[tuple[BattleDetail, ...], Strict(strict=False)] = ()
    stacks: Annotated[tuple[Stack, ...], Strict(strict=False)] = ()
    highest: int = 0


DETAILS: dict[str, type[HandDetail]] = {"quick": HandDetail, "log": HandDetail}


# What a hand of Palace Poker says of those at the table: how it ended, who won, and their battles.

GROUPS: Final = {
    "end": Group(
        Text(pgettext("palace_poker", "By how the hand ended")),
        {
            "last_standing": Text(pgettext("palace_poker", "One palace left")),
            "same_suit": Text(pgettext("palace_poker", "Banners of one suit left")),
            "tie_last_two": Text(pgettext("palace_poker", "Tie of the last two")),
            "showdown": Text(pgettext("palace_poker", "Showdown")),
            "recorded": Text(pgettext("palace_poker", "Not written down")),
        },
    ),
    "battle": Group(
        Text(pgettext("palace_poker", "Battles")),
        {"attack": Text(pgettext("palace_poker", "Attacking")), "defence": Text(pgettext("palace_poker", "Defending"))},
    ),
}
PEAKS: Final = {
    "net": Text(pgettext("palace_poker", "Most won by one hand")),
    "battles": Text(pgettext("palace_poker", "Most battles won in one hand")),
}


def facets(hand: AnyHand, detail: HandDetail, seats: Sequence[int], dealer: int) -> Iterable[Facet | Peak]:
    """Whoever gets of the pot has won; a battle that was tied was neither won nor lost."""
    for seat, net in zip(detail.seats, detail.net, strict=True):
        yield Facet(seat, "end", detail.end, seat in detail.winners if detail.winners else None)
        if net > 0:
            yield Peak(seat, "net", net)
        if won := sum(battle.winner == seat for battle in detail.battles):
            yield Peak(seat, "battles", won)
    for battle in detail.battles:
        yield from _battle(battle)


def _battle(battle: BattleDetail) -> Iterator[Facet]:
    for seat, name in ((battle.attacker, "attack"), (battle.defender, "defence")):
        yield Facet(seat, "battle", name, None if battle.winner is None else battle.winner == seat)


FACETS: Final[Facets[AnyHand, HandDetail]] = Facets(
    of=facets, groups=GROUPS, main="end", peaks=PEAKS, in_units=frozenset({"net"})
)
