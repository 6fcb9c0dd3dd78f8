"""The seat plan of a draw, to hang up: who sits where, table by table and by name."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.common.names import alphabetical
from scorekeeper.common.tables.values import Cell, Table, without_empty
from scorekeeper.draws.selectors.why import ExplainedDraw

NameOf = Callable[[Any], str]
"""Who has a place."""


def plan_title(number: int, *, is_draft: bool, is_matches: bool = False) -> str:
    """What the plan of a round is, in a line."""
    what = pgettext("in a line", "pairings of {round}") if is_matches else pgettext("in a line", "seat plan of {round}")
    return what.format(round=_round(number, is_draft=is_draft))


def names_title(number: int, *, is_draft: bool) -> str:
    """What the plan of a round by name is, in a line."""
    return pgettext("heading", "seats of {round} by name").format(round=_round(number, is_draft=is_draft))


def seats_by_table(
    name: str,
    over: Sequence[str],
    draw: ExplainedDraw,
    name_of: NameOf,
    *,
    is_matches: bool = False,
    codes: Sequence[str] = (),
) -> Table:
    """A line for each table with who sits there, and above them who does not; of matches with room for the result.
    `codes` are what the matches of a bracket are called."""
    most = max((len(table.places) for table in draw.tables), default=0)
    rows: list[list[Cell]] = [
        [table.table.number, *map(name_of, table.places), *[""] * (most - len(table.places))] for table in draw.tables
    ]
    heads = [pgettext("column", "Table"), *(_seat(number, is_matches=is_matches) for number in range(1, most + 1))]
    if any(codes):
        heads.insert(1, pgettext("column", "Match"))
        rows = [[row[0], code, *row[1:]] for row, code in zip(rows, codes, strict=True)]
    if is_matches:
        heads, rows = [*heads, pgettext("column", "Result")], [[*row, "            "] for row in rows]
    return Table(name, heads, rows, [*over, *_left_out(draw, name_of, is_matches=is_matches)], grows=True)


def seats_by_name(name: str, over: Sequence[str], seats: Iterable[tuple[str, int | None, int | None, str]]) -> Table:
    """Everybody by name: (who, their table, their seat from 1, why they have none)."""
    rows: list[list[Cell]] = [list(seat) for seat in sorted(seats, key=lambda seat: alphabetical(seat[0]))]
    heads = [pgettext("column", "Name"), pgettext("column", "Table"), pgettext("column", "Seat"), ""]
    return without_empty(Table(name, heads, rows, over, grows=True))


def _round(number: int, *, is_draft: bool) -> str:
    text = pgettext("in a line", "round {number}, draft") if is_draft else pgettext("in a line", "round {number}")
    return text.format(number=number)


def _seat(number: int, *, is_matches: bool) -> str:
    if is_matches:
        return pgettext("heading", "One side") if number == 1 else pgettext("heading", "Other side")
    if number == 1:
        return _("Seat 1, deals first")
    return pgettext("heading", "Seat {number}").format(number=number)


def _left_out(draw: ExplainedDraw, name_of: NameOf, *, is_matches: bool) -> list[str]:
    sentences = []
    if names := ", ".join(map(name_of, draw.out)):
        words = _("Without an opponent: {names}") if is_matches else _("Sitting out: {names}")
        sentences.append(words.format(names=names))
    if names := ", ".join(map(name_of, draw.absent)):
        sentences.append(_("Missing this round: {names}").format(names=names))
    return sentences
