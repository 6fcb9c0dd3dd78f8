"""The prize pool of a season: what is paid in is all given out, to the last unit, and taken back as exactly."""

from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.clubs.models import Role
from scorekeeper.common.append_only import protect, unprotect
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.journal.models import Entry
from scorekeeper.payouts.book.services import BookingReversal, reverse
from scorekeeper.payouts.models import Booking, PoolAct, Whose
from scorekeeper.payouts.pools.reads import (
    Given,
    PoolNow,
    changed_since,
    divided,
    not_final,
    outlook,
    ranking_of,
)
from scorekeeper.payouts.pools.records import KeptOut, SpecialPrize
from scorekeeper.payouts.pools.services import enter_all
from scorekeeper.play.upkeep.verifying import Count, verify
from scorekeeper.standings.records import SeasonReopening
from scorekeeper.standings.services import reopen_season
from tests import factories
from tests.factories.money import CLUB, FEES, Pool, balances, of, shape, with_money
from tests.strategies import examples

pytestmark = pytest.mark.django_db


def prizes_of(pool: Pool) -> Whose:
    return Whose("prizes", pool.season.pk)


def differences(pool: Pool) -> list[str]:
    return [found.what for found in verify(Count(), pool.club.pk)]


def codes(refused) -> set[str]:
    return {problem.code for problem in refused.value.problems}


def given_of(act: PoolAct) -> Given:
    return Given.from_json(act.detail)


def test_entry_is_owed_by_the_player_and_lies_in_the_pool():
    pool = Pool()
    one = pool.people[0]
    act = pool.pay("entry", one)
    again = pool.pay("entry", one)

    assert again == act
    assert balances(pool.club) == {of(one): -1000, prizes_of(pool): 1000}
    assert [shape(booking)[0] for booking in Booking.objects.all()] == ["entry"]
    assert Booking.objects.get().competition == pool.season


def test_everybody_is_entered_once_at_once():
    pool = Pool()
    pool.pay("entry", pool.people[0])

    assert (pool.enter(), pool.enter()) == (2, 0)
    assert balances(pool.club)[prizes_of(pool)] == 3000
    assert Entry.objects.filter(kind="prizes_entered").order_by("pk").last().detail == {"number": 2}


def test_prices_and_causes_are_told_apart():
    pool = Pool(rebuy_price=500, addon_price=200)
    pool.enter()
    pool.pay("rebuy", pool.people[0])
    pool.pay("rebuy", pool.people[0])
    pool.pay("addon", pool.people[1])
    pool.set_up(entry_price=1500, rebuy_price=500, addon_price=200)
    late = factories.make_player(pool.club)
    pool.pay("entry", late)
    takings = PoolNow(pool.pool).sums.takings

    assert [(one.cause, one.times, one.each) for one in takings] == [
        ("entry", 3, 1000), ("entry", 1, 1500), ("rebuy", 2, 500), ("addon", 1, 200),
    ]  # fmt: skip


def test_who_has_no_entry_can_not_buy_again():
    pool = Pool(rebuy_price=500)
    with pytest.raises(Refused) as refused:
        pool.pay("rebuy", pool.people[0])
    assert codes(refused) == {"not_entered"}

    pool.pay("entry", pool.people[0])
    with pytest.raises(Refused) as refused:
        pool.pay("addon", pool.people[0])
    assert codes(refused) == {"no_price"}


def test_key_makes_a_rebuy_once():
    pool, key = Pool(rebuy_price=500), uuid4()
    pool.enter()
    first = pool.pay("rebuy", pool.people[0], key=key)

    assert pool.pay("rebuy", pool.people[0], key=key) == first
    with pytest.raises(Conflict) as conflict:
        pool.pay("rebuy", pool.people[1], key=key)
    assert conflict.value.code == "key_used"


