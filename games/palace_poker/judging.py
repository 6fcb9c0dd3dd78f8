"""What a hand comes to: the end, the pots and the ledger, from its log or from how it ended; and whether it can be."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import gcd
from typing import Final, cast, get_args

from games.core.record import kind_of
from games.core.text import Amount
from games.core.values import Problem
from games.palace_poker.hand import (
    HANDS,
    PART_OF,
    AnyHand,
    BattleDetail,
    DecidedBy,
    HandDetail,
    LedgerRow,
    LogHand,
    PotDetail,
    QuickHand,
    Reason,
    Share,
    Stack,
)
from games.palace_poker.log import laid_out, layout_of, replay, setup_problems, showdown_problem, tiers_of
from games.palace_poker.pots import Pot, Settled, Stakes, settle
from games.palace_poker.reading import (
    Data,
    Found,
    Tiers,
    amounts,
    are_places,
    banner_problems,
    cards_as_stored,
    complete,
    duplicates,
    given,
    listed,
    strangers,
    tiers_by,
    unknown_fields,
)
from games.palace_poker.refusals import Refused, problem
from games.palace_poker.rules import PalacePokerRules
from games.palace_poker.state import Entry, Fought, PalaceTable, dealt, from_left_of
from games.palace_poker.values import SAME_SUIT, SEATS, End, is_amount, is_card, suit_of

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


# Why a hand is refused, in the order of section 9.


def problems(data: object, rules: PalacePokerRules, table: PalaceTable) -> Found:
    """Every reason to refuse this hand; a log is read up to the first action that breaks a rule."""
    wrong, kind = kind_of(HANDS, data)
    if wrong is not None:
        return [wrong]
    data = cards_as_stored(cast("Data", data))
    if len(table.seats) not in SEATS:
        return [problem("players_range")]
    found = quick_problems(data, rules, table) if kind == "quick" else log_problems(data, rules, table)
    return found + unknown_fields(kind, data)


def log_problems(data: Data, rules: PalacePokerRules, table: PalaceTable) -> Found:
    """What is wrong with a log: with its setup, else with an action, else with its end."""
    if found := setup_problems(data, table):
        return found
    try:
        position = replay(laid_out(layout_of(data), rules, table), data["actions"])
    except Refused as refusal:
        return [refusal.problem]
    if position.end is None:
        return [problem("hand_not_finished", "actions")]
    wrong = showdown_problem(position, data.get("showdown"), table.seats)
    return [wrong] if wrong else []


@dataclass(frozen=True, slots=True)
class Played:
    """A hand that is over, before its money is shared; `all_in` have nothing left."""

    end: End
    tiers: Tiers
    ledger: tuple[Entry, ...]
    all_in: frozenset[int]
    battles: tuple[Fought, ...] = ()


def detail_of(hand: AnyHand, rules: PalacePokerRules, table: PalaceTable) -> HandDetail:
    """The detail of a hand that `problems` let through."""
    dealer = dealt(hand.dealer, table)
    order = from_left_of(dealer, table.seats)
    played = _of_log(hand, rules, table) if isinstance(hand, LogHand) else _of_quick(hand, table, order)
    paid = dict.fromkeys(order, 0)
    for entry in played.ledger:
        paid[entry.seat] += entry.amount
    settled = settle(Stakes(paid, played.all_in, played.tiers, table.state.carry), rules)
    back = [Entry(seat, -settled.returned[seat], "uncalled_returned") for seat in order if seat in settled.returned]
    net = {seat: settled.returned.get(seat, 0) - own for seat, own in paid.items()}
    for pot in settled.pots:
        for seat, share in pot.shares:
            net[seat] += share
    return HandDetail(
        kind=hand.kind,
        seats=table.seats,
        dealer=dealer,
        end=played.end,
        winners=tuple(seat for seat in table.seats if seat in played.tiers[0]),
        ledger=tuple(_row(*entry) for entry in (*played.ledger, *back)),
        pots=tuple(map(_pot, settled.pots)),
        rake=settled.rake,
        carry_in=table.state.carry,
        carry_out=settled.carry_out,
        net=tuple(net[seat] for seat in table.seats),
        battles=tuple(_battle(*fought) for fought in played.battles),
        stacks=(stacks := _stacks((*played.ledger, *back), settled, table.seats)),
        highest=max(stack.paid for stack in stacks),
    )


def _stacks(ledger: Iterable[Entry], settled: Settled, seats: Sequence[int]) -> tuple[Stack, ...]:
    """What each player put in, by what it was for, and got."""
    moved = {seat: {"ante": 0, "soldiers": 0, "battles": 0, "together": 0} for seat in seats}
    for entry in ledger:
        moved[entry.seat][PART_OF[entry.reason]] += entry.amount
    got = dict.fromkeys(seats, 0)
    for pot in settled.pots:
        for seat, share in pot.shares:
            got[seat] += share
    return tuple(Stack(seat=seat, **moved[seat], paid=sum(moved[seat].values()), got=got[seat]) for seat in seats)


@lru_cache(maxsize=4096)
def _row(seat: int, amount: int, reason: Reason) -> LedgerRow:
    """The same few rows come again and again, so they are kept."""
    return LedgerRow(seat=seat, amount=amount, reason=reason)


@lru_cache(maxsize=4096)
def _share(seat: int, amount: int) -> Share:
    return Share(seat=seat, amount=amount)


@lru_cache(maxsize=1024)
def _battle(attacker: int, defender: int, winner: int | None, decided_by: DecidedBy) -> BattleDetail:
    return BattleDetail(attacker=attacker, defender=defender, winner=winner, decided_by=decided_by)


def _pot(pot: Pot) -> PotDetail:
    return PotDetail(amount=pot.amount, rake=pot.rake, shares=tuple(_share(*share) for share in pot.shares))


def _of_quick(hand: QuickHand, table: PalaceTable, order: tuple[int, ...]) -> Played:
    own = dict(zip(table.seats, hand.contributions, strict=True))
    ledger = tuple(Entry(seat, own[seat], "contribution") for seat in order if own[seat])
    all_in = frozenset(seat for seat, flag in zip(table.seats, hand.all_in or (), strict=False) if flag)
    return Played(hand.end, tiers_by(hand.ranking, table.seats), ledger, all_in)


def _of_log(hand: LogHand, rules: PalacePokerRules, table: PalaceTable) -> Played:
    unknown = (None,) * len(table.seats)
    position = replay(laid_out(layout_of(hand), rules, table), hand.actions)
    tiers = tiers_of(position, tiers_by(hand.showdown or unknown, table.seats))
    all_in = frozenset(player.seat for player in position.players if player.all_in)
    return Played(position.end or "recorded", tiers, position.ledger, all_in, position.battles)
