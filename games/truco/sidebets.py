"""Envido and flor: what they are worth (section 9)."""

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from games.truco.hand import Envido, Flor
from games.truco.machine import Play
from games.truco.rules import TrucoRules
from games.truco.state import Two, index_of
from games.truco.values import (
    CONTRAFLOR,
    CONTRAFLOR_REFUSED,
    ENVIDO_REFUSED,
    ENVIDO_VALUES,
    FLOR,
    HALVES_ABOVE,
    OTHER,
    SIDES,
    Side,
)


class Part(NamedTuple):
    """A bet beside the hand: which, who has it, for how many points."""

    part: str
    winner: Side
    points: int


class FlorEnd(NamedTuple):
    """How a sequence of answers ends a flor: for `points` (a name: by the rules), to the first caller or to
    the other side; None: to whoever had the better flor.
    """

    points: int | str
    to_caller: bool | None


FLOR_ENDS: Final = MappingProxyType(
    {
        (): FlorEnd(FLOR, to_caller=True),
        ("achico",): FlorEnd(FLOR, to_caller=True),
        ("quiero",): FlorEnd("flor_both", to_caller=None),
        ("contraflor", "no"): FlorEnd(CONTRAFLOR_REFUSED, to_caller=False),
        ("contraflor", "quiero"): FlorEnd(CONTRAFLOR, to_caller=None),
        ("resto", "no"): FlorEnd(CONTRAFLOR_REFUSED, to_caller=False),
        ("resto", "quiero"): FlorEnd("falta", to_caller=None),
        ("contraflor", "resto", "no"): FlorEnd(CONTRAFLOR, to_caller=True),
        ("contraflor", "resto", "quiero"): FlorEnd("falta", to_caller=None),
    }
)


def settle_flor(flor: Flor, score: Two, rules: TrucoRules) -> Part:
    """Who gets a flor, and how much."""
    points, to_caller = FLOR_ENDS[flor.seq]
    caller = flor.by if to_caller else OTHER[flor.by]
    winner = caller if flor.winner is None else flor.winner
    amounts = {"flor_both": rules.flor_both, "falta": falta(winner, score, rules)}
    return Part("flor", winner, amounts[points] if isinstance(points, str) else points)


def settle_envido(envido: Envido, score: Two, rules: TrucoRules, mano: Side | None) -> Part:
    """Who gets an envido, and how much: refused, the last caller what was called before, at least one point."""
    calls = envido.calls
    if envido.answer == "decline":
        return Part(
            "envido", caller(envido.by or SIDES[0], len(calls) - 1), max(ENVIDO_REFUSED, worth_of_calls(calls[:-1]))
        )
    shown = envido.points and (envido.points.a, envido.points.b)
    winner = (better(shown, mano) if shown else envido.winner) or SIDES[0]
    points = falta(winner, score, rules) if calls[-1] == "falta" else worth_of_calls(calls)
    return Part("envido", winner, points)


def forgone(play: Play) -> tuple[Part, ...]:
    """What cards thrown in give the others beside a hand in which nobody has bet: an envido refused, as long as one
    could still be called, which is until a round is over or a raise accepted.
    """
    end, rules = play.end, play.rules
    could_be_called = rules.envido and not play.rounds and not play.step
    if not rules.fold_gives_envido or not could_be_called or end is None or end.by != "fold" or end.winner is None:
        return ()
    return (Part("envido", end.winner, ENVIDO_REFUSED),)


def caller(first: Side, place: int) -> Side:
    """Who made a call of an envido, counted from 0: the sides call in turn."""
    return OTHER[first] if place % 2 else first


def worth_of_calls(calls: Sequence[str]) -> int:
    """What accepted calls add up to."""
    return sum(ENVIDO_VALUES[call] for call in calls)


def better(points: Two, mano: Side | None) -> Side | None:
    """The side with the more envido points; equal, the one that leads (None: nobody knows who does)."""
    if points[0] == points[1]:
        return mano
    return "A" if points[0] > points[1] else "B"


def falta(winner: Side, score: Two, rules: TrucoRules) -> int:
    """What falta envido is worth to its winner at this score (section 9, three customs)."""
    target, leader = rules.target, max(score)
    half = target // 2
    if rules.falta == "leader_half" and target > HALVES_ABOVE and leader < half:
        return half - leader
    if rules.falta == "malas_half" and target > HALVES_ABOVE and leader < half:
        return half - score[index_of(winner)]
    return max(1, target - leader)
