"""How many hands a series has: as many times the players of the table as everybody deals."""

import pytest

from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from tests.factories.tournaments import make_cup, publish, sheet

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("turns", "lengths"), [(12, [48, 36]), (10, [40, 30]), (8, [32, 24]), (6, [24, 18])])
def test_tables_of_three_and_of_four_deal_equally_often(turns, lengths):
    stage = make_cup(people=7, plan=TablesPlan(rounds=1), rules={"turns": turns})
    opened = [sheet(table) for table in publish(stage).tables.order_by("number")]
    assert [
        sitting.plays.progress(sitting.typed_state, sitting.typed_rules, seats)[1]
        for seats, sitting in zip(((0, 1, 2, 3), (0, 1, 2)), opened, strict=True)
    ] == lengths
