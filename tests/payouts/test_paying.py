"""What was paid outside: it counts once the other side has confirmed it, and once only."""

from uuid import UUID, uuid4

import pytest
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse as reverse_url

from scorekeeper.clubs.models import Role
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.notices.models import Notice
from scorekeeper.payouts.book.services import BookingReversal, reverse
from scorekeeper.payouts.models import Booking, Payment
from scorekeeper.payouts.payments.services import (
    PaidOutside,
    PaymentAnswer,
    confirm_payment,
    decline_payment,
    say_paid,
    transfer,
)
from scorekeeper.play.upkeep.verifying import Count, verify
from tests import factories
from tests.factories.money import CASH, CLUB, EURO, balances, booked, of, shape, with_money

pytestmark = pytest.mark.django_db


class Two:
    """Anna owes Boris 10.00; both are members, neither runs the club."""

    def __init__(self) -> None:
        self.club = with_money()
        self.owner = factories.owner_of(self.club)
        self.anna, self.boris = (factories.make_member(self.club) for _one in range(2))
        self.payer, self.getter = (factories.player_of(user, self.club) for user in (self.anna, self.boris))
        booked(self.club, {of(self.payer): -1000, of(self.getter): 1000})

    def say(self, by=None, *, key: UUID | None = None, **more) -> Payment:
        wanted = {"payer": self.payer.pk, "getter": self.getter.pk, "amount": 1000, **dict(EURO), **more}
        return say_paid(
            PaidOutside.read(wanted), club=self.club, by=by or self.anna, key=key or uuid4(), now=factories.NOW
        )

    def confirm(self, payment: Payment, by=None, **more) -> Payment:
        return confirm_payment(
            PaymentAnswer(**more), club=self.club, payment_id=payment.pk, by=by or self.boris, now=factories.at(5)
        )

    def decline(self, payment: Payment, by=None, reason: str = "") -> Payment:
        return decline_payment(
            PaymentAnswer(reason=reason),
            club=self.club,
            payment_id=payment.pk,
            by=by or self.boris,
            now=factories.at(5),
        )


@pytest.fixture
def two():
    return Two()


def test_payment_counts_once_the_other_side_has_confirmed_it(two):
    payment = two.say()
    waiting = balances(two.club)
    done = two.confirm(payment)

    assert waiting == {of(two.payer): -1000, of(two.getter): 1000}
    assert (done.state, done.answered_by, done.answered_at) == ("confirmed", two.boris, factories.at(5))
    assert shape(done.booking) == ("settled", {of(two.payer): 1000, of(two.getter): -1000})
    assert balances(two.club) == {}
    assert list(verify(Count())) == []


def test_who_got_it_may_say_so_and_who_paid_confirms(two):
    payment = two.say(two.boris)

    done = two.confirm(payment, two.anna)

    assert (done.state, balances(two.club)) == ("confirmed", {})


def test_nobody_confirms_what_they_said_nor_what_is_not_theirs(two):
    payment = two.say()
    stranger = factories.make_member(two.club, Role.SCORER)

    for user in (two.anna, stranger):
        with pytest.raises(PermissionDenied):
            two.confirm(payment, user)
    with pytest.raises(PermissionDenied):
        two.say(stranger)

    assert balances(two.club) == {of(two.payer): -1000, of(two.getter): 1000}


def test_other_side_is_told_until_it_has_answered(two):
    payment = two.say()
    told = Notice.objects.get(kind="payment")
    to = [message.to for message in mail.outbox]

    two.confirm(payment)

    assert (told.user, told.values) == (two.boris, {"club": two.club.name, "units": 1000, "unit": "€", "decimals": 2})
    assert to[-1] == [two.boris.email]
    assert Notice.objects.get(kind="payment").done_at == factories.at(5)


def test_saying_it_again_with_its_key_says_it_once(two):
    key = uuid4()

    first, second = two.say(key=key), two.say(key=key)
    with pytest.raises(Conflict) as other:
        two.say(key=key, amount=999)
    with pytest.raises(Conflict) as both_say:
        two.say(two.boris)

    assert (first.pk, Payment.objects.count()) == (second.pk, 1)
    assert (other.value.code, both_say.value.code, both_say.value.standing) == ("key_used", "said_already", first)


