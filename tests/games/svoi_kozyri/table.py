"""Short ways to say what happens at a table of Svoi Kozyri."""

from typing import Any

import pytest
from hypothesis import strategies as st

from games import game
from games.core.cases import answer
from games.core.values import InvalidRecord, Table
from games.svoi_kozyri.rules import SvoiRules
from games.svoi_kozyri.state import SeriesState

SVOI = game("svoi_kozyri")
HOUSE = SvoiRules()
SUITS = ("clubs", "diamonds", "hearts", "spades")
LOSS = {"kind": "deal", "trumps": ["spades", "hearts"], "finished": [0], "result": "loss", "cards_left": 7}
DRAW = {**LOSS, "result": "draw", "cards_left": 1}
PROVED = {**DRAW, "last_card": "K clubs", "top_card": "9 clubs"}
FOUR_LOSS = {"kind": "deal", "trumps": list(SUITS), "finished": [2, 0, 3], "result": "loss"}
FOUR_DRAW = {**FOUR_LOSS, "result": "draw"}


def at(*seats: int, dealer: int | None = None, **state: Any) -> Table[Any]:
    """A table of these seats; the first deals unless said."""
    return Table(seats, 1, seats[0] if dealer is None else dealer, SeriesState(**state))


TWO = at(0, 1)
THREE = at(0, 1, 2)
FOUR = at(0, 1, 2, 3)


def judge(data: Any, rules: SvoiRules = HOUSE, table: Table[Any] = TWO) -> Any:
    """The outcome of a deal."""
    return SVOI.judge(data, rules, table)[1]


def codes(data: Any, rules: SvoiRules = HOUSE, table: Table[Any] = TWO) -> list[str]:
    """The codes a deal is refused with."""
    with pytest.raises(InvalidRecord) as refused:
        SVOI.judge(data, rules, table)
    return [problem.code for problem in refused.value.problems]


def moved(outcome: Any) -> dict[tuple[int, str], int]:
    """What the lines add up to, without the count of deals."""
    sums: dict[tuple[int, str], int] = {}
    for line in outcome.lines:
        if line.measure != "hands":
            sums[line.seat, line.measure] = sums.get((line.seat, line.measure), 0) + line.amount
    return sums


def ask(op: str, given: Any, rules: Any = None) -> dict[str, Any]:
    """The answer to a case in the public form."""
    return answer(SVOI, {"op": op, "rules": rules or {}, "input": given})


def refused(got: dict[str, Any]) -> list[str]:
    """The codes of an answer that refuses."""
    return [problem["code"] for problem in got["problems"]]


@st.composite
def deals(draw: st.DrawFn, seats: tuple[int, ...]) -> dict[str, Any]:
    """Deals to these seats that can be scored by the default rules."""
    order = draw(st.permutations(seats))
    result = draw(st.sampled_from(("loss", "draw")))
    return {
        "kind": "deal",
        "trumps": list(draw(st.permutations(SUITS)))[: len(seats)],
        "finished": list(order[:-1]),
        "result": result,
        "loser": draw(st.sampled_from((None, order[-1]))) if result == "loss" else None,
        "cards_left": draw(st.none() | st.integers(1, 35)) if result == "loss" else draw(st.sampled_from((None, 1))),
        "dealer": draw(st.none() | st.sampled_from(seats)),
    }
