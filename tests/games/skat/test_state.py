"""The course of a list."""

from hypothesis import given
from hypothesis import strategies as st

from games.core.values import Table
from games.skat.rules import SkatRules
from games.skat.state import progress, start
from tests.games.skat.table import LOST, OFFICIAL, PASSED, RAMSCH, SKAT, SPADES, at, judge, moved, some_hands

BIERLACHS = SkatRules(system="bierlachs", bierlachs_limit=100)


def test_list_has_twelve_rounds():
    assert progress(start(OFFICIAL, 3), OFFICIAL, (0, 1, 2)) == (0, 36)
    assert progress(start(OFFICIAL, 4), OFFICIAL, (0, 1, 2, 3)) == (0, 48)
    assert start(SkatRules(list_length=18), 3).length == 18
    lengths = {turns: [start(SkatRules(turns=turns), size).length for size in (4, 3)] for turns in (6, 8, 10, 12)}
    assert lengths == {6: [24, 18], 8: [32, 24], 10: [40, 30], 12: [48, 36]}


def test_list_is_over_when_complete():
    last = judge(SPADES, table=at(0, 1, 2, hands=35))

    assert last.over
    assert last.state.over
    assert not judge(SPADES, table=at(0, 1, 2, hands=34)).over


def test_rounds_left_are_kept_when_a_player_leaves():
    table = at(0, 1, 2, size=4, length=48, hands=21)

    outcome = judge(SPADES, table=table)

    assert progress(table.state, OFFICIAL, table.seats) == (21, 42)
    assert (outcome.state.size, outcome.state.length, outcome.state.hands) == (3, 42, 22)


def test_rounds_left_are_kept_when_a_player_comes():
    assert progress(start(OFFICIAL, 3), OFFICIAL, (0, 1, 2, 3)) == (0, 48)


def test_at_four_the_dealer_sits_out():
    assert SKAT.active(at(0, 1, 3, dealer=1)) == (0, 1, 3)
    assert SKAT.active(at(0, 1, 2, 3, dealer=1)) == (0, 2, 3)


def test_bock_rounds_count_down_by_hands():
    begun = judge({**SPADES, "bock_rounds": 2})
    next_hand = judge(PASSED, table=at(0, 1, 2, bock_left=6))
    none_left = judge(RAMSCH)

    assert begun.state.bock_left == 6
    assert next_hand.state.bock_left == 5
    assert none_left.state.bock_left == 0


def test_bierlachs_has_no_length_but_a_limit():
    table = at(0, 1, 2, rules=BIERLACHS, minus=((0, -60),))

    won = judge(SPADES, BIERLACHS, table)

    assert progress(table.state, BIERLACHS, table.seats) == (0, None)
    assert moved(won) == {(1, "points"): 44, (1, "won"): 1, (0, "minus"): -44, (2, "minus"): -44}
    assert won.state.minus == ((0, -104), (2, -44))
    assert won.over


def test_bierlachs_charges_who_lost():
    lost = judge(LOST, BIERLACHS, at(0, 1, 2, rules=BIERLACHS))

    assert moved(lost)[1, "minus"] == -88
    assert not lost.over


def test_bierlachs_does_not_charge_the_dealer_who_sits_out():
    won = judge(SPADES, BIERLACHS, at(0, 1, 2, 3, rules=BIERLACHS))

    assert {seat for seat, measure in moved(won) if measure == "minus"} == {2, 3}


def test_bierlachs_charges_ramsch_as_what_it_scores():
    two_losers = {**RAMSCH, "points": [50, 50, 10]}
    march = {**RAMSCH, "points": [110, 0, 0], "tricks": [10, 0, 0]}
    table = at(0, 1, 2, rules=BIERLACHS)

    assert judge(two_losers, BIERLACHS, table).state.minus == ((0, -50), (1, -50))
    assert judge(march, BIERLACHS, table).state.minus == ((1, -120), (2, -120))


def test_bierlachs_charges_nobody_for_the_bonus_of_the_dealer():
    rules = SkatRules(system="bierlachs", passed="dealer_bonus_30")

    assert judge(PASSED, rules, at(0, 1, 2, 3, rules=rules)).state.minus == ()
    assert judge(PASSED, rules, at(0, 1, 2, rules=rules)).state.minus == ()


@given(st.lists(some_hands, max_size=12), st.sampled_from([3, 4]))
def test_identities_of_a_list(hands, size):
    table = at(*range(size))
    sums: dict[str, int] = {}
    for number, data in enumerate(hands, start=1):
        declarer = (table.dealer + 1) % size
        hand = {**data, "declarer": declarer} if "declarer" in data else data
        outcome = SKAT.judge(hand, OFFICIAL, table)[1]
        for line in outcome.lines:
            sums[line.measure] = sums.get(line.measure, 0) + line.amount
        table = Table(table.seats, number + 1, outcome.dealer, outcome.state)

    def total(measure: str) -> int:
        return sums.get(measure, 0)

    others = f"others_lost_{size}"
    weighed = sum(weight * total(measure) for measure, weight in SKAT.systems["seeger_fabian"].items())
    assert total("won") + total("lost") + total("passed") == len(hands) == table.state.hands
    assert total("hands") == size * len(hands)
    assert total(others) == (size - 1) * total("lost")
    assert weighed == total("points") + 50 * total("won") + (30 if size == 3 else 40) * total("lost")
