"""The course of a series: what was played, who has won how often, when it ends."""

from collections.abc import Mapping, Sequence
from math import lcm
from typing import Annotated, Final, NamedTuple, TypeAlias

from pydantic import Field, Strict

from games.core.record import Record, Seat
from games.core.text import Text, pgettext
from games.core.values import Due, Table
from games.svoi_kozyri.hand import Suit, SvoiDeal
from games.svoi_kozyri.rules import COUNTED_LOSS, SvoiRules

Count: TypeAlias = Annotated[int, Field(ge=0)]
Wins: TypeAlias = Annotated[tuple[Seat, Count], Strict(strict=False)]
Trump: TypeAlias = Annotated[tuple[Seat, Suit], Strict(strict=False)]


class SeriesState(Record):
    """Where a series stands.

    `deals` played so far; `wins` how often each seat has won (draws are no wins), and `trumps` the suit each seat last
    had, which is what a screen offers for the next deal. Both are pairs in the order of the seat numbers.
    """

    deals: Count = 0
    wins: Annotated[tuple[Wins, ...], Strict(strict=False)] = ()
    trumps: Annotated[tuple[Trump, ...], Strict(strict=False)] = ()


SvoiTable: TypeAlias = Table[SeriesState]


def start(rules: SvoiRules, size: int) -> SeriesState:
    """The state before the first deal."""
    return SeriesState()


def active(table: SvoiTable) -> tuple[int, ...]:
    """The seats that play the next deal: all, the dealer too."""
    return table.seats


def progress(state: SeriesState, rules: SvoiRules, seats: Sequence[int]) -> tuple[int, int | None]:
    """Deals played so far, and how many there are at most."""
    return state.deals, rules.max_deals


def is_won(most: int, rules: SvoiRules) -> bool:
    """Whether the most wins that somebody has are as many as the series goes to."""
    return rules.first_to is not None and most >= rules.first_to


def is_full(deals: int, rules: SvoiRules) -> bool:
    """Whether all deals of the series are played."""
    return rules.max_deals is not None and deals >= rules.max_deals


def end_of(state: SeriesState, rules: SvoiRules) -> str:
    """The code of the reason why no deal may follow; empty if one may."""
    if is_won(max((count for _seat, count in state.wins), default=0), rules):
        return "series_already_over"
    return "too_many_deals" if is_full(state.deals, rules) else ""


def state_after(before: SeriesState, trumps: Mapping[int, Suit], winners: Sequence[int]) -> SeriesState:
    """The state after one more deal, won by `winners`."""
    wins = dict(before.wins)
    for seat in winners:
        wins[seat] = wins.get(seat, 0) + 1
    return SeriesState.model_construct(
        deals=before.deals + 1,
        wins=tuple(sorted(wins.items())),
        trumps=tuple(sorted({**dict(before.trumps), **trumps}.items())),
    )


# Who has won, drawn and lost a deal, what it counts, and who deals next (rules file, sections 2 and 5).


class Settled(NamedTuple):
    """What a deal means for its seats.

    `winners` and `drawn` stand in the order they went out, the one who was left last. `points` follow the order of
    the seats. `cards_left` are those of the loser.
    """

    winners: tuple[int, ...]
    drawn: tuple[int, ...]
    loser: int | None
    points: tuple[int, ...]
    cards_left: int | None


def settle(hand: SvoiDeal, rules: SvoiRules, seats: Sequence[int]) -> Settled:
    """A deal to these seats that was let through."""
    finished = hand.finished
    (left,) = (seat for seat in seats if seat not in finished)
    win, draw, loss = _points(hand, rules)
    if hand.result == "draw":
        drawn = (finished[-1], left)
        points = tuple(draw if seat in drawn else win for seat in seats)
        return Settled(finished[:-1], drawn, None, points, None)
    points = tuple(loss if seat == left else win for seat in seats)
    return Settled(finished, (), left, points, hand.cards_left)


