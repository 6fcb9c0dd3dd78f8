"""The one way into the money book: what it writes, what it refuses, what it costs."""

from datetime import UTC, date, datetime

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.core.settling import InUnits
from scorekeeper.clubs.models import Role
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.journal.models import Entry
from scorekeeper.payouts.book.services import BookingReversal, book, reverse
from scorekeeper.payouts.models import MOST, Account, Booking, Leg
from scorekeeper.play.actors import Actor
from tests import factories
from tests.factories.money import CASH, CLUB, EURO, FEES, balances, booked, draft, of, shape, with_money
from tests.rows import discrepancies

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return with_money()


def back(booking: Booking, **more):
    club = booking.club
    act = {"by": factories.owner_of(club), "reason": "the wrong person", "now": factories.at(5), **more}
    return reverse(BookingReversal(reason=act.pop("reason")), club=club, booking_id=booking.pk, **act)


def test_booking_moves_accounts_and_keeps_their_chains(club):
    ann, bob = factories.make_player(club), factories.make_player(club)

    booked(club, {of(ann): 100, of(bob): -100})
    booked(club, {of(ann): -30, CASH: 20, CLUB: 10}, kind="withdrawal")

    assert balances(club) == {of(ann): 70, of(bob): -100, CASH: 20, CLUB: 10}
    legs = Leg.objects.filter(account__player=ann).order_by("number").values_list("number", "amount", "balance")
    assert list(legs) == [(1, 100, 100), (2, -30, 70)]
    assert discrepancies() == []


@pytest.mark.both_engines("locks rows", "payouts.book.services")
def test_booking_says_who_when_and_on_which_day_of_the_club(club):
    owner = factories.owner_of(club)
    late = datetime(2026, 9, 4, 22, 30, tzinfo=UTC)

    booking = booked(club, {CASH: -5, FEES: 5}, now=late, source=("evening", club.pk))[0]

    found = Booking.objects.get(pk=booking.pk)
    assert (found.by_user, found.by_device, found.at, found.on) == (owner, None, late, date(2026, 9, 5))
    assert (found.source_kind, found.source, found.in_unit) == ("evening", club.pk, EURO)


def test_units_and_clubs_never_mix(club):
    other, ann = with_money(), factories.make_player(club)
    chips = InUnits(unit="€", decimals=0)

    booked(club, {of(ann): 5, CASH: -5})
    booked(club, {of(ann): 7, CASH: -7}, unit=chips)
    booked(other, {CLUB: 9, CASH: -9})

    found = Account.objects.filter(club=club, player=ann).values_list("decimals", "balance")
    assert sorted(found) == [(0, 7), (2, 5)]
    assert balances(other) == {CLUB: 9, CASH: -9}


@pytest.mark.parametrize("moves", [{}, {CASH: 5}, {CASH: 5, CLUB: -4}, {CASH: 0, CLUB: 0}])
def test_what_does_not_sum_to_zero_is_no_booking(club, moves):
    with pytest.raises(ValueError, match="no booking"):
        booked(club, moves)

    assert not Booking.objects.exists()


def test_amounts_have_bounds(club):
    with pytest.raises(Refused) as refused:
        booked(club, {CASH: MOST + 1, CLUB: -MOST - 1})

    assert [problem.code for problem in refused.value.problems] == ["amount_too_large"]
    booked(club, {CASH: MOST, CLUB: -MOST})


def test_booking_costs_the_same_however_much_is_booked(club, django_assert_num_queries):
    players = [factories.make_player(club) for _player in range(8)]
    by = Actor(user=factories.owner_of(club))
    drafts = [draft({of(player): 10, CASH: -10}) for player in players]
    with CaptureQueriesContext(connection) as first:
        book(club=club, drafts=drafts, by=by, now=factories.NOW)

    with django_assert_num_queries(6):
        book(club=club, drafts=drafts, by=by, now=factories.NOW)

    assert len(first) == 7  # the accounts are made once
    assert balances(club)[CASH] == -160


def test_booking_back_is_exact_and_names_who_and_why(club):
    ann, bob = factories.make_player(club), factories.make_player(club)
    booking = booked(club, {of(ann): 100, of(bob): -40, CLUB: -60})[0]

    reversal = back(booking)

    assert shape(reversal) == ("reversal", {of(ann): -100, of(bob): 40, CLUB: 60})
    assert (reversal.reverses, reversal.reason, reversal.by_user) == (
        booking,
        "the wrong person",
        factories.owner_of(club),
    )
    assert balances(club) == {}
    assert Entry.objects.filter(kind="booked_back", thing=booking.pk, reason="the wrong person").exists()
    assert discrepancies() == []


def test_nothing_is_booked_back_twice_nor_a_reversal(club):
    booking = booked(club, {CASH: 5, CLUB: -5})[0]
    reversal = back(booking)

    with pytest.raises(Conflict) as again:
        back(booking)
    with pytest.raises(Conflict) as of_it:
        back(reversal)

    assert (again.value.code, of_it.value.code) == ("booked_back", "is_reversal")
    assert balances(club) == {}


def test_who_books_back_keeps_the_book_and_says_why(club):
    booking = booked(club, {CASH: 5, CLUB: -5})[0]
    scorer = factories.make_member(club, Role.SCORER)

    with pytest.raises(PermissionDenied):
        back(booking, by=scorer)
    with pytest.raises(Refused):
        back(booking, reason=" ")
    other = with_money()
    with pytest.raises(Booking.DoesNotExist):
        reverse(
            BookingReversal(reason="x"),
            club=other,
            booking_id=booking.pk,
            by=factories.owner_of(other),
            now=factories.NOW,
        )

    assert Booking.objects.count() == 1


@pytest.mark.parametrize(
    ("tamper", "said"),
    [
        (lambda account: Account.objects.filter(pk=account.pk).update(balance=7), "it says 1 legs and 7"),
        (lambda account: Account.objects.filter(pk=account.pk).update(entries=2), "it says 2 legs and 5"),
    ],
)
def test_verify_finds_a_changed_account(club, tamper, said):
    booked(club, {CASH: 5, CLUB: -5})

    tamper(Account.objects.get(kind="cash"))

    assert [said in found for found in discrepancies()] == [True]
