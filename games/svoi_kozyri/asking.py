"""What an unfinished entry is asked next, until the rules have nothing against it."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.core.text import SeatName, Text, gettext_noop
from games.svoi_kozyri.problems import problems
from games.svoi_kozyri.reading import listed
from games.svoi_kozyri.refusals import REFUSALS
from games.svoi_kozyri.rules import SvoiRules
from games.svoi_kozyri.state import SvoiTable
from games.svoi_kozyri.values import RESULTS, TWO

_TRUMPS = REFUSALS["trump_missing"].message
_ORDER = Text(gettext_noop("Tap the players in the order they go out."))
_WINNER = Text(gettext_noop("Tap who has won, or the draw."))
_CARDS = gettext_noop("How many cards does {seat} have left?")
_RESULT = gettext_noop("{seat} is left. Tap how it ended.")
_READY = Text(gettext_noop("Everything is said. Save the deal."))


def asked(
    draft: Mapping[str, Any],
    rules: SvoiRules,
    table: SvoiTable,
    trumps: Sequence[str | None],
    left: int | None,
) -> Text:
    """What is missing; if nothing is, the first reason to refuse the deal, or that it can be saved.

    `trumps` are those that are known, as said or as last time; `left` is the seat that is left, if it is clear.
    """
    if None in trumps:
        return _TRUMPS
    if left is None:
        return _WINNER if len(trumps) == TWO else _ORDER
    result = draft.get("result")
    if rules.mode == "cards_left" and result != "draw" and draft.get("cards_left") is None:
        return Text(_CARDS, {"seat": SeatName(left)})
    if result not in RESULTS:
        return Text(_RESULT, {"seat": SeatName(left)})
    found = problems({"kind": "deal", **draft, "trumps": _filled(draft, trumps)}, rules, table)
    return found[0].message if found else _READY


def _filled(draft: Mapping[str, Any], trumps: Sequence[str | None]) -> list[Any]:
    """What was said for trumps, sense or not, and those of last time where nothing was."""
    said = listed(draft, "trumps")
    said += [None] * (len(trumps) - len(said))
    own = (known if suit is None else suit for suit, known in zip(said, trumps, strict=False))
    return [*own, *said[len(trumps) :]]