def _points(hand: SvoiDeal, rules: SvoiRules) -> tuple[int, int, int]:
    """What a win, a draw and a loss count."""
    if rules.mode == "wdl":
        return rules.win, rules.draw, rules.loss
    return 0, 0, COUNTED_LOSS if rules.mode == "losses" else hand.cards_left or 0


def counters_of(settled: Settled) -> tuple[tuple[int, str, int], ...]:
    """The (seat, measure, amount) a result counts, besides points and the number of deals."""
    won = tuple((seat, "won", 1) for seat in settled.winners)
    drawn = tuple((seat, "drawn", 1) for seat in settled.drawn)
    if settled.loser is None:
        return won + drawn
    lost = ((settled.loser, "lost", 1),)
    cards = ((settled.loser, "cards_left", settled.cards_left),) if settled.cards_left else ()
    return won + lost + cards


def next_dealer(settled: Settled, seats: Sequence[int], dealer: int | None) -> int | None:
    """The loser; after a draw the seat after the one who dealt, if that is known."""
    if settled.loser is not None or dealer is None:
        return settled.loser
    return seats[(seats.index(dealer) + 1) % len(seats)]


# How deals add up: what makes a total, what breaks ties, who has won (rules file, section 5).

Totals = Mapping[str, int]

SYSTEMS: Final[Mapping[str, Mapping[str, int]]] = {
    "wdl": {"won": 2, "drawn": 1},
    "three_one": {"won": 3, "drawn": 1},
    "losses": {"lost": -1},
    "cards_left": {"cards_left": -1},
}
"""Rules a season can be summed by; where fewer is better, the total is below zero."""

SYSTEM_TITLES: Final = {
    "wdl": Text(pgettext("svoi_kozyri", "2 for a win, 1 for a draw")),
    "three_one": Text(pgettext("svoi_kozyri", "3 for a win, 1 for a draw")),
    "losses": Text(pgettext("svoi_kozyri", "Fewest losses")),
    "cards_left": Text(pgettext("svoi_kozyri", "Fewest cards left")),
}

RANKING: Final = (("lost", -1), ("won", 1), ("cards_left", -1))
"""Ties: fewer losses, then more wins, then fewer cards left."""

_WEIGHT: Final = {"wdl": 1, "losses": -1, "cards_left": -1}


def weights(rules: SvoiRules) -> Totals:
    """The linear rule of the sitting: losses and cards left count against their owner."""
    return {"points": _WEIGHT[rules.mode]}


def ranks(rows: Sequence[Totals], rules: SvoiRules) -> tuple[int, ...]:
    """The rank of each row, shared where nothing parts them (1, 1, 3).

    Rows are compared by averages a deal, which is the same as by sums where all have played equally often. Who has
    played no deal comes last.
    """
    common = lcm(*{row.get("hands", 0) or 1 for row in rows})
    keys = [_key(row, rules, common) for row in rows]
    first: dict[tuple[int, ...], int] = {}
    for place, key in enumerate(sorted(keys, reverse=True), start=1):
        first.setdefault(key, place)
    return tuple(first[key] for key in keys)


def _key(row: Totals, rules: SvoiRules, common: int) -> tuple[int, ...]:
    """Averages a deal, as so many parts of `common`, which every number of deals divides; the best sorts last."""
    played = row.get("hands", 0)
    if not played:
        return ()
    signed = (*weights(rules).items(), *RANKING)
    return tuple(sign * row.get(measure, 0) * (common // played) for measure, sign in signed)


def leaders(rows: Mapping[int, Totals], rules: SvoiRules) -> tuple[int, ...]:
    """The seats with the first rank; empty if nothing was played."""
    if not any(row.get("hands", 0) for row in rows.values()):
        return ()
    ranked = zip(rows, ranks(list(rows.values()), rules), strict=True)
    return tuple(seat for seat, rank in ranked if rank == 1)


def dues(
    tallies: Mapping[int, Totals], totals: Mapping[int, int], rules: SvoiRules, state: SeriesState
) -> tuple[Due, ...]:
    """No money is due by the rules of this game."""
    return ()
