"""Texts and records, apart from any game."""

from typing import Literal

import pytest

from games.core.record import Record, dump, load, load_kind
from games.core.text import Amount, SeatName, Text, context_of, pgettext
from games.core.values import InvalidRecord


class Pair(Record):
    kind: Literal["pair"] = "pair"
    cards: tuple[int, int]
    trump: bool = False
    suit: Literal["hearts", "clubs"] = "hearts"


def codes(data: object) -> list[tuple[str, str]]:
    with pytest.raises(InvalidRecord) as refused:
        load(Pair, data)
    return [(problem.code, problem.field) for problem in refused.value.problems]


def test_text_renders_english_with_nested_texts_and_seats():
    text = Text("{play} to {seat}, {name}", {"play": Text("{n} points", {"n": 3}), "seat": SeatName(0), "name": "x"})

    assert str(text) == "3 points to seat 1, x"


def test_text_stored_and_read_again_is_equal():
    text = Text("{play} to {seat}, {name}", {"play": Text("one"), "seat": SeatName(2), "name": "x"})

    plain = text.to_json()

    assert plain == {
        "text": "{play} to {seat}, {name}",
        "values": {"play": {"text": "one"}, "seat": {"seat": 2}, "name": "x"},
    }
    assert Text.from_json(plain) == text


def test_amount_in_a_text_renders_its_units_and_is_read_again_as_an_amount():
    text = Text("{amount} to {seat}", {"amount": Amount(30), "seat": SeatName(1)})

    assert str(text) == "30 to seat 2"
    assert text.to_json()["values"] == {"amount": {"units": 30}, "seat": {"seat": 1}}
    assert Text.from_json(text.to_json()) == text


def test_record_takes_a_list_for_a_tuple_as_json_does():
    assert load(Pair, {"cards": [1, 2]}) == Pair(cards=(1, 2))


def test_dumped_record_loads_again():
    pair = Pair(cards=(1, 2), trump=True)

    assert load_kind({"pair": Pair}, dump(pair)) == pair


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ([], [("not_an_object", "")]),
        ({}, [("cards_missing", "cards")]),
        ({"cards": [1, "2"]}, [("cards_not_integer", "cards.1")]),
        ({"cards": [1, True]}, [("cards_not_integer", "cards.1")]),
        ({"cards": 5}, [("cards_malformed", "cards")]),
        ({"cards": [1, 2], "trump": 1}, [("trump_not_boolean", "trump")]),
        ({"cards": [1, 2], "suit": "x"}, [("suit_unknown", "suit")]),
        ({"cards": [1, 2], "joker": 1}, [("field_unknown", "joker")]),
    ],
)
def test_wrong_shape_becomes_a_stable_code(data, expected):
    assert codes(data) == expected


def test_value_too_deep_for_json_is_refused():
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]

    assert codes({"cards": [1, deep]}) == [("cards_malformed", "cards")]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (None, "not_an_object"),
        ({}, "kind_unknown"),
        ({"kind": ["pair"]}, "kind_unknown"),
        ({"kind": "x"}, "kind_unknown"),
    ],
)
def test_record_without_a_known_kind_is_refused(data, code):
    with pytest.raises(InvalidRecord) as refused:
        load_kind({"pair": Pair}, data)

    assert [problem.code for problem in refused.value.problems] == [code]


def test_marked_message_knows_its_context_also_after_it_was_stored():
    marked = pgettext("test: a colour", "Green of the tests")

    assert marked == "Green of the tests"
    assert context_of(marked) == "test: a colour"
    assert context_of("Green of the tests") == "test: a colour"
    assert context_of("never marked anywhere") is None
