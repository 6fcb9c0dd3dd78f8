"""Fees that are ticked off: booked as due and as paid into the club's box at once, and taken back as exactly."""

from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied

from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.journal.models import Entry
from scorekeeper.payouts.book.services import BookingReversal, reverse
from scorekeeper.payouts.models import Booking, Payment
from scorekeeper.payouts.payments.reads import held_in
from scorekeeper.payouts.pools.reads import PoolNow
from scorekeeper.payouts.pools.records import PoolTakingBack
from scorekeeper.payouts.pools.services import give_back, take_back, tick_paid, untick_paid
from scorekeeper.play.upkeep.verifying import Count, verify
from tests import factories
from tests.factories.money import CASH, EURO, Pool, balances, of, shape
from tests.payouts.test_pools import prizes_of

pytestmark = pytest.mark.django_db


def tick(pool: Pool, *people, amount=None):
    ids = [one.pk for one in people or pool.people]
    return tick_paid(competition=pool.season, by=pool.owner, player_ids=ids, now=factories.NOW, amount=amount)


def untick(pool: Pool, *people, step=""):
    ids = [one.pk for one in people]
    return untick_paid(competition=pool.season, by=pool.owner, player_ids=ids, step=step, now=factories.NOW)


def is_sound(pool: Pool) -> bool:
    return not list(verify(Count(), pool.club.pk))


def test_a_tick_books_the_fee_as_due_and_as_paid_into_the_box_at_once():
    pool = Pool()
    one = pool.people[0]

    ticked = tick(pool, one, amount=1000)

    assert balances(pool.club) == {prizes_of(pool): 1000, CASH: -1000}
    assert [shape(booking) for booking in Booking.objects.order_by("pk")] == [
        ("entry", {of(one): -1000, prizes_of(pool): 1000}),
        ("collected", {of(one): 1000, CASH: -1000}),
    ]
    assert (ticked.amount, held_in(pool.club, EURO)) == (1000, 1000)
    assert not Payment.objects.exists(), "nothing waits for anybody"
    assert is_sound(pool)


def test_all_are_ticked_at_once_and_who_has_paid_is_left_out():
    pool = Pool(rebuy_price=500)
    first, second, _third = pool.people
    pool.pay("entry", first)
    pool.pay("rebuy", first)
    tick(pool, second)

    ticked = tick(pool, amount=1500 + 1000)

    assert {act.player_id: act.amount for act in ticked.acts} == {first.pk: 1500, pool.people[2].pk: 1000}
    assert tick(pool).acts == ()
    assert balances(pool.club) == {prizes_of(pool): 3500, CASH: -3500}
    assert PoolNow(pool.pool).owing == {}
    assert Entry.objects.filter(kind="fees_collected").order_by("pk").last().detail == {"number": 2}
    assert is_sound(pool)


def test_what_was_shown_as_due_is_what_is_ticked():
    pool = Pool()
    with pytest.raises(Conflict, match="has just changed") as conflict:
        tick(pool, pool.people[0], amount=999)
    assert conflict.value.code == "dues_changed"
    assert balances(pool.club) == {}


def test_undo_takes_back_what_the_tick_has_booked_and_no_more():
    pool = Pool()
    first, second, third = pool.people
    pool.pay("entry", first)
    tick(pool, third)
    ticked = tick(pool, first, second)

    untick(pool, step=ticked.step)

    assert balances(pool.club) == {of(first): -1000, prizes_of(pool): 2000, CASH: -1000}
    assert untick(pool, step=ticked.step) == []
    assert PoolNow(pool.pool).owing == {first.pk: 1000}
    assert Entry.objects.filter(kind="fees_not_collected").get().detail == {"number": 2}
    assert is_sound(pool)


