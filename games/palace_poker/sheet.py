"""The sheet of an evening: one row a hand, with what it moved and where everybody stands."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from games.core.text import Amount, Head, Listing, ListingCell, SeatName, Text, pgettext
from games.palace_poker.hand import AnyHand, HandDetail


@dataclass(frozen=True, slots=True)
class Column:
    """A player's part of a row: what the hand moved, and the net after it."""

    seat: int
    net: int
    total: int


@dataclass(frozen=True, slots=True)
class Row:
    """One hand as it is written; `pot` is before the rake, `battles` how many were fought."""

    number: int
    end: str
    winners: tuple[int, ...]
    pot: int
    rake: int
    carry_out: int
    battles: int
    columns: tuple[Column, ...]


def rows(hands: Iterable[tuple[AnyHand, HandDetail]]) -> tuple[Row, ...]:
    """The sheet of the hands that stand, in order."""
    totals: dict[int, int] = {}
    written = []
    for number, (_hand, detail) in enumerate(hands, start=1):
        columns = []
        for seat, net in zip(detail.seats, detail.net, strict=True):
            totals[seat] = totals.get(seat, 0) + net
            columns.append(Column(seat, net, totals[seat]))
        pot = sum(pot.amount for pot in detail.pots)
        battles = len(detail.battles)
        cells = (detail.end, detail.winners, pot, detail.rake, detail.carry_out, battles)
        written.append(Row(number, *cells, tuple(columns)))
    return tuple(written)


# What a turn costs, and where the money of a hand went, as tables.

_FREE: Final = Text(pgettext("palace_poker", "nothing"))
TURNS: Final = Listing(
    "turns",
    Text(pgettext("palace_poker", "What can be done in a turn")),
    (
        Head("act", Text(pgettext("palace_poker", "In your turn, do exactly one of these"))),
        Head("cost", Text(pgettext("palace_poker", "It costs"))),
    ),
    (
        (
            Text(pgettext("palace_poker", "buy a soldier: a card face up; at most five stay")),
            Text(pgettext("palace_poker", "a small bet")),
        ),
        (
            Text(pgettext("palace_poker", "battle against one player whose banner is of another suit")),
            Text(pgettext("palace_poker", "a small bet, and one more for each of your soldiers")),
        ),
        (Text(pgettext("palace_poker", "discard soldiers")), _FREE),
        (Text(pgettext("palace_poker", "stay")), _FREE),
        (Text(pgettext("palace_poker", "fold")), Text(pgettext("palace_poker", "what is already in the pot"))),
    ),
)
RANKED: Final = Listing(
    "ranks",
    Text(pgettext("palace_poker", "Hands, the best first")),
    (Head("hand", Text(pgettext("palace_poker", "Hand"))), Head("cards", Text(pgettext("palace_poker", "Cards")))),
    (
        (
            Text(pgettext("palace_poker", "Straight flush")),
            Text(pgettext("palace_poker", "five cards in order, of one suit")),
        ),
        (Text(pgettext("palace_poker", "Four of a kind")), Text(pgettext("palace_poker", "four cards of one rank"))),
        (Text(pgettext("palace_poker", "Full house")), Text(pgettext("palace_poker", "three of a kind and a pair"))),
        (Text(pgettext("palace_poker", "Flush")), Text(pgettext("palace_poker", "five cards of one suit"))),
        (Text(pgettext("palace_poker", "Straight")), Text(pgettext("palace_poker", "five cards in order"))),
        (Text(pgettext("palace_poker", "Three of a kind")), Text(pgettext("palace_poker", "three cards of one rank"))),
        (Text(pgettext("palace_poker", "Two pairs")), Text(pgettext("palace_poker", "two cards each of two ranks"))),
        (Text(pgettext("palace_poker", "Pair")), Text(pgettext("palace_poker", "two cards of one rank"))),
        (Text(pgettext("palace_poker", "High card")), Text(pgettext("palace_poker", "none of these"))),
    ),
)
SPLIT: Final = Listing(
    "split",
    Text(pgettext("palace_poker", "Who gets the pot")),
    (
        Head("end", Text(pgettext("palace_poker", "How the hand ends"))),
        Head("pot", Text(pgettext("palace_poker", "The pot goes to"))),
    ),
    (
        (Text(pgettext("palace_poker", "one player is left")), Text(pgettext("palace_poker", "this player"))),
        (
            Text(pgettext("palace_poker", "two or three are left, with banners of one suit")),
            Text(pgettext("palace_poker", "all of them, in equal parts")),
        ),
        (
            Text(pgettext("palace_poker", "the last two tie in a battle")),
            Text(pgettext("palace_poker", "both, in equal parts")),
        ),
        (
            Text(pgettext("palace_poker", "everyone has stayed or discarded since the last buy or battle")),
            Text(pgettext("palace_poker", "the best hand; equal hands share it")),
        ),
    ),
)
REASONS: Final[Mapping[str, Text]] = {
    "ante": Text(pgettext("palace_poker", "ante")),
    "buy": Text(pgettext("palace_poker", "a soldier")),
    "bet": Text(pgettext("palace_poker", "bet in a battle")),
    "call": Text(pgettext("palace_poker", "call in a battle")),
    "raise": Text(pgettext("palace_poker", "raise in a battle")),
    "raise_returned": Text(pgettext("palace_poker", "raise taken back")),
    "bet_returned": Text(pgettext("palace_poker", "bet taken back")),
    "uncalled_returned": Text(pgettext("palace_poker", "returned: nobody could win it")),
    "contribution": Text(pgettext("palace_poker", "all together")),
}
DECIDED: Final[Mapping[str, Text]] = {
    "fold": Text(pgettext("palace_poker", "a fold")),
    "hand": Text(pgettext("palace_poker", "the better hand")),
    "suit_count": Text(pgettext("palace_poker", "more cards of the own suit")),
    "tie": Text(pgettext("palace_poker", "a tie: both are out")),
    "recorded": Text(pgettext("palace_poker", "as entered")),
}
_PLAYER: Final = Head("player", Text(pgettext("palace_poker", "Player")))


