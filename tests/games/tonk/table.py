"""Short ways to say what happens at a table of Tonk."""

from typing import Any

import pytest
from hypothesis import strategies as st

from games import game
from games.core.cases import answer
from games.core.values import InvalidRecord, Table
from games.tonk.hand import CARDS, count
from games.tonk.rules import TonkRules
from games.tonk.state import Evening

TONK = game("tonk")
HOUSE = TonkRules()
DROP = {"kind": "drop", "by": 0, "totals": [5, 6, 30]}
CAUGHT = {"kind": "drop", "by": 0, "totals": [9, 6, 30]}
STOCK = {"kind": "stock_out", "totals": [11, 3, 9]}
DEALT = {"kind": "initial_tonk", "by": [1], "totals": [None, 50]}
TONK_OUT = {"kind": "tonk_out", "by": 2}
OUT = {"kind": "discard_out", "by": 2}
CARDS_DROP = {"kind": "drop", "by": 0, "hands": [["Ac", "2d"], ["Kh", "9s"], ["5c", "5d", "3h", "2h"]]}
LAID = [["7c", "7d", "7h"], ["Js", "Qs", "Ks", "Ts"]]


def at(*seats: int, dealer: int | None = None, hands: int = 0) -> Table[Any]:
    """A table of these seats; the last deals unless said."""
    return Table(seats, 1, seats[-1] if dealer is None else dealer, Evening(hands=hands))


TWO = at(0, 1)
THREE = at(0, 1, 2)
FOUR = at(0, 1, 2, 3)


def rules(**options: Any) -> TonkRules:
    """The house rules but for these options."""
    return TonkRules(**options)


def judge(data: Any, chosen: TonkRules = HOUSE, table: Table[Any] = THREE) -> Any:
    """The outcome of a hand."""
    return TONK.judge(data, chosen, table)[1]


def refused(data: Any, chosen: TonkRules = HOUSE, table: Table[Any] = THREE) -> list[tuple[str, str]]:
    """The codes a hand is refused with, and their fields."""
    with pytest.raises(InvalidRecord) as found:
        TONK.judge(data, chosen, table)
    return [(problem.code, problem.field) for problem in found.value.problems]


def codes(data: Any, chosen: TonkRules = HOUSE, table: Table[Any] = THREE) -> list[str]:
    """The codes a hand is refused with."""
    return [code for code, _field in refused(data, chosen, table)]


def public(given: Any, **options: Any) -> dict[str, Any]:
    """The answer to a hand in its public form."""
    return answer(TONK, {"op": "hand", "rules": options, "input": given})


def moved(outcome: Any) -> dict[tuple[int, str], int]:
    """What the lines add up to, without the count of hands."""
    sums: dict[tuple[int, str], int] = {}
    for line in outcome.lines:
        if line.measure != "hands":
            sums[line.seat, line.measure] = sums.get((line.seat, line.measure), 0) + line.amount
    return sums


multipliers = st.integers(1, 10)
paying_rules = st.builds(
    TonkRules,
    stake=st.integers(1, 10**9),
    catch_extra=st.sampled_from(("all", "others", "none")),
    low_tie=st.sampled_from(("each_full", "split")),
    stock_tie=st.sampled_from(("each_full", "split", "dead")),
    max_players=st.just(8),
    initial_low_max=st.none() | st.integers(6, 20),
    initial_tie=st.sampled_from(("draw", "each_paid", "highest")),
    initial_50_multiplier=st.none() | multipliers,
    tonk_out_hits_multiplier=multipliers,
    drop_low_max=st.none() | st.integers(1, 20),
    caught_multiplier=multipliers,
    caught_pays=st.sampled_from(("equal_or_lower", "lowest_only", "whole_table")),
    stock_out=st.sampled_from(("lowest", "dead")),
    must_lay_spreads=st.booleans(),
)


@st.composite
def dealt_hands(draw: st.DrawFn, size: int, fewest: int = 1) -> list[list[str]]:
    """Hands for so many players, from one deck."""
    deck = draw(st.permutations(CARDS))
    sizes = [draw(st.integers(fewest, 5)) for _player in range(size)]
    return [list(deck[5 * place : 5 * place + own]) for place, own in enumerate(sizes)]


@st.composite
def played(draw: st.DrawFn, chosen: TonkRules, size: int) -> dict[str, Any]:
    """A hand that can be scored, with the cards of everybody who has some."""
    kind = draw(st.sampled_from(("tonk_out", "discard_out", "drop", "stock_out", "initial_tonk")))
    if kind == "initial_tonk":
        return draw(declared(size))
    hands = draw(dealt_hands(size))
    by = None if kind == "stock_out" else draw(st.integers(0, size - 1))
    if kind in {"tonk_out", "discard_out"}:
        hands[by] = []
    out_by = draw(st.sampled_from(("spread", "hits"))) if kind == "tonk_out" else None
    return {"kind": kind, "by": by, "out_by": out_by, "hands": hands}


@st.composite
def declared(draw: st.DrawFn, size: int) -> dict[str, Any]:
    """One, two or three declarers; more tens than three need there are not."""
    by = draw(st.lists(st.integers(0, size - 1), min_size=1, max_size=min(3, size), unique=True))
    totals = [draw(st.sampled_from((49, 50))) if seat in by else None for seat in range(size)]
    return {"kind": "initial_tonk", "by": by, "totals": totals}


def as_totals(hand: dict[str, Any]) -> dict[str, Any]:
    """The same hand with what its cards count."""
    if "hands" not in hand:
        return hand
    counted = [count(cards, "10") for cards in hand["hands"]]
    return {**{name: value for name, value in hand.items() if name != "hands"}, "totals": counted}
