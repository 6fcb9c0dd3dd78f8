"""Lists of another length by the same rules."""

import pytest

from games.skat.rules import SkatRules, of_length


@pytest.mark.parametrize(
    ("rules", "size", "hands", "turns"),
    [
        (SkatRules(), 4, 48, 12),
        (SkatRules(), 4, 24, 6),
        (SkatRules(), 3, 18, 6),
        (SkatRules(), 4, 160, 40),
    ],
)
def test_everybody_has_as_many_turns(rules, size, hands, turns):
    assert of_length(rules, size, hands) == rules.model_copy(update={"turns": turns})


@pytest.mark.parametrize(
    ("rules", "size", "hands"),
    [
        (SkatRules(), 4, 18),
        (SkatRules(), 4, 0),
        (SkatRules(), 4, 164),
        (SkatRules(system="bierlachs"), 4, 48),
        (SkatRules(list_length=36), 4, 18),
        (SkatRules(list_length=36), 3, 132),
        (SkatRules(list_length=36), 3, 0),
    ],
)
def test_there_is_no_list_in_which_somebody_deals_more_often(rules, size, hands):
    assert of_length(rules, size, hands) is None


def test_a_list_of_one_length_at_all_sizes_stays_so():
    assert of_length(SkatRules(list_length=36), 4, 24) == SkatRules(list_length=24)
