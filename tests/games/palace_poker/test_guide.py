"""What the screen of a log is told, and what its steps do."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.palace_poker.guide import BattleView, QuickGuide, SliceView, guide
from games.palace_poker.rules import PalacePokerRules
from games.palace_poker.stepping import stepped
from tests.games.palace_poker.table import (
    FULL,
    HOUSE,
    NO_LIMIT,
    PALACE,
    QUICK,
    THREE,
    TWO,
    at,
    attacks,
    does,
    filled,
    guided,
    judge,
    log,
    net,
    places,
)

OPEN = log(does(0, "battle", target=1))
RAISED = log(attacks(0, 1, does(1, "raise", amount=10)))
CALLED = log(attacks(0, 1))
MANY = [
    *(action for _ in range(3) for action in (does(0, "buy"), does(1, "buy"), does(2, "stay"))),
    attacks(0, 1, winner=0),
]
CARDS = iter(["2c", "3d", "2h", "5d", "8c", "6d"])
MANY_NAMED = [
    *(
        action
        for _ in range(3)
        for action in (does(0, "buy", card=next(CARDS)), does(1, "buy", card=next(CARDS)), does(2, "stay"))
    ),
    attacks(0, 1),
]


def labels(found, *, possible=True):
    """The buttons that can be pressed (or those that cannot), as they are read."""
    return [str(button.label) for button in found.buttons if (button.reason is None) == possible]


def test_quick_hand_is_told_the_ante_and_the_bet():
    found = guide({}, HOUSE, THREE)

    assert isinstance(found, QuickGuide)
    assert (found.ante, found.bet) == (2, 5)
    assert [banner for _seat, banner, _step in found.banners] == [None, None, None]
    assert [banner for _seat, banner, _step in guide({**QUICK, "banners": ["Ks"]}, HOUSE, THREE).banners] == [
        "Ks",
        None,
        None,
    ]


def test_first_turn_shows_the_table_and_all_that_can_be_done():
    found = guided(log())

    assert (found.wants, found.turn, found.pot, found.draw, found.discards, found.end) == ("action", 0, 6, 40, 0, None)
    assert [(view.seat, view.banner, view.soldiers, view.paid, view.left, view.minimum) for view in found.seats] == [
        (0, "Ks", 0, 2, None, 5),
        (1, "7h", 0, 2, None, 5),
        (2, "Qd", 0, 2, None, 5),
    ]
    assert labels(found) == [
        "Buy a soldier for 5",
        "Stay",
        "Fold",
        "Attack seat 2 for 5",
        "Attack seat 3 for 5",
    ]
    assert labels(found, possible=False) == ["Discard"]
    assert [button.seat for button in found.by_name["battle"]] == [1, 2]
    assert found.slices == (SliceView(6, (0, 1, 2), 2),)
    assert str(found.says) == "What does seat 1 do?"


def test_seats_stand_in_the_order_of_the_table_whoever_deals():
    found = guided(log(dealer=0))

    assert found.turn == 1
    assert [view.seat for view in found.seats] == [0, 1, 2]


def test_setup_comes_first():
    found = guided(log(size=2))

    assert (found.wants, found.problem.code, found.seats, found.buttons) == ("setup", "banner_required", (), ())
    assert guided({"kind": "log"}).wants == "setup"


def test_why_somebody_cannot_be_attacked_is_said():
    table = at(0, 1, 2, 3, 4)
    found = guided(log(does(0, "stay"), does(1, "fold"), does(2, "stay"), does(3, "stay"), size=5), table=table)

    assert {view.seat: str(view.refusal) for view in found.seats if view.refusal} == {
        0: "Banners of the same suit do not fight each other.",
        1: "This player is already out.",
        4: "Nobody attacks themselves.",
    }
    assert labels(found, possible=False) == ["Discard", "Attack seat 1 for 5", "Attack seat 2 for 5"]


def test_buying_says_why_it_is_impossible():
    found = guided(log(size=2, stacks=[6, 50]), table=TWO)

    button = found.buttons[0]

    assert str(button.reason) == "There is not enough left for this. Only 4 is left."
    assert (found.seats[0].left, found.seats[0].all_in) == (4, False)


def test_six_soldiers_ask_which_one_goes():
    six = log(*[does(0, "buy"), does(1, "stay")] * 5, does(0, "buy"), size=2)

    found = guided(six, table=TWO)

    assert (found.wants, found.problem, labels(found)) == ("discard", None, ["Discard one", "Take back"])
    after = stepped(six, found.buttons[0].step)
    assert after["actions"][-1]["discard"] == 1
    assert (guided(after, table=TWO).wants, guided(after, table=TWO).turn) == ("action", 1)
    assert filled(stepped(after, {"back": True})) == filled(six)


def test_six_named_soldiers_ask_which_one_goes():
    bought = [does(0, "buy", card=card) for card in ("2c", "3d", "2h", "5d", "8c", "6d")]
    six = log(*[action for buy in bought for action in (buy, does(1, "stay"), does(2, "stay"))][:-2], **FULL)

    found = guided(six)

    assert [button.card for button in found.buttons if button.name == "also"] == ["2c", "3d", "2h", "5d", "8c", "6d"]
    after = stepped(six, found.buttons[5].step)
    assert after["actions"][-1]["discard"] == ["6d"]
    assert guided(after).seats[0].cards == ("2c", "3d", "2h", "5d", "8c")


def test_one_more_soldier_can_go_with_a_buy_or_a_discard():
    bought = log(does(0, "buy"), does(1, "stay"), does(2, "stay"), does(0, "buy"))

    [more] = guided(bought).also
    after = stepped(bought, more.step)

    assert str(more.label) == "seat 1 discards one more"
    assert guided(after).seats[0].soldiers == 1
    assert stepped(after, {"back": True}) == bought
    named = log(does(0, "buy", card="2c"), **FULL)
    assert [button.step for button in guided(named).also] == [{"also": "2c"}]
    assert guided(stepped(named, {"also": "2c"})).seats[0].cards == ()
    assert guided(log(does(0, "stay"))).also == ()


def test_less_than_everything_can_be_kept_after_a_battle():
    fought = log(does(0, "buy"), does(1, "stay"), does(2, "stay"), attacks(0, 1, winner=0))

    [less] = guided(fought).also

    assert guided(fought).seats[0].soldiers == 2
    assert guided(stepped(fought, less.step)).seats[0].soldiers == 1


def test_named_cards_are_asked_for():
    found = guided(log(**FULL))

    assert found.buttons[0].asks == ("card",)
    assert found.seats[0].cards == ()
    assert guided(log(does(0, "buy", card="2c"), **FULL)).seats[0].cards == ("2c",)


def impossible(found):
    """{card: why it cannot be tapped}."""
    return {button.card: str(button.reason) for suit in found.picker.suits for button in suit if button.reason}


def test_banners_are_asked_from_the_dealers_left_and_suits_of_the_round_are_impossible():
    found = guided({"kind": "log", "banners": [None, "7h", None]}, table=at(0, 1, 2, dealer=1))

    assert (found.picker.what, found.picker.seat, str(found.says)) == ("banner", 2, "Which banner does seat 3 have?")
    assert len(impossible(found)) == 13
    assert impossible(found)["Ah"] == "seat 2 already has this suit in the same round of the deal."
    step = next(button.step for suit in found.picker.suits for button in suit if button.card == "Qd")
    after = guided(stepped({"kind": "log", "banners": [None, "7h", None]}, step), table=at(0, 1, 2, dealer=1))
    assert (after.picker.seat, [banner for _seat, banner, _step in after.banners]) == (0, [None, "7h", "Qd"])


def test_second_round_of_the_deal_may_have_the_suits_again():
    five = {"kind": "log", "banners": ["Ks", "7h", "Qd", "3c", None]}

    assert set(impossible(guided(five, table=at(0, 1, 2, 3, 4)))) == {"Ks", "7h", "Qd", "3c"}


def test_a_banner_can_be_asked_for_again():
    found = guided(log())

    assert stepped(log(), found.banners[1][2])["banners"] == ["Ks", None, "Qd"]


def test_seen_cards_cannot_be_bought():
    assert guided(log()).picker is None
    found = guided(log(does(0, "buy", card="2c"), does(1, "fold"), **FULL))

    assert (found.picker.what, found.picker.seat) == ("soldier", 2)
    assert {"2c", "Ks", "As", "Qd"} <= set(impossible(found))
    assert impossible(found)["7h"] == "This card was discarded, and the discards have not been reshuffled since."


def test_shown_palaces_decide_the_battle():
    fought = log(attacks(0, 1), cards="full")
    found = guided(fought)

    assert (found.wants, found.picker.what, found.picker.seat, found.picker.nth) == ("winner", "palace", 0, 1)
    for card in ("As", "Ad", "2d"):
        fought = stepped(fought, next(b.step for suit in guided(fought).picker.suits for b in suit if b.card == card))
    assert (guided(fought).picker.seat, guided(fought).seats[0].palace) == (1, ("As", "Ad", "2d"))
    assert impossible(guided(fought)).keys() == {"Ks", "7h", "Qd", "As", "Ad", "2d"}
    for card in ("Th", "4c"):
        fought = stepped(fought, next(b.step for suit in guided(fought).picker.suits for b in suit if b.card == card))
    assert stepped(fought, {"back": True})["palaces"] == [["As", "Ad", "2d"], ["Th"], None]
    fought = stepped(fought, {"show": "5c", "of": 1, "size": 3})
    assert stepped(fought, {"show": "6c", "of": 1, "size": 3}) == fought
    decided = guided(fought)
    assert (decided.wants, decided.turn) == ("action", 2)
    assert str(decided.events[-1].sentence) == ("seat 1 wins with the better hand against seat 2 and takes the banner")
    assert decided.events[-1].cards == ("7h",)
    assert guided(stepped(fought, decided.seats[1].clear.step)).wants == "winner"


def test_a_palace_that_decided_an_earlier_battle_stays():
    found = guided(log(attacks(0, 1), does(2, "stay"), **FULL))

    assert found.seats[0].clear is None
    assert found.seats[2].clear is not None


def test_open_battle_awaits_the_defender():
    found = guided(OPEN)

    assert found.wants == "response"
    assert found.battle == BattleView(0, 1, bet=5, awaited=1, call=5, least_raise=10, raises=0)
    assert labels(found) == ["Fold", "Call 5", "Call 5 and raise 10", "Take back"]
    assert all(view.refusal is None for view in found.seats)


def test_raise_awaits_the_attacker_again():
    found = guided(RAISED)

    assert found.battle == BattleView(0, 1, bet=5, awaited=0, call=10, least_raise=10, raises=1)
    assert found.pot == 26


def test_no_limit_asks_for_amounts():
    found = guided(OPEN, NO_LIMIT)

    assert [(str(button.label), button.asks) for button in found.buttons if button.asks] == [
        ("Call 5 and raise 10 or more", ("amount",))
    ]
    assert {button.may for button in guided(log(), NO_LIMIT).buttons if "Attack" in str(button.label)} == {("bet",)}


def test_raise_beyond_the_cap_is_shown_with_its_reason():
    found = guided(RAISED, PalacePokerRules(max_raises=1))

    assert labels(found, possible=False) == ["Call 10 and raise 10"]


def test_winner_of_a_called_battle_is_asked():
    found = guided(CALLED)

    assert found.wants == "winner"
    assert labels(found) == ["seat 1 won", "seat 2 won", "Tie", "Take back"]
    assert found.battle.awaited is None
    assert (found.battle.call, found.battle.least_raise) == (0, 0)


def test_known_cards_need_no_winner():
    assert guided(log(attacks(0, 1), **FULL)).wants == "action"


def test_keep_is_asked_where_more_than_five_would_be_held():
    found = guided(log(*MANY))

    assert found.wants == "keep"
    assert labels(found) == ["Keep 5", "Keep 4", "Keep 3", "Keep 2", "Keep 1", "Keep 0", "Take back"]
    assert found.booty == ()


def test_keep_names_the_soldiers_to_choose_from():
    found = guided(log(*MANY_NAMED, **FULL))

    assert found.wants == "keep"
    assert sorted(found.booty) == sorted(["2c", "2h", "8c", "3d", "5d", "6d", "Ks"])
    assert [button.card for button in found.buttons][:-1] == list(found.booty)
    draft = log(*MANY_NAMED, **FULL)
    for card in found.booty[:2]:
        draft = stepped(draft, next(button.step for button in guided(draft).buttons if button.card == card))
    assert guided(draft).wants == "action"
    assert guided(draft).seats[1].cards == found.booty[2:]


def test_showdown_is_asked_and_then_the_hand_can_be_recorded():
    stays = [does(0, "stay"), does(1, "fold"), does(2, "stay")]

    asked, done = guided(log(*stays)), guided(log(*stays, showdown=places([2])))

    assert (asked.wants, asked.end, asked.turn) == ("showdown", "showdown", None)
    assert labels(asked) == [
        "seat 1 has the best hand",
        "seat 3 has the best hand",
        "Take back",
    ]
    assert (done.wants, done.end) == (None, "showdown")
    assert [button.pressed for button in done.buttons] == [False, True, False]


def test_several_can_share_the_best_hand_and_one_can_be_let_go():
    draft = log(does(0, "stay"), does(1, "fold"), does(2, "stay"), showdown=places([2]))

    both = stepped(draft, guided(draft).buttons[0].step)

    assert both["showdown"] == places([0, 2])
    assert stepped(draft, guided(draft).buttons[1].step)["showdown"] is None


def test_next_best_hand_is_asked_where_somebody_is_all_in():
    draft = log(*[does(seat, "stay") for seat in (0, 1, 2)], showdown=places([2]), stacks=[50, 2, 50])

    following = [button for button in guided(draft).buttons if button.name == "next-best"]

    assert [button.seat for button in following] == [0, 1]
    assert stepped(draft, following[1].step)["showdown"] == places([2], [1])


def test_hand_so_far_is_told_line_by_line():
    found = guided(log(does(0, "buy"), attacks(1, 0, does(0, "raise"), does(1, "fold"))), table=at(0, 1, 2, carry=1))

    assert [(str(event.sentence), event.pays, event.pot) for event in found.events] == [
        ("Antes", 6, 7),
        ("seat 1 buys a soldier", 5, 12),
        ("seat 2 attacks seat 1 for 5", 5, 17),
        ("seat 1 calls 10 and raises 10", 20, 37),
        ("seat 2 folds", -10, 27),
        ("seat 1 wins the battle against seat 2 and takes the banner", 0, 27),
    ]
    assert found.highest == 17
    assert [(part.for_, part.amount, part.below) for part in found.seats[0].parts] == [
        ("ante", 2, 0),
        ("soldiers", 5, 2),
        ("battles", 10, 7),
    ]


def test_log_goes_over_to_a_quick_hand_and_back():
    raised = [does(0, "buy"), attacks(1, 0, does(0, "raise"), does(1, "fold")), does(2, "stay"), does(0, "stay")]
    done = log(*raised, showdown=places([0]))

    quick = stepped(done, {"to": "quick", "now": guided(done).as_quick})

    assert {name: value for name, value in quick.items() if name != "screen-log"} == {
        "kind": "quick",
        "banners": done["banners"],
        "contributions": [17, 7, 2],
        "ranking": [1, None, None],
        "end": "showdown",
    }
    assert judge({name: value for name, value in quick.items() if name != "screen-log"}).detail.net == net(done)
    again = stepped(quick, {"to": "log", "kept": json.loads(quick["screen-log"])})
    assert {name: value for name, value in again.items() if name != "screen-quick"} == done
    assert json.loads(again["screen-quick"])["contributions"] == [17, 7, 2]


def test_half_a_log_says_what_was_paid_so_far():
    assert guided(log()).as_quick is None
    assert guided(log(does(0, "buy"))).as_quick == {"contributions": [7, 2, 2], "all_in": None}
    assert guided(log(does(0, "stay"), stacks=[50, 2, 50])).as_quick["all_in"] == [None, True, None]


def test_wrong_showdown_is_a_problem():
    stays = [does(0, "stay"), does(1, "fold"), does(2, "stay")]

    found = guided(log(*stays, showdown=places([1])))

    assert (found.wants, found.problem.code, labels(found)) == (
        None,
        "showdown_invalid",
        ["seat 1 has the best hand", "seat 3 has the best hand", "Take back"],
    )


def test_broken_rule_shows_the_table_before_it():
    found = guided(log(does(0, "buy"), does(2, "stay"), does(1, "stay")))

    assert (found.problem.code, found.problem.field) == ("out_of_turn", "actions.1.by")
    assert (found.turn, found.pot, labels(found)) == (1, 11, ["Take back"])


def test_broken_rule_in_the_last_battle_shows_the_table_before_it():
    found = guided(log(attacks(0, 1, does(1, "raise", amount=3))))

    assert (found.problem.code, found.problem.field) == ("raise_invalid", "actions.0.responses.0.amount")
    assert found.pot == 6


def test_battle_left_open_in_the_middle_is_a_problem():
    assert guided(log(does(0, "battle", target=1), does(2, "stay"))).problem.code == "response_incomplete"


def test_winner_nobody_needs_is_a_problem():
    assert guided(log(attacks(0, 1, does(1, "fold"), winner=0))).problem.code == "winner_not_allowed"


def test_pot_is_cut_where_somebody_is_all_in():
    found = guided(log(does(0, "buy"), does(1, "stay"), stacks=[50, 2, 50]), table=at(0, 1, 2, carry=1))

    assert found.slices == (SliceView(7, (0, 1, 2), 2), SliceView(5, (0, 2), 7))
    assert found.pot == 12
    assert found.seats[1].all_in


def test_next_best_hand_is_asked_until_it_is_named():
    draft = log(does(0, "buy"), *[does(seat, "stay") for seat in (1, 2, 0)], showdown=places([1]), stacks=[50, 2, 50])

    asked = guided(draft)
    named = guided(stepped(draft, asked.named("next-best")[0].step))

    assert (asked.wants, asked.problem) == ("showdown", None)
    assert str(asked.says) == "The best hand cannot win all of the pot. Who has the next best hand?"
    assert asked.picker is None
    assert (named.wants, named.problem, named.says) == (None, None, None)


def test_cards_can_be_tapped_until_somebody_is_said_to_have_the_best_hand():
    draft = log(*[does(seat, "stay") for seat in (0, 1, 2)], cards="full")

    assert guided(draft).picker.what == "palace"
    assert guided(stepped(draft, guided(draft).named("best")[0].step)).picker is None


def test_nobody_with_nothing_goes_over_to_a_quick_hand():
    rules = PalacePokerRules(ante=0)

    assert guided(log(does(0, "stay"), stacks=[50, 0, 50]), rules).as_quick is None
    assert guided(log(does(0, "stay"), stacks=[50, 1, 50]), rules).as_quick["all_in"] is None


def test_cards_say_why_none_can_be_bought():
    found = guided(log(**FULL, stacks=[6, 50, 50]))

    assert set(impossible(found).values()) == {"There is not enough left for this. Only 4 is left."}
    assert len(impossible(found)) == 52


ARMED = [does(0, "buy"), does(1, "buy"), does(2, "stay"), does(0, "stay")]
LAYS_DOWN = PalacePokerRules(captured_banner="discard")


@pytest.mark.parametrize(
    ("actions", "rules", "said"),
    [
        ([attacks(0, 1, winner=0)], HOUSE, "seat 1 wins the battle against seat 2 and takes the banner"),
        ([attacks(0, 1, winner=0)], LAYS_DOWN, "seat 1 wins the battle against seat 2"),
        (
            [*ARMED, attacks(1, 0, winner=1)],
            HOUSE,
            "seat 2 wins the battle against seat 1 and takes the soldiers and the banner",
        ),
        (
            [*ARMED, attacks(1, 0, winner=1, keep=1)],
            LAYS_DOWN,
            "seat 2 wins the battle against seat 1 and takes the soldiers; 1 of 2 soldiers stay",
        ),
        ([does(2, "fold"), attacks(0, 1, winner=0)], HOUSE, "seat 1 wins the battle against seat 2"),
    ],
)
def test_only_what_was_taken_is_told(actions, rules, said):
    dealer = 1 if actions[0]["by"] == 2 else 2

    assert str(guided(log(*actions, dealer=dealer), rules).events[-1].sentence) == said


def test_too_long_a_log_is_read_as_far_as_it_may_go():
    found = guided(log(*[does(n % 3, "buy", discard=1) for n in range(310)]))

    assert (found.problem.code, found.problem.field) == ("action_invalid", "actions.300")
    assert len(found.events) == 301


def steps_of(found):
    """Every step the guide offers, as the screen would send it with its boxes filled."""
    clears = [view.clear for view in found.seats if view.clear]
    picked = [card for suit in found.picker.suits for card in suit] if found.picker else []
    offered = [*found.buttons, *found.also, *clears, *picked[::7]]
    boxes = {"bet": None, "raise": found.battle and found.battle.least_raise}
    for button in offered:
        if button.reason is None and not set(button.asks) - {"amount"}:
            yield plain(button.step, boxes)


def plain(step, boxes):
    if not isinstance(step, dict):
        return step
    return boxes[step["screen"]] if "screen" in step else {name: plain(own, boxes) for name, own in step.items()}


@given(
    chance=st.randoms(use_true_random=False),
    size=st.integers(2, 4),
    cards=st.sampled_from(("counts", "full")),
    stacks=st.none() | st.lists(st.integers(0, 40), min_size=4, max_size=4),
    rules=st.sampled_from((HOUSE, NO_LIMIT, LAYS_DOWN, PalacePokerRules(ante=0))),
)
def test_guide_says_that_a_hand_can_be_recorded_where_it_can(chance, size, cards, stacks, rules):
    table = at(*range(size))
    draft = {"kind": "log", "cards": cards, "actions": [], "stacks": stacks and stacks[:size]}
    for _ in range(40):
        found = guided(draft, rules, table)
        assert (found.wants is None and found.problem is None) == (not PALACE.problems(draft, rules, table))
        steps = [*steps_of(found)]
        if not steps:
            return
        draft = stepped(draft, chance.choice(steps))
