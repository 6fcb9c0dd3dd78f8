"""Turns, cards and battles, action by action."""

import pytest

from games.palace_poker.rules import PalacePokerRules
from tests.games.palace_poker.table import (
    BANNERS,
    FULL,
    HOUSE,
    NO_LIMIT,
    THREE,
    TWO,
    at,
    attacks,
    codes,
    does,
    fields,
    guided,
    judge,
    log,
    net,
    places,
)

FIVE = at(0, 1, 2, 3, 4)
STAYS = [does(0, "stay"), does(1, "stay"), does(2, "stay")]


def ledger(data, rules=HOUSE, table=THREE):
    return [(row.seat, row.amount, row.reason) for row in judge(data, rules, table).detail.ledger]


def test_play_starts_left_of_the_dealer_and_skips_who_is_out():
    folds = [does(1, "fold"), does(2, "stay"), does(0, "stay")]

    found = judge(log(*folds, showdown=places([0]), dealer=0))

    assert found.detail.end == "showdown"
    assert found.detail.winners == (0,)
    assert found.dealer == 1


def test_turn_after_a_battle_passes_from_the_attacker_though_out():
    lost = [attacks(0, 2, winner=2), does(1, "stay"), does(2, "stay")]

    assert judge(log(*lost, showdown=places([1]))).detail.winners == (1,)


def test_gaps_between_seats_do_not_matter():
    table = at(7, 2, 11, dealer=2)
    actions = [does(11, "fold"), does(7, "fold")]

    found = judge(log(*actions), table=table)

    assert found.detail.winners == (2,)
    assert found.dealer == 11


def test_same_banner_suit_of_three_splits():
    table = at(*range(9))
    folds = [does(0, "stay"), *(does(seat, "fold") for seat in (1, 2, 3)), does(4, "stay")]
    folds += [does(seat, "fold") for seat in (5, 6, 7)]

    found = judge(log(*folds, size=9), table=table)

    assert found.detail.end == "same_suit"
    assert found.detail.winners == (0, 4, 8)
    assert found.detail.pots[0].shares[0].amount == 6


def test_discards_are_shuffled_again_when_the_deck_is_empty():
    table = at(*range(10))
    bought = [does(seat, "buy") for seat in (*range(10), 0, 1)]
    last = [does(2, "buy"), *(does(seat, "fold") for seat in range(3, 10)), does(0, "fold"), does(1, "fold")]

    short = log(*bought, last[0], size=10)
    shuffled = log(*bought[:11], does(1, "buy", discard=1), *last, size=10)

    assert codes(short, table=table) == ["no_cards_to_buy"]
    assert judge(shuffled, table=table).detail.winners == (2,)


def test_cards_can_come_again_after_the_discards_were_shuffled():
    table = at(*range(10))
    deck = iter(["2c", "3d", "4h", "5h", "6d", "7c", "8d", "9c", "Tc", "Jc", "Qc", "Kc"])
    first, second = next(deck), next(deck)
    bought = [does(0, "buy", card=first, discard=[first]), does(1, "buy", card=second, discard=[second])]
    bought += [does(seat, "buy", card=next(deck)) for seat in (*range(2, 10), 0, 1)]
    again = [does(2, "buy", card=first), does(3, "buy", card=second)]
    folds = [does(seat, "fold") for seat in (*range(4, 10), 0, 1, 2)]

    assert judge(log(*bought, *again, *folds, size=10, cards="full"), table=table).detail.winners == (3,)


@pytest.mark.parametrize(
    ("action", "rules", "discards"),
    [
        (does(0, "fold"), HOUSE, 4),
        (attacks(0, 1, does(1, "fold")), HOUSE, 3),
        (attacks(0, 1, winner=0, keep=0), HOUSE, 4),
        (attacks(0, 1, winner=1), PalacePokerRules(captured_banner="discard"), 4),
        (attacks(0, 1, winner="tie"), HOUSE, 8),
    ],
)
def test_discards_are_counted(action, rules, discards):
    assert guided(log(action, size=4), rules, at(0, 1, 2, 3)).discards == discards


