"""A table for those who only look: the sheet with short names."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import pgettext

from scorekeeper.common.charts import Chart
from scorekeeper.common.names import public_names
from scorekeeper.common.tables.values import Column, Kind, RichCell, Table
from scorekeeper.play.correcting.reads import linked_acts
from scorekeeper.play.models import Sitting
from scorekeeper.play.sheet.reads import Sheet, chart_of, make_sheet
from scorekeeper.play.sheet.rows import Side


@dataclass(frozen=True, slots=True)
class Shown:
    """What stands behind a table's link. `ranked` are its sides, who leads first."""

    sitting: Sitting
    sheet: Sheet
    ranked: Sequence[Side]
    chart: Chart | None


def shown(sitting: Sitting) -> Shown:
    """The table as it stands, everybody called by their short name, in three statements. Reasons stay inside."""
    seats = list(sitting.seats.select_related("player"))
    called = public_names({seat.pk: seat.player.name for seat in seats})
    for seat in seats:
        seat.player.name = called[seat.pk]  # this copy only; it is never saved
    hands = sitting.hands.newest().filter(number__lt=sitting.next_number).order_by("number")
    sheet = make_sheet(sitting, seats, [hand for hand in hands if not hand.is_void], linked_acts(sitting))
    return Shown(sitting, sheet, sorted(sheet.sides, key=lambda side: (side.rank, side.number)), chart_of(sheet))


def stand_table(found: Shown) -> Table:
    """How all stand, who leads first."""
    unit = found.sheet.unit
    columns = [
        Column("place", pgettext("column", "Place"), Kind.ORDINAL),
        Column("name", pgettext("column", "Name"), Kind.NAME),
        Column("points", unit.unit or pgettext("column", "Points"), Kind.AMOUNT, unit),
    ]
    rows = [(side.rank, RichCell(side.name, strong=True), side.total) for side in found.ranked]
    return Table(found.sitting.name, columns, rows, key="stand")
