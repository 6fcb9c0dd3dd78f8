"""Every reason to refuse a deal."""

import pytest

from games.svoi_kozyri.refusals import REFUSALS
from games.svoi_kozyri.rules import SvoiRules
from tests.games.svoi_kozyri.table import (
    DRAW,
    FOUR,
    FOUR_LOSS,
    HOUSE,
    LOSS,
    PROVED,
    SVOI,
    THREE,
    at,
    codes,
    judge,
)

REFUSED = [
    ({**LOSS, "trumps": None}, ["trump_missing"]),
    ({**LOSS, "trumps": "spades"}, ["trump_missing"]),
    ({**LOSS, "trumps": ["spades"]}, ["trump_missing"]),
    ({**LOSS, "trumps": ["spades", None]}, ["trump_missing"]),
    ({**LOSS, "trumps": ["spades", "hearts", "clubs"]}, ["unknown_player"]),
    ({**LOSS, "trumps": ["spades", "joker"]}, ["unknown_suit"]),
    ({**LOSS, "trumps": ["spades", ["hearts"]]}, ["unknown_suit"]),
    ({**LOSS, "trumps": ["spades", "spades"]}, ["trump_taken"]),
    ({**LOSS, "dealer": 2}, ["unknown_player"]),
    ({**LOSS, "dealer": True}, ["unknown_player"]),
    ({**LOSS, "finished": None}, ["finished_required"]),
    ({**LOSS, "finished": 0}, ["finished_required"]),
    ({**LOSS, "finished": [0, None]}, ["finished_required"]),
    ({**LOSS, "finished": [None, 5]}, ["finished_required", "unknown_player"]),
    ({**LOSS, "finished": [5]}, ["unknown_player"]),
    ({**LOSS, "finished": [[0]]}, ["unknown_player"]),
    ({**LOSS, "finished": [0, 0]}, ["finished_twice"]),
    ({**LOSS, "finished": []}, ["deal_unfinished"]),
    ({**LOSS, "finished": [1, 0]}, ["nobody_left"]),
    ({**LOSS, "result": None}, ["unknown_result"]),
    ({**LOSS, "result": {"loss": 1}}, ["unknown_result"]),
    ({**LOSS, "loser": 4}, ["unknown_player"]),
    ({**LOSS, "loser": "Boris"}, ["unknown_player"]),
    ({**LOSS, "loser": 0}, ["loser_finished"]),
    ({**DRAW, "loser": 1}, ["draw_has_loser"]),
    ({**LOSS, "cards_left": 0}, ["bad_cards_left"]),
    ({**LOSS, "cards_left": 36}, ["bad_cards_left"]),
    ({**LOSS, "cards_left": "4"}, ["bad_cards_left"]),
    ({**LOSS, "cards_left": [1]}, ["bad_cards_left"]),
    ({**DRAW, "cards_left": 2}, ["draw_needs_one_card"]),
    ({**DRAW, "last_card": "6 clubs"}, ["card_pair_incomplete"]),
    ({**DRAW, "top_card": "6 clubs"}, ["card_pair_incomplete"]),
    ({**PROVED, "last_card": "5 clubs"}, ["unknown_card"]),
    ({**PROVED, "top_card": "9 stars"}, ["unknown_card"]),
    ({**PROVED, "top_card": ["9", "clubs"]}, ["unknown_card"]),
    ({**PROVED, "last_card": "9", "top_card": 9}, ["unknown_card", "unknown_card"]),
    ({**PROVED, "last_card": "9 clubs"}, ["same_card"]),
    ({**PROVED, "last_card": "8 clubs"}, ["draw_card_does_not_beat"]),
    ({**PROVED, "result": "loss"}, ["should_be_draw"]),
    ({**PROVED, "result": "loss", "cards_left": None}, ["should_be_draw"]),
    ({**PROVED, "result": "loss", "cards_left": True}, ["bad_cards_left"]),
    ({**LOSS, "surprise": 1}, ["field_unknown"]),
    ([], ["not_an_object"]),
    ({"kind": "misdeal"}, ["kind_unknown"]),
]