def test_an_entry_stays_booked_where_somebody_has_bought_again_since():
    pool = Pool(rebuy_price=500)
    one = pool.people[0]
    tick(pool, one)
    pool.pay("rebuy", one)

    untick(pool, one)

    assert balances(pool.club) == {of(one): -1500, prizes_of(pool): 1500}
    tick(pool, one, amount=1500)
    assert balances(pool.club) == {prizes_of(pool): 1500, CASH: -1500}
    assert is_sound(pool)


def test_who_does_not_come_gets_everything_back_out_of_the_box():
    pool = Pool(rebuy_price=500)
    one, other, _third = pool.people
    tick(pool, one, other)
    pool.pay("rebuy", one)

    give_back(competition=pool.season, by=pool.owner, player_ids=[one.pk], reason="ill", now=factories.NOW)

    assert balances(pool.club) == {prizes_of(pool): 1000, CASH: -1000}
    assert held_in(pool.club, EURO) == 1000
    assert set(PoolNow(pool.pool).entrants) == {other.pk}
    assert give_back(competition=pool.season, by=pool.owner, player_ids=[one.pk], reason="ill", now=factories.NOW) == []
    with pytest.raises(Refused):
        give_back(competition=pool.season, by=pool.owner, player_ids=[other.pk], reason=" ", now=factories.NOW)
    assert is_sound(pool)


def test_a_tick_can_be_taken_back_with_a_reason_as_any_act_of_the_pool():
    pool = Pool()
    one = pool.people[0]
    (act,) = tick(pool, one).acts

    take_back(
        PoolTakingBack(reason="a false note"), competition=pool.season, by=pool.owner, act_id=act.pk, now=factories.NOW
    )

    assert balances(pool.club) == {of(one): -1000, prizes_of(pool): 1000}
    assert PoolNow(pool.pool).owing == {one.pk: 1000}
    assert is_sound(pool)


def test_an_entry_that_is_taken_back_after_it_was_paid_is_owed_by_the_club():
    pool = Pool()
    one = pool.people[0]
    tick(pool, one)
    entry = next(act for act in PoolNow(pool.pool).standing)
    take_back(PoolTakingBack(reason="ill"), competition=pool.season, by=pool.owner, act_id=entry.pk, now=factories.NOW)
    assert PoolNow(pool.pool).owing == {one.pk: -1000}
    assert is_sound(pool)


def test_the_booking_of_a_tick_is_taken_back_at_its_pool():
    pool = Pool()
    tick(pool, pool.people[0])
    for booking in Booking.objects.all():
        with pytest.raises(Conflict) as conflict:
            reverse(
                BookingReversal(reason="x"), club=pool.club, booking_id=booking.pk, by=pool.owner, now=factories.NOW
            )
        assert conflict.value.code == "of_a_pool"


def test_who_has_won_already_is_not_entered_any_more():
    pool = Pool(weights=(50, 30, 20))
    tick(pool, *pool.people[:2])
    pool.pay("entry", pool.people[2])
    pool.end()
    pool.award()
    late = factories.make_player(pool.club)
    with pytest.raises(Conflict) as conflict:
        tick(pool, late)
    assert conflict.value.code == "awarded"
    assert tick(pool, pool.people[2]).amount == 1000, "what is booked can still be paid"
    with pytest.raises(Conflict):
        give_back(competition=pool.season, by=pool.owner, player_ids=[late.pk], reason="x", now=factories.NOW)
    assert untick(pool, *pool.people[:1])
    assert is_sound(pool)


def test_a_pool_that_costs_nothing_collects_nothing():
    pool = Pool(entry_price=0)
    assert tick(pool).acts == ()
    assert not Booking.objects.exists()


def test_who_does_not_keep_the_book_ticks_nothing():
    pool = Pool()
    scorer = factories.make_member(pool.club, "scorer")
    for service, more in ((tick_paid, {}), (untick_paid, {}), (give_back, {"reason": "x"})):
        with pytest.raises(PermissionDenied):
            service(competition=pool.season, by=scorer, player_ids=[uuid4()], now=factories.NOW, **more)
