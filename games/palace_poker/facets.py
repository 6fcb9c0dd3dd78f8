"""What a hand of Palace Poker says of those at the table: how it ended, who won, and their battles."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from games.core.facets import Facet, Facets, Group, Peak
from games.core.text import Text, gettext_noop
from games.palace_poker.detail import BattleDetail, HandDetail
from games.palace_poker.hand import AnyHand

GROUPS: Final = {
    "end": Group(
        Text(gettext_noop("By how the hand ended")),
        {
            "last_standing": Text(gettext_noop("One palace left")),
            "same_suit": Text(gettext_noop("Banners of one suit left")),
            "tie_last_two": Text(gettext_noop("Tie of the last two")),
            "showdown": Text(gettext_noop("Showdown")),
            "recorded": Text(gettext_noop("Not written down")),
        },
    ),
    "battle": Group(
        Text(gettext_noop("Battles")),
        {"attack": Text(gettext_noop("Attacking")), "defence": Text(gettext_noop("Defending"))},
    ),
}
PEAKS: Final = {
    "net": Text(gettext_noop("Most won by one hand")),
    "battles": Text(gettext_noop("Most battles won in one hand")),
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