def test_declined_or_taken_back_nothing_is_booked_and_nothing_waits(two):
    declined, taken_back = two.say(), two.say(amount=5)

    with pytest.raises(Refused):
        two.decline(declined)
    two.decline(declined, reason="it was 5")
    two.decline(taken_back, two.anna)
    for payment in (declined, taken_back):
        with pytest.raises(Conflict) as late:
            two.confirm(payment)
        assert late.value.code == "answered"

    said = Payment.objects.order_by("pk").values_list("state", "reason", "answered_by")
    assert list(said) == [("declined", "it was 5", two.boris.pk), ("taken_back", "", two.anna.pk)]
    assert Booking.objects.filter(kind="settled").count() == 0


def test_what_a_director_says_of_two_others_waits_for_who_got_it(two):
    other = factories.make_member(two.club, Role.DIRECTOR)
    payment = two.say(two.owner)

    for user in (two.owner, two.anna):
        with pytest.raises(PermissionDenied):
            two.confirm(payment, user, reason="I say so")
    with pytest.raises(Refused):
        two.confirm(payment, other)
    told, waiting = Notice.objects.get(kind="payment").user, balances(two.club)
    two.confirm(payment)

    assert (told, waiting) == (two.boris, {of(two.payer): -1000, of(two.getter): 1000})
    assert balances(two.club) == {}


def test_where_who_got_it_has_no_account_it_waits_for_who_paid(two):
    guest = factories.make_player(two.club)
    for getter_id in (guest.pk, None):
        payment = two.say(two.owner, getter=getter_id)
        with pytest.raises(PermissionDenied):
            two.confirm(payment, reason="not mine")
        assert two.confirm(payment, two.anna).state == "confirmed"

    assert Notice.objects.filter(user=two.anna).count() == 2


def test_a_director_answers_in_somebodys_place_with_a_reason_but_not_where_it_is_their_own(two):
    other = factories.make_member(two.club, Role.DIRECTOR)
    own = factories.player_of(other, two.club)
    in_place, own_payment = two.say(two.owner), two.say(two.owner, payer=own.pk)

    done = two.confirm(in_place, other, reason="Boris told me")
    with pytest.raises(PermissionDenied):
        two.confirm(own_payment, other, reason="I did pay")

    assert (done.state, done.reason, done.is_alone) == ("confirmed", "Boris told me", False)


@pytest.mark.parametrize("is_guest", [False, True])
def test_what_a_director_says_of_the_club_or_a_guest_waits_for_another_director(two, is_guest):
    own, guest = factories.player_of(two.owner, two.club), factories.make_player(two.club)
    other = factories.make_member(two.club, Role.DIRECTOR)
    said = {"payer": own.pk, "getter": guest.pk if is_guest else None}

    payment = two.say(two.owner, **said)
    with pytest.raises(PermissionDenied):
        two.confirm(payment, two.owner, reason="I say so")
    done = two.confirm(payment, other, reason="he has no account" if is_guest else "")

    assert (payment.state, done.state, done.is_alone) == ("open", "confirmed", False)
    assert list(Notice.objects.filter(kind="payment").values_list("user", flat=True)) == [other.pk]


@pytest.mark.parametrize("sides", ["own to club", "own to guest", "guest to club", "guest to guest"])
def test_where_nobody_else_could_answer_it_is_booked_at_once_with_a_reason(two, sides):
    own = factories.player_of(two.owner, two.club).pk
    guests = [factories.make_player(two.club).pk for _one in range(2)]
    payer, _to, getter = sides.split()
    said = {"payer": own if payer == "own" else guests[0]}
    said["getter"] = None if getter == "club" else guests[1]

    with pytest.raises(Refused) as refused:
        two.say(two.owner, **said)
    done = two.say(two.owner, **said, reason="cash at the bar")

    assert "Nobody else can confirm this" in refused.value.problems[0].message.template
    assert (done.state, done.is_alone, done.booking.reason) == ("confirmed", True, "cash at the bar")


def test_what_somebody_said_is_not_said_again_by_others(two):
    first = two.say(two.owner)

    for user in (two.anna, two.boris):
        with pytest.raises(Conflict) as again:
            two.say(user)
        assert (again.value.code, again.value.standing) == ("said_already", first)
        assert ("Confirm it" in again.value.message) == (user == two.boris)


