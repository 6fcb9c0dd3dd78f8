"""Prizes of groups: who wins them beside the places, shared among equals, and every unit of the pool is given out."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.pairing.prizes import WINS, GroupWin, Rule, Special, Terms, group_problems, grouped_prizes

TERMS = Terms(weights=(50, 30, 20), unit=100)
EIGHT = [["ann"], ["bob"], ["cleo"], ["dora"], ["emil"], ["fay"], ["gus"], ["hal"]]
LADIES = {"ann", "cleo", "dora", "fay"}


def winners(grouped, number=0):
    return {win.who: win.amount for win in grouped.groups[number].winners}


@pytest.mark.parametrize(
    ("wins", "places", "group", "passed_over"),
    [
        # the two best ladies have a prize of a place each: it goes to the next one
        ("main", {"ann": 4500, "bob": 2700, "cleo": 1800}, {"dora": 1000}, ("ann", "cleo")),
        ("both", {"ann": 4500, "bob": 2700, "cleo": 1800}, {"ann": 1000}, ()),
        ("larger", {"ann": 4500, "bob": 2700, "cleo": 1800}, {"dora": 1000}, ("ann", "cleo")),
    ],
)
def test_the_best_lady_beside_the_main_places(wins, places, group, passed_over):
    rule = Rule(members=LADIES, amount=1000, wins=wins)

    found = grouped_prizes(10_000, TERMS, EIGHT, [rule])

    assert {who: amount for who, amount in found.main.by_place.items() if amount} == places
    assert winners(found) == group
    assert found.groups[0].passed_over == passed_over
    assert found.total == 10_000


def test_whoever_wins_more_in_the_group_leaves_their_place_to_the_next():
    rule = Rule(members={"cleo", "hal"}, amount=3000, wins="larger")

    found = grouped_prizes(10_000, TERMS, EIGHT, [rule])

    assert found.groups[0].winners == (GroupWin("cleo", 3000, 1, 1, 2, instead=True),)
    assert {who: amount for who, amount in found.main.by_place.items() if amount} == {
        "ann": 3500,
        "bob": 2100,
        "dora": 1400,
    }


def test_a_prize_says_the_place_in_the_group_and_among_how_many():
    rule = Rule(members=LADIES, amount=900, weights=(2, 1), wins="both")

    assert grouped_prizes(10_000, TERMS, EIGHT, [rule]).groups[0].winners == (
        GroupWin("ann", 600, 1, 1, 4),
        GroupWin("cleo", 300, 2, 2, 4),
    )


def test_equal_ones_share_what_their_places_get():
    ranking = [["ann"], ["bob", "cleo"], ["dora"]]
    rule = Rule(members={"bob", "cleo", "dora"}, amount=1000, weights=(60, 40), wins="both")

    found = grouped_prizes(5000, Terms(weights=(1,), unit=100), ranking, [rule])

    assert found.groups[0].winners == (GroupWin("bob", 500, 1, 2, 3), GroupWin("cleo", 500, 1, 2, 3))


def test_a_part_of_the_pool_and_fewer_members_than_places():
    rule = Rule(members={"hal"}, per_mille=125, weights=(3, 2, 1))

    found = grouped_prizes(9999, TERMS, EIGHT, [rule])

    assert winners(found) == {"hal": 1249}  # one part in eight, rounded down
    assert found.total == 9999


@pytest.mark.parametrize("members", [set(), {"nobody of these"}, {"ann"}])
def test_what_nobody_can_win_stays_with_the_places(members):
    found = grouped_prizes(10_000, TERMS, EIGHT, [Rule(members=members, amount=1000)])

    assert found.groups[0].amount == 0
    assert sum(found.main.by_place.values()) == 10_000


def test_where_only_those_are_there_who_win_more_in_the_group_somebody_keeps_the_places():
    rule = Rule(members={"ann"}, amount=900, wins="larger")

    found = grouped_prizes(1000, Terms(weights=(1,), unit=1), [["ann"]], [rule])

    assert (found.main.by_place, winners(found), found.total) == ({"ann": 100}, {"ann": 900}, 1000)


def test_special_prizes_and_one_prize_a_club_go_on_beside_groups():
    specials = [Special("lucky loser", 500, "hal")]
    clubs = {"ann": "east", "bob": "east"}

    found = grouped_prizes(10_000, TERMS, EIGHT, [Rule(members={"bob"}, amount=500)], specials, clubs)

    assert found.main.passed_over == ("bob",)
    assert winners(found) == {"bob": 500}
    assert found.main.by_place["cleo"] == 2700
    assert found.total == 10_000


@pytest.mark.parametrize(
    ("rules", "codes"),
    [
        ([Rule(members=(), amount=-1)], ["group_amount"]),
        ([Rule(members=(), per_mille=1001)], ["group_amount", "groups_exceed_pool"]),
        ([Rule(members=())], ["group_amount"]),
        ([Rule(members=(), amount=5, weights=())], ["share_missing"]),
        ([Rule(members=(), amount=5, weights=(1, 0))], ["share_missing"]),
        ([Rule(members=(), amount=600), Rule(members=(), per_mille=300)], ["groups_exceed_pool"]),
    ],
)
def test_rules_that_cannot_be(rules, codes):
    assert [problem.code for problem in group_problems(1000, rules, 200)] == codes
    with pytest.raises(ValueError, match=codes[0]):
        grouped_prizes(1000, TERMS, EIGHT, rules, [Special("", 200, "ann")])


@st.composite
def fields(draw):
    everybody = draw(st.permutations(range(draw(st.integers(1, 9)))))
    cuts = sorted(draw(st.sets(st.integers(1, len(everybody)))) | {0, len(everybody)})
    ranking = [list(everybody[start:end]) for start, end in pairwise(cuts)]
    rules = draw(
        st.lists(
            st.builds(
                Rule,
                members=st.sets(st.integers(0, 9)),
                weights=st.lists(st.integers(1, 9), min_size=1, max_size=3).map(lambda found: sorted(found)[::-1]),
                amount=st.integers(1, 3000),
                per_mille=st.integers(0, 100),
                wins=st.sampled_from(WINS),
            ),
            max_size=3,
        )
    )
    terms = Terms(
        weights=draw(st.lists(st.integers(1, 9), min_size=1, max_size=4)),
        unit=draw(st.sampled_from([1, 10, 100])),
        tie_unit=draw(st.sampled_from([1, 10])),
    )
    return draw(st.integers(12_000, 50_000)), terms, ranking, rules


@given(fields())
@settings(max_examples=150)
def test_the_whole_pool_is_given_out_and_each_rule_is_kept(found):
    pool, terms, ranking, rules = found

    grouped = grouped_prizes(pool, terms, ranking, rules)

    everybody = [who for tied in ranking for who in tied]
    assert (
        sum(grouped.main.by_place.values()) + sum(win.amount for group in grouped.groups for win in group.winners)
        == pool
    )
    assert set(grouped.main.by_place) == set(everybody)
    for rule, group in zip(rules, grouped.groups, strict=True):
        assert sum(win.amount for win in group.winners) == group.amount
        for win in group.winners:
            assert win.who in rule.members
            if rule.wins == "main":
                assert not grouped.main.by_place[win.who]
            if rule.wins == "larger" and len(everybody) > 3:
                assert win.amount > grouped.main.by_place[win.who]
        amounts = [win.amount for win in group.winners]
        assert all(better >= worse - terms.unit for better, worse in pairwise(amounts))
