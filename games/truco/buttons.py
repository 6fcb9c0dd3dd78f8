"""The buttons of the recording screen: each carries one step, and says why where it is impossible."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from games.core.text import Text, Value, gettext_noop
from games.truco.faults import refusal
from games.truco.machine import Play, next_step
from games.truco.naming import figure_name, side_name
from games.truco.refusals import event_refused
from games.truco.values import DRAW, OTHER, SIDES, Side, is_side

_CALL: Final = gettext_noop("Raise to {value}")
_TRUCO: Final = gettext_noop("Truco: {value}")
_ANSWERS: Final = {
    "accept": gettext_noop("Accept: {value}"),
    "run": gettext_noop("Run: {value} to the others"),
}
_FOLD: Final = Text(gettext_noop("Throw the cards in"))
_PLAY: Final = {
    True: gettext_noop("Play, for {value}"),
    False: gettext_noop("Decline: {value} to the others"),
}
_SIDE: Final = gettext_noop("{side}")
_DRAWN: Final = Text(gettext_noop("Drawn"))


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