@pytest.mark.parametrize(
    ("actions", "code", "field"),
    [
        ([does(0, "buy", card="Kx")], "bad_card", "actions.0.card"),
        ([does(0, "buy", card="As")], "duplicate_card", "actions.0.card"),
        ([does(0, "buy", card="7h")], "duplicate_card", "actions.0.card"),
        ([does(0, "fold"), does(1, "buy", card="As")], "card_not_available", "actions.1.card"),
        ([does(0, "buy", card="2c", discard=1)], "discard_invalid", "actions.0.discard"),
        ([does(0, "buy", card="2c", discard=["2c", "2c"])], "discard_invalid", "actions.0.discard"),
        ([does(0, "buy", card="2c", discard=["3c"])], "discard_invalid", "actions.0.discard"),
        ([does(0, "discard", discard=[])], "discard_invalid", "actions.0.discard"),
        ([does(0, "discard")], "discard_invalid", "actions.0.discard"),
        ([attacks(0, 1, winner=1)], "winner_mismatch", "actions.0.winner"),
        ([attacks(0, 1, winner="tie")], "winner_mismatch", "actions.0.winner"),
        ([*STAYS, does(0, "stay")], "action_after_end", "actions.3"),
    ],
)
def test_full_log_is_refused_at_the_field(actions, code, field):
    assert codes(log(*actions, **FULL)) == [code]
    assert fields(log(*actions, **FULL)) == [field]


def test_captured_cards_are_held_and_can_be_discarded():
    battle = [attacks(0, 1), does(2, "buy", card="2c"), does(0, "discard", discard=["7h"]), does(2, "buy", card="7h")]

    assert codes(log(*battle, **FULL)) == ["card_not_available"]


def test_discarded_banner_is_gone_where_the_club_wants_it():
    rules = PalacePokerRules(captured_banner="discard")
    battle = [attacks(0, 1), does(2, "stay"), does(0, "discard", discard=["7h"])]

    assert codes(log(*battle, **FULL), rules) == ["discard_invalid"]


def test_winner_keeps_the_chosen_soldiers():
    bought = [does(0, "buy", card="2c"), does(1, "buy", card="2h"), does(2, "stay")]
    more = [does(0, "buy", card="3d"), does(1, "buy", card="3s"), does(2, "stay")]
    most = [does(0, "buy", card="4d"), does(1, "buy", card="5d"), does(2, "stay")]
    keep = ["2c", "7h", "2h", "3d", "4d"]
    battle = [*bought, *more, *most, attacks(0, 1, keep=keep), does(2, "stay")]

    kept = log(*battle, does(0, "discard", discard=keep), **FULL)
    thrown = log(*battle, does(0, "discard", discard=["3s"]), **FULL)

    assert judge(kept).detail.end == "showdown"
    assert codes(thrown) == ["discard_invalid"]


@pytest.mark.parametrize("keep", [6, True, "all", ["2c"], [["2c"]], -1])
def test_keep_must_be_a_number_of_soldiers_that_are_there(keep):
    assert codes(log(attacks(0, 1, winner=0, keep=keep))) == ["keep_invalid"]


@pytest.mark.parametrize("keep", [["2c", "2c"], ["2c"], 1, ["7h", "As"], [None]])
def test_keep_must_name_soldiers_where_every_card_is_named(keep):
    assert codes(log(attacks(0, 1, keep=keep), **FULL)) == ["keep_invalid"]


def test_keep_is_not_looked_at_where_the_hand_is_over():
    assert judge(log(attacks(0, 1, winner=0, keep=9), size=2), table=TWO).detail.winners == (0,)
    assert codes(log(attacks(0, 1, winner=0, keep="all"), size=2), table=TWO) == ["keep_invalid"]
    assert codes(log(attacks(0, 1, winner="tie", keep="all"), size=2), table=TWO) == ["keep_invalid"]


def test_kept_soldiers_set_the_next_price():
    battle = [attacks(0, 1, winner=0, keep=0), does(2, "stay"), attacks(0, 2, winner=2)]

    assert ledger(log(*battle))[-2:] == [(0, 5, "bet"), (2, 5, "call")]


def test_short_bet_and_short_call_are_all_in():
    data = log(attacks(0, 1, winner=1), size=2, stacks=[4, 3])

    assert ledger(data, table=TWO) == [
        (0, 2, "ante"),
        (1, 2, "ante"),
        (0, 2, "bet"),
        (1, 1, "call"),
        (0, -1, "uncalled_returned"),
    ]


def test_player_with_nothing_left_can_attack():
    data = log(does(0, "stay"), attacks(1, 0, winner=1), size=2, stacks=[50, 2])

    assert net(data, table=TWO) == (-2, 2)


def test_bet_of_a_shorter_stack_can_be_named():
    assert judge(log(attacks(0, 1, winner=1, bet=2), size=2, stacks=[4, 9]), table=TWO).detail.net == (-4, 4)
    assert codes(log(attacks(0, 1, winner=1, bet=5), size=2, stacks=[4, 9]), table=TWO) == ["insufficient_stack"]
    assert codes(log(attacks(0, 1, winner=1, bet=1), size=2, stacks=[4, 9]), table=TWO) == ["bet_invalid"]


