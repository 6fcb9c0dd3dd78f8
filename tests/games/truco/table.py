"""Short ways to say what happens at a table of truco."""

from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from hypothesis import strategies as st

from games import game
from games.core.cases import answer
from games.core.record import load
from games.core.values import InvalidRecord, Table
from games.truco.rules import RULE_SETS, TrucoRules
from games.truco.state import MatchState, display, hand_kind, start

TRUCO = game("truco")
MINEIRO = TrucoRules()
RULES = {name: load(TrucoRules, dict(rules)) for name, rules in RULE_SETS.items()}
COPAG, PAULISTA = RULES["mineiro_copag"], RULES["paulista"]
ARGENTINE, FLOR = RULES["argentino30"], RULES["argentino30_flor"]
SIX = {"kind": "quick", "how": "played", "winner": "A", "value": 6}
DRAWS = "---"


def call(side: str, to: object = None) -> dict[str, Any]:
    return {"t": "call", "by": side} | ({} if to is None else {"to": to})


def say(word: str, side: str) -> dict[str, Any]:
    return {"t": word, "by": side}


def decide(side: str, play: object = True) -> dict[str, Any]:
    return {"t": "decide", "by": side, "play": play}


def rounds(winners: str) -> list[dict[str, Any]]:
    """Rounds by a word like "AB-"."""
    return [{"t": "round", "winner": "draw" if winner == "-" else winner} for winner in winners]


def full(*events: Any, **rest: Any) -> dict[str, Any]:
    """A hand by its events; a word stands for rounds."""
    told = [one for event in events for one in (rounds(event) if isinstance(event, str) else [event])]
    return {"kind": "full", "events": told, **rest}


def quick(winner: str | None, value: object = None, how: str = "played", **rest: Any) -> dict[str, Any]:
    return {"kind": "quick", "how": how, "winner": winner, "value": value, **rest}


def at(
    score: tuple[int, int] = (0, 0),
    rules: TrucoRules = MINEIRO,
    seats: tuple[int, ...] = (0, 1, 2, 3),
    dealer: int | None = None,
    **state: Any,
) -> Table[MatchState]:
    """A table at this score; the first deals unless said."""
    kind, decider = hand_kind(score, rules.special_at)
    now = {"score": score, "tentos": display(score, rules.target), "hand_kind": kind, "decider": decider}
    before = start(rules, len(seats)).model_copy(update=now | state)
    return Table(seats, 1, seats[0] if dealer is None else dealer, before)


def judge(data: Any, rules: TrucoRules = MINEIRO, table: Table[Any] | None = None) -> Any:
    """The outcome of an entry."""
    return TRUCO.judge(data, rules, table or at(rules=rules))[1]


def codes(data: Any, rules: TrucoRules = MINEIRO, table: Table[Any] | None = None) -> list[str]:
    """The codes an entry is refused with."""
    return [problem.code for problem in refused(data, rules, table)]


def refused(data: Any, rules: TrucoRules = MINEIRO, table: Table[Any] | None = None) -> Any:
    with pytest.raises(InvalidRecord) as found:
        TRUCO.judge(data, rules, table or at(rules=rules))
    return found.value.problems


def moved(outcome: Any, measure: str) -> dict[int, int]:
    """What the lines of a measure add up to, by seat."""
    sums: dict[int, int] = {}
    for line in outcome.lines:
        if line.measure == measure:
            sums[line.seat] = sums.get(line.seat, 0) + line.amount
    return sums


def played(entries: Iterable[Any], rules: TrucoRules = MINEIRO, table: Table[Any] | None = None) -> list[Any]:
    """The outcomes of entries one after the other."""
    found, table = [], table or at(rules=rules)
    for entry in entries:
        outcome = judge(entry, rules, table)
        found.append(outcome)
        table = Table(table.seats, table.number + 1, outcome.dealer, outcome.state)
    return found


def after(outcome: Any, table: Table[Any]) -> Table[Any]:
    return Table(table.seats, table.number + 1, outcome.dealer, outcome.state)


def public(op: str, rules: Mapping[str, Any] | None = None, **given: Any) -> dict[str, Any]:
    """What `python -m games score truco` answers."""
    return answer(TRUCO, {"op": op, "rules": {} if rules is None else rules, "input": given})


def public_codes(got: Mapping[str, Any]) -> list[str]:
    return [problem["code"] for problem in got["problems"]]


SIDES = st.sampled_from("AB")


@st.composite
def endings(draw: st.DrawFn, kind: str, decider: str | None, rules: TrucoRules) -> dict[str, Any]:
    """Entries by a result that a hand of this kind can have."""
    hows = {"normal": ("played", "ran"), "special": ("played", "declined"), "iron": ("played",)}[kind]
    how = draw(st.sampled_from(hows))
    winner = ("B" if decider == "A" else "A") if how == "declined" else draw(SIDES)
    ladder = rules.ladder[:-1] if how == "ran" else rules.ladder
    value = draw(st.sampled_from(ladder)) if kind == "normal" else None
    return quick(winner, value, how)
