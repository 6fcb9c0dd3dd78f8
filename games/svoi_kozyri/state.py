"""The course of a series: what was played, who has won how often, when it ends."""

from collections.abc import Mapping, Sequence
from typing import Annotated, TypeAlias

from pydantic import Field, Strict

from games.core.record import Record, Seat
from games.core.values import Table
from games.svoi_kozyri.hand import Suit
from games.svoi_kozyri.rules import SvoiRules

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