def test_raise_must_be_paid_in_full():
    raised = attacks(0, 1, does(1, "raise", amount=10), does(0, "fold"))

    assert codes(log(raised, size=2, stacks=[50, 16]), table=TWO) == ["insufficient_stack"]
    assert ledger(log(raised, size=2, stacks=[50, 17]), table=TWO)[-1] == (1, -10, "raise_returned")


def test_player_who_gets_a_raise_back_is_not_all_in():
    raised = attacks(0, 1, does(1, "raise", amount=10), does(0, "fold"))

    assert net(log(raised, size=2, stacks=[50, 17]), table=TWO) == (-7, 7)


def test_no_limit_raise_has_a_minimum_and_must_be_said():
    unsaid = attacks(0, 1, does(1, "raise"), does(0, "fold"))
    low = attacks(0, 1, does(1, "raise", amount=9), does(0, "fold"))

    assert codes(log(unsaid), NO_LIMIT) == codes(log(low), NO_LIMIT) == ["raise_invalid"]


@pytest.mark.parametrize("amount", [10.0, True, -1, "10", 10**13])
def test_amounts_in_a_battle_are_whole_numbers(amount):
    raised = attacks(0, 1, does(1, "raise", amount=amount), does(0, "fold"))

    assert codes(log(raised)) == ["amount_invalid"]
    assert codes(log(attacks(0, 1, bet=amount))) == ["amount_invalid"]


@pytest.mark.parametrize(
    "action",
    [
        None,
        "stay",
        {},
        {"by": 0},
        does(0, ["stay"]),
        does(0, "check"),
        does(0, "stay", card="2c"),
        does(0, "stay", responses=0),
        does(0, "battle"),
        does(0, "battle", target=1, responses="call"),
        attacks(0, 1, "call"),
        attacks(0, 1, does(1, "check")),
        attacks(0, 1, does(1, ["call"])),
        attacks(0, 1, does(1, "call", card="2c")),
        attacks(0, 1, does(1, "call", amount=5)),
    ],
)
def test_action_of_no_form_is_refused(action):
    assert codes(log(action)) == ["action_invalid"]


def test_empty_fields_of_other_actions_are_nothing():
    empty = {"card": None, "discard": None, "target": None, "bet": None, "responses": [], "winner": None, "keep": None}
    actions = [{**empty, **action} for action in STAYS]

    assert judge(log(*actions, showdown=places([0]))) == judge(log(*STAYS, showdown=places([0])))
    actions[0]["responses"] = None
    assert judge(log(*actions, showdown=places([0]))) == judge(log(*STAYS, showdown=places([0])))


def test_card_of_a_counted_log_may_be_said():
    assert codes(log(does(0, "buy", card="2x"))) == ["bad_card"]
    assert codes(log(does(0, "buy", card="2c"))) == ["hand_not_finished"]


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (does(9, "stay"), "unknown_player"),
        ({"do": "stay"}, "unknown_player"),
        (attacks(0, 9), "unknown_player"),
        (attacks(0, 1, does(9, "call")), "unknown_player"),
        (attacks(0, 1, winner=9), "unknown_player"),
        (attacks(0, 1, does(1, "fold"), winner=9), "unknown_player"),
        (attacks(0, 1, winner=2), "winner_invalid"),
        (attacks(0, 1, does(1, "fold"), winner=0), "winner_not_allowed"),
        (attacks(0, 1, does(1, "raise", amount=10), winner=0), "response_incomplete"),
        (attacks(0, 0), "target_invalid"),
    ],
)
def test_log_is_refused(action, code):
    assert codes(log(action)) == [code]


def test_earlier_broken_rule_comes_before_a_later_misspelling():
    assert codes(log(does(1, "stay"), "nonsense")) == ["out_of_turn"]


def test_tied_losers_share_a_tier():
    battle = [attacks(0, 1, winner="tie"), does(2, "stay"), does(3, "fold"), does(4, "stay")]
    data = log(*battle, size=5, stacks=[50, 50, 2, 50, 2], showdown=places([2, 4], size=5))

    found = judge(data, table=FIVE).detail

    assert [(pot.amount, [share.seat for share in pot.shares]) for pot in found.pots] == [(10, [2, 4]), (10, [0, 1])]


def test_later_loser_claims_before_an_earlier_one():
    battle = [attacks(0, 1, winner=0), does(2, "buy"), attacks(0, 2, winner=2)]
    data = log(*battle, stacks=[50, 50, 8])

    found = judge(data).detail

    assert [(pot.amount, [share.seat for share in pot.shares]) for pot in found.pots] == [(23, [2])]
    assert found.net == (-8, -7, 15)


def test_banners_stand_on_the_table_in_its_order():
    assert BANNERS[0][1] == BANNERS[4][1]
    assert codes(log(attacks(0, 4), size=5), table=FIVE) == ["same_banner_suit"]
