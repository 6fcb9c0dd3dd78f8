"""A hand told by its end: what everybody put in, who won, and whether that can be."""

from collections.abc import Iterator, Mapping, Sequence
from math import gcd
from typing import Final, get_args

from games.core.text import Amount
from games.core.values import Problem
from games.palace_poker.reading import (
    Data,
    Found,
    amounts,
    are_places,
    banner_problems,
    complete,
    duplicates,
    given,
    listed,
    strangers,
)
from games.palace_poker.refusals import problem
from games.palace_poker.rules import PalacePokerRules
from games.palace_poker.state import PalaceTable, dealt, from_left_of
from games.palace_poker.values import SAME_SUIT, End, is_amount, is_card, suit_of

WINNER: Final = 1
ENDS: Final = get_args(End)
_ANY: Final = range(1, 11)
_WINNERS: Final[Mapping[str, Sequence[int]]] = {
    "last_standing": (1,),
    "same_suit": SAME_SUIT,
    "tie_last_two": (2,),
    "showdown": _ANY,
    "recorded": _ANY,
}
"""How many winners each end has (section 9)."""


def quick_problems(data: Data, rules: PalacePokerRules, table: PalaceTable) -> Found:
    """What is wrong with a quick hand."""
    seats = table.seats
    dealer = dealt(data.get("dealer"), table)
    found = [*strangers("dealer", [dealer], seats)]
    order = seats if found else from_left_of(dealer, seats)
    found += amounts("contributions", data.get("contributions"))
    found += _contribution_problems(data, rules, table)
    found += _ranking_problems(data.get("ranking"), len(seats))
    if not found:
        found += end_problems(data, seats)
    if given(data.get("banners")) is not None:
        found += banner_problems(data["banners"], seats, order)
        found += duplicates("banners", listed(data["banners"]))
    return found


def _contribution_problems(data: Data, rules: PalacePokerRules, table: PalaceTable) -> Iterator[Problem]:
    contributions, all_in = data.get("contributions"), given(data.get("all_in"))
    if not complete(contributions, len(table.seats)):
        yield problem("contributions_required", "contributions")
        return
    paid, flags = listed(contributions), [*listed(all_in)]
    flags += [None] * (len(paid) - len(flags))
    if not all(map(is_amount, paid)):
        return
    yield from _bet_problems(paid, flags, rules)
    if not sum(paid) and not table.state.carry:
        yield problem("empty_pot", "contributions")
    is_readable = (
        (all_in is None or listed(all_in))
        and len(flags) == len(paid)
        and all(flag is None or type(flag) is bool for flag in flags)
    )
    if not is_readable or not all(own for own, flag in zip(paid, flags, strict=True) if flag):
        yield problem("all_in_invalid", "all_in")


def _bet_problems(paid: Sequence[int], all_in: Sequence[object], rules: PalacePokerRules) -> Iterator[Problem]:
    """Everybody has put in the ante, and a sum of bets over it."""
    marked = {place for place, flag in enumerate(all_in) if flag is True}
    counted = [(f"contributions.{place}", own) for place, own in enumerate(paid) if place not in marked]
    for field, own in counted:
        if own < rules.to_enter:
            yield problem("ante_missing", field, ante=Amount(rules.to_enter))
    if rules.is_limit and rules.uncalled_bet == "stays":
        for field, own in counted:
            if own >= rules.to_enter and not reachable(own - rules.to_enter, rules):
                yield problem("contribution_unreachable", field)


def reachable(amount: int, rules: PalacePokerRules) -> bool:
    """Section 6: a small bets and b big bets make it, with a small one where there is a big one.

    The fewest big bets that leave a multiple of the small bet leave the most for the small ones.
    """
    small, big = rules.small_bet, rules.big
    if amount % small == 0:
        return True
    common = gcd(small, big)
    if amount % common:
        return False
    step = small // common
    fewest = amount // common * pow(big // common, -1, step) % step
    return amount - fewest * big >= small


def _ranking_problems(ranking: object, size: int) -> Iterator[Problem]:
    if not listed(given(ranking)):
        yield problem("ranking_required", "ranking")
    elif not are_places(ranking, size):
        yield problem("ranking_invalid", "ranking")
    elif WINNER not in listed(ranking):
        yield problem("ranking_required", "ranking")


def end_problems(data: Data, seats: Sequence[int]) -> Found:
    """Whether the hand can have ended this way, with these winners and banners."""
    end = data.get("end", "recorded")
    if not isinstance(end, str) or end not in ENDS:
        return [problem("end_invalid", "end")]
    winners = winners_of(data["ranking"], seats)
    if len(winners) not in _WINNERS[end] or _suits_contradict(end, winners, data.get("banners"), seats):
        return [problem("end_invalid", "end")]
    return []


def winners_of(ranking: Sequence[int | None], seats: Sequence[int]) -> tuple[int, ...]:
    """The seats with the first place, in the order of the table."""
    return tuple(seat for seat, place in zip(seats, ranking, strict=False) if place == WINNER)


def _suits_contradict(end: str, winners: Sequence[int], banners: object, seats: Sequence[int]) -> bool:
    if not complete(banners, len(seats)) or not all(map(is_card, listed(banners))):
        return False
    by_seat = dict(zip(seats, listed(banners), strict=True))
    suits = len({suit_of(by_seat[seat]) for seat in winners})
    return suits != {"same_suit": 1, "tie_last_two": 2}.get(end, suits)
