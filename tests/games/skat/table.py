"""Short ways to say what happens at a table of Skat."""

from typing import Any

import pytest
from hypothesis import strategies as st

from games import game
from games.core.values import InvalidRecord, Table
from games.skat.rules import LEGAL_BIDS, POINTS_BY_TRICKS, SkatRules
from games.skat.state import start

SKAT = game("skat")
OFFICIAL = SkatRules()
SPADES = {
    "kind": "played",
    "declarer": 1,
    "contract": "spades",
    "matadors": 2,
    "with": True,
    "bid": 18,
    "hand": True,
    "declarer_points": 75,
}
LOST = {**SPADES, "declarer_points": 40}
NULL = {"kind": "played", "declarer": 1, "contract": "null", "declarer_tricks": 0}
PASSED = {"kind": "passed"}
RAMSCH = {"kind": "ramsch", "points": [50, 30, 30], "tricks": [4, 3, 3], "skat_points": 10}


def at(*seats: int, dealer: int | None = None, rules: SkatRules = OFFICIAL, **state: Any) -> Table[Any]:
    """A table of these seats; the first deals unless said."""
    before = start(rules, len(seats)).model_copy(update=state)
    return Table(seats, 1, seats[0] if dealer is None else dealer, before)


THREE = at(0, 1, 2)
FOUR = at(0, 1, 2, 3)


def judge(data: Any, rules: SkatRules = OFFICIAL, table: Table[Any] = THREE) -> Any:
    """The outcome of a hand."""
    return SKAT.judge(data, rules, table)[1]


def codes(data: Any, rules: SkatRules = OFFICIAL, table: Table[Any] = THREE) -> list[str]:
    """The codes a hand is refused with."""
    with pytest.raises(InvalidRecord) as refused:
        SKAT.judge(data, rules, table)
    return [problem.code for problem in refused.value.problems]


def moved(outcome: Any) -> dict[tuple[int, str], int]:
    """What the lines add up to, without the count of hands."""
    sums: dict[tuple[int, str], int] = {}
    for line in outcome.lines:
        if line.measure != "hands":
            sums[line.seat, line.measure] = sums.get((line.seat, line.measure), 0) + line.amount
    return sums


results = st.integers(0, 10).flatmap(
    lambda tricks: st.fixed_dictionaries(
        {
            "declarer_points": st.integers(*POINTS_BY_TRICKS[tricks]).filter(lambda own: own not in {1, 119}),
            "declarer_tricks": st.just(tricks),
        }
    )
) | st.fixed_dictionaries(
    {"outcome": st.fixed_dictionaries({"won": st.booleans(), "schneider": st.booleans(), "schwarz": st.booleans()})}
)


@st.composite
def trump_games(draw: st.DrawFn) -> dict[str, Any]:
    """Suit and grand games that can be scored."""
    contract = draw(st.sampled_from(("diamonds", "hearts", "spades", "clubs", "grand")))
    hand = draw(st.booleans())
    levels = draw(st.integers(0, 3)) if hand else 0
    return {
        "kind": "played",
        "declarer": 1,
        "contract": contract,
        "matadors": draw(st.integers(1, 4 if contract == "grand" else 11)),
        "with": draw(st.booleans()),
        "bid": draw(st.none() | st.sampled_from(sorted(LEGAL_BIDS))),
        "hand": hand,
        "schneider_announced": levels > 0,
        "schwarz_announced": levels > 1,
        "ouvert": levels > 2,
        "kontra": draw(st.booleans()),
        **draw(results),
    }


@st.composite
def null_games(draw: st.DrawFn) -> dict[str, Any]:
    """Null games that can be scored."""
    return {
        "kind": "played",
        "declarer": 1,
        "contract": "null",
        "bid": draw(st.none() | st.sampled_from(sorted(LEGAL_BIDS))),
        "hand": draw(st.booleans()),
        "ouvert": draw(st.booleans()),
        "declarer_tricks": draw(st.integers(0, 10)),
    }


played_games = trump_games() | null_games()
some_hands = played_games | st.just(PASSED)
