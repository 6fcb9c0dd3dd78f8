"""What a hand of truco says of those who played it: what it was worth, how it ended, the bets beside it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from games.core.facets import Facet, Facets, Group, Peak
from games.core.text import Text, gettext_noop
from games.truco.detail import AnyDetail, ForfeitDetail, HandDetail
from games.truco.hand import AnyHand
from games.truco.values import SIDES

GROUPS: Final = {
    "raise": Group(
        Text(gettext_noop("By what the hand was worth")),
        {"0": Text(gettext_noop("For nothing"))},
        numbered=gettext_noop("For {number}"),
    ),
    "ended": Group(
        Text(gettext_noop("By how the hand ended")),
        {
            "rounds": Text(gettext_noop("Played to the end")),
            "run": Text(gettext_noop("Somebody ran")),
            "declined": Text(gettext_noop("Not played: hand of ten or eleven")),
            "fold": Text(gettext_noop("Somebody threw the cards in")),
            "all_tied": Text(gettext_noop("All rounds tied")),
            "side_bet": Text(gettext_noop("Decided by a bet beside it")),
        },
    ),
    "kind": Group(
        Text(gettext_noop("By kind of hand")),
        {
            "normal": Text(gettext_noop("Usual hand")),
            "special": Text(gettext_noop("Hand of ten or eleven")),
            "iron": Text(gettext_noop("Iron hand")),
        },
    ),
    "part": Group(
        Text(gettext_noop("Bets beside the hand")),
        {"envido": Text(gettext_noop("Envido")), "flor": Text(gettext_noop("Flor"))},
    ),
    "beside": Group(
        Text(gettext_noop("Beside the hands")),
        {
            "penalty": Text(gettext_noop("Penalty")),
            "forfeit": Text(gettext_noop("Game given up")),
        },
    ),
}
PEAKS: Final = {"points": Text(gettext_noop("Most points by one hand"))}


def facets(hand: AnyHand, detail: AnyDetail, seats: Sequence[int], dealer: int) -> Iterable[Facet | Peak]:
    """The same of both partners: for each side whether it won."""
    for place, seat in enumerate(seats):
        side = SIDES[place % 2]
        if isinstance(detail, HandDetail):
            yield from _hand(detail, seat, side)
        elif isinstance(detail, ForfeitDetail):
            yield Facet(seat, "beside", "forfeit", detail.side != side)
        else:
            yield Facet(seat, "beside", "penalty", detail.to == side, detail.points[place % 2])


def _hand(detail: HandDetail, seat: int, side: str) -> Iterator[Facet | Peak]:
    won = None if detail.winner is None else detail.winner == side
    points = detail.value if won else 0
    yield Facet(seat, "raise", str(detail.value), won, points)
    yield Facet(seat, "ended", detail.decided_by, won, points)
    yield Facet(seat, "kind", detail.hand_kind, won, points)
    for part in detail.parts:
        gained = part.winner == side
        yield Facet(seat, "part", part.part, gained, part.points if gained else 0)
    if won:
        yield Peak(seat, "points", detail.value)


FACETS: Final[Facets[AnyHand, AnyDetail]] = Facets(of=facets, groups=GROUPS, main="raise", peaks=PEAKS)
