"""The sheet: one row a hand, with the running net of everybody; and the sentences that a scorer says aloud."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from games.core.text import AND_LAST, AND_MORE, Amount, Head, Listing, SeatName, Text, Value, pgettext
from games.core.values import Notice
from games.tonk.hand import AnyHand, Payment, TonkDetail
from games.tonk.rules import Reason, Result

REASONS: Final[Mapping[Reason, Text]] = {
    "initial_tonk": Text(pgettext("tonk", "Tonk dealt")),
    "tonk_out": Text(pgettext("tonk", "Tonk out")),
    "discard_out": Text(pgettext("tonk", "Out with the last discard")),
    "drop_win": Text(pgettext("tonk", "Knock won")),
    "catch_penalty": Text(pgettext("tonk", "Caught with a knock")),
    "low_hand": Text(pgettext("tonk", "Lowest hand of a catch")),
    "stock_low": Text(pgettext("tonk", "Lowest when the stock ran out")),
}
RESULTS: Final[Mapping[Result, Text]] = {
    "initial_tonk": Text(pgettext("tonk", "Tonk dealt")),
    "draw": Text(pgettext("tonk", "Drawn, dealt again")),
    "tonk_out": Text(pgettext("tonk", "Tonk out")),
    "discard_out": Text(pgettext("tonk", "Out")),
    "drop_win": Text(pgettext("tonk", "Knock won")),
    "catch": Text(pgettext("tonk", "Caught")),
    "stock_low": Text(pgettext("tonk", "Stock out")),
    "dead": Text(pgettext("tonk", "Dead hand")),
}
_TO = pgettext("tonk", "{reason}, to {seat}")
_FROM = pgettext("tonk", "{reason}, from {seat}")

_DEALT_ONE = pgettext("tonk", "{seats} was dealt {total}")
_DEALT_HIGHEST = pgettext("tonk", "{seats} was dealt {total}, the highest")
_DEALT_MORE = pgettext("tonk", "{seats} were each dealt a tonk")
_DRAWN = pgettext("tonk", "{seats} were each dealt a tonk: no payment, deal again")
_TONK_OUT = pgettext("tonk", "{seats} tonked out")
_DISCARD_OUT = pgettext("tonk", "{seats} went out with the last discard")
_DROP_WON = pgettext("tonk", "{seats} knocked with {total}, the lowest")
_CAUGHT = pgettext("tonk", "{dropper} knocked with {own}, caught by {seats} with {total}")
_STOCK_LOW = pgettext("tonk", "The stock ran out, {seats} lowest with {total}")
_DEAD = Text(pgettext("tonk", "The stock ran out: no payment"))
_NOTHING = pgettext("tonk", "{play}: no payment")

_GETS = pgettext("tonk", "{play}: {amount} to {seat}")
_GETS_FROM_EACH = pgettext("tonk", "{play}: {each} from each, {amount} to {seat}")
_GETS_TOO = pgettext("tonk", "{play}, {amount} to {seat}")
_PAYS_TOO = pgettext("tonk", "{play}, {amount} from {seat}")

DEALER_OUT_OF_TURN: Final = Notice(
    "dealer_out_of_turn", Text(pgettext("tonk", "Somebody else should have dealt this hand."))
)
_HELD_SPREAD = pgettext("tonk", "{seat} still held a spread; under the rules of this table it must be laid.")


def sentence_of(detail: TonkDetail) -> Text:
    """ "Anna knocked with 5, the lowest: 10 from each, 20 to Anna"."""
    if detail.result == "dead":
        return _DEAD
    if detail.redeal:
        return Text(_DRAWN, {"seats": all_of(detail.by)})
    play = _play(detail)
    if not detail.payments:
        return Text(_NOTHING, {"play": play})
    amounts = {payment.amount for payment in detail.payments}
    if len(detail.winners) == 1 and len(amounts) == 1 and len(detail.payments) == len(detail.seats) - 1:
        return _to_one(play, detail.payments)
    return _to_each(play, detail)


def _play(detail: TonkDetail) -> Text:
    values: dict[str, Value] = {"seats": all_of(detail.winners)}
    total = dict(zip(detail.seats, detail.totals, strict=True))[detail.winners[0]]
    if total is not None:
        values["total"] = total
    if detail.result == "catch":
        dropper = detail.by[0]
        own = detail.totals[detail.seats.index(dropper)] or 0
        return Text(_CAUGHT, {"dropper": SeatName(dropper), "own": own, **values})
    return Text(_plays(detail), values)


def _plays(detail: TonkDetail) -> str:
    if detail.result != "initial_tonk":
        return _PLAYS[detail.result]
    if len(detail.winners) > 1:
        return _DEALT_MORE
    return _DEALT_HIGHEST if len(detail.by) > 1 else _DEALT_ONE


_PLAYS: Final[Mapping[str, str]] = {
    "tonk_out": _TONK_OUT,
    "discard_out": _DISCARD_OUT,
    "drop_win": _DROP_WON,
    "stock_low": _STOCK_LOW,
}


def _to_one(play: Text, payments: Sequence[Payment]) -> Text:
    """Everybody pays the same to one."""
    payment = payments[0]
    values: dict[str, Value] = {
        "play": play,
        "amount": Amount(payment.amount * len(payments)),
        "seat": SeatName(payment.payee),
    }
    if len(payments) == 1:
        return Text(_GETS, values)
    return Text(_GETS_FROM_EACH, {**values, "each": Amount(payment.amount)})


def _to_each(play: Text, detail: TonkDetail) -> Text:
    """What each gets in the end, then what each pays."""
    sentence, template = play, _GETS
    for seat, net in zip(detail.seats, detail.net, strict=True):
        if net > 0:
            sentence = Text(template, {"play": sentence, "amount": Amount(net), "seat": SeatName(seat)})
            template = _GETS_TOO
    for seat, net in zip(detail.seats, detail.net, strict=True):
        if net < 0:
            sentence = Text(_PAYS_TOO, {"play": sentence, "amount": Amount(-net), "seat": SeatName(seat)})
    return sentence


@lru_cache(maxsize=256)
def paid_to(reason: Reason, seat: int) -> Text:
    """ "Caught with a knock, to Bob"."""
    return Text(_TO, {"reason": REASONS[reason], "seat": SeatName(seat)})


@lru_cache(maxsize=256)
def paid_from(reason: Reason, seat: int) -> Text:
    """ "Caught with a knock, from Anna"."""
    return Text(_FROM, {"reason": REASONS[reason], "seat": SeatName(seat)})


def all_of(seats: Sequence[int]) -> Value:
    """ "Anna, Bernd and Clara"."""
    names: Value = SeatName(seats[0])
    for seat in seats[1:]:
        names = Text(AND_LAST if seat == seats[-1] else AND_MORE, {"seats": names, "seat": SeatName(seat)})
    return names


def held_spread(seat: int) -> Notice:
    """Section 5, `must_lay_spreads`: never a refusal, this player may have had no turn."""
    return Notice("held_spread", Text(_HELD_SPREAD, {"seat": SeatName(seat)}))


# What a hand moves for each player, said in as few words as a column has room for.

Amounts: TypeAlias = tuple[int, ...]

_PLUS: Final = pgettext("tonk", "{amounts} + {amount}")
_FROM_SEATS: Final = pgettext("tonk", "{amounts} from {seats}")
_FROM_EACH: Final = pgettext("tonk", "{amounts} from each")
_TO_SEATS: Final = pgettext("tonk", "{amounts} to {seats}")
_TO_EACH: Final = pgettext("tonk", "{amounts} to each")
_MORE_WORDS: Final = pgettext("tonk", "{words}, {more}")
_MOVES_NOTHING: Final = Text(pgettext("tonk", "nothing"))


@dataclass(frozen=True, slots=True)
class Move:
    """One player's part: what comes from whom and goes to whom, and what is left of it.

    Without an outcome yet there are no words and no net.
    """

    seat: int
    words: Text | None = None
    net: int | None = None


def moves_of(detail: TonkDetail) -> tuple[Move, ...]:
    """ "20 + 10 from Marlon, 10 from Tasha" and the net of each, in the order of the table."""
    return tuple(Move(seat, _words(seat, detail), net) for seat, net in zip(detail.seats, detail.net, strict=True))


def _words(seat: int, detail: TonkDetail) -> Text:
    gets = [payment for payment in detail.payments if payment.payee == seat]
    pays = [payment for payment in detail.payments if payment.payer == seat]
    others = len(detail.seats) - 1
    parts = [
        *_parts([(paid.payer, paid) for paid in gets], others, (_FROM_SEATS, _FROM_EACH)),
        *_parts([(paid.payee, paid) for paid in pays], others, (_TO_SEATS, _TO_EACH)),
    ]
    if not parts:
        return _MOVES_NOTHING
    words, *more = parts
    for part in more:
        words = Text(_MORE_WORDS, {"words": words, "more": part})
    return words


def _parts(paid: Sequence[tuple[int, Payment]], others: int, ways: tuple[str, str]) -> Iterator[Text]:
    """Whoever pays or gets the same is named together; one way to say some of them, one to say all."""
    some, each = ways
    amounts: dict[int, Amounts] = {}
    for seat, payment in paid:
        amounts[seat] = (*amounts.get(seat, ()), payment.amount)
    for same in dict.fromkeys(amounts.values()):
        seats = [seat for seat, own in amounts.items() if own == same]
        if len(seats) == others > 1:
            yield Text(each, {"amounts": _sum(same)})
        else:
            yield Text(some, {"amounts": _sum(same), "seats": all_of(seats)})


def _sum(amounts: Amounts) -> Amount | Text:
    amount_text: Amount | Text = Amount(amounts[0])
    for amount in amounts[1:]:
        amount_text = Text(_PLUS, {"amounts": amount_text, "amount": Amount(amount)})
    return amount_text


@dataclass(frozen=True, slots=True)
class Column:
    """A player's column: what the hand moved, what stands now, and what the cards counted (None: nobody looked)."""

    seat: int
    net: int
    running: int
    total: int | None


