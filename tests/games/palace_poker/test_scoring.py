"""What a hand moves, and what is said of it."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.core.record import dump
from games.core.values import Counterpart
from games.palace_poker.rules import PalacePokerRules
from games.palace_poker.sheet import Column
from games.palace_poker.state import CarryState
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
    judge,
    log,
    net,
    places,
    played_logs,
    quick_hands,
)
from tests.strategies import examples

BATTLES = log(attacks(0, 1, winner=0), attacks(2, 0, does(0, "raise", amount=10), does(2, "fold")))
few = settings(
    max_examples=examples(10, part=10),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def moved(outcome, *measures):
    """What the lines add up to: {(seat, measure): amount}."""
    sums = {}
    for line in outcome.lines:
        if line.measure in measures:
            sums[line.seat, line.measure] = sums.get((line.seat, line.measure), 0) + line.amount
    return sums


def test_quick_hand_moves_net_hands_and_won():
    found = judge(QUICK)

    assert [(line.seat, line.measure, line.amount, str(line.reason)) for line in found.lines] == [
        (0, "net", -27, "Put into the pot"),
        (1, "net", -12, "Put into the pot"),
        (2, "net", -2, "Put into the pot"),
        (1, "net", 41, "From the pot"),
        (0, "hands", 1, "One hand of the evening"),
        (1, "hands", 1, "One hand of the evening"),
        (2, "hands", 1, "One hand of the evening"),
        (1, "won", 1, "Won the pot"),
    ]


def test_log_counts_battles_and_names_the_opponent():
    found = judge(BATTLES)

    assert moved(found, "battles_won", "battles_lost") == {
        (0, "battles_won"): 2,
        (1, "battles_lost"): 1,
        (2, "battles_lost"): 1,
    }
    assert [str(line.reason) for line in found.lines if line.seat == 2 and line.measure != "hands"] == [
        "Ante",
        "Bets in battles",
        "Battle lost to seat 1",
    ]


def test_one_line_for_each_reason_and_measure():
    lines = judge(BATTLES).lines

    assert len({(line.seat, line.measure, line.reason.template, str(line.reason)) for line in lines}) == len(lines)
    assert all(line.amount for line in lines)


def test_tie_counts_for_neither_side():
    found = judge(log(attacks(0, 1, winner="tie")))

    assert found.detail.battles[0].winner is None
    assert moved(found, "battles_won", "battles_lost") == {}


@pytest.mark.parametrize(
    ("data", "rules", "said"),
    [
        (QUICK, HOUSE, "41 to seat 2"),
        ({**QUICK, "ranking": places([0, 1])}, HOUSE, "21 to seat 1, 20 to seat 2"),
        (BATTLES, HOUSE, "Last one standing: 31 to seat 1"),
        (
            {**QUICK, "ranking": places([0, 2]), "end": "same_suit"},
            HOUSE,
            "All banners are of one suit: 21 to seat 1, 20 to seat 3",
        ),
        (
            {**QUICK, "ranking": places([0, 2]), "end": "tie_last_two"},
            HOUSE,
            "The last two tie: 21 to seat 1, 20 to seat 3",
        ),
        ({**QUICK, "end": "showdown"}, HOUSE, "Showdown: 41 to seat 2"),
        (QUICK, PalacePokerRules(rake_bp=500), "39 to seat 2; 2 to the house"),
        (
            {**QUICK, "ranking": places([0, 1])},
            PalacePokerRules(odd_chips="carry"),
            "20 to seat 1, 20 to seat 2; 1 stays in the pot for the next hand",
        ),
        (log(does(0, "fold"), does(1, "fold")), PalacePokerRules(ante=0), "Last one standing: nothing was in the pot"),
        (
            {**QUICK, "contributions": [1, 0, 0], "ranking": places([0, 1])},
            PalacePokerRules(ante=0, odd_chips="carry", small_bet=1),
            "nobody wins anything; 1 stays in the pot for the next hand",
        ),
        (
            log(
                does(0, "buy"), does(1, "stay"), does(2, "stay"), does(0, "stay"), stacks=[9, 0, 0], showdown=[3, 1, 2]
            ),
            PalacePokerRules(ante=0),
            "Showdown: nobody wins anything; 5 back to seat 1",
        ),
        (
            {**QUICK, "contributions": [9, 9, 30], "ranking": places([0], [1], [2]), "all_in": [True, True, None]},
            NO_LIMIT,
            "27 to seat 1; 21 back to seat 3",
        ),
        (
            {**QUICK, "contributions": [9, 32, 32], "ranking": places([0, 1]), "all_in": [True, False, False]},
            NO_LIMIT,
            "14 to seat 1, 59 to seat 2",
        ),
        (
            {**QUICK, "contributions": [1, 30, 30], "ranking": places([0], [2]), "all_in": [True, False, False]},
            PalacePokerRules(limit="no_limit", rake_bp=2000),
            "49 to seat 3; 12 to the house",
        ),
    ],
)
def test_sentence_of_a_hand(data, rules, said):
    assert str(judge(data, rules).sentence) == said


def test_carry_goes_to_the_next_hand():
    rules = PalacePokerRules(odd_chips="carry")

    first = judge({**QUICK, "ranking": places([0, 1])}, rules)
    table = at(0, 1, 2, carry=first.state.carry)

    assert first.state == CarryState(hands=1, carry=1)
    assert str(PALACE.stands(rules, table)) == "1 from the last hand lies in the pot"
    assert judge(QUICK, rules, table).detail.pots[0].amount == 42
    assert judge(QUICK, rules, table).state.carry == 0
    assert PALACE.stands(rules, THREE) is None


def test_dealer_out_of_turn_is_a_warning():
    found = judge({**QUICK, "dealer": 1})

    assert [notice.code for notice in found.warnings] == ["dealer_out_of_turn"]
    assert found.dealer == 2
    assert judge(QUICK).warnings == ()


def test_showdown_of_full_hands_ranks_everybody():
    stays = [does(0, "stay"), does(1, "stay"), does(2, "stay")]

    found = judge(log(*stays, **FULL, stacks=[2, 2, 2]))

    assert found.detail.winners == (2,)
    assert judge(log(*stays, **FULL, showdown=places([2], [0]))).detail.winners == (2,)


def test_showdown_against_the_cards_is_refused():
    stays = [does(0, "stay"), does(1, "stay"), does(2, "stay")]

    assert [found.code for found in PALACE.problems(log(*stays, **FULL, showdown=places([2], [1])), HOUSE, THREE)] == [
        "winner_mismatch"
    ]


def test_unknown_palace_leaves_the_showdown_to_the_table():
    palaces = [*FULL["palaces"][:2], None]
    stays = [does(0, "stay"), does(1, "stay"), does(2, "stay")]
    data = log(*stays, cards="full", palaces=palaces)

    assert [found.code for found in PALACE.problems(data, HOUSE, THREE)] == ["showdown_required"]
    assert judge({**data, "showdown": places([2])}).detail.winners == (2,)


@pytest.mark.parametrize(
    ("stated", "found"),
    [
        (places([0]), ["winner_mismatch"]),  # king high against a pair of aces
        (places([1], [0]), []),
        (places([0], [1]), ["winner_mismatch"]),
        (places([0, 1]), ["winner_mismatch"]),
        (places([2], [0]), ["winner_mismatch"]),
        (places([2], [1]), []),
        (places([1]), []),
        (places([1, 2]), []),
    ],
)
def test_showdown_against_the_known_cards_of_two_is_refused(stated, found):
    palaces = [["9c", "4h", "2d"], ["As", "Ah", "4c"], None]
    stays = [does(0, "stay"), does(1, "stay"), does(2, "stay")]
    data = log(*stays, cards="full", palaces=palaces, showdown=stated)

    assert [wrong.code for wrong in PALACE.problems(data, HOUSE, THREE)] == found


@pytest.mark.parametrize(
    ("stacks", "stated", "found"),
    [
        ([50, 2, 50], places([1]), ["showdown_required"]),
        ([50, 2, 50], places([1], [2]), []),
        ([50, 2, 50], places([0]), []),  # can win all of it
        ([50, 2, 50], places([0, 1]), []),
        ([50, 2, 2], places([1], [2]), ["showdown_required"]),
        ([2, 2, 2], places([1]), []),  # nothing above the ante
    ],
)
def test_next_best_hand_must_be_named_where_the_best_cannot_win_all(stacks, stated, found):
    first = [does(0, "buy"), does(1, "stay"), does(2, "stay")] if stacks[0] > 2 else [does(1, "stay"), does(2, "stay")]
    data = log(*first, does(0, "stay"), stacks=stacks, showdown=stated, dealer=2 if stacks[0] > 2 else 0)

    wrong = PALACE.problems(data, HOUSE, THREE)

    assert [each.code for each in wrong] == found
    if wrong:
        assert str(wrong[0].message) == "The best hand cannot win all of the pot. Who has the next best hand?"


def test_sheet_has_running_totals():
    hands = [PALACE.judge(data, HOUSE, THREE) for data in (QUICK, BATTLES)]

    rows = PALACE.sheet((hand, outcome.detail) for hand, outcome in hands)

    assert [(row.number, row.end, row.winners, row.pot, row.battles) for row in rows] == [
        (1, "recorded", (1,), 41, 0),
        (2, "last_standing", (0,), 31, 2),
    ]
    assert rows[1].columns[0] == Column(0, 14, -13)


@pytest.mark.parametrize(
    ("rules", "carry", "rests"),
    [
        ({}, 0, {}),
        ({"odd_chips": "carry"}, 10, {"the pot": 10}),
        ({"rake_bp": 500}, 0, {"the house": 10}),
        ({"rake_bp": 500, "odd_chips": "carry"}, 4, {"the pot": 4, "the house": 6}),
        ({"rake_bp": 500, "odd_chips": "carry"}, 10, {"the pot": 10}),
    ],
)
def test_rake_and_chips_that_stay_are_told_apart(rules, carry, rests):
    state = CarryState(hands=1, carry=carry)

    dues = PALACE.dues({0: {"net": -150}, 1: {"net": 140}}, {0: -150, 1: 140}, PalacePokerRules(**rules), state)

    found = {str(due.who.title): due.amount for due in dues if isinstance(due.who, Counterpart)}
    assert found == rests


def test_dues_are_the_net_of_everybody():
    tallies = {0: {"net": -150}, 1: {"net": 150}}
    totals = {0: -150, 1: 150}

    dues = PALACE.dues(tallies, totals, PalacePokerRules(unit="€", decimals=2), CarryState())

    assert [(due.who, str(due.label), due.amount) for due in dues] == [(0, "Net", -150), (1, "Net", 150)]
    assert [due.amount for due in PALACE.dues(tallies, totals, HOUSE, CarryState())] == [-150, 150]


def test_summary_adds_up_whatever_counts():
    lines = PALACE.summary({"won": 3}, {"won": 1})

    assert [(str(line.label), line.amount, line.subtotal) for line in lines] == [
        ("Hands won", 3, False),
        ("Total", 3, True),
    ]
    assert PALACE.weights(HOUSE) == {"net": 1}
    assert PALACE.verdict({}, HOUSE) is None


def test_ends_that_the_winners_rule_out_cannot_be_chosen():
    def impossible(draft):
        return list(PALACE.choices(draft, HOUSE, THREE).get("end", ()))

    assert impossible({"ranking": places([0])}) == ["same_suit", "tie_last_two"]
    assert impossible({"ranking": places([0, 1])}) == ["last_standing"]
    assert impossible({"ranking": places([0, 1]), "banners": ["Ks", "7h", "Qd"]}) == ["last_standing", "same_suit"]
    assert impossible({"ranking": places([0, 1, 2])}) == ["last_standing", "tie_last_two"]
    assert impossible({"kind": "log", "ranking": places([0])}) == []
    assert impossible({"ranking": [9, None, None]}) == impossible({"ranking": [None]}) == impossible({}) == []


def test_nobody_has_a_line_for_nothing():
    rules = PalacePokerRules(limit="no_limit", rake_bp=2000)

    found = judge(
        {**QUICK, "contributions": [1, 30, 30], "ranking": places([0], [2]), "all_in": [True, False, False]}, rules
    )

    assert found.detail.net == (-1, -30, 19)
    assert [line.amount for line in found.lines if (line.seat, line.measure) == (0, "net")] == [-1]


def test_evening_starts_empty_and_has_no_fixed_length():
    assert PALACE.start(HOUSE, 5) == CarryState()
    assert PALACE.progress(CarryState(hands=3), HOUSE, (0, 1)) == (3, None)
    assert PALACE.active(at(4, 2, 7)) == (4, 2, 7)


def test_every_number_of_winners_can_be_recorded():
    assert PALACE.choices({"ranking": places([0]), "end": "showdown"}, HOUSE, THREE).keys() == {"end"}
    assert "recorded" not in PALACE.choices({"ranking": places([0, 1])}, HOUSE, THREE)["end"]


def identity(outcome, table):
    detail = outcome.detail
    assert sum(detail.net) + detail.rake + detail.carry_out - table.state.carry == 0
    assert moved(outcome, "net") == {
        key: amount for key, amount in moved(outcome, "net").items() if amount == detail.net[table.seats.index(key[0])]
    }
    assert moved(outcome, "hands") == {(seat, "hands"): 1 for seat in table.seats}


option = st.fixed_dictionaries(
    {
        "limit": st.sampled_from(("limit", "no_limit")),
        "max_raises": st.none() | st.integers(1, 3),
        "foreign_suit": st.sampled_from(("void", "off")),
        "captured_banner": st.sampled_from(("soldier", "discard")),
        "uncalled_bet": st.sampled_from(("stays", "returned")),
        "odd_chips": st.sampled_from(("left_of_dealer", "carry")),
        "rake_bp": st.integers(0, 500),
        "ante": st.none() | st.integers(0, 3),
    }
)


@given(options=option, data=st.data(), carry=st.integers(0, 5))
def test_quick_hands_lose_no_money(options, data, carry):
    table = at(0, 1, 2, 3, carry=carry)
    rules = PalacePokerRules(**{**options, "limit": "no_limit", "ante": 0})

    outcome = judge(data.draw(quick_hands(4)), rules, table)

    identity(outcome, table)
    if not rules.rake_bp and not carry and rules.odd_chips == "left_of_dealer":
        assert sum(outcome.detail.net) == 0


@few
@given(options=option, data=st.data(), size=st.integers(2, 6), carry=st.integers(0, 5))
def test_logs_played_by_the_guide_are_recorded_and_lose_no_money(options, data, size, carry):
    table = at(*range(size), carry=carry)
    rules = PalacePokerRules(**options)
    played = data.draw(played_logs(table, rules))

    hand, outcome = PALACE.judge(json.loads(json.dumps(played)), rules, table)

    identity(outcome, table)
    assert PALACE.judge(json.loads(json.dumps(dump(hand))), rules, table) == (hand, outcome)
    assert outcome.detail.end in {"last_standing", "same_suit", "tie_last_two", "showdown"}
    for row in outcome.detail.ledger:
        assert row.amount
    if stacks := played.get("stacks"):
        paid = dict.fromkeys(table.seats, 0)
        for row in outcome.detail.ledger:
            paid[row.seat] += row.amount
            assert paid[row.seat] <= stacks[row.seat]


def test_two_sums_of_money_are_the_same_in_both_forms():
    told = net(log(does(0, "buy"), does(1, "fold"), size=2), table=TWO)

    assert told == net({"kind": "quick", "contributions": [7, 2], "ranking": [1, None]}, table=TWO)
