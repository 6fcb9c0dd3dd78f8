"""The buttons of an entry without events: a result in two taps, a penalty, a game given up."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from games.core.text import Text, gettext_noop
from games.truco.before import Before
from games.truco.buttons import Button, named
from games.truco.naming import figure_name
from games.truco.reading import values_of
from games.truco.rules import TrucoRules
from games.truco.values import OTHER, SIDES, Figure, Side, same

_RESULTS: Final = {
    "played": gettext_noop("Played for {value}"),
    "ran": gettext_noop("Ran: {value}"),
    "declined": gettext_noop("Declined: {value}"),
}
_FOR_THE_GAME: Final = Text(gettext_noop("Played for the game"))
_NOBODY: Final = Text(gettext_noop("Nobody: all rounds drawn"))
_FIELDS: Final = {"penalty": "to", "forfeit": "side"}

Draft = Mapping[str, Any]


def other_buttons(draft: Draft, rules: TrucoRules, before: Before) -> tuple[Button, ...]:
    """The buttons of every kind of entry but the one by events."""
    kind = draft.get("kind", "quick")
    if kind == "quick":
        return (*_winners(draft, before), *_results(draft, rules, before))
    if isinstance(kind, str) and (name := _FIELDS.get(kind)):
        return tuple(_side_button("side", name, side, draft, before) for side in SIDES)
    return ()


def _side_button(group: str, name: str, side: Side, draft: Draft, before: Before) -> Button:
    label = named(side, before.seats)
    return Button(group, label, {"set": {name: side}}, side, chosen=draft.get(name) == side)


def _winners(draft: Draft, before: Before) -> Iterator[Button]:
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