@dataclass(frozen=True, slots=True)
class Paid:
    """One payment of a hand, with its reason in words."""

    payer: int
    payee: int
    amount: int
    reason: Text


@dataclass(frozen=True, slots=True)
class Row:
    """One hand as it is written. A drawn hand, dealt again, has no number."""

    number: int | None
    result: Text
    dealer: int
    by: tuple[int, ...]
    winners: tuple[int, ...]
    columns: tuple[Column, ...]
    payments: tuple[Paid, ...]


def rows(hands: Iterable[tuple[AnyHand, TonkDetail]]) -> tuple[Row, ...]:
    """The sheet of the hands that stand, in order."""
    running: dict[int, int] = {}
    written: list[Row] = []
    number = 0
    for _hand, detail in hands:
        for seat, net in zip(detail.seats, detail.net, strict=True):
            running[seat] = running.get(seat, 0) + net
        number += not detail.redeal
        columns = tuple(
            Column(seat, net, running[seat], total)
            for seat, net, total in zip(detail.seats, detail.net, detail.totals, strict=True)
        )
        shown = None if detail.redeal else number
        result = RESULTS[detail.result]
        paid = tuple(Paid(payer, payee, amount, REASONS[reason]) for payer, payee, amount, reason in detail.payments)
        written.append(Row(shown, result, detail.dealer, detail.by, detail.winners, columns, paid))
    return tuple(written)


