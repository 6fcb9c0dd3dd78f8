"""How somebody's rating went, as a line."""

from collections.abc import Sequence

from scorekeeper.clubs.models import Player
from scorekeeper.common.charts import Chart, Series, line_chart
from scorekeeper.common.texts import signed
from scorekeeper.profiles.selectors.days import day_mark
from scorekeeper.ratings.selectors.boards import Step

FEWEST = 2  # sheets: a line needs two ends


def way_chart(player: Player, way: Sequence[Step]) -> Chart | None:
    """None before there are two sheets."""
    if len(way) < FEWEST:
        return None
    line = Series(player.name, (), tuple(step.points for step in way))
    marks = [day_mark(step.sitting.played_on) for step in way]
    return line_chart([line], marks, lambda value, _step: signed(value), first=0)
