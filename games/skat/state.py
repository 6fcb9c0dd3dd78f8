"""The course of a list: how many hands it has, when it ends, who deals."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Final, TypeAlias

from pydantic import Field, Strict

from games.core.record import Record, Seat
from games.core.text import Text, pgettext
from games.core.values import Counterpart, Due, Table
from games.skat.rules import LossFee, SkatRules

Count: TypeAlias = Annotated[int, Field(ge=0)]
Pair: TypeAlias = Annotated[tuple[Seat, int], Strict(strict=False)]


class ListState(Record):
    """Where a list stands.

    `hands` counted so far, of `length` (None: no fixed length) for a table of `size`; `bock_left`
    hands of Bock rounds still to come; `minus` is the Bierlachs total by seat.
    """

    hands: Count = 0
    size: Count
    length: Count | None
    bock_left: Count = 0
    minus: Annotated[tuple[Pair, ...], Strict(strict=False)] = ()
    over: bool = False


SkatTable: TypeAlias = Table[ListState]


def start(rules: SkatRules, size: int) -> ListState:
    """The state before the first hand. Bierlachs goes on until its limit is crossed."""
    length = rules.list_length
    if length is None and rules.system != "bierlachs":
        length = rules.turns * size
    return ListState(size=size, length=length)


def progress(state: ListState, rules: SkatRules, seats: Sequence[int]) -> tuple[int, int | None]:
    """Hands counted so far, and how many the list will have at a table of these seats."""
    return state.hands, length_at(state, len(seats))


def length_at(state: ListState, size: int) -> int | None:
    """The length of the list; when players come or go, the rounds left are kept (rounded up)."""
    if size == state.size or state.length is None:
        return state.length
    rounds_left = -((state.hands - state.length) // state.size)
    return state.hands + rounds_left * size


def is_over(state: ListState, size: int) -> bool:
    """Whether no hand may follow."""
    length = length_at(state, size)
    return state.over or (length is not None and state.hands >= length)


def dealer_after(table: SkatTable, dealer: int) -> int:
    """The seat to the left of the one who dealt."""
    return table.seats[(table.seats.index(dealer) + 1) % len(table.seats)]


def active_seats(table: SkatTable, dealer: int) -> tuple[int, ...]:
    """The three who play, in the order of the table: at four the dealer sits out."""
    if len(table.seats) == 3:
        return table.seats
    return tuple(seat for seat in table.seats if seat != dealer)


def active(table: SkatTable) -> tuple[int, ...]:
    """The seats that play the next hand, dealt by whose turn it is."""
    return active_seats(table, table.dealer)


def state_after(table: SkatTable, rules: SkatRules, bock_rounds: int, minus: Mapping[int, int]) -> ListState:
    """The state after one more counted hand that charges `minus` points to seats."""
    before, size = table.state, len(table.seats)
    totals = before.minus
    if minus:
        own = dict(totals)
        moved = {seat: own.get(seat, 0) + amount for seat, amount in minus.items()}
        totals = tuple(sorted({**own, **moved}.items()))
    bock_left = max(0, before.bock_left - 1) + bock_rounds * size
    after = _state(before.hands + 1, size, length_at(before, size), bock_left)
    if not totals:
        return after
    crossed = any(total <= -rules.bierlachs_limit for _, total in totals)
    return after.model_copy(update={"minus": totals, "over": after.over or crossed})


@lru_cache(maxsize=1024)
def _state(hands: int, size: int, length: int | None, bock_left: int) -> ListState:
    """Lists all go through the same few states, so they are kept."""
    over = length is not None and hands >= length
    return ListState(hands=hands, size=size, length=length, bock_left=bock_left, over=over)


# How hands add up to a list: scoring systems, ties, Bierlachs and money.
#
# Seeger-Fabian is SkWO 5.1; ties are SkWO (total, more won, fewer lost); Bierlachs follows
# de.wikipedia.org; money by differences is from skatspielen.info. All exact integers.

WON_BONUS: Final = 50
LOST_BONUS: Final = -50
OTHERS_BONUS: Final = {3: 40, 4: 30}
"""What a lost game gives each of the others, by the size of the table at that hand."""

SYSTEMS: Final[Mapping[str, Mapping[str, int]]] = {
    "seeger_fabian": {
        "points": 1,
        "won": WON_BONUS,
        "lost": LOST_BONUS,
        "others_lost_3": OTHERS_BONUS[3],
        "others_lost_4": OTHERS_BONUS[4],
    },
    "seeger": {"points": 1, "won": WON_BONUS, "lost": LOST_BONUS},
    "classic": {"points": 1},
    "bierlachs": {"minus": 1},
}

SYSTEM_TITLES: Final = {
    "seeger_fabian": Text(pgettext("skat", "Seeger-Fabian")),
    "seeger": Text(pgettext("skat", "Seeger")),
    "classic": Text(pgettext("skat", "Leipzig")),
    "bierlachs": Text(pgettext("skat", "Bierlachs")),
}

SEASON_SYSTEMS: Final[Mapping[str, Mapping[str, int]]] = {
    name: weight for name, weight in SYSTEMS.items() if "minus" not in weight
}
"""How a season may count: minus points arise in a Bierlachs sitting only, and end with it."""

RANKING: Final = (("won", 1), ("lost", -1))

FULL_FEES: Final = 3


@dataclass(frozen=True, slots=True)
class Played:
    """One hand of a list: who was at the table, who dealt, and what the declarer scored.

    A passed hand has no declarer and the score 0.
    """

    seats: tuple[int, ...]
    dealer: int
    declarer: int | None
    score: int


def weights(rules: SkatRules) -> Mapping[str, int]:
    """The linear rule of the sitting's own system."""
    return SYSTEMS[rules.system]


