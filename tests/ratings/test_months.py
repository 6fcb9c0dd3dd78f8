"""Sheets won in a row, told of parts and of the whole."""

from itertools import groupby

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.ratings.months import Run, run_of

WON = st.lists(st.booleans(), max_size=12)


@given(st.lists(WON, max_size=5))
def test_the_runs_of_months_make_the_run_of_all(months):
    whole = Run()
    for month in months:
        whole = whole.then(run_of(month))

    won = [one for month in months for one in month]
    rows = [(one, len(list(same))) for one, same in groupby(won)]
    assert whole == run_of(won)
    assert whole.longest == max((many for one, many in rows if one), default=0)
    assert whole.first == (rows[0][1] if rows and rows[0][0] else 0)
    assert whole.last == (rows[-1][1] if rows and rows[-1][0] else 0)
    assert whole.sheets == len(won)
