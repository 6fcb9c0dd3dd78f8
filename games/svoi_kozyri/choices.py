"""What cannot be chosen now in a half-filled entry, and why.

Every choice is tried against the rules themselves: it is impossible if it brings a problem that the entry without it
does not have and that is not merely something still missing. Only the fields that are asked earlier count, so that an
earlier answer can always be changed.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any, Final

from games.core.text import SeatName, Text, gettext_noop
from games.core.values import Problem
from games.svoi_kozyri.problems import problems
from games.svoi_kozyri.reading import Data, listed
from games.svoi_kozyri.refusals import REFUSALS
from games.svoi_kozyri.rules import SvoiRules
from games.svoi_kozyri.state import SvoiTable
from games.svoi_kozyri.values import PACKS, RESULTS, SUITS

ORDER: Final = ("dealer", "trumps", "finished", "cards_left", "last_card", "top_card", "result", "loser")
"""The cards are asked before the result, because they decide whether a draw can be."""

_MISSING: Final = frozenset(
    {"trump_missing", "finished_required", "deal_unfinished", "cards_left_required", "card_pair_incomplete"}
)
_NOTHING: Final = ""
TAKEN: Final = gettext_noop("This is the trump of {seat}. Change that one first.")

Candidate = tuple[str, str, object]


def choices(draft: Mapping[str, Any], rules: SvoiRules, table: SvoiTable) -> Mapping[str, Mapping[str, Text]]:
    """{field: {value as text: reason}} of what is impossible; empty fields are left out.

    `trumps.0` is the trump of the first seat of the table. Values of `finished` are the seats that cannot go out next.
    A card is "9 hearts". An empty value that is impossible says that the field must be answered.
    """
    draft = _short(draft, len(table.seats) + 1)
    found: dict[str, dict[str, Text]] = {}
    known: dict[str, list[Problem]] = {}
    for field, value, trial in _candidates(draft, rules, table):
        before = _before(draft, field)
        name = field.partition(".")[0]
        if name not in known:
            known[name] = problems(before, rules, table)
        if reason := _reason(problems({**before, name: trial}, rules, table), known[name]):
            found.setdefault(field, {})[value] = _whose(field, draft, value, table) or reason
    if rules.mode == "cards_left" and draft.get("result") == "loss":
        found["cards_left"] = {_NOTHING: REFUSALS["cards_left_required"].message}
    return found


def _short(draft: Data, most: int) -> dict[str, Any]:
    """The entry without what stands far behind in a list: one too many is as wrong as a thousand, and sooner tried."""
    return {name: value[:most] if isinstance(value, (list, tuple)) else value for name, value in draft.items()}


def _whose(field: str, draft: Data, suit: str, table: SvoiTable) -> Text | None:
    """Of a trump that somebody asked earlier has: whose it is."""
    name, _dot, place = field.partition(".")
    earlier = listed(draft, name)[: int(place)] if name == "trumps" else []
    return Text(TAKEN, {"seat": SeatName(table.seats[earlier.index(suit)])}) if suit in earlier else None


def _before(draft: Data, field: str) -> dict[str, Any]:
    """What is asked before this field, as far as it was answered."""
    asked = ORDER[: ORDER.index(field.partition(".")[0])]
    return {"kind": "deal", **{name: draft[name] for name in asked if name in draft}}


def _reason(after: Iterable[Problem], known: list[Problem]) -> Text | None:
    new = (problem for problem in after if problem not in known)
    return next((problem.message for problem in new if problem.code not in _MISSING), None)


def _candidates(draft: Data, rules: SvoiRules, table: SvoiTable) -> Iterator[Candidate]:
    """(field, value as text, what the field would hold)."""
    trumps, finished = listed(draft, "trumps"), listed(draft, "finished")
    for place, suit in product(range(len(table.seats)), SUITS):
        yield f"trumps.{place}", suit, [*trumps[:place], suit]
    for seat in table.seats:
        yield "finished", str(seat), [*finished, seat]
    tops = product(PACKS[rules.deck], SUITS) if draft.get("last_card") is not None else ()
    for rank, suit in tops:
        yield "top_card", f"{rank} {suit}", f"{rank} {suit}"
    for result in RESULTS:
        yield "result", result, result
    for seat in table.seats:
        yield "loser", str(seat), seat
