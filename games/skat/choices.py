"""What cannot be chosen now in a half-filled entry, and why.

Every choice is tried against the rules themselves: it is impossible if it brings a problem that
the entry without it does not have and that is not merely something still missing. Only the fields
that are asked earlier count, so that an earlier answer can always be changed.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from games.core.record import load
from games.core.text import Text, pgettext
from games.core.values import Problem
from games.skat.hand import SkatHand
from games.skat.reading import Data, problems
from games.skat.refusals import FLAGS
from games.skat.rules import ALL_TRICKS, CONTRACTS, SkatRules
from games.skat.state import SkatTable
from games.skat.worth import Reached, reached, shape_of

Impossible: TypeAlias = dict[str, dict[str, Text]]

ORDER: Final = (
    "kind",
    "dealer",
    "declarer",
    "bid",
    "contract",
    "matadors",
    "with",
    "hand",
    "schneider_announced",
    "schwarz_announced",
    "ouvert",
    "declarer_points",
    "declarer_tricks",
    "outcome",
    "kontra",
    "re",
    "bock",
)
_MISSING: Final = frozenset({"matadors_missing", "with_without_missing", "result_missing", "tricks_required"})
_NOT_THE_RESULT: Final = frozenset({"matadors_missing", "with_without_missing", "declarer_missing", "hand_after_end"})
_BOOLEANS: Final = (False, True)
_LEVELS: Final = ("schneider", "schwarz")

_COUNTED: Final = Text(pgettext("skat", "The card points and tricks decide this."))
_ANNOUNCED: Final = {
    "schneider": Text(pgettext("skat", "Schneider was announced: without it the game is lost.")),
    "schwarz": Text(pgettext("skat", "Schwarz was announced: without it the game is lost.")),
}
_SCHWARZ_IS_SCHNEIDER = Text(pgettext("skat", "Schwarz always includes schneider."))


def choices(draft: Mapping[str, Any], rules: SkatRules, table: SkatTable) -> Mapping[str, Mapping[str, Text]]:
    """{field: {value as text: reason}} of what is impossible; empty fields are left out.

    The parts of `outcome` are the fields `outcome.won`, `outcome.schneider`, `outcome.schwarz`.
    Only the entry of a hand with a declarer has such choices.
    """
    if draft.get("kind", "played") != "played":
        return {}
    entry = _Entry({**draft, "kind": "played"}, rules, table)
    found = {field: entry.impossible(field, values) for field, values in _candidates(table)}
    found |= {f"outcome.{part}": reasons for part, reasons in _outcome(entry).items()}
    return {field: reasons for field, reasons in found.items() if reasons}


def _candidates(table: SkatTable) -> Iterator[tuple[str, tuple[object, ...]]]:
    yield "declarer", table.seats
    yield "contract", CONTRACTS
    yield "matadors", tuple(range(1, 12))
    yield "with", _BOOLEANS
    yield "declarer_tricks", tuple(range(ALL_TRICKS + 1))
    for flag in FLAGS:
        yield flag, _BOOLEANS


@dataclass(frozen=True, slots=True)
class _Entry:
    """A half-filled entry under its rules, at its table."""

    draft: Data
    rules: SkatRules
    table: SkatTable

    def before(self, field: str) -> dict[str, Any]:
        """What is asked before this field, as far as it was answered."""
        asked = ORDER[: ORDER.index(field)]
        return {name: self.draft[name] for name in asked if name in self.draft}

    def problems(self, data: Data) -> list[Problem]:
        return list(problems(data, self.rules, self.table))

    def impossible(self, field: str, values: Iterable[object]) -> dict[str, Text]:
        """The impossible ones of these values of a field."""
        before = self.before(field)
        problems_before = self.problems(before)
        found = {}
        for value in values:
            if reason := _reason(self.problems({**before, field: value}), problems_before):
                found[_name(value)] = reason
        return found


def _reason(problems_after: list[Problem], problems_before: list[Problem]) -> Text | None:
    new = (problem for problem in problems_after if problem not in problems_before)
    return next((problem.message for problem in new if problem.code not in _MISSING), None)


def _name(value: object) -> str:
    return str(value).lower()


def _outcome(entry: _Entry) -> dict[str, dict[str, Text]]:
    if (counted := _counted(entry)) is not None:
        return {part: {_name(not value): _COUNTED} for part, value in counted._asdict().items()}
    before = entry.before("outcome")
    problems_before = entry.problems(before)
    found: Impossible = {}
    for part in ("won", *_LEVELS):
        for value in _BOOLEANS:
            trial = {**before, "outcome": {"won": False, part: value}}
            if reason := _reason(entry.problems(trial), problems_before):
                found.setdefault(part, {})[_name(value)] = reason
    return found or _implied(entry)


def _counted(entry: _Entry) -> Reached | None:
    """The outcome that follows from card points and tricks, if they tell it already."""
    before = entry.before("outcome")
    if "declarer_points" not in before and "declarer_tricks" not in before:
        return None
    if any(problem.code not in _NOT_THE_RESULT for problem in entry.problems(before)):
        return None
    hand = load(SkatHand, {**before, "declarer": 0, "dealer": None, "with": None})
    return reached(hand, shape_of(hand))


def _implied(entry: _Entry) -> dict[str, dict[str, Text]]:
    """What a won announcement, and schwarz, imply (sections 4 and 5.3 of the rules)."""
    outcome = entry.draft.get("outcome")
    given = outcome if isinstance(outcome, Mapping) else {}
    found: Impossible = {}
    for level in _announced(entry.draft):
        if given.get("won") is True:
            found[level] = {"false": _ANNOUNCED[level]}
        if given.get(level) is False:
            found["won"] = {"true": _ANNOUNCED[level]}
    if given.get("schwarz") is True:
        found["schneider"] = {"false": _SCHWARZ_IS_SCHNEIDER}
    return found


def _announced(draft: Data) -> list[str]:
    ouvert = draft.get("ouvert") is True and draft.get("contract") != "null"
    schwarz = draft.get("schwarz_announced") is True or ouvert
    schneider = draft.get("schneider_announced") is True or schwarz
    return [level for level, is_announced in zip(_LEVELS, (schneider, schwarz), strict=True) if is_announced]
