"""What a deal of Svoi Kozyri says of those at the table: who went out when, and with which trumps."""

from collections.abc import Iterable, Sequence
from typing import Final

from games.core.facets import Facet, Facets, Group, Peak
from games.core.text import Text, gettext_noop
from games.svoi_kozyri.detail import DealDetail
from games.svoi_kozyri.hand import SvoiDeal

GROUPS: Final = {
    "out": Group(
        Text(gettext_noop("By when they went out")),
        {
            "first": Text(gettext_noop("First out")),
            "second": Text(gettext_noop("Second out")),
            "third": Text(gettext_noop("Third out")),
            "drawn": Text(gettext_noop("Drawn")),
            "left": Text(gettext_noop("Left with cards")),
        },
    ),
    "trumps": Group(
        Text(gettext_noop("By own trumps")),
        {
            "clubs": Text(gettext_noop("Clubs")),
            "spades": Text(gettext_noop("Spades")),
            "hearts": Text(gettext_noop("Hearts")),
            "diamonds": Text(gettext_noop("Diamonds")),
        },
    ),
    "result": Group(
        Text(gettext_noop("By how the deal ended")),
        {"loss": Text(gettext_noop("One was left with cards")), "draw": Text(gettext_noop("Drawn deal"))},
    ),
}
PEAKS: Final = {"cards_left": Text(gettext_noop("Most cards left with"))}
_PLACES: Final = ("first", "second", "third")


def facets(hand: SvoiDeal, detail: DealDetail, seats: Sequence[int], dealer: int) -> Iterable[Facet | Peak]:
    """Whoever went out has won, whoever was left has lost; the two of a draw did neither."""
    for seat, trumps, points in zip(detail.seats, hand.trumps, detail.points, strict=True):
        won = None if seat in detail.drawn else seat != detail.loser
        yield Facet(seat, "out", _out(detail, seat), won, points)
        yield Facet(seat, "trumps", trumps, won, points)
        yield Facet(seat, "result", hand.result, won, points)
    if detail.loser is not None and detail.cards_left:
        yield Peak(detail.loser, "cards_left", detail.cards_left)


def _out(detail: DealDetail, seat: int) -> str:
    if seat in detail.drawn:
        return "drawn"
    return "left" if seat == detail.loser else _PLACES[detail.winners.index(seat)]


FACETS: Final[Facets[SvoiDeal, DealDetail]] = Facets(of=facets, groups=GROUPS, main="result", peaks=PEAKS)
