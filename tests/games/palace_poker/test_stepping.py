"""The steps of the screen: where they go, and what is taken back with one."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.text import Text
from games.palace_poker.guide import QuickGuide, guide
from games.palace_poker.stepping import gone_of, keeping, stepped
from tests.games.palace_poker.table import (
    FULL,
    HOUSE,
    THREE,
    attacks,
    does,
    filled,
    guided,
    log,
    places,
)
from tests.games.palace_poker.test_guide import CALLED, MANY, MANY_NAMED, OPEN, RAISED
from tests.strategies import any_json


def test_steps_go_where_they_belong():
    steps = [
        {"add": does(0, "battle", target=1)},
        {"add": does(1, "raise")},
        {"add": does(0, "call")},
        {"set": {"winner": 1}},
        {"set": {"keep": 1}},
        {"add": does(1, "fold")},
        {"set": {"showdown": places([1])}},
    ]
    drafts = [log()]
    for step in steps:
        drafts.append(stepped(drafts[-1], step))

    assert drafts[-1]["actions"] == [
        attacks(0, 1, does(1, "raise"), does(0, "call"), winner=1, keep=1),
        does(1, "fold"),
    ]
    assert drafts[-1]["showdown"] == places([1])
    for before, after in pairwise(drafts):
        assert filled(stepped(after, {"back": True})) == filled(before)


@pytest.mark.parametrize(
    "step",
    [
        None,
        "back",
        {},
        {"back": 1},
        {"add": "stay"},
        {"add": {"do": "check"}},
        {"add": does(0, "call")},
        {"set": {"by": 1}},
        {"also": []},
        {"show": "2c"},
        {"show": "2c", "of": 3, "size": 3},
        {"show": ["2c"], "of": 0, "size": 3},
        {"also": 1},
        {"to": "log"},
        {"to": "chess"},
        {"to": ["quick"]},
    ],
)
def test_unreadable_step_leaves_the_draft_as_it_is(step):
    assert stepped(log(does(0, "stay")), step) == log(does(0, "stay"))


def test_winner_without_a_battle_goes_nowhere():
    assert stepped(log(), {"set": {"winner": 1}}) == log()
    assert stepped(log(does(0, "stay")), {"set": {"winner": 1}}) == log(does(0, "stay"))


def test_nothing_can_be_taken_back_from_an_empty_log():
    assert stepped(log(), {"back": True}) == log()


def test_setup_can_be_set():
    assert stepped({"kind": "log"}, {"set": {"cards": "full"}}) == {"kind": "log", "cards": "full"}


def test_answer_to_a_battle_of_no_form_is_added_to_it():
    broken = log({"by": 0, "do": "battle", "target": 1, "responses": ["raise"]})

    assert stepped(broken, {"add": does(1, "fold")})["actions"][0]["responses"] == ["raise", does(1, "fold")]


@given(data=st.data(), noise=any_json)
def test_guide_and_steps_cope_with_anything(data, noise):
    draft = data.draw(st.sampled_from([log(), OPEN, RAISED, CALLED, log(*MANY), log(*MANY_NAMED, **FULL)]))
    field = data.draw(st.sampled_from([*draft, "showdown", "stacks", "palaces", "cards", "dealer"]))
    action = {**does(0, "battle", target=1), data.draw(st.sampled_from(["by", "do", "target", "responses"])): noise}

    for given_ in ({**draft, field: noise}, {**draft, "actions": [*draft["actions"], noise]}, log(action)):
        found = guide(given_, HOUSE, THREE)
        assert isinstance(found, QuickGuide) or all(isinstance(button.label, Text) for button in found.buttons)
        for step in (noise, {"add": noise}, {"set": noise}, {"back": True}, {"add": does(0, "fold")}, {"also": noise}):
            assert isinstance(stepped(given_, step), dict)
        assert isinstance(stepped(given_, {"to": "quick", "now": noise, "kept": noise}), dict)


def test_soldiers_that_were_let_go_come_back_one_by_one():
    drafts = [log(*MANY_NAMED, **FULL)]
    for card in ("5d", "2c", "8c", "6d"):  # two had to go, two more because their owner wanted it
        found = guided(drafts[-1])
        button = next(button for button in (*found.buttons, *found.also) if button.card == card)
        drafts.append(stepped(drafts[-1], button.step))

    for before, after in reversed([*pairwise(drafts)]):
        [back] = guided(after).named("back")
        assert filled(stepped(after, back.step)) == filled(before)


def test_soldiers_of_a_small_booty_come_back_one_by_one():
    drafts = [log(does(0, "buy"), does(1, "stay"), does(2, "stay"), attacks(0, 1, winner=0))]
    for _ in range(2):
        drafts.append(stepped(drafts[-1], guided(drafts[-1]).also[0].step))

    assert guided(drafts[-1]).seats[0].soldiers == 0
    for before, after in reversed([*pairwise(drafts)]):
        assert filled(stepped(after, guided(after).named("back")[0].step)) == filled(before)


def test_a_number_of_many_soldiers_is_taken_back_at_once():
    many = log(*MANY)

    kept = stepped(many, guided(many).named("keep")[1].step)

    assert guided(kept).also == ()
    assert filled(stepped(kept, guided(kept).named("back")[0].step)) == filled(many)


@given(st.permutations(["2c", "3d", "4h", "5s", "6c", "7d", "8h"]), st.integers(0, 6))
def test_order_of_what_is_kept_remembers_what_went_last(booty, count):
    gone = booty[:count]

    kept = keeping(sorted(booty), gone)

    assert sorted(kept) == sorted(booty[count:])
    assert gone_of(booty, kept)[-1:] == gone[-1:] or len(kept) < 5
    if count <= 3:
        assert gone_of(booty, kept) == gone


def test_cards_of_a_palace_are_taken_back_before_the_call():
    drafts = [log(attacks(0, 1), cards="full")]
    for card, of in (("As", 0), ("Ad", 0), ("2d", 0), ("Th", 1), ("4c", 1), ("5c", 1)):
        drafts.append(stepped(drafts[-1], {"show": card, "of": of, "size": 3}))

    assert guided(drafts[-1]).wants == "action"
    for before, after in reversed([*pairwise(drafts)]):
        [back] = guided(after).named("back")
        assert filled({**stepped(after, back.step), "palaces": None}) == filled({**before, "palaces": None})
        assert cards_of(stepped(after, back.step)) == cards_of(before)
    assert stepped(drafts[0], guided(drafts[0]).named("back")[0].step)["actions"][0]["responses"] == []


def cards_of(draft):
    """The palaces, as far as they were shown."""
    return [list(palace or ()) for palace in draft.get("palaces") or [None] * 3]


def test_cards_of_a_palace_are_taken_back_before_a_keep_is_asked():
    palaces = FULL["palaces"]
    found = guided(log(*MANY_NAMED, cards="full", palaces=palaces))

    [back] = found.named("back")

    assert (found.wants, back.step) == ("keep", {"set": {"palaces": [palaces[0], ["Th", "Jh"], palaces[2]]}})


def test_cards_of_a_showdown_are_taken_back_before_the_last_stay():
    stays = [does(0, "stay"), does(1, "stay"), does(2, "stay")]

    [back] = guided(log(*stays, **FULL)).named("back")

    assert back.step == {"set": {"palaces": [*FULL["palaces"][:2], ["Qc", "9d"]]}}
    [plain] = guided(log(*stays)).named("back")
    assert plain.step == {"back": True}


def test_palace_that_decided_an_earlier_battle_is_not_taken_back_with_a_later_one():
    fought = [attacks(0, 1), attacks(2, 0)]

    [back] = guided(log(*fought, **FULL)).named("back")
    [earlier] = guided(log(*fought, cards="full", palaces=[*FULL["palaces"][:2], None])).named("back")

    assert back.step == {"set": {"palaces": [*FULL["palaces"][:2], ["Qc", "9d"]]}}
    assert earlier.step == {"back": True}


def test_what_was_recorded_by_hand_is_taken_back_first():
    won, stated = log(attacks(0, 1, winner=0), **FULL), log(attacks(0, 1, does(1, "fold")), **FULL)

    assert guided(won).named("back")[0].step == {"back": True}
    assert guided(stated).named("back")[0].step == {"back": True}
    assert guided(log(does(0, "buy", card="2c"), **FULL)).named("back")[0].step == {"back": True}


def test_places_of_a_showdown_are_taken_back_one_by_one():
    stays = [does(seat, "stay") for seat in (0, 1, 2)]
    drafts = [log(*stays, showdown=stated) for stated in (None, [None, 1, None], [None, 1, 1], [2, 1, 1])]

    for before, after in pairwise(drafts):
        assert filled(stepped(after, {"back": True})) == filled(before)
    assert stepped(log(*stays, showdown="1"), {"back": True})["showdown"] is None


HALF = {"cards": "full", "palaces": [["As"], None, None]}


@pytest.mark.parametrize(
    ("draft", "step"),
    [
        (log(attacks(0, 1), **HALF), {"set": {"winner": 1}}),
        (log(*[does(seat, "stay") for seat in (0, 1, 2)], **HALF), {"set": {"showdown": [1, None, None]}}),
        (log(**HALF), {"add": does(0, "stay")}),
    ],
)
def test_half_a_palace_goes_when_it_goes_on_without_it(draft, step):
    assert stepped(draft, step)["palaces"] == [None, None, None]


def test_half_a_palace_cannot_be_recorded():
    found = guided(log(*[does(seat, "stay") for seat in (0, 1, 2)], **HALF, showdown=[1, None, None]))

    assert (found.wants, found.problem.code, found.problem.field) == (None, "palace_size", "palaces.0")
    assert [button.step for button in found.named("back")] == [{"back": True}]
