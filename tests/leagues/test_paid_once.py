"""An evening is paid once: ticked off there, or said and confirmed under Payments, in whatever order."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier
from uuid import uuid4

import pytest
from django.db import connections
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.leagues.models import Collected, Evening
from scorekeeper.leagues.money.reads import dues_of, owed_still
from scorekeeper.leagues.money.services import DuesTick, EveningReopening, collect, reopen_evening
from scorekeeper.leagues.people.services import Arrival, check_in
from scorekeeper.payouts.book.services import BookingReversal
from scorekeeper.payouts.book.services import reverse as book_back
from scorekeeper.payouts.care.reads import Sight
from scorekeeper.payouts.kinds import of_evening
from scorekeeper.payouts.models import Booking, Payment
from scorekeeper.payouts.payments.services import PaidOutside, PaymentAnswer, confirm_payment, decline_payment, say_paid
from scorekeeper.payouts.settling.reads import settled_of
from scorekeeper.play.upkeep.verifying import Count, verify
from tests import factories
from tests.factories import NOW
from tests.factories.evenings import close, come, make_evening
from tests.factories.money import CASH, EURO, FEES, balances, of, tonk, with_money, won
from tests.rows import undone
from tests.strategies import examples

pytestmark = pytest.mark.django_db
FEE = 300


@pytest.fixture
def club(club):
    return with_money(club)


def came(club, count=2, **more):
    evening = make_evening(club, **{"fee": FEE, "unit": "€", **more})
    return evening, come(evening, count)


def member_at(evening):
    """A member with an account is here: (the account, their line)."""
    user = factories.make_member(evening.club)
    mine = factories.player_of(user, evening.club)
    check_in(Arrival(player=mine.pk), evening_id=evening.pk, by=factories.owner_of(evening.club), now=NOW)
    return user, mine


def tick(evening, player, amount=FEE, *, is_paid=True):
    asked = DuesTick(player=player.pk, amount=amount, paid=is_paid, **dict(evening.money))
    collect(asked, evening_id=evening.pk, by=factories.owner_of(evening.club), now=NOW)


def say(evening, payer, amount=FEE, *, getter=None, by=None, reason="cash"):
    """A payment for the evening; of a guest the only director books it at once."""
    paid = PaidOutside(
        payer=payer.pk,
        getter=getter.pk if getter else None,
        amount=amount,
        evening=evening.pk,
        reason=reason,
        **dict(EURO),
    )
    return say_paid(club=evening.club, by=by or factories.owner_of(evening.club), paid=paid, key=uuid4(), now=NOW)


def confirm(payment, by=None):
    by = by or factories.owner_of(payment.club)
    return confirm_payment(PaymentAnswer(reason="so"), club=payment.club, payment_id=payment.pk, by=by, now=NOW)


def refused(act):
    with pytest.raises(Refused) as found:
        act()
    return found.value.problems[0].code


def owing(evening, player):
    return dues_of(evening).of(player.pk, evening.money)


def is_sound():
    return [str(difference) for difference in verify(Count())] == []


@pytest.mark.parametrize("is_over", [False, True])
def test_what_was_paid_under_payments_is_collected_and_not_ticked_again(club, is_over):
    evening, (player, other) = came(club)
    if is_over:
        close(evening)

    payment = say(evening, player)

    found = owing(evening, player)
    assert (found.paid, found.left, found.is_settled, found.payment) == (FEE, 0, True, payment.booking_id)
    assert owing(evening, other).left == FEE
    (total,) = dues_of(evening).sums
    assert (total.collected, total.paid, total.left) == (FEE, FEE, FEE)
    assert refused(lambda: tick(evening, player)) == "paid_already"
    close(evening)
    assert balances(club) == {of(other): -FEE, FEES: 2 * FEE, CASH: -FEE}
    assert owed_still(evening, [], Sight()) == [(EURO, [(other, FEE)])]
    assert is_sound()


@pytest.mark.parametrize("is_over", [False, True])
def test_what_was_ticked_off_is_not_paid_under_payments_again(club, is_over):
    evening, (player, other) = came(club)
    if is_over:
        close(evening)
    tick(evening, player)

    assert refused(lambda: say(evening, player)) == "collected_already"
    say(evening, other)
    assert refused(lambda: say(evening, other)) == "collected_already"

    close(evening)
    assert balances(club) == {FEES: 2 * FEE, CASH: -2 * FEE}
    assert settled_of(club, of_evening(evening.pk, ())) == []


def test_what_was_said_waits_at_the_evening_until_it_is_answered(club):
    evening, (other,) = came(club, 1)
    user, mine = member_at(evening)
    payment = say(evening, mine, by=user)
    assert payment.is_open
    assert owing(evening, mine).waits == payment.pk

    assert refused(lambda: tick(evening, mine)) == "payment_waits"
    assert not Booking.objects.exists()
    confirm(payment)
    assert refused(lambda: tick(evening, mine)) == "paid_already"
    declined = say(evening, other, by=factories.owner_of(club), amount=100)
    assert declined.state == Payment.State.CONFIRMED
    found = owing(evening, other)
    assert (found.paid, found.to_tick) == (100, 200)
    with pytest.raises(Conflict) as conflict:
        tick(evening, other)
    assert conflict.value.code == "dues_changed"
    tick(evening, other, 200)
    close(evening)
    assert balances(club) == {FEES: 2 * FEE, CASH: -2 * FEE}
    assert is_sound()


def test_what_was_declined_or_booked_back_is_asked_again(club):
    evening, (other,) = came(club, 1)
    user, mine = member_at(evening)
    waiting, done = say(evening, mine, by=user), say(evening, other)

    owner = factories.owner_of(club)
    decline_payment(PaymentAnswer(reason="not so"), club=club, payment_id=waiting.pk, by=owner, now=NOW)
    book_back(BookingReversal(reason="not so"), club=club, booking_id=done.booking_id, by=owner, now=NOW)

    for one in (mine, other):
        tick(evening, one)
    close(evening)
    assert balances(club) == {FEES: 2 * FEE, CASH: -2 * FEE}


def test_a_payment_that_waited_is_not_booked_on_top_of_another(club):
    evening, _others = came(club, 0)
    user, mine = member_at(evening)
    first, second = say(evening, mine, 200, by=user), say(evening, mine, 250, by=user)
    confirm(first)

    assert refused(lambda: confirm(second)) == "more_than_due"

    second.refresh_from_db()
    assert second.is_open
    assert balances(club) == {of(mine): 200, CASH: -200}


def with_a_table(club, **more):
    """The first of three has won 1.00 of the others at a table of the evening; all owe the fee."""
    evening, players = came(club, 3, **more)
    sitting = tonk(club, players)
    factories.record_list(sitting, [won()])
    factories.finish(sitting)
    return evening, players, sitting


def plan(club, evening, sitting):
    (found,) = settled_of(club, of_evening(evening.pk, (sitting.pk,)))
    return {(one.payer, one.getter): one.amount for one in found.transfers}


def test_who_settled_up_owes_nothing_more_whoever_brought_it(club, monkeypatch):
    evening, (winner, second, third), sitting = with_a_table(club)
    monkeypatch.setattr("scorekeeper.leagues.money.reads.sittings_of", lambda _evening: [sitting])
    monkeypatch.setattr("scorekeeper.leagues.money.services.sittings_of", lambda _evening: [sitting])
    close(evening)
    assert {one: owing(evening, one).left for one in (winner, second, third)} == dict.fromkeys(
        (winner, second, third), FEE
    )

    for (payer, getter), amount in plan(club, evening, sitting).items():
        say(evening, payer, amount, getter=getter)

    assert all(owing(evening, one).is_settled for one in (winner, second, third))
    assert refused(lambda: tick(evening, winner)) == "paid_already"
    assert balances(club) == {FEES: 3 * FEE, CASH: -3 * FEE}


def test_who_is_still_to_get_something_can_pay_the_club_first(club, monkeypatch):
    evening, (winner, second, _third), sitting = with_a_table(club)
    monkeypatch.setattr("scorekeeper.leagues.money.reads.sittings_of", lambda _evening: [sitting])
    close(evening)
    say(evening, second, 50, getter=winner)

    assert [owing(evening, one).left for one in (winner, second)] == [FEE, FEE]
    tick(evening, second)
    assert owing(evening, second).is_settled


def test_a_plan_in_whole_coins_can_be_paid(club):
    evening, (player, _other) = came(club, fee=304)
    close(evening)

    say(evening, player, 350)

    assert owing(evening, player).is_settled
    assert refused(lambda: say(evening, player, 350)) == "collected_already"


@pytest.mark.parametrize(
    ("own", "paid", "left"),
    [
        ("€", 204, 0),
        ("€", 200, 4),
        ("€", 210, 0),
        ("€", 150, 154),
        ("€", 190, 114),
        ("chips", 204, 0),
        ("chips", 200, 104),
    ],
)
def test_who_is_even_but_for_less_than_the_coin_they_paid_in_has_settled_up(monkeypatch, own, paid, left):
    club = with_money(unit=own, decimals=2 if own == "€" else 0)
    evening, (winner, *_others), sitting = with_a_table(club, fee=304)
    monkeypatch.setattr("scorekeeper.leagues.money.services.sittings_of", lambda _evening: [sitting])
    close(evening)

    say(evening, winner, paid)

    found = dues_of(evening, [sitting]).of(winner.pk, evening.money)
    assert (found.is_settled, found.left) == (left == 0, left)


def test_the_page_says_that_it_was_paid_and_offers_no_second_tick(client, club):
    evening, (player, _other) = came(club)
    client.force_login(factories.owner_of(club))
    address = reverse("evening_money", args=[evening.pk])
    say(evening, player)

    page = client.get(address).content.decode()
    assert "paid under Payments" in page
    assert page.count('name="paid" value="1"') == 1
    assert "3.00 of the collected money was paid under Payments" in page.replace("\N{NO-BREAK SPACE}€", "")
    sent = {"player": player.pk, "unit": "€", "decimals": "2", "amount": FEE, "paid": "1"}
    answer = client.post(address, sent)
    assert answer.status_code == 422
    assert "has already paid this" in answer.content.decode()
    table = b"".join(client.get(f"{address}?as=csv")).decode()
    assert [row.split(",")[-2:] for row in table.splitlines()[-2:]] == [["", "3.00"], ["", ""]]


def test_the_page_warns_of_who_owes_nothing_in_the_book(client, club):
    evening, (player, other) = came(club)
    close(evening)
    owner = factories.owner_of(club)
    paid = PaidOutside(payer=player.pk, amount=FEE, reason="for nothing in particular", **dict(EURO))
    say_paid(club=club, by=owner, paid=paid, key=uuid4(), now=NOW)
    client.force_login(owner)

    page = client.get(reverse("evening_money", args=[evening.pk])).content.decode()

    assert page.count("owes nothing in the accounts") == 1
    assert reverse("money_account", args=[club.pk, player.pk]) in page
    assert reverse("money_account", args=[club.pk, other.pk]) not in page
    client.force_login(factories.make_member(club, "scorer"))
    assert "owes nothing" not in client.get(reverse("evening_money", args=[evening.pk])).content.decode()


@pytest.mark.parametrize("amount", [FEE, 500])
def test_the_form_says_why_it_is_not_booked_again(client, club, amount):
    evening, (player, _other) = came(club)
    close(evening)
    client.force_login(factories.owner_of(club))
    page = client.get(reverse("evening_settle", args=[evening.pk]))
    link = next(link for plans in page.context["plans"] for row, link, _opens in plans["rows"] if row.payer == player)
    form = client.get(link).context["form"]
    sent = {name: form.initial.get(name) or form.fields[name].initial or "" for name in form.fields}
    sent |= {"key": uuid4(), "reason": "cash", "amount": f"{amount / 100:.2f}"}
    if amount == FEE:
        tick(evening, player)

    answer = client.post(reverse("money_pay", args=[club.pk]), sent)

    assert answer.status_code == 422
    told = "has nothing more to pay for" if amount == FEE else "left to pay for"
    assert told in answer.content.decode()
    assert not Payment.objects.exists()


steps = st.lists(
    st.tuples(
        st.sampled_from(["tick", "untick", "say", "member", "confirm", "decline", "turn"]),
        st.sampled_from([100, 200, 300]),
    ),
    min_size=4,
    max_size=14,
)


@settings(
    max_examples=examples(5, part=5),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(done=steps)
def test_nobody_ever_pays_the_evening_twice(db, done):
    with undone():
        club = with_money()
        evening, _nobody = came(club, 0)
        user, mine = member_at(evening)
        for name, amount in done:
            with suppress(Refused, Conflict):
                step(Evening.objects.get(), name, amount, user, mine)
            paid = -balances(club).get(CASH, 0)
            found = owing(Evening.objects.get(), mine)
            assert 0 <= paid <= FEE
            assert paid == found.paid + (found.collected or 0) == FEE - found.left
        assert is_sound()


def step(evening, name, amount, user, mine):
    """Do it, where there is something to do it to."""
    waiting = Payment.objects.filter(state=Payment.State.OPEN).order_by("pk").first()
    owner = factories.owner_of(evening.club)
    if name in ("tick", "untick"):
        tick(evening, mine, owing(evening, mine).to_tick, is_paid=name == "tick")
    elif name in ("say", "member"):
        say(evening, mine, amount, by=user if name == "member" else owner)
    elif name == "confirm" and waiting:
        confirm(waiting, user if waiting.said_by == owner else owner)
    elif name == "decline" and waiting:
        decline_payment(PaymentAnswer(reason="no"), club=evening.club, payment_id=waiting.pk, by=owner, now=NOW)
    elif name == "turn" and evening.is_closed:
        reopen_evening(EveningReopening(reason="early"), evening_id=evening.pk, by=owner, now=NOW)
    elif name == "turn":
        close(evening)


@pytest.mark.django_db(transaction=True)
def test_ticked_off_and_confirmed_at_once_it_is_booked_once():
    club = with_money()
    evening, _nobody = came(club, 0)
    user, mine = member_at(evening)
    payments = [say(evening, mine, amount, by=user) for amount in (300, 200)]
    start = Barrier(4)

    def at_once(act):
        start.wait(30)
        try:
            act()
        except (Refused, Conflict) as problem:
            return getattr(problem, "code", "refused")
        finally:
            connections.close_all()
        return "done"

    acts = [
        lambda: tick(evening, mine),
        lambda: say(evening, mine),
        *(lambda payment=payment: confirm(payment) for payment in payments),
    ]
    with ThreadPoolExecutor(4) as pool:
        told = list(pool.map(at_once, acts))

    assert told.count("done") == 1, told
    assert -balances(club)[CASH] in (200, 300)
    assert Collected.objects.count() + Payment.objects.filter(state=Payment.State.CONFIRMED).count() == 1
