"""The sum where it has to come out, and the tables at which it does not."""

from scorekeeper.common.zero_sums import TableSum, checked
from tests.factories.money import EURO


def test_a_sum_of_nothing_is_said():
    assert checked([TableSum("one", 0), TableSum("two", 0)], EURO).note == "Sum 0.00\N{NO-BREAK SPACE}€."


def test_chips_in_the_pot_are_no_mistake():
    found = checked([TableSum("one", -200, -200), TableSum("two", 0)], EURO)

    assert "pot" in found.note
    assert not found.warning


def test_a_table_that_does_not_come_out_is_named():
    found = checked([TableSum("one", 0), TableSum("Table 2", -550, -50)], EURO)

    assert not found.note
    assert "Table 2" in found.warning
    assert "5.00" in found.warning
    assert "one" not in found.warning.split("do not add up:")[1].split("The cause")[0]
