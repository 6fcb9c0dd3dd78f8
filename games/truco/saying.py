"""The events of a hand as sentences, for the screen that writes them down."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.core.text import Text, Value, gettext_noop
from games.truco.faults import refusal
from games.truco.machine import Play, after, next_step
from games.truco.naming import figure_name, side_name
from games.truco.values import DRAW

_SAID: Final = {
    "call": gettext_noop("{side}: raise to {value}"),
    "accept": gettext_noop("{side}: accepted, for {value}"),
    "run": gettext_noop("{side}: ran"),
    "fold": gettext_noop("{side}: cards thrown in"),
}
_TRUCO: Final = gettext_noop("{side}: truco, for {value}")
_DECIDED: Final = {
    True: gettext_noop("{side}: the hand is played"),
    False: gettext_noop("{side}: the hand is declined"),
}
_ROUND: Final = gettext_noop("Round {number}: {side}")
_DRAWN: Final = gettext_noop("Round {number}: drawn")


def events_said(events: Sequence[Any], play: Play, seats: Sequence[int]) -> tuple[Text, ...]:
    """Each event as it was said, up to the first that cannot be."""
    said: list[Text] = []
    for event in events:
        if refusal(play, event):
            break
        said.append(_said(event, play, seats))
        play = after(play, event)
    return tuple(said)


def _said(event: Mapping[str, Any], play: Play, seats: Sequence[int]) -> Text:
    if event["t"] == "round":
        number = len(play.rounds) + 1
        if event["winner"] == DRAW:
            return Text(_DRAWN, {"number": number})
        return Text(_ROUND, {"number": number, "side": side_name(seats, event["winner"])})
    side = side_name(seats, event["by"])
    if event["t"] == "decide":
        return Text(_DECIDED[event["play"]], {"side": side})
    values: dict[str, Value] = {"side": side}
    if event["t"] in {"call", "accept"}:
        step = next_step(play) if event["t"] == "call" else play.step + 1
        values["value"] = figure_name(play.rules.ladder[step])
        if event["t"] == "call" and step == 1:
            return Text(_TRUCO, values)
    return Text(_SAID[event["t"]], values)
