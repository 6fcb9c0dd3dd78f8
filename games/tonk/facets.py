"""What a hand of Tonk says of those at the table: how it ended, who ended it, and how that went."""

from collections.abc import Iterable, Sequence
from typing import Final

from games.core.facets import Facet, Facets, Group, Peak
from games.core.text import Text, gettext_noop
from games.tonk.detail import TonkDetail
from games.tonk.hand import AnyHand

_ENDINGS: Final = {
    "initial_tonk": Text(gettext_noop("Dealt tonk")),
    "tonk_out": Text(gettext_noop("Tonk out")),
    "discard_out": Text(gettext_noop("Out")),
    "drop": Text(gettext_noop("Knock")),
    "stock_out": Text(gettext_noop("Stock out")),
}
GROUPS: Final = {
    "ending": Group(Text(gettext_noop("By how the hand ended")), _ENDINGS),
    "own": Group(
        Text(gettext_noop("Hands ended by this player")),
        {name: title for name, title in _ENDINGS.items() if name != "stock_out"},
    ),
    "caught": Group(
        Text(gettext_noop("After a knock")),
        {
            "knocked": Text(gettext_noop("Caught as the one who knocked")),
            "catcher": Text(gettext_noop("Caught somebody who knocked")),
        },
    ),
}
PEAKS: Final = {"net": Text(gettext_noop("Most won by one hand"))}


def facets(hand: AnyHand, detail: TonkDetail, seats: Sequence[int], dealer: int) -> Iterable[Facet | Peak]:
    """A hand that nobody won was neither won nor lost."""
    for seat, net in zip(detail.seats, detail.net, strict=True):
        won = seat in detail.winners if detail.winners else None
        yield Facet(seat, "ending", detail.kind, won)
        if seat in detail.by:
            yield Facet(seat, "own", detail.kind, won)
        if detail.result == "catch" and seat in detail.by:
            yield Facet(seat, "caught", "knocked", won=False)
        elif detail.result == "catch" and won:
            yield Facet(seat, "caught", "catcher", won=True)
        if net > 0:
            yield Peak(seat, "net", net)


FACETS: Final[Facets[AnyHand, TonkDetail]] = Facets(
    of=facets, groups=GROUPS, main="ending", peaks=PEAKS, in_units=frozenset({"net"})
)