def weighed(measures: Mapping[str, int], system: str) -> int:
    """The total of one player in a system."""
    return sum(weight * measures.get(name, 0) for name, weight in SYSTEMS[system].items())


def measures_of(hand: Played) -> dict[tuple[int, str], int]:
    """What one hand moves: {(seat, measure): amount}, `minus` included."""
    if hand.declarer is None:
        return {(hand.dealer, "passed"): 1}
    moved = {(hand.declarer, "points"): hand.score}
    moved |= dict.fromkeys(counters_of(hand.seats, hand.declarer, won=hand.score > 0), 1)
    active = [seat for seat in hand.seats if len(hand.seats) == 3 or seat != hand.dealer]
    charges = bierlachs_charges(hand.declarer, hand.score, active)
    return moved | {(seat, "minus"): amount for seat, amount in charges.items()}


def counters_of(seats: Sequence[int], declarer: int, *, won: bool) -> tuple[tuple[int, str], ...]:
    """The (seat, measure) a result counts once for: a loss counts for all others at the table,
    the dealer who sits out included, because he belongs to the opposing party (ISkO).
    """
    if won:
        return ((declarer, "won"),)
    others = f"others_lost_{len(seats)}"
    return ((declarer, "lost"), *((seat, others) for seat in seats if seat != declarer))


def totals(hands: Iterable[Played]) -> dict[int, dict[str, int]]:
    """Each seat's measures over a list."""
    sums: dict[int, dict[str, int]] = {}
    for hand in hands:
        for (seat, measure), amount in measures_of(hand).items():
            own = sums.setdefault(seat, {})
            own[measure] = own.get(measure, 0) + amount
    return sums


def ranking_key(total: int, won: int, lost: int) -> tuple[int, int, int]:
    """Sorts ascending with the best first; equal keys are decided by lot."""
    return -total, -won, lost


def bierlachs_charges(declarer: int, score: int, active: Sequence[int]) -> dict[int, int]:
    """Only minus points: a won game charges each active opponent, a lost one the declarer."""
    if score < 0:
        return {declarer: score}
    return {seat: -score for seat in active if seat != declarer}


def bierlachs_losers(minus: Mapping[int, int], limit: int) -> list[int]:
    """The seats at or below -limit that pay: the lowest, all of them if equal."""
    lowest = min(minus.values(), default=0)
    if lowest > -limit:
        return []
    return [seat for seat, total in minus.items() if total == lowest]


def money(totals: Sequence[int], stake: int) -> list[int]:
    """Everybody settles the difference with everybody, in minor units; sums to zero."""
    together = sum(totals)
    return [(len(totals) * own - together) * stake for own in totals]


def loss_fee(lost: int, fee: LossFee) -> int:
    """What the lost games of one list cost a player, in minor units."""
    full = min(lost, FULL_FEES)
    return full * fee.each + (lost - full) * fee.from_fourth


# What a list would cost in money: the stake by differences, and fees for lost games.

MONEY: Final = frozenset({"stake_per_point", "loss_fee"})


def dues(
    tallies: Mapping[int, Mapping[str, int]], totals: Mapping[int, int], rules: SkatRules, state: ListState
) -> tuple[Due, ...]:
    """Everybody settles the difference of the totals with everybody; fees go to whoever keeps the purse."""
    found: list[Due] = []
    if rules.stake_per_point:
        stake = Text(pgettext("skat", "Stake: {stake} a point"), {"stake": _written(rules.stake_per_point)})
        amounts = money(list(totals.values()), rules.stake_per_point)
        found += [Due(seat, stake, amount) for seat, amount in zip(totals, amounts, strict=True)]
    if fee := rules.loss_fee:
        label = Text(pgettext("skat", "Fees for lost games"))
        fees = {seat: loss_fee(tally.get("lost", 0), fee) for seat, tally in tallies.items()}
        found += [Due(seat, label, -owed) for seat, owed in fees.items()]
        found.append(Due(Counterpart.PURSE, label, sum(fees.values())))
    return tuple(found)


def _written(amount: int) -> str:
    """Minor units with two decimals."""
    return f"{amount // 100}.{amount % 100:02}"
