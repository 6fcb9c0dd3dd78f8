"""The buttons of the recording screen: each carries one step, and says why where it is impossible; and the events of
a hand as sentences.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from games.core.text import Text, Value, pgettext
from games.truco.machine import Play, after, next_step, refusal
from games.truco.reading import FLOR_ENDS, Before, bets_of, call_problem, caller, calls_problems, values_of
from games.truco.refusals import event_refused, figure_name, refused, side_name
from games.truco.rules import DRAW, ENVIDO_CALLS, FLOR_WORDS, OTHER, SIDES, Figure, Side, TrucoRules, is_side, same
from games.truco.rules import FLOR as FLOR_POINTS

_SAID: Final = {
    "call": pgettext("truco", "{side}: raise to {value}"),
    "accept": pgettext("truco", "{side}: accepted, for {value}"),
    "run": pgettext("truco", "{side}: ran"),
    "fold": pgettext("truco", "{side}: cards thrown in"),
}
_TRUCO_CALL: Final = pgettext("truco", "{side}: truco, for {value}")
_DECIDED: Final = {
    True: pgettext("truco", "{side}: the hand is played"),
    False: pgettext("truco", "{side}: the hand is declined"),
}
_ROUND: Final = pgettext("truco", "Round {number}: {side}")
_ROUND_DRAWN: Final = pgettext("truco", "Round {number}: drawn")


def event_sentences(events: Sequence[Any], play: Play, seats: Sequence[int]) -> tuple[Text, ...]:
    """Each event as it was said, up to the first that cannot be."""
    sentences: list[Text] = []
    for event in events:
        if refusal(play, event):
            break
        sentences.append(_sentence_of(event, play, seats))
        play = after(play, event)
    return tuple(sentences)


def _sentence_of(event: Mapping[str, Any], play: Play, seats: Sequence[int]) -> Text:
    if event["t"] == "round":
        number = len(play.rounds) + 1
        if event["winner"] == DRAW:
            return Text(_ROUND_DRAWN, {"number": number})
        return Text(_ROUND, {"number": number, "side": side_name(seats, event["winner"])})
    side = side_name(seats, event["by"])
    if event["t"] == "decide":
        return Text(_DECIDED[event["play"]], {"side": side})
    values: dict[str, Value] = {"side": side}
    if event["t"] in {"call", "accept"}:
        step = next_step(play) if event["t"] == "call" else play.step + 1
        values["value"] = figure_name(play.rules.ladder[step])
        if event["t"] == "call" and step == 1:
            return Text(_TRUCO_CALL, values)
    return Text(_SAID[event["t"]], values)


# The bets beside a hand as sentences: who called what, and what was answered.

ENVIDO: Final = {
    "envido": Text(pgettext("truco", "Envido")),
    "real": Text(pgettext("truco", "Real envido")),
    "falta": Text(pgettext("truco", "Falta envido")),
}
ANSWERS: Final = {"accept": Text(pgettext("truco", "Quiero")), "decline": Text(pgettext("truco", "No quiero"))}
FLOR: Final = Text(pgettext("truco", "Flor"))
FLOR_ANSWERS: Final = {
    "achico": Text(pgettext("truco", "Achico")),
    "quiero": Text(pgettext("truco", "Con flor quiero")),
    "contraflor": Text(pgettext("truco", "Contraflor")),
    "resto": Text(pgettext("truco", "Contraflor al resto")),
    "no": Text(pgettext("truco", "No quiero")),
}
_SAYS: Final = pgettext("truco", "{side}: {words}")


def bet_sentences(draft: Mapping[str, Any], seats: Sequence[int]) -> tuple[Text, ...]:
    """ "Ana and Bia: Envido", "Caio and Davi: Quiero": the sides speak in turn; what is no word is left out."""
    sentences: list[Text] = []
    for name, words_of in (("flor", _flor_words), ("envido", _envido_words)):
        bet = draft.get(name)
        if isinstance(bet, Mapping) and is_side(first := bet.get("by")):
            spoken = enumerate(words_of(bet))
            sentences += (
                Text(_SAYS, {"side": side_name(seats, caller(first, at)), "words": word}) for at, word in spoken
            )
    return tuple(sentences)


def listed(given: object) -> Sequence[object]:
    """A list as it was given, or none."""
    return given if isinstance(given, list | tuple) else ()


def _flor_words(flor: Mapping[str, Any]) -> list[Text]:
    return [FLOR, *_words_of(FLOR_ANSWERS, listed(flor.get("seq")))]


def _envido_words(envido: Mapping[str, Any]) -> list[Text]:
    return [*_words_of(ENVIDO, listed(envido.get("calls"))), *_words_of(ANSWERS, [envido.get("answer")])]


def _words_of(words: Mapping[str, Text], given: Iterable[object]) -> list[Text]:
    return [words[call] for call in given if isinstance(call, str) and call in words]


_CALL: Final = pgettext("truco", "Raise to {value}")
_TRUCO: Final = pgettext("truco", "Truco: {value}")
_ANSWERS: Final = {
    "accept": pgettext("truco", "Accept: {value}"),
    "run": pgettext("truco", "Run: {value} to the others"),
}
_FOLD: Final = Text(pgettext("truco", "Throw the cards in"))
_PLAY: Final = {
    True: pgettext("truco", "Play, for {value}"),
    False: pgettext("truco", "Decline: {value} to the others"),
}
_SIDE: Final = pgettext("truco", "{side}")
_DRAWN: Final = Text(pgettext("truco", "Drawn"))


@dataclass(frozen=True, slots=True)
class Button:
    """One step of the screen. `group` says which buttons stand together, `side` whose it is; `reason` says
    why it cannot be now, `chosen` that the draft already says so, `points` what it would bring its side.
    """

    group: str
    label: Text
    step: Mapping[str, Any] = field(hash=False)
    side: Side | None = None
    reason: Text | None = None
    chosen: bool = False
    points: int = 0

    @property
    def json(self) -> str:
        """The step as the screen sends it."""
        return json.dumps(self.step, separators=(",", ":"))


def named(side: Side, seats: Sequence[int]) -> Text:
    """Whoever plays for a side, as the label of a button."""
    return Text(_SIDE, {"side": side_name(seats, side)})


def event_buttons(play: Play, seats: tuple[int, ...], stops: Text | None) -> tuple[Button, ...]:
    """What may be said or won next; `stops` is why nothing may."""

    def button(group: str, label: Text, event: Mapping[str, Any]) -> Button:
        fault = refusal(play, event)
        reason = event_refused(fault, 0, seats).message if fault else None
        side = event.get("by", event.get("winner"))
        return Button(group, label, {"add": event}, side if is_side(side) else None, stops or reason)

    return tuple(button(group, label, event) for group, label, event in _events(play, seats))


def _events(play: Play, seats: Sequence[int]) -> Iterator[tuple[str, Text, Mapping[str, Any]]]:
    if play.decider is not None:
        for playing, template in _PLAY.items():
            value = play.rules.special_play if playing else play.rules.special_pass
            yield "decide", Text(template, {"value": value}), {"t": "decide", "by": play.decider, "play": playing}
    if play.pending is not None:
        yield from _answers(play, OTHER[play.pending])
    for side in SIDES:
        yield "round", named(side, seats), {"t": "round", "winner": side}
    yield "round", _DRAWN, {"t": "round", "winner": DRAW}
    for side in SIDES:
        if play.kind == "normal":
            yield "call", call_label(play), {"t": "call", "by": side}
        if play.rules.allow_fold:
            yield "fold", _FOLD, {"t": "fold", "by": side}


def _answers(play: Play, side: Side) -> Iterator[tuple[str, Text, Mapping[str, Any]]]:
    figures = {"accept": play.rules.ladder[play.step + 1], "run": play.value(OTHER[side])}
    for answer, template in _ANSWERS.items():
        yield "answer", Text(template, {"value": figure_name(figures[answer])}), {"t": answer, "by": side}


def call_label(play: Play) -> Text:
    """What the next raise asks for; at the top, what the last one asked."""
    step = next_step(play)
    value: Value = figure_name(play.rules.ladder[min(step, play.rules.top)])
    return Text(_TRUCO if step == 1 else _CALL, {"value": value})


# The buttons of the bets beside a hand: envido and flor.


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
    spoken = [word for word in listed(flor.get("seq")) if isinstance(word, str)]
    answers = caller(OTHER[by], len(spoken))
    for word in FLOR_WORDS:
        if any(list(end[: len(spoken) + 1]) == [*spoken, word] for end in FLOR_ENDS):
            yield Button("flor_answer", FLOR_ANSWERS[word], {"add": {"flor": word}}, answers, other)
    end = FLOR_ENDS.get(tuple(spoken))
    if end is not None and end.to_caller is None:
        yield from _winners("flor", flor.get("winner"), before, other)


def _winners(bet: str, winner: object, before: Before, other: Text | None) -> Iterator[Button]:
    for side in SIDES:
        step = {"set": {f"{bet}.winner": side}}
        yield Button(f"{bet}_winner", named(side, before.seats), step, side, other, chosen=winner == side)


# The buttons of an entry without events: a result in two taps, a penalty, a game given up.

_RESULTS: Final = {
    "played": pgettext("truco", "Played for {value}"),
    "ran": pgettext("truco", "Ran: {value}"),
    "declined": pgettext("truco", "Declined: {value}"),
}
_FOR_THE_GAME: Final = Text(pgettext("truco", "Played for the game"))
_NOBODY: Final = Text(pgettext("truco", "Nobody: all rounds drawn"))
_FIELDS: Final = {"penalty": "to", "forfeit": "side"}

Draft = Mapping[str, Any]


def other_buttons(draft: Draft, rules: TrucoRules, before: Before) -> tuple[Button, ...]:
    """The buttons of every kind of entry but the one by events."""
    kind = draft.get("kind", "quick")
    if kind == "quick":
        return (*_quick_winners(draft, before), *_results(draft, rules, before))
    if isinstance(kind, str) and (name := _FIELDS.get(kind)):
        return tuple(_side_button("side", name, side, draft, before) for side in SIDES)
    return ()


def _side_button(group: str, name: str, side: Side, draft: Draft, before: Before) -> Button:
    label = named(side, before.seats)
    return Button(group, label, {"set": {name: side}}, side, chosen=draft.get(name) == side)


def _quick_winners(draft: Draft, before: Before) -> Iterator[Button]:
    """Who won; that takes back that nobody did."""
    for side in SIDES:
        step: dict[str, Any] = {"winner": side}
        if draft.get("how") == "nobody":
            step["how"] = None
        chosen = draft.get("winner") == side
        yield Button("winner", named(side, before.seats), {"set": step}, side, chosen=chosen)


def _results(draft: Draft, rules: TrucoRules, before: Before) -> Iterator[Button]:
    """How it ended and for how much; only results that this hand can have. A declined hand tells its winner."""
    kind, decider = before.kind(rules)
    for how, template in _RESULTS.items():
        if (how == "ran" and kind != "normal") or (how == "declined" and decider is None):
            continue
        for value in values_of(how, kind, rules):
            step: dict[str, Any] = {"how": how, "value": value if kind == "normal" else None}
            if how == "declined" and decider is not None:
                step["winner"] = OTHER[decider]
            label = _FOR_THE_GAME if kind == "iron" else Text(template, {"value": figure_name(value)})
            yield Button(how, label, {"set": step}, chosen=_chosen(draft, how, step["value"]))
    if rules.nobody_may_win:
        step = {"how": "nobody", "winner": None, "value": None}
        yield Button("nobody", _NOBODY, {"set": step}, chosen=draft.get("how") == "nobody")


def _chosen(draft: Draft, how: str, value: Figure | None) -> bool:
    return draft.get("how") == how and (value is None or same(draft.get("value"), value))