def test_who_could_answer_and_has_left_is_said_on_its_page(two, client):
    other = factories.make_member(two.club, Role.DIRECTOR)
    booked(two.club, {CLUB: 5, CASH: -5})
    payment = two.say(two.owner, payer=None, getter=factories.make_player(two.club).pk, amount=1)
    client.force_login(two.owner)
    page = reverse_url("money_payment", args=[two.club.pk, payment.pk])

    waits = client.get(page).content.decode()
    two.club.memberships.get(user=other).delete()
    nobody = client.get(page).content.decode()

    assert f"Waiting for a director to confirm it: {other}" in waits
    assert "Nobody who could confirm it is left in the club. Withdraw the payment and report it again" in nobody


def test_club_pays_no_more_than_lies_in_its_box(two):
    booked(two.club, {CLUB: 1500, CASH: -1500})
    first, second = (two.say(two.boris, payer=None, amount=amount) for amount in (1000, 900))

    with pytest.raises(Refused) as unsaid:
        two.say(two.boris, payer=None, amount=1501)
    two.confirm(first, two.owner)
    with pytest.raises(Refused) as late:
        two.confirm(second, two.owner)
    second.refresh_from_db()

    for refused, amount in ((unsaid, "15.00"), (late, "5.00")):
        (problem,) = refused.value.problems
        assert (problem.code, problem.field) == ("not_in_the_box", "amount")
        assert problem.message.values["amount"].startswith(amount)
    assert (second.is_open, balances(two.club)[CASH]) == (True, -500)


def test_pages_say_that_the_box_is_empty(two, client):
    client.force_login(two.boris)
    sent = {"payer": "club", "getter": two.getter.pk, "amount": "5", "unit": "2€", "key": uuid4()}

    page = client.post(reverse_url("money_pay", args=[two.club.pk]), sent)

    assert (page.status_code, list(page.context["form"].errors)) == (422, ["amount"])
    assert "The cash box is empty, so the club could not pay from it." in page.content.decode()


def test_for_a_guest_a_director_confirms_and_says_why(two):
    guest = factories.make_player(two.club)
    payment = two.say(getter=guest.pk, amount=200)

    with pytest.raises(Refused):
        two.confirm(payment, two.owner)
    two.confirm(payment, two.owner, reason="he has no account")

    assert Notice.objects.get(kind="payment").user == two.owner
    assert balances(two.club) == {of(two.payer): -800, of(two.getter): 1000, of(guest): -200}


def test_what_the_club_gets_lies_in_its_box_once_a_director_confirms(two):
    payment = two.say(getter=None)

    two.confirm(payment, two.owner)

    assert balances(two.club) == {of(two.getter): 1000, CASH: -1000}


@pytest.mark.both_engines("locks rows", "payouts.payments.services")
def test_director_asks_a_member_to_confirm_what_they_have_paid_themselves(two):
    own = factories.player_of(two.owner, two.club)

    payment = two.say(two.owner, payer=own.pk)
    with pytest.raises(PermissionDenied):
        two.confirm(payment, two.owner, reason="I say so")

    assert payment.state == "open"


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"amount": 0}, "amount_wrong"),
        ({"amount": -5}, "amount_wrong"),
        ({"amount": 10**16}, "amount_wrong"),
        ({"unit": "chips"}, "unit_unknown"),
    ],
)
def test_what_can_not_be_paid_is_refused(two, wrong, code):
    with pytest.raises(Refused) as refused:
        two.say(**wrong)

    assert [problem.code for problem in refused.value.problems] == [code]


def test_nobody_pays_themselves_nor_somebody_of_another_club(two):
    with pytest.raises(Refused):
        two.say(getter=two.payer.pk)
    with pytest.raises(type(two.payer).DoesNotExist):
        two.say(getter=factories.make_player(factories.make_club()).pk)

    assert Payment.objects.count() == 0


def test_confirmed_payment_is_booked_back_as_any_booking(two):
    booking = two.confirm(two.say()).booking

    reverse(
        BookingReversal(reason="false money"), club=two.club, booking_id=booking.pk, by=two.owner, now=factories.at(9)
    )

    assert balances(two.club) == {of(two.payer): -1000, of(two.getter): 1000}


