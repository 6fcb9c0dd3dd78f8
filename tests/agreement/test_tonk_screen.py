"""What the quick entry of Tonk asks, and what it forgets."""

from typing import Any

import pytest

from games.core.record import dump
from games.tonk.rules import TonkRules
from tests.agreement.conftest import Ask
from tests.agreement.test_agreement import plain_table
from tests.agreement.test_screens import items, tapped
from tests.games.tonk.table import HOUSE, THREE, rules

pytestmark = pytest.mark.journey

Shown = dict[str, list[dict[str, Any]]]


@pytest.fixture
def drawn(ask: Ask):
    """The screen of a draft: the items of each group, by its title."""

    def draw(draft: dict[str, Any], chosen: TonkRules = HOUSE) -> Shown:
        (screen,) = ask("tonk", "screen", [(draft, dump(chosen), plain_table(THREE))])
        return {group["title"]["text"]: items([group]) for group in screen}

    return draw


def ending(shown: Shown, name: str) -> dict[str, Any]:
    return next(item for item in shown["How it ended"] if item["label"]["text"] == name)


def test_ending_is_asked_first(drawn):
    shown = drawn({})

    assert list(shown) == ["How it ended", "Who ended it"]
    assert [item["label"]["text"] for item in shown["How it ended"]] == [
        "Dealt tonk",
        "Tonk out",
        "Out",
        "Knock",
        "Stock out",
    ]


@pytest.mark.parametrize(
    ("kind", "titles"),
    [
        ("initial_tonk", ["Who declared, one or more"]),
        ("tonk_out", ["Who tonked out", "The last cards went"]),
        ("discard_out", ["Who went out"]),
        ("drop", ["Who knocked", "Count in hand"]),
        ("stock_out", ["Count in hand"]),
    ],
)
def test_each_ending_asks_what_decides_it(drawn, kind, titles):
    assert list(drawn({"kind": kind})) == ["How it ended", *titles]


def test_counts_stand_in_the_order_of_the_table(drawn):
    counts = drawn({"kind": "drop", "by": 1, "totals": [None, 7]})["Count in hand"]

    assert [(item["label"], item["path"], item["value"]) for item in counts] == [
        ({"seat": 0}, ["totals", 0], None),
        ({"seat": 1}, ["totals", 1], 7),
        ({"seat": 2}, ["totals", 2], None),
    ]


def test_only_who_declared_is_counted(drawn):
    draft = tapped({"kind": "initial_tonk"}, drawn({"kind": "initial_tonk"})["Who declared, one or more"][1])

    assert draft == {"kind": "initial_tonk", "by": [1], "totals": [None, None, None]}
    assert [item["path"] for item in drawn(draft)["Count in hand"]] == [["totals", 1]]


def test_who_declared_no_more_is_forgotten_with_the_count(drawn):
    both = {"kind": "initial_tonk", "by": [2, 0], "totals": [49, None, 50]}
    one = tapped(both, drawn(both)["Who declared, one or more"][2])

    assert one == {"kind": "initial_tonk", "by": [0], "totals": [49, None, None]}
    assert tapped(one, drawn(one)["Who declared, one or more"][0]) == {"kind": "initial_tonk"}


def test_another_ending_keeps_what_it_asks_too(drawn):
    draft = {"kind": "drop", "by": 1, "totals": [3, 4, 5], "dealer": 2}
    shown = drawn(draft)

    assert tapped(draft, ending(shown, "Stock out")) == {"kind": "stock_out", "totals": [3, 4, 5], "dealer": 2}
    assert tapped(draft, ending(shown, "Out")) == {"kind": "discard_out", "by": 1, "dealer": 2}
    assert tapped(draft, ending(shown, "Dealt tonk")) == {"kind": "initial_tonk", "dealer": 2}


@pytest.mark.parametrize(
    ("draft", "name"),
    [
        ({"kind": "drop", "by": 1, "totals": [3, 4, 5]}, "Knock"),
        ({"kind": "initial_tonk", "by": [1], "totals": [None, 49, None]}, "Dealt tonk"),
        ({"kind": "tonk_out", "by": 1, "out_by": "hits"}, "Tonk out"),
    ],
)
def test_same_ending_again_changes_nothing(drawn, draft, name):
    assert tapped(draft, ending(drawn(draft), name)) == draft


def test_way_out_can_be_taken_back(drawn):
    draft = {"kind": "tonk_out", "by": 1, "out_by": "hits"}
    spread, hits = drawn(draft)["The last cards went"]

    assert (spread["chosen"], hits["chosen"]) == (False, True)
    assert tapped(draft, hits) == {"kind": "tonk_out", "by": 1}
    assert tapped(draft, spread) == {**draft, "out_by": "spread"}


def test_tonk_is_not_dealt_where_the_rules_know_none(drawn):
    why = ending(drawn({}, rules(initial_high_min=None)), "Dealt tonk")["why"]

    assert why == {"text": "The rules of this table have no dealt tonk.", "context": "tonk"}
    assert ending(drawn({}), "Dealt tonk")["why"] is None