# Who pays how much, as a table.

_TWO_STAKES: Final = Text(pgettext("tonk", "every other player pays two stakes"))
_ONE_STAKE: Final = Text(pgettext("tonk", "every other player pays one stake"))
PAYOUTS: Final = Listing(
    "payouts",
    Text(pgettext("tonk", "Who pays how much")),
    (Head("ending", Text(pgettext("tonk", "How the hand ends"))), Head("pays", Text(pgettext("tonk", "Who pays")))),
    (
        (
            Text(pgettext("tonk", "Dealt tonk: 49 or 50 in the first five cards")),
            Text(
                pgettext(
                    "tonk",
                    "every other player pays two stakes; two such hands are a draw and the cards are dealt again",
                )
            ),
        ),
        (Text(pgettext("tonk", "Tonk out: all cards gone without a last discard")), _TWO_STAKES),
        (Text(pgettext("tonk", "Out: the last card is discarded")), _ONE_STAKE),
        (Text(pgettext("tonk", "Knock, and nobody else is as low")), _ONE_STAKE),
        (
            Text(pgettext("tonk", "Knock, and somebody is as low or lower: a catch")),
            Text(
                pgettext(
                    "tonk",
                    "the knocker pays each of them two stakes; the lowest of them also gets a stake from everyone",
                )
            ),
        ),
        (
            Text(pgettext("tonk", "The stock runs out")),
            Text(pgettext("tonk", "every other player pays one stake to the lowest")),
        ),
    ),
)