@pytest.mark.parametrize(("data", "expected"), REFUSED)
def test_deal_is_refused(data, expected):
    assert codes(data) == expected


def test_problems_come_in_the_order_of_the_rules_file():
    wrong = {
        "kind": "deal",
        "trumps": ["joker", "hearts", None, "hearts"],
        "finished": [1, 1, 7],
        "result": "win",
        "loser": 1,
        "cards_left": 99,
        "last_card": "1 clubs",
        "dealer": 9,
        "surprise": None,
    }

    assert codes(wrong, SvoiRules(players=(2,)), at(0, 1, 2)) == [
        "bad_player_count",
        "trump_missing",
        "unknown_player",
        "unknown_suit",
        "trump_taken",
        "unknown_player",
        "unknown_player",
        "finished_twice",
        "unknown_result",
        "loser_finished",
        "bad_cards_left",
        "card_pair_incomplete",
        "unknown_card",
        "field_unknown",
    ]


def test_cards_left_must_be_counted_where_they_are_what_counts():
    counted = SvoiRules(mode="cards_left")

    assert codes({**LOSS, "cards_left": None}, counted) == ["cards_left_required"]
    assert judge({**DRAW, "cards_left": None}, counted).detail.points == (0, 0)


def test_cards_must_be_in_the_pack_of_the_club():
    assert codes({**PROVED, "top_card": "8 clubs"}, SvoiRules(deck=24)) == ["unknown_card"]
    assert judge({**PROVED, "top_card": "2 clubs"}, SvoiRules(deck=52)).detail.drawn == (0, 1)


def test_own_trump_of_who_is_left_proves_a_draw():
    assert judge({**PROVED, "last_card": "6 hearts"}).detail.drawn == (0, 1)
    assert codes({**PROVED, "last_card": "6 spades"}) == ["draw_card_does_not_beat"]


def test_pair_proves_nothing_where_more_cards_are_left():
    assert judge({**PROVED, "result": "loss", "cards_left": 2}).detail.loser == 1


def test_pair_proves_nothing_while_the_trump_of_who_is_left_is_not_known():
    assert codes({**PROVED, "last_card": "8 clubs", "trumps": ["spades", "joker"]}) == ["unknown_suit"]


def test_table_must_have_a_size_the_club_plays():
    assert codes(FOUR_LOSS, SvoiRules(players=(2, 3)), FOUR) == ["bad_player_count"]
    assert judge(FOUR_LOSS, SvoiRules(players=(4,)), FOUR).dealer == 1


def test_nothing_follows_the_end_of_a_series():
    won = at(0, 1, deals=3, wins=((1, 2),))

    assert codes(LOSS, SvoiRules(first_to=2), won) == ["series_already_over"]
    assert codes(LOSS, SvoiRules(max_deals=3), won) == ["too_many_deals"]
    assert judge(LOSS, SvoiRules(first_to=3, max_deals=4), won).over


def test_rules_must_suit_the_table():
    def wrong(size, **chosen):
        return [(problem.code, problem.field) for problem in SVOI.rules_problems(SvoiRules(**chosen), size)]

    assert wrong(3, first_to=2, players=(2,)) == [("bad_player_count", "players"), ("first_to_needs_two", "first_to")]
    assert wrong(2, first_to=2, players=(2,)) == wrong(4, max_deals=8) == []


def test_every_code_of_a_deal_has_a_test():
    tested = {code for _, expected in REFUSED for code in expected}
    elsewhere = {"cards_left_required", "bad_player_count", "series_already_over", "too_many_deals"}
    public = {"unknown_option", "bad_option", "duplicate_player", "bad_first_to", "deals_malformed"}

    assert REFUSALS.keys() <= tested | elsewhere | public | {"first_to_needs_two"}


def test_three_can_be_left_by_two():
    three = {**LOSS, "trumps": ["spades", "hearts", "clubs"]}

    assert codes(three, HOUSE, THREE) == ["deal_unfinished"]
    assert judge({**three, "finished": [2, 0]}, HOUSE, THREE).detail.loser == 1
