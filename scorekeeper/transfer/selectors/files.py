"""What was taken over, as a table for other programs."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from scorekeeper.common.tables.values import Cell, Table, figure
from scorekeeper.standings.models import Competition, ImportedResult


def imported_out(name: str, season: Competition, rows: Iterable[ImportedResult]) -> Table:
    """One line a person and evening."""
    heads = [_("Day"), _("List"), _("Player"), season.in_unit.unit or _("Points")]
    cells: Iterable[list[Cell]] = (
        [row.played_on, row.title, row.player.name, figure(season.points(row.measures), season.in_unit)] for row in rows
    )
    return Table(name, heads, cells)
