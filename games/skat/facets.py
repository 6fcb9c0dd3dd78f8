"""What a hand of Skat says of those who played it: role, contract, announcements; the highest game, the longest run."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from games.core.facets import Facet, Facets, Group, Peak
from games.core.text import Text, gettext_noop
from games.skat.detail import AnyDetail, HandDetail, RamschDetail
from games.skat.hand import AnyHand, SkatHand

_HAND: Final = "hand"
GROUPS: Final = {
    "contract": Group(
        Text(gettext_noop("By contract")),
        {
            "diamonds": Text(gettext_noop("Diamonds")),
            "hearts": Text(gettext_noop("Hearts")),
            "spades": Text(gettext_noop("Spades")),
            "clubs": Text(gettext_noop("Clubs")),
            "grand": Text(gettext_noop("Grand")),
            "null": Text(gettext_noop("Null")),
            "ramsch": Text(gettext_noop("Ramsch")),
            "passed": Text(gettext_noop("Passed")),
        },
    ),
    "role": Group(
        Text(gettext_noop("By role")),
        {"declarer": Text(gettext_noop("Declarer")), "defender": Text(gettext_noop("Defender"))},
    ),
    "announced": Group(
        Text(gettext_noop("As declarer, without the skat or announced")),
        {
            _HAND: Text(gettext_noop("Hand game")),
            "schneider": Text(gettext_noop("Schneider announced")),
            "schwarz": Text(gettext_noop("Schwarz announced")),
            "ouvert": Text(gettext_noop("Ouvert")),
            "kontra": Text(gettext_noop("With kontra")),
            "overbid": Text(gettext_noop("Overbid")),
        },
    ),
}
PEAKS: Final = {
    "value": Text(gettext_noop("Highest game won")),
    "matadors": Text(gettext_noop("Longest run of matadors won")),
}


def facets(hand: AnyHand, detail: AnyDetail, seats: Sequence[int], dealer: int) -> Iterable[Facet | Peak]:
    """Role and contract of each who played; a Ramsch for all three; a hand that was passed for its dealer."""
    dealt = dealer if hand.dealer is None else hand.dealer
    if isinstance(hand, SkatHand) and isinstance(detail, HandDetail):
        playing = seats if len(seats) == 3 else [seat for seat in seats if seat != dealt]
        return (*_declared(hand, detail), *_defended(detail, playing))
    if isinstance(detail, RamschDetail):
        pairs = zip(detail.seats, detail.scores, strict=True)
        return [Facet(seat, "contract", "ramsch", brought=score) for seat, score in pairs]
    return [Facet(dealt, "contract", "passed")]


def _declared(hand: SkatHand, detail: HandDetail) -> Iterator[Facet | Peak]:
    seat, won, score = detail.declarer, detail.won, detail.declarer_score
    yield Facet(seat, "contract", detail.contract, won, score)
    yield Facet(seat, "role", "declarer", won, score)
    flags = {
        _HAND: hand.hand,
        "schneider": hand.schneider_announced,
        "schwarz": hand.schwarz_announced,
        "ouvert": hand.ouvert,
        "kontra": hand.kontra,
        "overbid": detail.overbid,
    }
    yield from (Facet(seat, "announced", name, won, score) for name, is_so in flags.items() if is_so)
    if won:
        yield Peak(seat, "value", detail.game_value)
        yield from (Peak(seat, "matadors", run) for run in (hand.matadors,) if run)


def _defended(detail: HandDetail, playing: Sequence[int]) -> Iterator[Facet]:
    return (Facet(seat, "role", "defender", not detail.won) for seat in playing if seat != detail.declarer)


FACETS: Final[Facets[AnyHand, AnyDetail]] = Facets(of=facets, groups=GROUPS, main="contract", peaks=PEAKS)