def test_entry_is_taken_back_with_a_reason_and_the_rebuys_before_it():
    pool = Pool(rebuy_price=500)
    one = pool.people[0]
    entry, more = pool.pay("entry", one), pool.pay("rebuy", one)
    with pytest.raises(Conflict) as conflict:
        pool.back(entry)
    with pytest.raises(Refused):
        pool.back(more, reason=" ")
    done = pool.back(more)
    pool.back(entry)

    assert conflict.value.code == "bought_again"
    assert pool.back(more) == done
    assert balances(pool.club) == {}
    assert PoolNow(pool.pool).entrants == {}
    assert differences(pool) == []


def test_award_gives_everything_to_somebody_and_ties_share():
    pool = Pool((50, 40, 40, 10), weights=[50, 30, 20])
    pool.enter()
    pool.end()
    first, *_second, last = pool.people
    act = pool.award()

    assert balances(pool.club) == {of(first): 1000, of(last): -1000}  # who is second has their entry back
    assert [(one.first, one.last, one.amount) for one in given_of(act).prizes] == [
        (1, 1, 2000), (2, 3, 1000), (2, 3, 1000), (4, 4, 0),
    ]  # fmt: skip
    labels = sorted(str(booking.label) for booking in Booking.objects.filter(kind="prize"))
    assert labels == ["place 1", "places 2 to 3, shared", "places 2 to 3, shared"]
    assert differences(pool) == []


def test_guarantee_is_met_by_the_club_and_deductions_go_where_they_should():
    pool = Pool(
        guarantee=10_000,
        deductions=[KeptOut(cause="hall", amount=100), KeptOut(cause="cards", per_mille=100, to="fees")],
        specials=[SpecialPrize(cause="best null", amount=500)],
    )
    pool.enter()
    pool.end()
    with pytest.raises(Refused) as refused:
        pool.award()
    assert codes(refused) == {"winner_missing"}
    pool.set_up(
        entry_price=1000,
        guarantee=10_000,
        deductions=[KeptOut(cause="hall", amount=100), KeptOut(cause="cards", per_mille=100, to="fees")],
        specials=[SpecialPrize(cause="best null", amount=500, player=pool.people[2].pk)],
    )
    act = pool.award()
    found = balances(pool.club)

    # 30.00 came in, 1.00 and 3.00 are kept, so 74.00 are missing to 100.00
    assert (found[CLUB], found[FEES]) == (-7400 + 100, 300)
    assert prizes_of(pool) not in found
    assert given_of(act).total == 10_000
    assert found[of(pool.people[2])] == -1000 + 500
    assert sum(found.values()) == 0
    assert differences(pool) == []


def test_without_entries_everybody_who_is_ranked_can_win():
    pool = Pool((3, 2, 1), entry_price=0, guarantee=900, weights=[2, 1])
    pool.end()
    pool.award()

    assert balances(pool.club) == {of(pool.people[0]): 600, of(pool.people[1]): 300, CLUB: -900}


@pytest.mark.both_engines("locks rows", "payouts.pools.awarding")
def test_who_has_no_entry_is_left_out_of_the_ranking():
    pool = Pool((3, 2, 1), weights=[1])
    pool.enter(*pool.people[1:])
    pool.end()
    pool.award()

    assert balances(pool.club) == {of(pool.people[1]): 1000, of(pool.people[2]): -1000}


def test_award_waits_for_official_standings():
    pool = Pool()
    pool.enter()
    sitting = factories.make_sitting(pool.club, players=3, seasons=[pool.season])
    factories.record(sitting)
    with pytest.raises(Conflict) as conflict:
        pool.award()
    assert conflict.value.code == "not_final"
    pool.end()

    assert [one.code for one in not_final(pool.season)] == ["sheets_open"]
    factories.finish(sitting)
    assert not_final(pool.season) == ()
    pool.award()


