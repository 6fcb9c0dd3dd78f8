"""Bars of a chart: where they stand, whatever their values."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.common.charts import LEFT, RIGHT, TOP, bar_chart


@given(st.lists(st.integers(-(10**9), 10**9), min_size=1, max_size=30))
def test_bars_stand_side_by_side_on_the_line_at_zero(values):
    chart = bar_chart(values, [str(value) for value in values], lambda value, _step: str(value))
    zero = float(next(tick.at for tick in chart.across if tick.value == 0))

    assert len(chart.bars) == len(values)
    edges = [(float(bar.x), float(bar.x) + float(bar.width)) for bar in chart.bars]
    assert all(first[1] <= second[0] + 0.2 for first, second in pairwise(edges))
    assert edges[0][0] >= LEFT
    assert edges[-1][1] <= RIGHT
    for value, bar in zip(values, chart.bars, strict=True):
        top, bottom = float(bar.y), float(bar.y) + float(bar.height)
        assert bar.below == (value < 0)
        assert abs((top if value < 0 else bottom) - zero) < 0.2
        assert TOP - 0.2 <= top <= bottom <= chart.height - 21.8


def test_a_higher_value_has_a_higher_bar_and_few_marks_stand_below():
    chart = bar_chart([1, 2, 3, *range(20)], [str(nth) for nth in range(23)], lambda value, _step: str(value))

    heights = [float(bar.height) for bar in chart.bars[:3]]
    assert heights == sorted(set(heights))
    assert len(chart.down) <= 7
