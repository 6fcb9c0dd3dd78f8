"""What cannot be chosen now and why, where an entry stands, and its steps."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.svoi_kozyri.guide import Button
from games.svoi_kozyri.rules import SvoiRules
from tests.games.svoi_kozyri.table import DRAW, FOUR, HOUSE, LOSS, PROVED, SVOI, THREE, TWO, at, deals, judge
from tests.strategies import any_json

SUITS = ["spades", "hearts", "clubs"]
COUNTED = SvoiRules(mode="cards_left")


def impossible(draft, rules=HOUSE, table=TWO):
    """{field: [values that cannot be chosen]}."""
    return {field: list(reasons) for field, reasons in SVOI.choices(draft, rules, table).items()}


def test_empty_entry_offers_everything():
    assert impossible({}) == {}


def test_suit_of_an_earlier_player_is_taken():
    found = SVOI.choices({"trumps": ["hearts", None]}, HOUSE, THREE)

    assert {field: list(suits) for field, suits in found.items()} == {"trumps.1": ["hearts"], "trumps.2": ["hearts"]}
    assert str(found["trumps.1"]["hearts"]) == "This is the trump of seat 1. Change that one first."
    assert impossible({"trumps": ["hearts", "clubs"]}, table=THREE)["trumps.2"] == ["clubs", "hearts"]


def test_trump_of_an_earlier_player_can_always_be_changed():
    assert impossible({"trumps": ["hearts", "clubs"]}) == {"trumps.1": ["hearts"]}


def test_who_is_out_cannot_go_out_again():
    found = SVOI.choices({"finished": [2]}, HOUSE, THREE)["finished"]

    assert {value: str(reason) for value, reason in found.items()} == {
        "2": "A player is listed as out twice. Name each player once."
    }


def test_last_player_cannot_go_out():
    assert impossible({"finished": [2, 0]}, table=THREE)["finished"] == ["0", "1", "2"]


def test_more_cards_than_one_make_a_loss():
    assert impossible(LOSS)["result"] == ["draw"]
    assert "result" not in impossible(DRAW)


def test_cards_decide_whether_it_is_a_draw():
    assert impossible(PROVED)["result"] == ["loss"]
    assert impossible({**PROVED, "last_card": "8 clubs"})["result"] == ["draw"]


def test_top_card_is_another_card_than_the_last():
    assert impossible(PROVED)["top_card"] == ["K clubs"]


def test_loser_is_who_is_left():
    assert impossible(LOSS)["loser"] == ["0"]
    assert impossible(DRAW)["loser"] == ["0", "1"]


def test_cards_must_be_counted_where_they_are_what_counts():
    assert impossible(LOSS, COUNTED)["cards_left"] == [""]
    assert "cards_left" not in impossible(DRAW, COUNTED)
    assert "cards_left" not in impossible(LOSS)


@given(deals((0, 1, 2)))
def test_what_can_be_recorded_was_never_greyed_out(data):
    judge(data, HOUSE, THREE)

    found = SVOI.choices({**data, "finished": data["finished"][:-1]}, HOUSE, THREE)

    assert str(data["finished"][-1]) not in found["finished"]
    assert data["result"] not in found.get("result", {})
    for place, suit in enumerate(data["trumps"]):
        assert suit not in found.get(f"trumps.{place}", {})


def guide(draft, rules=HOUSE, table=TWO) -> Any:
    return SVOI.guide(draft, rules, table)


def labels(buttons):
    return [(str(button.label), button.pressed, button.reason is not None) for button in buttons]


def test_guide_begins_with_the_trumps_of_last_time():
    table = at(0, 1, 4, trumps=((0, "hearts"), (1, "clubs"), (7, "spades")))

    begun = guide({"trumps": [None, "hearts"]}, HOUSE, table)

    assert str(begun.says) == "Choose the trump suit of every player."
    assert [place.trump for place in begun.places] == [None, "hearts", None]
    assert [place.trump for place in guide({}, HOUSE, table).places] == ["hearts", "clubs", None]
    assert [place.is_remembered for place in guide({}, HOUSE, table).places] == [True, True, True]
    assert not begun.trumps_stay
    assert begun.back is None
    assert begun.results == ()


def test_guide_knows_that_all_keep_their_trumps():
    table = at(0, 1, 4, trumps=((0, "hearts"), (1, "clubs"), (4, "spades")))

    assert guide({}, HOUSE, table).trumps_stay
    assert guide({"trumps": ["hearts", "clubs", "spades"]}, HOUSE, table).trumps_stay
    assert not guide({"trumps": ["hearts", "clubs", "diamonds"]}, HOUSE, table).trumps_stay


def test_guide_says_which_suits_are_taken():
    _, second, third = guide({"trumps": ["hearts", "clubs", None]}, HOUSE, THREE).places

    assert [(suit.suit, suit.reason is None, suit.is_chosen) for suit in second.suits] == [
        ("clubs", True, True),
        ("diamonds", True, False),
        ("hearts", True, False),
        ("spades", True, False),
    ]
    assert [suit.reason and str(suit.reason) for suit in third.suits] == [
        "This is the trump of seat 2. Change that one first.",
        None,
        "This is the trump of seat 1. Change that one first.",
        None,
    ]


def test_suit_of_a_later_player_is_taken_too():
    first = guide({"trumps": [None, "clubs", None]}, HOUSE, THREE).places[0]

    assert [suit.suit for suit in first.suits if suit.reason] == ["clubs"]


def test_fourth_player_has_the_suit_that_is_left():
    assert [place.trump for place in guide({"trumps": SUITS}, HOUSE, FOUR).places] == [*SUITS, "diamonds"]
    assert guide({"trumps": SUITS[:2]}, HOUSE, FOUR).places[2].trump is None
    assert guide({"trumps": ["clubs", "clubs", "hearts"]}, HOUSE, FOUR).places[3].trump is None
    assert guide({"trumps": [*SUITS[:2], None]}, HOUSE, THREE).places[2].trump is None


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3))), st.sampled_from([TWO, THREE, FOUR]))
def test_tap_on_a_suit_never_leaves_another_player_without_one(taps, table):
    trumps: list[Any] = [None] * len(table.seats)
    for number, nth in taps:
        place, before = number % len(table.seats), trumps
        suit = guide({"trumps": before}, HOUSE, table).places[place].suits[nth]
        after = SVOI.stepped({"trumps": before}, suit.step)
        trumps = [each.trump for each in guide(after, HOUSE, table).places]

        others = [other for other in range(len(trumps)) if other != place and before[other]]
        assert all(trumps[other] for other in others)
        assert suit.reason is None or trumps == before
        assert suit.reason or suit.is_chosen or trumps[place] == suit.suit
        assert len(set(trumps) - {None}) == len(trumps) - trumps.count(None)


def test_guide_has_the_cards_of_the_pack():
    pack = guide({}, SvoiRules(deck=24)).pack

    assert len(pack) == 24
    assert list(pack)[:6] == ["A clubs", "K clubs", "Q clubs", "J clubs", "10 clubs", "9 clubs"]
    assert str(pack["10 hearts"]) == "10 of hearts"


def test_guide_offers_who_can_go_out():
    begun = guide({"trumps": SUITS, "finished": [2]}, HOUSE, THREE)

    assert str(begun.says) == "Tap the players in the order they go out."
    assert begun.places[1].button == Button(begun.places[1].button.label, {"add": {"finished": 1}})
    assert str(begun.places[1].button.label) == "seat 2 is out"
    assert [place.out for place in begun.places] == [None, None, 1]
    assert begun.places[2].draw is None
    assert begun.left is None
    assert begun.back.step == {"back": True}


def test_guide_asks_how_it_ended():
    ended = guide({"trumps": SUITS, "finished": [2, 0]}, HOUSE, THREE)

    assert str(ended.says) == "seat 2 is left. Tap how it ended."
    assert ended.left == 1
    assert ended.places[1].button is ended.results[0]
    assert labels(ended.results) == [("seat 2 has lost", False, False), ("seat 1 and seat 2 draw", False, False)]
    assert [dict(button.step) for button in ended.results] == [{"set": {"result": "loss"}}, {"set": {"result": "draw"}}]
    assert ended.cards_possible
    assert not ended.cards_required


def test_player_who_is_out_is_tapped_back_with_all_that_came_after():
    drawn = {"trumps": SUITS, "finished": [2, 0], "result": "draw"}

    first, second = (guide(drawn, HOUSE, THREE).places[seat].button for seat in (2, 0))

    assert first.pressed
    assert str(first.label) == "seat 3 is not out yet"
    assert SVOI.stepped(drawn, first.step) == {**drawn, "finished": [], "result": None}
    assert SVOI.stepped(drawn, second.step) == {**drawn, "finished": [2], "result": None}


@pytest.mark.parametrize(("result", "label"), [("loss", "seat 2 has won"), ("draw", "seat 2 is out, and it is a draw")])
def test_two_players_need_one_tap(result, label):
    place = guide({"trumps": SUITS[:2]}).places[1]
    button = place.button if result == "loss" else place.draw

    tapped = SVOI.stepped({"kind": "deal", "trumps": SUITS[:2]}, button.step)
    again = guide(tapped).places[1]

    assert str(button.label) == label
    assert (tapped["finished"], tapped["result"]) == ([1], result)
    judge(tapped, HOUSE, TWO)
    assert SVOI.stepped(tapped, (again.button if result == "loss" else again.draw).step)["finished"] == []
    assert [again.button.pressed, again.draw.pressed] == [result == "loss", result == "draw"]


def test_two_players_are_told_why_it_cannot_end_so():
    counted = guide({"trumps": SUITS[:2], "cards_left": 3}).places[0]

    assert counted.button.reason is None
    assert str(counted.draw.reason) == "A draw needs exactly one card in the last hand. With more cards it is a loss."


def test_guide_knows_the_result_from_the_cards():
    assert labels(guide(PROVED).results) == [("seat 2 has lost", False, True), ("seat 1 and seat 2 draw", True, False)]
    assert str(guide(PROVED).says) == "Everything is entered. Save the deal."
    assert not guide(LOSS).cards_possible


def test_guide_uses_the_trumps_of_last_time_for_the_proof():
    table = at(0, 1, trumps=((0, "spades"), (1, "hearts")))
    by_trump = {**PROVED, "trumps": [], "last_card": "6 hearts"}

    assert [button.reason is not None for button in guide(by_trump, HOUSE, table).results] == [True, False]


def test_guide_asks_for_cards_where_they_count():
    left = {**LOSS, "cards_left": None, "result": None}

    assert str(guide(left, COUNTED).says) == "How many cards does seat 2 have left?"
    assert guide(left, COUNTED).cards_required
    assert not guide({**left, "result": "draw"}, COUNTED).cards_required
    assert str(guide(LOSS, COUNTED).says) == "Everything is entered. Save the deal."


@pytest.mark.parametrize(
    ("draft", "says"),
    [
        ({**DRAW, "cards_left": 5}, "A draw needs exactly one card in the last hand. With more cards it is a loss."),
        ({**LOSS, "last_card": "9 hearts"}, "Enter both the last card and the card it had to beat, or neither."),
        (
            {**LOSS, "trumps": ["clubs", "clubs"]},
            "Two players have the same trump suit. Give each of them a suit of their own.",
        ),
        (
            {**LOSS, "cards_left": 1, "last_card": "9 hearts", "top_card": "8 spades"},
            "The only card left beats the top card: this is a draw.",
        ),
        (
            {**LOSS, "trumps": ["spades", "hearts", "clubs"]},
            "This player is not at the table. Choose one of the players of this deal.",
        ),
        ({**LOSS, "dealer": 9}, "This player is not at the table. Choose one of the players of this deal."),
    ],
)
def test_guide_says_why_the_deal_would_be_refused(draft, says):
    assert str(guide(draft).says) == says


@given(
    st.fixed_dictionaries(
        {
            "trumps": st.sampled_from([SUITS[:2], SUITS[1:], SUITS, ["clubs", "clubs"], ["clubs", "joker"], [None]]),
            "finished": st.sampled_from([[0], [1], [0, 1], [1, 1], [2], []]),
            "result": st.sampled_from(["loss", "draw", "win"]),
        },
        optional={
            "loser": st.sampled_from([None, 0, 1]),
            "cards_left": st.sampled_from([None, 1, 5, 99]),
            "last_card": st.sampled_from([None, "9 hearts", "6 clubs", "1 clubs"]),
            "top_card": st.sampled_from([None, "8 spades", "7 hearts"]),
        },
    ),
    st.sampled_from([HOUSE, COUNTED]),
)
def test_guide_calls_nothing_ready_that_would_be_refused(draft, rules):
    ready = str(guide(draft, rules).says) == "Everything is entered. Save the deal."

    assert ready is (SVOI.problems({"kind": "deal", **draft}, rules, TWO) == [])


def test_guide_calls_a_deal_with_the_trumps_of_last_time_ready():
    table = at(0, 1, trumps=((0, "spades"), (1, "hearts")))

    said = [str(guide({**LOSS, "trumps": trumps}, table=table).says) for trumps in ([], [None, "hearts"], ["joker"])]

    assert said == ["Everything is entered. Save the deal."] * 2 + [
        "A trump must be clubs, diamonds, hearts or spades."
    ]


@pytest.mark.parametrize(
    ("step", "changed"),
    [
        ({"add": {"finished": 1}}, {"finished": [0, 1]}),
        ({"set": {"result": "draw"}}, {"result": "draw"}),
        ({"set": {"trumps.3": "clubs"}}, {"trumps": ["spades", "hearts", None, "clubs"]}),
        ({"set": {"trumps.0": "clubs", "cards_left": 2}}, {"trumps": ["clubs", "hearts"], "cards_left": 2}),
        ({"set": {"trumps.4": "clubs", "finished.0": 1, "kind": "x", "surprise": 1}}, {}),
        ({"take": {"trumps.0": "clubs"}}, {"trumps": ["clubs", "hearts"]}),
        ({"take": {"trumps.0": "hearts"}}, {"trumps": ["hearts", "spades"]}),
        ({"take": {"trumps.0": "spades"}}, {"trumps": [None, "hearts"]}),
        ({"take": {"trumps.2": "clubs"}}, {"trumps": ["spades", "hearts", "clubs"]}),
        ({"take": {"trumps.2": "hearts"}}, {}),
        ({"take": {"trumps.4": "clubs", "trumps.x": "clubs", "trumps": "clubs", "trumps.1": ["clubs"]}}, {}),
        ({"take": "hearts"}, {}),
        ({"add": {"finished": "1"}}, {}),
        ({"add": 1, "set": 2}, {}),
        ({"back": 1}, {}),
        (["back"], {}),
    ],
)
def test_step_changes_the_entry(step, changed):
    assert SVOI.stepped(LOSS, step) == {**LOSS, **changed}


def test_steps_back_take_the_result_first_and_then_who_went_out():
    draft: dict[str, Any] = {**LOSS, "finished": [0]}
    gone = []
    for _ in range(4):
        draft = SVOI.stepped(draft, {"back": True})
        gone.append(sorted(set(LOSS) - set(draft)))

    assert gone == [["result"], ["cards_left", "result"], ["cards_left", "result"], ["cards_left", "result"]]
    assert draft == {"kind": "deal", "trumps": ["spades", "hearts"], "finished": []}


def test_step_back_takes_who_went_out_last():
    assert SVOI.stepped({"finished": [2, 0]}, {"back": True}) == {"finished": [2]}


@given(deals((0, 1, 2, 3)))
def test_deal_can_be_tapped_together(data):
    draft: dict[str, Any] = {"kind": "deal"}
    for place, suit in enumerate(data["trumps"]):
        draft = SVOI.stepped(draft, {"set": {f"trumps.{place}": suit}})
    for seat in data["finished"]:
        (button,) = [place.button for place in guide(draft, HOUSE, FOUR).places if place.seat == seat]
        draft = SVOI.stepped(draft, button.step)
    (button,) = [
        button for button in guide(draft, HOUSE, FOUR).results if button.step["set"]["result"] == data["result"]
    ]

    tapped = SVOI.stepped(draft, button.step)

    assert judge({**data, **tapped}, HOUSE, FOUR) == judge(data, HOUSE, FOUR)


@given(
    st.dictionaries(st.sampled_from(["trumps", "finished", "result", "cards_left", "last_card", "top_card"]), any_json),
    any_json | st.dictionaries(st.sampled_from(["add", "set", "take", "back"]), any_json),
)
def test_nonsense_is_looked_past(draft, step):
    after = SVOI.stepped(draft, step)

    assert guide(after, COUNTED, THREE).places[0].seat == 0
    assert isinstance(SVOI.choices(after, HOUSE, THREE), dict)
