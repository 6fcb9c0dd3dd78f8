"""What no worked case says: sentences, lines, warnings, and laws that hold for any hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.record import dump, load
from games.core.values import Line
from games.skat import scoring
from games.skat.hand import HandDetail, PassedDetail, RamschDetail, SkatHand
from games.skat.rules import SkatRules
from games.skat.worth import facts_of, worth_of
from tests.games.skat.table import (
    FOUR,
    LOST,
    NULL,
    OFFICIAL,
    PASSED,
    RAMSCH,
    SKAT,
    SPADES,
    THREE,
    at,
    judge,
    moved,
    played_games,
    trump_games,
)

WORTHLESS = {"outcome": {"won": False}, "declarer_points": None}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (SPADES, "With 2, game 3, hand 4, times 11: 44 to seat 2"),
        (LOST, "With 2, game 3, hand 4, times 11: 44, lost, doubled: -88 to seat 2"),
        (
            {**SPADES, "with": False, "hand": False, "kontra": True, "re": True, "bock": True},
            "Without 2, game 3, times 11: 33, kontra, re, Bock: 264 to seat 2",
        ),
        (
            {**SPADES, "hand": False, "bid": 40},
            "With 2, game 3, times 11: 33, overbid at 40: 44, lost, doubled: -88 to seat 2",
        ),
        (
            {**SPADES, "ouvert": True, "declarer_points": 120, "declarer_tricks": 10},
            "With 2, game 3, hand 4, schneider 5, schneider announced 6, schwarz 7, schwarz announced 8, "
            "ouvert 9, times 11: 99 to seat 2",
        ),
        ({**NULL, "ouvert": True}, "Null ouvert: 46 to seat 2"),
        ({**NULL, "hand": True, "declarer_tricks": 1}, "Null hand: 35, lost, doubled: -70 to seat 2"),
        (PASSED, "Passed"),
        (RAMSCH, "Ramsch: -60 to seat 1"),
        (
            {**RAMSCH, "points": [55, 55, 0], "tricks": [5, 5, 0]},
            "Ramsch with a player without a trick: -110 to seat 1, -110 to seat 2",
        ),
        ({**RAMSCH, "points": [110, 0, 0], "tricks": [10, 0, 0]}, "Ramsch, all ten tricks: 120 to seat 1"),
    ],
)
def test_hand_is_told_as_a_scorer_says_it(data, said):
    assert str(judge(data).sentence) == said


def test_lost_hand_game_at_the_single_value_is_told_without_doubling():
    outcome = judge(LOST, SkatRules(lost_hand_single=True))

    assert str(outcome.sentence) == "With 2, game 3, hand 4, times 11: 44, lost: -44 to seat 2"


MISSED = {**SPADES, "schneider_announced": True, "declarer_points": 80, "declarer_tricks": 7}


def test_missed_announcement_at_the_single_value_is_told_without_doubling():
    outcome = judge(MISSED, SkatRules(missed_announcement_single=True))

    assert str(outcome.sentence) == (
        "With 2, game 3, hand 4, schneider 5, schneider announced 6, times 11: 66, lost: -66 to seat 2"
    )
    assert str(judge(MISSED).sentence).endswith("66, lost, doubled: -132 to seat 2")


@given(played_games)
def test_missed_announcement_costs_half_of_what_it_does_else(data):
    """Where nothing was announced or missed, or the game was overbid, the option changes nothing."""
    official, house = judge(data).detail, judge(data, SkatRules(missed_announcement_single=True)).detail
    is_missed = data.get("schneider_announced", False) and not official.won and not official.overbid

    assert house.declarer_score * (2 if is_missed else 1) == official.declarer_score
    assert house.model_copy(update={"declarer_score": 0}) == official.model_copy(update={"declarer_score": 0})


def test_overbid_at_the_bare_base_value_is_told_so():
    outcome = judge({**SPADES, "hand": False, "bid": 40}, SkatRules(overbid_loss="double_base"))

    assert str(outcome.sentence) == "With 2, game 3, times 11: 33, overbid at 40: 11, lost, doubled: -22 to seat 2"


def test_overbid_hand_game_costs_twice_the_base_even_where_lost_hands_are_single():
    both = SkatRules(overbid_loss="double_base", lost_hand_single=True)

    assert judge({**SPADES, "bid": 48}, both).detail.declarer_score == -22


def test_won_hand_moves_points_and_a_game_won():
    outcome = judge(SPADES)

    assert moved(outcome) == {(1, "points"): 44, (1, "won"): 1}
    assert [line for line in outcome.lines if line.measure == "hands"] == [
        Line(seat, "hands", 1, outcome.lines[-1].reason) for seat in (0, 1, 2)
    ]
    assert (outcome.dealer, outcome.over, outcome.warnings) == (1, False, ())


def test_lost_hand_counts_for_the_others_by_the_size_of_the_table():
    assert moved(judge(LOST)) == {
        (1, "points"): -88,
        (1, "lost"): 1,
        (0, "others_lost_3"): 1,
        (2, "others_lost_3"): 1,
    }
    assert moved(judge(LOST, table=FOUR)) == {
        (1, "points"): -88,
        (1, "lost"): 1,
        (0, "others_lost_4"): 1,
        (2, "others_lost_4"): 1,
        (3, "others_lost_4"): 1,
    }


def test_detail_says_how():
    assert judge(LOST).detail == HandDetail(
        contract="spades",
        declarer=1,
        won=False,
        overbid=False,
        base=11,
        made=44,
        game_value=44,
        multiplier=4,
        factor=1,
        declarer_score=-88,
        levels=("matadors:2", "game", "hand"),
    )


@pytest.mark.parametrize(
    ("data", "warnings"),
    [
        ({**SPADES, "dealer": 2}, ["dealer_out_of_turn"]),
        ({**SPADES, "dealer": 0}, []),
        ({**SPADES, "bid": None}, []),
        ({**LOST, "bid": None}, ["bid_missing"]),
        ({**SPADES, "bid": 48}, ["overbid"]),
        ({**NULL, "bid": 24}, ["null_below_bid"]),
        ({**SPADES, "contract": "grand", "matadors": 4, "declarer_points": 90}, ["value_above_150"]),
        ({**PASSED, "dealer": 1}, ["dealer_out_of_turn"]),
        (
            {**SPADES, "dealer": 2, "contract": "grand", "matadors": 4, "bid": 264},
            ["dealer_out_of_turn", "overbid", "value_above_150"],
        ),
    ],
)
def test_warnings_are_shown_and_refuse_nothing(data, warnings):
    outcome = judge(data)

    assert [warning.code for warning in outcome.warnings] == warnings
    assert all(str(warning.message) for warning in outcome.warnings)


def test_deal_goes_on_from_who_really_dealt():
    assert judge({**SPADES, "dealer": 2}).dealer == 0


def test_seats_need_not_be_contiguous():
    table = at(2, 5, 7, dealer=7)

    outcome = judge({**LOST, "declarer": 5}, table=table)

    assert outcome.dealer == 2
    assert moved(outcome)[7, "others_lost_3"] == 1


def test_passed_hand_counts_for_its_dealer():
    outcome = judge(PASSED)

    assert moved(outcome) == {(0, "passed"): 1}
    assert outcome.detail == PassedDetail(dealer=0)
    assert (outcome.dealer, outcome.state.hands) == (1, 1)


def test_passed_hand_dealt_again_does_not_count():
    outcome = judge({**PASSED, "dealer": 1}, SkatRules(passed="redeal_same_dealer"))

    assert outcome.lines == ()
    assert outcome.state == THREE.state
    assert (outcome.dealer, outcome.detail) == (1, PassedDetail(dealer=1, counted=False))
    assert [warning.code for warning in outcome.warnings] == ["dealer_out_of_turn"]


def test_passed_hand_may_credit_the_dealer():
    outcome = judge(PASSED, SkatRules(passed="dealer_bonus_30"))

    assert moved(outcome) == {(0, "points"): 30, (0, "passed"): 1}
    assert str(outcome.sentence) == "Passed: 30 to seat 1"


def test_empty_fields_of_a_played_hand_may_come_with_a_passed_one():
    form = {**dict.fromkeys(SPADES), "kind": "passed", "hand": False, "contract": "passed", "bock_rounds": 0}

    hand, _ = SKAT.judge(form, OFFICIAL, THREE)

    assert dump(hand) == {"kind": "passed", "dealer": None}


def test_ramsch_at_four_is_played_by_three():
    outcome = judge({**RAMSCH, "dealer": 1}, table=FOUR)

    assert moved(outcome) == {(0, "points"): -60}
    assert outcome.detail == RamschDetail(seats=(0, 2, 3), scores=(-60, 0, 0), durchmarsch=False, jungfrau=False)


@pytest.mark.parametrize(
    ("data", "rules", "scores"),
    [
        ({**RAMSCH, "last_trick": 2}, {"ramsch_skat_to": "last_trick"}, (-50, 0, 0)),
        ({**RAMSCH, "points": [35, 40, 35], "last_trick": 2}, {"ramsch_skat_to": "last_trick"}, (0, 0, -45)),
        ({**RAMSCH, "points": [50, 50, 10], "last_trick": 1}, {"ramsch_tie": "last_trick"}, (0, -60, 0)),
        ({**RAMSCH, "points": [50, 50, 10], "last_trick": 2}, {"ramsch_tie": "last_trick"}, (-50, -50, 0)),
        ({**RAMSCH, "points": [110, 0, 0], "tricks": [10, 0, 0]}, {"ramsch_skat_to": "last_trick"}, (120, 0, 0)),
        ({**RAMSCH, "pushes": 2}, {}, (-240, 0, 0)),
        ({**RAMSCH, "points": [0, 50, 60], "tricks": [0, 5, 5], "pushes": 1}, {}, (0, 0, -280)),
    ],
)
def test_ramsch_house_rules(data, rules, scores):
    assert judge(data, SkatRules(**rules)).detail.scores == scores


def test_fewest_points_in_ramsch_may_win_a_null():
    outcome = judge(RAMSCH, SkatRules(passed="lowest_ramsch_null"))

    assert moved(outcome) == {(1, "points"): 23, (2, "points"): 23, (1, "won"): 1, (2, "won"): 1}
    assert str(outcome.sentence) == "Ramsch, the fewest points win a null: 23 to seat 2, 23 to seat 3"


@given(played_games, st.sampled_from([THREE, FOUR]))
def test_playable_hand_is_never_refused(data, table):
    outcome = judge(data, table=table)

    detail = outcome.detail
    assert (detail.declarer_score > 0) == detail.won
    assert not (detail.won and detail.overbid)
    assert abs(detail.declarer_score) in {detail.factor * detail.game_value, 2 * detail.factor * detail.game_value}
    assert detail.game_value >= (data["bid"] or 0)
    assert detail.game_value % detail.base == 0
    assert load(HandDetail, dump(detail)) == detail


@given(trump_games(), st.sampled_from(["matadors", "schneider", "schwarz"]))
def test_value_never_falls_with_another_level(data, more):
    hand = load(SkatHand, {**data, "bid": None})
    facts = facts_of(hand, OFFICIAL)
    if more == "matadors":
        higher = facts._replace(matadors=(facts.matadors or 0) + 1)
    else:
        higher = facts._replace(reached=facts.reached._replace(**{more: True}))

    value, higher_value = worth_of(facts).made, worth_of(higher).made

    assert higher_value >= value
    if more == "matadors":
        assert higher_value == value + worth_of(facts).base


@given(trump_games())
def test_missed_announcement_costs_what_a_made_one_is_worth(data):
    facts = facts_of(load(SkatHand, {**data, "bid": None}), OFFICIAL)
    missed = facts._replace(reached=facts.reached._replace(won=False))
    made = facts._replace(reached=facts.reached._replace(won=True))

    assert worth_of(missed).declarer_score == -2 * worth_of(made).declarer_score


def test_bonus_sentence_names_the_dealer():
    assert str(scoring.sentence_of_bonus(2, 30)) == "Passed: 30 to seat 3"
