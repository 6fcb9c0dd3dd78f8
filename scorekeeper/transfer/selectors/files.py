"""What was taken over, as a table for other programs."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from scorekeeper.common.tables.values import Cell, Table, figure
from scorekeeper.standings.models import Competition
from scorekeeper.transfer.selectors.taken import TakenResult


def imported_out(name: str, season: Competition, results: Iterable[TakenResult]) -> Table:
    """One line a person and list with what counts, and what was said before it was corrected."""
    heads = [_("Day"), _("List"), _("Player"), season.in_unit.unit or _("Points"), _("Before"), _("File"), _("Line")]
    cells: Iterable[list[Cell]] = (
        [
            one.row.played_on,
            one.row.title or (one.row.list_place + 1 if one.row.list_place else ""),
            one.player.name,
            None if one.points is None else figure(one.points, season.in_unit),
            _before(one, season),
            one.row.imported.name,
            one.row.line or None,
        ]
        for one in results
    )
    return Table(name, heads, cells)


def _before(one: TakenResult, season: Competition) -> Cell:
    earlier = [saying.points for saying in one.sayings if not saying.counts and saying.points is not None]
    return figure(earlier[-1], season.in_unit) if earlier else None
