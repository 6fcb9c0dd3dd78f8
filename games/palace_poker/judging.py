"""What a hand comes to: the end, the pots and the ledger, from its record."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from games.core.record import kind_of
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
from games.palace_poker.quick import quick_problems
from games.palace_poker.reading import Data, Found, Tiers, cards_as_stored, tiers_by, unknown_fields
from games.palace_poker.refusals import Refused, problem
from games.palace_poker.rules import PalacePokerRules
from games.palace_poker.state import Entry, Fought, PalaceTable, dealt, from_left_of
from games.palace_poker.values import SEATS, End

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
