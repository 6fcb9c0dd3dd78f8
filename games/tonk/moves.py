"""What a hand moves for each player, said in as few words as a column has room for."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from games.core.text import Amount, Text, gettext_noop
from games.tonk.detail import Payment, TonkDetail
from games.tonk.telling import all_of

Amounts: TypeAlias = tuple[int, ...]

_PLUS: Final = gettext_noop("{amounts} + {amount}")
_FROM: Final = gettext_noop("{amounts} from {seats}")
_FROM_EACH: Final = gettext_noop("{amounts} from each")
_TO: Final = gettext_noop("{amounts} to {seats}")
_TO_EACH: Final = gettext_noop("{amounts} to each")
_COMMA: Final = gettext_noop("{words}, {more}")
_NOTHING: Final = Text(gettext_noop("nothing"))


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
        *_parts([(paid.payer, paid) for paid in gets], others, (_FROM, _FROM_EACH)),
        *_parts([(paid.payee, paid) for paid in pays], others, (_TO, _TO_EACH)),
    ]
    if not parts:
        return _NOTHING
    said, *more = parts
    for part in more:
        said = Text(_COMMA, {"words": said, "more": part})
    return said


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
    said: Amount | Text = Amount(amounts[0])
    for amount in amounts[1:]:
        said = Text(_PLUS, {"amounts": said, "amount": Amount(amount)})
    return said
