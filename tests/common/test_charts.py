"""Line charts of any kind: where they begin, and which way is up."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.common.charts import LABEL_HEIGHT, LETTER, MOST_MARKS, WIDTH, Series, Shape, line_chart


def drawn(*values, **shape):
    series = [Series(f"P{place}", (f"P{place}",), of) for place, of in enumerate(values)]
    marks = [str(place) for place in range(len(values[0]))]
    return line_chart(series, marks, lambda value, _step: str(value), first=0, shape=Shape(**shape))


def test_ranks_have_the_first_at_the_top_and_no_rank_nought():
    chart = drawn((1, 2), (2, 1), best_is_low=True)

    ends = {line.name: float(line.y) for line in chart.lines}
    assert ends["P1"] < ends["P0"]
    assert [tick.text for tick in chart.across] == ["1", "2"]
    assert float(chart.across[0].at) < float(chart.across[1].at)


def test_a_line_begins_where_it_has_its_first_value():
    chart = drawn((1, 1, 1), (None, 2, 2), best_is_low=True)

    points = {line.name: line.points.split(" ") for line in chart.lines}
    assert len(points["P0"]) == 3
    assert len(points["P1"]) == 2
    assert points["P1"][0].partition(",")[0] == points["P0"][1].partition(",")[0]


@given(st.lists(st.lists(st.integers(1, 1000), min_size=7, max_size=7), min_size=1, max_size=10))
def test_a_chart_of_ranks_stays_in_its_frame(ranks):
    chart = drawn(*map(tuple, ranks), height=300, best_is_low=True)

    heights = sorted(float(y) for line in chart.lines for _label, y in line.labels)
    assert len(chart.down) <= MOST_MARKS + 1
    assert all(0 <= float(point.split(",")[1]) <= 300 for line in chart.lines for point in line.points.split(" "))
    assert heights[-1] <= chart.height
    assert all(lower - upper >= LABEL_HEIGHT - 0.2 for upper, lower in pairwise(heights))


def test_days_below_a_chart_do_not_touch():
    days = [f"1{place}.11." for place in range(10)]
    one = Series("P", ("P",), tuple(range(10)))

    chart = line_chart([one], days, lambda value, _step: str(value), first=0, shape=Shape(room=12))

    places = [float(tick.at) for tick in chart.down]
    assert len(places) > 2
    assert all(right - left > LETTER * len("10.11.") for left, right in pairwise(places))


def test_a_name_has_the_room_that_was_asked_for():
    one = Series("P", ("Karl-Heinz R.",), (1, 2))

    ends = {
        room: line_chart([one], ["a", "b"], lambda value, _step: str(value), first=0, shape=Shape(room=room))
        for room in (7, 13)
    }

    assert [chart.lines[0].labels[0][0] for chart in ends.values()] == ["Karl-H…", "Karl-Heinz R."]
    assert all(chart.label_x + room * LETTER <= WIDTH for room, chart in ends.items())