def test_deal_must_sum_to_the_pool():
    pool = Pool(specials=[])
    pool.enter()
    pool.end()
    one, two, _three = pool.people
    with pytest.raises(Refused) as refused:
        pool.award({one: 2000, two: 900})
    assert (
        str(refused.value.problems[0].message)
        == "The shares add up to 1.00\N{NO-BREAK SPACE}€ less than the pool. Distribute the rest too."
    )
    with pytest.raises(Refused) as refused:
        pool.award({one: 2000, factories.make_player(pool.club): 1000})
    assert codes(refused) == {"unknown_entrant"}
    pool.award({one: 1600, two: 1400})

    assert balances(pool.club) == {of(one): 600, of(two): 400, of(pool.people[2]): -1000}
    assert differences(pool) == []


def test_deal_shares_what_is_left_beside_the_special_prizes():
    pool = Pool()
    one, two, three = pool.people
    pool.set_up(entry_price=1000, specials=[SpecialPrize(cause="best hand", amount=500, player=three.pk)])
    pool.enter()
    pool.end()

    with pytest.raises(Refused) as refused:
        pool.award({one: 1600, two: 1400})
    pool.award({one: 1500, two: 1000})

    assert codes(refused) == {"deal_sum"}
    assert balances(pool.club) == {of(one): 500, of(three): -500}
    assert differences(pool) == []


def test_award_is_taken_back_whole_and_given_anew():
    pool = Pool(guarantee=9_000)
    pool.enter()
    before = balances(pool.club)
    pool.end()
    act = pool.award()
    with pytest.raises(Conflict) as conflict:
        pool.award()
    with pytest.raises(Conflict):
        pool.pay("entry", factories.make_player(pool.club))
    pool.back(act)
    taken_back = balances(pool.club)
    pool.award()

    assert conflict.value.code == "awarded"
    assert taken_back == before
    assert differences(pool) == []


def test_page_is_told_when_the_standings_moved_since():
    pool = Pool()
    pool.enter()
    pool.end()
    act = pool.award()
    reopen_season(
        SeasonReopening(reason="a line"), competition=pool.season, by=pool.owner, key=uuid4(), now=factories.NOW
    )
    pool.season.refresh_from_db()
    now = PoolNow(pool.pool)
    same = changed_since(now, given_of(act), ranking_of(pool.season, now.entrants, official=False))
    factories.give(pool.season, pool.people[2], 100)
    ranking = ranking_of(pool.season, now.entrants, official=False)

    assert not same
    assert changed_since(now, given_of(act), ranking)
    assert outlook(now, ranking).given.prizes[0].player == pool.people[2].pk


def test_what_a_pool_booked_is_not_booked_back_by_hand():
    pool = Pool()
    pool.enter()
    with pytest.raises(Conflict) as conflict:
        reverse(
            BookingReversal(reason="x"),
            club=pool.club,
            booking_id=Booking.objects.first().pk,
            by=pool.owner,
            now=factories.NOW,
        )
    assert conflict.value.code == "of_a_pool"


def test_only_directors_keep_a_pool():
    pool = Pool()
    member = factories.make_member(pool.club, Role.SCORER)
    with pytest.raises(PermissionDenied):
        pool.pay("entry", pool.people[0], by=member)
    with pytest.raises(PermissionDenied):
        pool.award(by=member)
    with pytest.raises(PermissionDenied):
        enter_all(competition=pool.season, by=member, player_ids=[], now=factories.NOW)


def test_two_who_change_the_pool_do_not_overwrite_each_other():
    pool = Pool()
    pool.set_up(version=1, entry_price=1200)
    with pytest.raises(Conflict) as conflict:
        pool.set_up(version=1, entry_price=1300)
    assert conflict.value.code == "changed_meanwhile"
    assert pool.set_up(entry_price=1200).version == 2


def test_points_have_no_pool():
    club = factories.make_club(unit="")
    with pytest.raises(Conflict) as conflict:
        Pool((), club=club)
    assert conflict.value.code == "no_money"


