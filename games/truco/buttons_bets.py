"""The buttons of the bets beside a hand: envido and flor."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.core.text import Text
from games.truco.before import Before
from games.truco.buttons import Button, named
from games.truco.reading_bets import bets_of, call_problem, calls_problems
from games.truco.refusals import refused
from games.truco.rules import TrucoRules
from games.truco.saying_bets import ANSWERS, ENVIDO, FLOR, FLOR_ANSWERS, listed
from games.truco.sidebets import FLOR_ENDS, caller
from games.truco.values import ENVIDO_CALLS, FLOR_WORDS, OTHER, SIDES, Side, is_side
from games.truco.values import FLOR as FLOR_POINTS


def bet_buttons(draft: Mapping[str, Any], rules: TrucoRules, before: Before) -> tuple[Button, ...]:
    """What may be bet next; a flor takes the envido away."""
    envido, flor = draft.get("envido"), draft.get("flor")
    found: list[Button] = []
    if rules.flor:
        found += _flor(flor if isinstance(flor, Mapping) else {}, before, taken=envido is not None)
    if rules.envido:
        found += _envido(envido if isinstance(envido, Mapping) else {}, before, taken=flor is not None)
    return tuple(found)


def result_buttons(draft: Mapping[str, Any], rules: TrucoRules, before: Before) -> tuple[Button, ...]:
    """The bets of an entry by its result: what was called, then who got it; who called it is not asked."""
    envido, flor = draft.get("envido"), draft.get("flor")
    found: list[Button] = []
    if rules.envido and flor is None:
        found += _result_of_envido(envido if isinstance(envido, Mapping) else {}, rules, before)
    if rules.flor and envido is None:
        for side in SIDES:
            chosen = isinstance(flor, Mapping) and not flor.get("seq") and flor.get("by") == side
            step = {"set": {"flor": {"by": side}}}
            found.append(Button("flor_got", FLOR, step, side, chosen=chosen, points=FLOR_POINTS))
    return tuple(found)


def _result_of_envido(envido: Mapping[str, Any], rules: TrucoRules, before: Before) -> Iterator[Button]:
    """The calls; then, accepted, whoever won it gets it, and refused, whoever called last. Another call changes
    neither the answer nor who gets it.
    """
    calls, answer = list(listed(envido.get("calls"))), envido.get("answer")
    _open, now = bets_of({"envido": envido}, rules, before)
    winner = now[0].winner if now else None
    called = Counter(call for call in calls if isinstance(call, str))
    for word in ENVIDO_CALLS:
        problem = call_problem(word, called, len(calls))
        after = {"calls": [*calls, word]} if winner is None else _ended([*calls, word], str(answer), winner)
        reason = problem.message if problem else None
        yield Button("envido_called", ENVIDO[word], {"set": {"envido": after}}, reason=reason, chosen=word in called)
    if not calls or calls_problems(calls):
        return
    for wanted in ANSWERS:
        for side in SIDES:
            end = _ended(calls, wanted, side)
            _open, (part,) = bets_of({"envido": end}, rules, before)
            chosen = (answer, winner) == (wanted, side)
            label = named(side, before.seats)
            yield Button(f"envido_{wanted}", label, {"set": {"envido": end}}, side, chosen=chosen, points=part.points)


def _ended(calls: Sequence[object], answer: str, side: Side) -> dict[str, Any]:
    """An envido that this side gets."""
    if answer == "accept":
        return {"calls": list(calls), "answer": answer, "winner": side}
    return {"calls": list(calls), "answer": answer, "by": caller(side, len(calls) - 1)}


def _envido(envido: Mapping[str, Any], before: Before, *, taken: bool) -> Iterator[Button]:
    calls, by = listed(envido.get("calls")), envido.get("by")
    other = refused("envido_and_flor_both_scored").message if taken else None
    if not calls or not is_side(by):
        for side in SIDES:
            for word in ENVIDO_CALLS:
                yield Button("envido", ENVIDO[word], {"add": {"call": word, "by": side}}, side, other)
        return
    next_side = caller(by, len(calls))
    answer = envido.get("answer")
    if answer is None:
        yield from _next_calls(calls, next_side, other)
        for word, label in ANSWERS.items():
            yield Button("envido_answer", label, {"set": {"envido.answer": word}}, next_side, other)
    elif answer == "accept" and envido.get("points") is None:
        yield from _winners("envido", envido.get("winner"), before, other)


def _next_calls(calls: Sequence[object], side: Side, other: Text | None) -> Iterator[Button]:
    earlier = calls_problems(calls)
    called = Counter(call for call in calls if isinstance(call, str))
    for word in ENVIDO_CALLS:
        problem = earlier[0] if earlier else call_problem(word, called, len(calls))
        reason = problem.message if problem else None
        yield Button("envido", ENVIDO[word], {"add": {"call": word, "by": side}}, side, other or reason)


def _flor(flor: Mapping[str, Any], before: Before, *, taken: bool) -> Iterator[Button]:
    other = refused("envido_and_flor_both_scored").message if taken else None
    by = flor.get("by")
    if not is_side(by):
        for side in SIDES:
            yield Button("flor", FLOR, {"set": {"flor.by": side}}, side, other)
        return
    said = [word for word in listed(flor.get("seq")) if isinstance(word, str)]
    answers = caller(OTHER[by], len(said))
    for word in FLOR_WORDS:
        if any(list(end[: len(said) + 1]) == [*said, word] for end in FLOR_ENDS):
            yield Button("flor_answer", FLOR_ANSWERS[word], {"add": {"flor": word}}, answers, other)
    end = FLOR_ENDS.get(tuple(said))
    if end is not None and end.to_caller is None:
        yield from _winners("flor", flor.get("winner"), before, other)


def _winners(bet: str, winner: object, before: Before, other: Text | None) -> Iterator[Button]:
    for side in SIDES:
        step = {"set": {f"{bet}.winner": side}}
        yield Button(f"{bet}_winner", named(side, before.seats), step, side, other, chosen=winner == side)
