"""The running chart of a sheet."""

from games.core.units import InUnits
from scorekeeper.common.charts import Chart, Series, line_chart
from scorekeeper.common.texts import amount_figure, signed
from scorekeeper.play.sheet.reads import Sheet


def chart_of(sheet: Sheet, mine: int | None = None) -> Chart | None:
    """How all stand after each hand; the reader's own line (else the leader's) stands out. None before two hands."""
    rows = [row for row in sheet.rows if not row.hand.is_void]
    if len(rows) < 2:
        return None
    series = [
        Series(
            side.short,
            tuple(column.short for column in side.columns),
            (0, *(row.totals[place] for row in rows)),
        )
        for place, side in enumerate(sheet.sides)
    ]
    marks = [str(number) for number in range(len(rows) + 1)]
    return line_chart(
        series, marks, lambda value, step: grid_figure(value, sheet.chart_unit, step), first=_first(sheet, mine)
    )


def _first(sheet: Sheet, mine: int | None) -> int:
    for place, side in enumerate(sheet.sides):
        if mine in {column.seat.number for column in side.columns}:
            return place
    return min(range(len(sheet.sides)), key=lambda place: sheet.sides[place].rank)


def grid_figure(value: int, unit: InUnits, step: int) -> str:
    """The figure at a grid line: without decimals where none of them has any."""
    whole = 10**unit.decimals
    return signed(value // whole) if step % whole == 0 else amount_figure(value, unit)