@pytest.mark.parametrize(
    ("wanted", "code", "field"),
    [
        ({"entry_price": -1}, "amount_range", "entry_price"),
        ({"guarantee": 10**11 + 1}, "amount_range", "guarantee"),
        ({"round_to": 0}, "amount_range", "round_to"),
        ({"weights": [1, 0]}, "weights_wrong", "weights.1"),
        ({"weights": [30, 40]}, "weights_rise", "weights"),
        ({"deductions": [{"cause": "", "amount": 1}]}, "cause_wrong", "deductions.0.cause"),
        ({"deductions": [{"cause": "hall"}]}, "deduction_wrong", "deductions.0.amount"),
        ({"deductions": [{"cause": "hall", "amount": 1, "to": "carry"}]}, "invalid_choice", "deductions.0.to"),
        (
            {"deductions": [KeptOut(cause="a", per_mille=600), KeptOut(cause="b", per_mille=500)]},
            "deducted_too_much",
            "deductions",
        ),
        ({"specials": [{"cause": "best", "amount": 0}]}, "amount_range", "specials.0.amount"),
        ({"specials": [SpecialPrize(cause="best", amount=5, player=uuid4())]}, "player_unknown", "specials.0.player"),
        ({"specials": [SpecialPrize(cause="best", amount=5)] * 11}, "too_many", "specials"),
    ],
)
def test_terms_that_can_not_be_are_refused_at_their_field(wanted, code, field):
    pool = Pool(())
    with pytest.raises(Refused) as refused:
        pool.set_up(**wanted)
    assert (code, field) in {(one.code, one.field) for one in refused.value.problems}


def test_verify_finds_an_award_that_says_something_else():
    pool = Pool()
    pool.enter()
    pool.end()
    act = pool.award()
    unprotect(connection, ["payouts_poolact"])
    changed = {**act.detail, "prizes": act.detail["prizes"][1:]}
    PoolAct.objects.filter(pk=act.pk).update(detail=changed)
    PoolAct.objects.filter(player=pool.people[0]).update(amount=999)
    protect(connection, ["payouts_poolact"])

    assert len([one for one in differences(pool) if "is booked" in one]) == 2


PLAYERS = 6


@settings(max_examples=examples(4, part=10), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    points=st.lists(st.integers(1, 3), min_size=1, max_size=PLAYERS),
    prices=st.tuples(*[st.integers(0, 2000)] * 4),
    round_to=st.sampled_from([1, 7, 100, 500]),
    weights=st.lists(st.integers(1, 60), max_size=5).map(lambda found: sorted(found, reverse=True)),
    per_mille=st.integers(0, 1000),
    again=st.lists(st.integers(0, PLAYERS - 1), max_size=4),
    deal=st.booleans(),
)
def test_every_unit_is_given_to_somebody(*, points, prices, round_to, weights, per_mille, again, deal):
    entry, rebuy, addon, guarantee = prices
    kept = [KeptOut(cause="hall", per_mille=per_mille)] if per_mille else []
    wanted = {"entry_price": entry, "rebuy_price": rebuy, "addon_price": addon, "guarantee": guarantee}
    pool = Pool(points, with_money(), **wanted, round_to=round_to, tie_unit=1, weights=weights, deductions=kept)
    pool.enter()
    for number in again:
        who = pool.people[number % len(points)]
        if rebuy:
            pool.pay("rebuy", who)
    paid_in, now = balances(pool.club), PoolNow(pool.pool)
    pool.end()
    if now.sums.amount == 0:
        return
    found = outlook(now, ranking_of(pool.season, now.entrants, official=True)).given
    shares = {pool.people[0]: found.for_places} if deal and found else None
    act = pool.award(shares)
    awarded = balances(pool.club)
    pool.back(act)

    assert given_of(act).total == now.sums.taken - now.sums.deducted + now.sums.overlay
    assert prizes_of(pool) not in awarded
    assert sum(awarded.values()) == 0
    assert balances(pool.club) == paid_in
    assert differences(pool) == []


def test_what_a_pair_gets_is_divided_among_its_people():
    assert divided(1001, 2) == (501, 500)
    assert divided(2, 3) == (1, 1, 0)
    assert divided(900, 1) == (900,)
