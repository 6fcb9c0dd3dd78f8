"""From a sheet to what was booked of it, and from a booking back to what made it."""

from datetime import date
from uuid import uuid4

import pytest
from django.urls import reverse

from scorekeeper.clubs.records import ClubChange
from scorekeeper.clubs.services import change_club
from scorekeeper.leagues.evenings.reads import sittings_of
from scorekeeper.payouts.book.services import BookingReversal
from scorekeeper.payouts.book.services import reverse as book_back
from scorekeeper.payouts.kinds import of_evening, of_period
from scorekeeper.payouts.models import BankAct, Booking, Payment
from scorekeeper.payouts.payments.services import PaidOutside, PaymentAnswer, confirm_payment, say_paid
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.services import close_sitting
from scorekeeper.play.records import Reasoned
from tests import factories
from tests.factories.evenings import come, make_evening, playing
from tests.factories.money import CLUB, EURO, bank, booked, of, tonk, waiting_payment, with_money, won
from tests.reading_pages import NOT_SEEN

pytestmark = pytest.mark.django_db
BOOKED = "Transactions of this sheet"


@pytest.fixture
def club():
    return with_money()


@pytest.fixture
def owner(client, club):
    client.force_login(factories.owner_of(club))
    return client


def page_of(client, name, *args, **asked):
    return client.get(reverse(name, args=args), asked).content.decode()


def closed_table(club):
    sitting = tonk(club, [factories.make_player(club, name) for name in ("Ann", "Bob")])
    factories.record(sitting, won())
    close_sitting(
        Reasoned(reason="late"), sitting_id=sitting.pk, by=Actor(user=factories.owner_of(club)), now=factories.NOW
    )
    return sitting


def test_a_sheet_leads_to_its_bookings_where_there_are_any(owner, club):
    sitting, other = closed_table(club), tonk(club, 2)
    at = f"{reverse('money_history', args=[club.pk])}?sitting={sitting.pk}"

    assert f'<a href="{at}">{BOOKED}</a>' in page_of(owner, "sitting_detail", sitting.pk)
    assert BOOKED not in page_of(owner, "sitting_detail", other.pk)
    told = owner.get(at)
    assert [line["booking"].sitting for line in told.context["lines"]] == [sitting]
    assert f'Of one sheet only: <a href="{reverse("sitting_detail", args=[sitting.pk])}">' in told.content.decode()


def test_who_may_not_read_the_book_is_not_led_there(client, club):
    sitting = closed_table(club)

    assert BOOKED not in page_of(client, "sitting_detail", sitting.pk)


def test_an_evening_leads_to_what_its_tables_made_and_what_was_paid_for_it(owner, club):
    evening = playing(club, 4)
    other = make_evening(club, name="Another")
    table = sittings_of(evening)[0]
    ann = factories.make_player(club, "Ann")
    booked(club, {of(ann): 1, CLUB: -1}, sitting_id=table.pk)
    booked(club, {of(ann): 2, CLUB: -2}, source=of_evening(evening.pk, ()).about)
    booked(club, {of(ann): 3, CLUB: -3}, source=of_evening(other.pk, ()).about)
    booked(club, {of(ann): 4, CLUB: -4})

    told = owner.get(reverse("money_history", args=[club.pk]), {"evening": evening.pk})

    moves = sorted(words.translate(NOT_SEEN) for line in told.context["lines"] for words in line["moves"])
    assert [words.partition(" is owed ")[2] for words in moves] == ["0.01 €", "0.02 €"]
    assert f'Of one evening only: <a href="{reverse("evening_detail", args=[evening.pk])}">' in told.content.decode()
    foreign = make_evening(factories.make_club())
    for unknown in (uuid4(), foreign.pk, "x"):
        refused = owner.get(reverse("money_history", args=[club.pk]), {"evening": unknown})
        assert (refused.status_code, list(refused.context["form"].errors)) == (422, ["evening"])


def test_a_booking_of_a_bank_leads_to_what_was_asked(owner, club):
    sitting = tonk(club, 2)
    bank(sitting, BankAct.Move.BUY_IN, 500)

    told = page_of(owner, "money_booking", club.pk, Booking.objects.get().pk)

    assert reverse("table_bank", args=[sitting.pk]) in told


def test_a_booking_of_a_payment_leads_to_what_was_said_and_what_it_settles(owner, club):
    member = factories.make_member(club)
    evening, days = make_evening(club, fee=5, unit="€"), of_period(date(2025, 3, 1), date(2025, 3, 31))
    (ann,) = come(evening, 1, "Ann")
    leads = {}
    for name, about in (("evening", {"evening": evening.pk}), ("days", {"since": days.since, "until": days.until})):
        paid = PaidOutside(payer=ann.pk, amount=5, reason="cash", **dict(EURO), **about)
        leads[name] = say_paid(
            club=club, by=factories.owner_of(club), paid=paid, key=uuid4(), now=factories.NOW
        ).booking_id

    assert reverse("evening_detail", args=[evening.pk]) in page_of(owner, "money_booking", club.pk, leads["evening"])
    told = page_of(owner, "money_booking", club.pk, leads["days"])
    assert f"{reverse('money_settle', args=[club.pk])}?since=2025-03-01&amp;until=2025-03-31" in told
    payment = Payment.objects.get(booking=leads["days"])
    assert reverse("money_payment", args=[club.pk, payment.pk]) in told
    owner.force_login(member)
    assert reverse("money_payment", args=[club.pk, payment.pk]) not in page_of(
        owner, "money_booking", club.pk, leads["days"]
    )


def test_a_reversal_leads_where_what_it_books_back_did(owner, club):
    payment = waiting_payment(club, factories.make_player(club, "Ann"))
    by = factories.owner_of(club)
    done = confirm_payment(PaymentAnswer(reason="saw it"), club=club, payment_id=payment.pk, by=by, now=factories.NOW)
    back = book_back(BookingReversal(reason="twice"), club=club, booking_id=done.booking_id, by=by, now=factories.NOW)

    told = page_of(owner, "money_booking", club.pk, back.pk)

    assert reverse("money_payment", args=[club.pk, payment.pk]) in told
    assert reverse("money_booking", args=[club.pk, done.booking_id]) in told


def test_a_club_that_plays_for_points_again_still_leads_there(owner, club):
    sitting = closed_table(club)
    change_club(ClubChange(unit="", decimals=0, for_minors=False), club=club, by=factories.owner_of(club))

    assert BOOKED in page_of(owner, "sitting_detail", sitting.pk)