def listings(record: Mapping[str, Any], detail: Mapping[str, Any]) -> tuple[Listing, ...]:
    """The pots, the battles, what each put in and got, and every payment in order."""
    if not detail:
        return ()
    return (_pots(detail), _battles(detail), _paid(detail), _ledger(detail))


def _pots(detail: Mapping[str, Any]) -> Listing:
    takes_rake = bool(detail["rake"])
    heads = (
        Head("pot", Text(pgettext("palace_poker", "Pot")), "amount"),
        Head("shares", Text(pgettext("palace_poker", "Goes to"))),
        *((Head("house", Text(pgettext("palace_poker", "House")), "amount"),) if takes_rake else ()),
    )
    rows = tuple(
        (pot["amount"], tuple(_share(share) for share in pot["shares"]), *((pot["rake"],) if takes_rake else ()))
        for pot in detail["pots"]
    )
    return Listing(
        "pots",
        Text(pgettext("palace_poker", "Pots and their shares")),
        heads,
        rows,
        Text(pgettext("palace_poker", "Nothing was in the pot.")),
    )


def _share(share: Mapping[str, Any]) -> Text:
    return Text("{name} {amount}", {"name": SeatName(share["seat"]), "amount": Amount(share["amount"])})


def _battles(detail: Mapping[str, Any]) -> Listing:
    heads = (
        Head("attacker", Text(pgettext("palace_poker", "Attacker"))),
        Head("defender", Text(pgettext("palace_poker", "Defender"))),
        Head("winner", Text(pgettext("palace_poker", "Winner"))),
        Head("by", Text(pgettext("palace_poker", "Decided by"))),
    )
    rows = tuple(
        (
            SeatName(battle["attacker"]),
            SeatName(battle["defender"]),
            Text(pgettext("palace_poker", "nobody")) if battle["winner"] is None else SeatName(battle["winner"]),
            DECIDED[battle["decided_by"]],
        )
        for battle in detail["battles"]
    )
    return Listing("battles", Text(pgettext("palace_poker", "Battles: attacker, defender and result")), heads, rows)


def _paid(detail: Mapping[str, Any]) -> Listing:
    parts = (
        {
            "ante": pgettext("palace_poker", "Ante"),
            "soldiers": pgettext("palace_poker", "Soldiers"),
            "battles": pgettext("palace_poker", "Battles"),
        }
        if detail["kind"] == "log"
        else {}
    )
    heads = (
        _PLAYER,
        *(Head(part, Text(title), "amount") for part, title in parts.items()),
        Head("paid", Text(pgettext("palace_poker", "Put in")), "amount"),
        Head("got", Text(pgettext("palace_poker", "Got")), "amount"),
        Head("net", Text(pgettext("palace_poker", "Net")), "total"),
    )
    return Listing(
        "paid",
        Text(pgettext("palace_poker", "What each player put in and got")),
        heads,
        tuple(_stacks(detail, [*parts, "paid", "got"])),
    )


def _stacks(detail: Mapping[str, Any], parts: list[str]) -> Iterator[tuple[ListingCell, ...]]:
    """What is nothing stays empty."""
    for stack, net in zip(detail["stacks"], detail["net"], strict=True):
        yield (SeatName(stack["seat"]), *(stack[part] or None for part in parts), net)


def _ledger(detail: Mapping[str, Any]) -> Listing:
    heads = (
        _PLAYER,
        Head("for", Text(pgettext("palace_poker", "For"))),
        Head("amount", Text(pgettext("palace_poker", "Into the pot")), "amount"),
    )
    rows = tuple((SeatName(row["seat"]), REASONS[row["reason"]], row["amount"]) for row in detail["ledger"])
    return Listing("ledger", Text(pgettext("palace_poker", "Payments into and out of the pot, in order")), heads, rows)
