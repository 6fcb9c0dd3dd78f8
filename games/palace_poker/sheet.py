"""The sheet of an evening: one row a hand, with what it moved and where everybody stands."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from games.core.listings import Head, Listing, ListingCell
from games.core.text import Amount, SeatName, Text
from games.core.text import gettext_noop as _
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
        told = (detail.end, detail.winners, pot, detail.rake, detail.carry_out, battles)
        written.append(Row(number, *told, tuple(columns)))
    return tuple(written)


# What a turn costs, and where the money of a hand went, as tables.

_FREE: Final = Text(_("nothing"))
TURNS: Final = Listing(
    "turns",
    Text(_("What can be done in a turn")),
    (Head("act", Text(_("In your turn, exactly one of"))), Head("cost", Text(_("It costs")))),
    (
        (Text(_("buy a soldier: a card face up; at most five stay")), Text(_("a small bet"))),
        (
            Text(_("battle against one player whose banner is of another suit")),
            Text(_("a small bet, and one more for each soldier of your own")),
        ),
        (Text(_("discard soldiers")), _FREE),
        (Text(_("stay")), _FREE),
        (Text(_("fold")), Text(_("what is already in the pot"))),
    ),
)
REASONS: Final[Mapping[str, Text]] = {
    "ante": Text(_("ante")),
    "buy": Text(_("a soldier")),
    "bet": Text(_("bet in a battle")),
    "call": Text(_("call in a battle")),
    "raise": Text(_("raise in a battle")),
    "raise_returned": Text(_("raise taken back")),
    "bet_returned": Text(_("bet taken back")),
    "uncalled_returned": Text(_("nobody could claim it")),
    "contribution": Text(_("all together")),
}
DECIDED: Final[Mapping[str, Text]] = {
    "fold": Text(_("a fold")),
    "hand": Text(_("the better hand")),
    "suit_count": Text(_("more cards of the own suit")),
    "tie": Text(_("a tie: both are out")),
    "recorded": Text(_("as entered")),
}
_PLAYER: Final = Head("player", Text(_("Player")))


def listings(record: Mapping[str, Any], detail: Mapping[str, Any]) -> tuple[Listing, ...]:
    """The pots, the battles, what each put in and got, and every payment in order."""
    if not detail:
        return ()
    return (_pots(detail), _battles(detail), _paid(detail), _ledger(detail))


def _pots(detail: Mapping[str, Any]) -> Listing:
    takes_rake = bool(detail["rake"])
    heads = (
        Head("pot", Text(_("Pot")), "amount"),
        Head("shares", Text(_("Goes to"))),
        *((Head("house", Text(_("House")), "amount"),) if takes_rake else ()),
    )
    rows = tuple(
        (pot["amount"], tuple(_share(share) for share in pot["shares"]), *((pot["rake"],) if takes_rake else ()))
        for pot in detail["pots"]
    )
    return Listing("pots", Text(_("Pots and their shares")), heads, rows, Text(_("Nothing was in the pot.")))


def _share(share: Mapping[str, Any]) -> Text:
    return Text("{name} {amount}", {"name": SeatName(share["seat"]), "amount": Amount(share["amount"])})


def _battles(detail: Mapping[str, Any]) -> Listing:
    heads = (
        Head("attacker", Text(_("Attacker"))),
        Head("defender", Text(_("Defender"))),
        Head("winner", Text(_("Winner"))),
        Head("by", Text(_("Decided by"))),
    )
    rows = tuple(
        (
            SeatName(battle["attacker"]),
            SeatName(battle["defender"]),
            Text(_("nobody")) if battle["winner"] is None else SeatName(battle["winner"]),
            DECIDED[battle["decided_by"]],
        )
        for battle in detail["battles"]
    )
    return Listing("battles", Text(_("Who fought whom, and what decided it")), heads, rows)


def _paid(detail: Mapping[str, Any]) -> Listing:
    parts = {"ante": _("Ante"), "soldiers": _("Soldiers"), "battles": _("Battles")} if detail["kind"] == "log" else {}
    heads = (
        _PLAYER,
        *(Head(part, Text(title), "amount") for part, title in parts.items()),
        Head("paid", Text(_("Put in")), "amount"),
        Head("got", Text(_("Got")), "amount"),
        Head("net", Text(_("Net")), "total"),
    )
    return Listing("paid", Text(_("What each put in and got")), heads, tuple(_stacks(detail, [*parts, "paid", "got"])))


def _stacks(detail: Mapping[str, Any], parts: list[str]) -> Iterator[tuple[ListingCell, ...]]:
    """What is nothing stays empty."""
    for stack, net in zip(detail["stacks"], detail["net"], strict=True):
        yield (SeatName(stack["seat"]), *(stack[part] or None for part in parts), net)


def _ledger(detail: Mapping[str, Any]) -> Listing:
    heads = (_PLAYER, Head("for", Text(_("For"))), Head("amount", Text(_("Into the pot")), "amount"))
    rows = tuple((SeatName(row["seat"]), REASONS[row["reason"]], row["amount"]) for row in detail["ledger"])
    return Listing("ledger", Text(_("Money into the pot, and out of it, in order")), heads, rows)
