"""Who pays whom: what no worked case says, and what holds for every hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.tonk.table import (
    DEALT,
    DROP,
    FOUR,
    STOCK,
    THREE,
    TONK_OUT,
    TWO,
    as_totals,
    at,
    judge,
    paying_rules,
    played,
    rules,
)

TIED_LOW = {"kind": "drop", "by": 0, "totals": [9, 4, 4, 33]}
LOW_AND_BELOW = {"kind": "drop", "by": 3, "totals": [8, 5, 20, 10]}
BOTH = {"kind": "initial_tonk", "by": [0, 1], "totals": [15, 50]}


def net(data, table=THREE, **options):
    return judge(data, rules(**options), table).detail.net


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"caught_pays": "lowest_only"}, (-60, 40, 40, -20)),
        ({"caught_pays": "lowest_only", "catch_extra": "none"}, (-40, 20, 20, 0)),
        ({"caught_pays": "lowest_only", "catch_extra": "none", "low_tie": "split"}, (-20, 10, 10, 0)),
        ({"caught_pays": "lowest_only", "catch_extra": "others", "low_tie": "split"}, (-20, 15, 15, -10)),
        ({"caught_pays": "whole_table"}, (-30, 15, 15, 0)),
        ({"caught_pays": "whole_table", "caught_multiplier": 9, "catch_extra": "none"}, (-30, 15, 15, 0)),
        ({"caught_multiplier": 3}, (-80, 50, 50, -20)),
    ],
)
def test_two_tied_low_hands_of_a_catch(options, expected):
    assert net(TIED_LOW, FOUR, **options) == expected


def test_lowest_only_leaves_out_who_is_below_the_dropper_only():
    assert net(LOW_AND_BELOW, FOUR, caught_pays="lowest_only") == (-10, 50, -10, -30)


@pytest.mark.parametrize(
    ("dealer", "expected"), [(0, (-15, 8, 7, 0)), (1, (-15, 7, 8, 0)), (2, (-15, 8, 7, 0)), (3, (-15, 8, 7, 0))]
)
def test_odd_unit_of_the_whole_table_goes_left_of_the_dealer(dealer, expected):
    assert net(TIED_LOW, at(0, 1, 2, 3, dealer=dealer), caught_pays="whole_table", stake=5) == expected


def test_share_of_nothing_is_no_payment():
    outcome = judge({"kind": "stock_out", "totals": [3, 3, 9]}, rules(stock_tie="split", stake=1))

    assert outcome.detail.winners == (0, 1)
    assert [tuple(payment) for payment in outcome.detail.payments] == [(2, 0, 1, "stock_low")]
    assert outcome.detail.net == (1, 0, -1)


def test_low_drop_that_is_caught_pays_no_more():
    low = {"kind": "drop", "by": 0, "totals": [5, 5]}

    assert net(low, TWO, drop_low_max=13) == net(low, TWO)


@pytest.mark.parametrize(
    ("out_by", "options", "expected"),
    [
        ("spread", {"tonk_out_multiplier": 3}, (-30, -30, 60)),
        ("hits", {"tonk_out_multiplier": 3}, (-20, -20, 40)),
        (None, {"tonk_out_multiplier": 3, "tonk_out_hits_multiplier": 3}, (-30, -30, 60)),
        ("hits", {}, (-20, -20, 40)),
    ],
)
def test_tonk_out_by_spread_and_by_hits(out_by, options, expected):
    assert net({**TONK_OUT, "out_by": out_by}, **options) == expected


@pytest.mark.parametrize(
    ("tie", "expected"), [("draw", (0, 0, 0)), ("each_paid", (30, 20, -50)), ("highest", (-20, 40, -20))]
)
def test_low_and_high_tonk_dealt_together(tie, expected):
    assert net(BOTH, initial_tie=tie, initial_low_max=15, initial_low_multiplier=3) == expected


def test_equal_highest_tonks_are_drawn():
    drawn = judge({"kind": "initial_tonk", "by": [2, 0], "totals": [50, None, 50]}, rules(initial_tie="highest"))

    assert (drawn.detail.result, drawn.detail.winners, drawn.detail.redeal) == ("draw", (), True)


def test_nobody_pays_where_everybody_declared_and_each_is_paid():
    outcome = judge({**BOTH, "totals": [49, 50]}, rules(initial_tie="each_paid"), TWO)

    assert (outcome.detail.result, outcome.detail.winners) == ("initial_tonk", (0, 1))
    assert outcome.detail.payments == ()
    assert not outcome.detail.redeal


def test_stock_out_multiplier_counts():
    assert net(STOCK, stock_multiplier=4) == (-40, 80, -40)


def test_dealt_fifty_counts_as_any_other_without_its_own_multiplier():
    assert net(DEALT, initial_multiplier=4) == (-40, 80, -40)


def test_drop_multiplier_counts():
    assert net(DROP, drop_win_multiplier=3) == (60, -30, -30)


@st.composite
def hands_played(draw):
    chosen = draw(paying_rules)
    size = draw(st.integers(2, 8))
    dealer = draw(st.integers(0, size - 1))
    return draw(played(chosen, size)), chosen, at(*range(size), dealer=dealer)


@given(hands_played())
def test_payments_are_positive_between_two_and_sum_to_zero(case):
    detail = judge(*case).detail

    assert sum(detail.net) == 0
    assert all(paid.amount > 0 and paid.payer != paid.payee for paid in detail.payments)
    assert [paid[:2] for paid in detail.payments] == sorted(paid[:2] for paid in detail.payments)
    assert len({(paid.payer, paid.payee, paid.reason) for paid in detail.payments}) == len(detail.payments)


@given(hands_played())
def test_no_winner_pays_but_who_caught_and_is_not_lowest(case):
    detail = judge(*case).detail

    payers = {paid.payer for paid in detail.payments}
    assert payers.isdisjoint(detail.winners)
    paid_to_payers = [paid for paid in detail.payments if paid.payee in payers]
    assert all(paid.reason == "catch_penalty" for paid in paid_to_payers)


@given(hands_played(), st.integers(2, 50))
def test_net_grows_with_the_stake_where_nothing_is_split(case, times):
    data, chosen, table = case
    whole = {"low_tie": "each_full", "stock_tie": "each_full", "stake": 10}
    if chosen.caught_pays == "whole_table":
        whole["caught_pays"] = "equal_or_lower"
    once = judge(data, chosen.model_copy(update=whole), table).detail.net

    more = judge(data, chosen.model_copy(update={**whole, "stake": 10 * times}), table).detail.net

    assert more == tuple(times * own for own in once)


@given(hands_played(), st.integers(1, 7))
def test_turning_the_table_turns_the_result(case, steps):
    data, chosen, table = case
    size = len(table.seats)
    steps %= size

    def turn(seats):
        return (*seats[steps:], *seats[:steps])

    by_place = {name: turn(data[name]) for name in ("hands", "totals") if data.get(name)}
    turned = at(*turn(table.seats), dealer=table.dealer)

    before, after = judge(data, chosen, table).detail, judge({**data, **by_place}, chosen, turned).detail

    assert after.net == turn(before.net)
    assert sorted(after.payments) == sorted(before.payments)
    assert set(after.winners) == set(before.winners)


@given(hands_played())
def test_cards_and_what_they_count_pay_the_same(case):
    data, chosen, table = case
    chosen = chosen.model_copy(update={"must_lay_spreads": False})

    assert judge(as_totals(data), chosen, table).detail == judge(data, chosen, table).detail


@given(hands_played())
def test_three_players_and_one_winner_move_at_most_twice_the_multiplier(case):
    data, chosen, table = case
    if len(table.seats) == 3:
        detail = judge(data, chosen, table).detail
        if len(detail.winners) == 1 and detail.result != "catch":
            assert max(detail.net) <= 2 * 10 * chosen.stake
