"""Rounds of different lengths: what people write, which rules a round has by it, what is refused."""

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given, settings
from hypothesis import strategies as st

from games import game
from games.core.values import MOST_HANDS
from games.skat.rules import SkatRules
from scorekeeper.play.offers import (
    difference_sentence,
    hands_of,
    length_problems,
    length_sentence,
    read,
    rules_of_round,
    written,
)

SKAT, TONK = game("skat"), game("tonk")


@pytest.mark.parametrize(
    ("text", "lengths"),
    [
        ("", []),
        ("-", []),
        ("24, 24, 18", [24, 24, 18]),
        (" 48 ;36\n24 ", [48, 36, 24]),
        ("18 from round 3 on", [None, None, 18]),
        ("24, 18 from round 4 on", [24, 24, 24, 18]),
        ("–, –, 18", [None, None, 18]),
        ("-, 18, -", [None, 18, None]),
    ],
)
def test_lengths_are_read_as_people_write_them(text, lengths):
    assert read(text) == lengths
    assert read(written(lengths)) == lengths


@pytest.mark.parametrize(
    "text", ["many", "24 hands", "0", "481", "24, 18 from round 1 on", "18 from 3 to 4", "18 from round 61 on"]
)
def test_what_is_no_length_is_refused_with_what_was_written(text):
    with pytest.raises(ValidationError) as refused:
        read(text)

    assert refused.value.code == "lengths_unreadable"


@settings(max_examples=60)
@given(st.lists(st.none() | st.integers(1, MOST_HANDS), max_size=8))
def test_what_is_written_is_read_again(lengths):
    wanted = lengths if any(lengths) else []
    assert read(written(wanted)) == wanted


@pytest.mark.parametrize(("number", "hands"), [(1, None), (2, 24), (3, 18), (9, 18)])
def test_the_last_length_holds_for_all_rounds_after_it(number, hands):
    assert hands_of([None, 24, 18], number) == hands
    assert hands_of([], number) is None


def test_a_round_has_the_rules_with_its_length_and_a_name_that_says_so():
    rules, name = rules_of_round(SKAT, SkatRules(), "Club rules", 4, 24)

    assert (rules["turns"], name) == (6, "Club rules, 24 hands")
    assert rules_of_round(SKAT, SkatRules(), "Club rules", 4, 48) is None  # as they are
    assert rules_of_round(SKAT, SkatRules(), "Club rules", 4, None) is None
    assert rules_of_round(SKAT, SkatRules(), "Club rules", 4, 23) is None
    assert rules_of_round(TONK, TONK.rules(), "Club rules", 4, 24) is None
    assert len(rules_of_round(SKAT, SkatRules(), "x" * 80, 4, 24)[1]) == 80


def test_a_length_is_refused_that_does_not_go_round():
    codes = [(one.code, one.field) for one in length_problems(SKAT, SkatRules(), 4, [48, None, 30, 30])]

    assert codes == [("length_misfit", "lengths")]
    assert [one.code for one in length_problems(TONK, TONK.rules(), 4, [48, 36])] == ["no_lengths"]


def test_sentences_say_the_lengths():
    assert length_sentence([None, 24], 4) == "Hands of the rounds at a table of 4: 24 from round 2 on."
    assert length_sentence([], 4) == ""
    assert "48 in round 1, 36 in round 2" in difference_sentence(SKAT, SkatRules(), 4, [None, 36], [1, 2])
    assert difference_sentence(SKAT, SkatRules(), 4, [None, 36], [1]) == ""
    assert difference_sentence(SKAT, SkatRules(), 4, [48, 48], [1, 2]) == ""