def test_director_moves_an_amount_from_one_account_to_another_once(two):
    paid = PaidOutside(payer=two.payer.pk, getter=two.getter.pk, amount=50, reason="swapped", **dict(EURO))
    key = uuid4()

    made = [transfer(club=two.club, by=two.owner, paid=paid, key=key, now=factories.NOW) for _time in range(2)]
    with pytest.raises(PermissionDenied):
        transfer(club=two.club, by=two.anna, paid=paid, key=uuid4(), now=factories.NOW)

    own = factories.player_of(two.owner, two.club)
    theirs = PaidOutside(payer=two.payer.pk, getter=own.pk, amount=50, reason="mine", **dict(EURO))
    alone = transfer(club=two.club, by=two.owner, paid=theirs, key=uuid4(), now=factories.NOW)
    factories.make_member(two.club, Role.DIRECTOR)
    with pytest.raises(Refused) as refused:
        transfer(club=two.club, by=two.owner, paid=theirs, key=uuid4(), now=factories.NOW)

    assert (alone.kind, refused.value.problems[0].code) == ("transfer", "own_account")
    assert made[0].pk == made[1].pk
    assert shape(made[0]) == ("transfer", {of(two.payer): -50, of(two.getter): 50})


def test_one_says_so_on_a_page_and_the_other_confirms_it_there(two):
    anna, boris, stranger = Client(), Client(), Client()
    anna.force_login(two.anna)
    boris.force_login(two.boris)
    stranger.force_login(factories.make_member(two.club))
    sent = {"payer": two.payer.pk, "getter": two.getter.pk, "amount": "10,00", "unit": "2€", "key": uuid4()}

    said = anna.post(reverse_url("money_pay", args=[two.club.pk]), sent)
    payment = Payment.objects.get()
    page = reverse_url("money_payment", args=[two.club.pk, payment.pk])
    own, theirs, nobodys = anna.get(page), boris.get(page), stranger.get(page)
    waits = boris.get(reverse_url("money_payments", args=[two.club.pk]))
    owner = Client()
    owner.force_login(two.owner)
    kept = owner.get(reverse_url("money_payments", args=[two.club.pk]))
    done = boris.post(page, {"answer": "confirm", "reason": ""})
    late = boris.post(page, {"answer": "decline", "reason": "no"})

    assert (said.status_code, said["Location"], nobodys.status_code) == (302, page, 404)
    assert [payment.pk for payment in waits.context["to_answer"]] == [payment.pk]
    assert (kept.context["to_answer"], kept.context["others"]) == ([], [payment])
    assert f"Waiting for {two.boris}" in own.content.decode()
    assert ("Withdraw the payment" in own.content.decode(), "Confirm</button>" in own.content.decode()) == (True, False)
    assert "Confirm</button>" in theirs.content.decode()
    assert (done.status_code, late.status_code, balances(two.club)) == (302, 409, {})


@pytest.mark.parametrize("wrong", [{"amount": "ten"}, {"amount": "0.001"}, {"getter": ""}, {"unit": "2chips"}])
def test_page_says_beside_the_field_what_is_wrong_and_keeps_the_rest(two, wrong):
    anna = Client()
    anna.force_login(two.anna)
    sent = {"payer": two.payer.pk, "getter": two.getter.pk, "amount": "10", "unit": "2€", "key": uuid4(), **wrong}

    page = anna.post(reverse_url("money_pay", args=[two.club.pk]), sent)

    assert (page.status_code, list(page.context["form"].errors)) == (422, list(wrong))
    assert Payment.objects.count() == 0


def test_director_moves_an_amount_on_a_page_that_members_are_refused(two):
    owner, anna = Client(), Client()
    owner.force_login(two.owner)
    anna.force_login(two.anna)
    address = reverse_url("money_transfer", args=[two.club.pk])
    sent = {"payer": two.payer.pk, "getter": two.getter.pk, "amount": "0.50", "unit": "2€", "key": uuid4()}

    refused, unsaid = anna.post(address, sent), owner.post(address, sent)
    done = owner.post(address, {**sent, "reason": "swapped"})

    assert (refused.status_code, unsaid.status_code, done.status_code) == (403, 422, 302)
    assert balances(two.club) == {of(two.payer): -1050, of(two.getter): 1050}
