"""Hands of truco as they end in a club: made up by a seeded chance, and always ones the rules accept."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from games.core.game import AnyGame
from games.core.record import Record
from games.core.values import Table
from games.truco.rules import DRAW, OTHER, SIDES, Side

RAISED: Final = (63, 26, 8, 2, 1)
"""How often a hand ends at each step of the ladder, per cent; where it has more steps, they are as rare as the last."""
RAN: Final = 34  # per cent of the hands that could still be raised
DECLINED: Final = 30  # per cent of the hands that a side decides about
TOLD: Final = 22  # per cent of the hands are written down step by step
ROUNDS: Final = ("WW", "WLW", "LWW", "-W", "W-", "WL-", "--W")
ROUND_WEIGHTS: Final = (44, 18, 18, 8, 6, 4, 2)


def deal(chance: Random, game: AnyGame, rules: Record, table: Table[Any], skills: Sequence[int]) -> dict[str, Any]:
    """The facts of one hand at this table; the more skilled side wins more of them."""
    while True:
        facts = _facts(chance, rules, table, skills)
        if not game.problems(facts, rules, table):
            return facts


def _facts(chance: Random, rules: Any, table: Table[Any], skills: Sequence[int]) -> dict[str, Any]:
    winner = chance.choices(SIDES, (sum(skills[::2]), sum(skills[1::2])))[0]
    state = table.state
    if state.hand_kind == "special" and winner != state.decider and chance.randrange(100) < DECLINED:
        return _result("declined", winner, rules.special_pass)
    if state.hand_kind == "special":
        return _result("played", winner, rules.special_play)
    if state.hand_kind == "iron":
        return _result("played", winner, rules.ladder[0])
    return _normal(chance, rules, winner)


def _normal(chance: Random, rules: Any, winner: Side) -> dict[str, Any]:
    weights = [RAISED[min(step, len(RAISED) - 1)] for step in range(len(rules.ladder))]
    step = chance.choices(range(len(rules.ladder)), weights)[0]
    ran = step < len(rules.ladder) - 1 and chance.randrange(100) < RAN
    if chance.randrange(100) < TOLD:
        return {"kind": "full", "events": _events(chance, winner, step, ran=ran)}
    return _result("ran" if ran else "played", winner, rules.ladder[step])


def _result(how: str, winner: Side, value: object) -> dict[str, Any]:
    return {"kind": "quick", "how": how, "winner": winner, "value": value}


def _events(chance: Random, winner: Side, step: int, *, ran: bool) -> list[dict[str, Any]]:
    """The raises first, each by the side that accepted the last one, then the rounds or who ran."""
    raises = step + ran
    last = winner if ran else chance.choice(SIDES)
    callers = [last if (raises - nth) % 2 else OTHER[last] for nth in range(raises)]
    events: list[dict[str, Any]] = []
    for nth, caller in enumerate(callers):
        events.append({"t": "call", "by": caller})
        if nth < step:
            events.append({"t": "accept", "by": OTHER[caller]})
    if ran:
        return [*events, {"t": "run", "by": OTHER[winner]}]
    rounds = chance.choices(ROUNDS, ROUND_WEIGHTS)[0]
    sides = {"W": winner, "L": OTHER[winner], "-": DRAW}
    return [*events, *({"t": "round", "winner": sides[letter]} for letter in rounds)]
