"""Payments, settling up, the history and statements for programs: the same services as the pages."""

from datetime import timedelta
from uuid import uuid4

import pytest

from scorekeeper.leagues.money.reads import dues_of
from scorekeeper.leagues.people.services import Arrival, check_in
from scorekeeper.payouts import api as payments_api
from scorekeeper.payouts.history import reads as history
from scorekeeper.payouts.models import Payment
from tests import factories
from tests.acting import bearer, refusal, send
from tests.factories.evenings import make_evening
from tests.factories.money import CLUB, balances, bank, booked, of, tonk, waiting_payment, with_money

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return with_money()


def read(path, by):
    answer = send(path, None, by, method="GET")
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_a_payment_is_said_and_confirmed_by_the_other_side(club):
    payer, getter = (factories.make_member(club) for _side in range(2))
    ann, bob = (factories.player_of(user, club) for user in (payer, getter))
    booked(club, {of(ann): -350, of(bob): 350})
    body = {"payer": str(ann.pk), "getter": str(bob.pk), "amount": 350}
    key = {"Idempotency-Key": str(uuid4())}

    first = send(f"clubs/{club.pk}/paid", body, {**bearer(payer), **key})
    again = send(f"clubs/{club.pk}/paid", body, {**bearer(payer), **key})
    other_way = send(f"clubs/{club.pk}/paid", body, bearer(getter))
    at = f"payments/{first.json()['id']}"

    assert (first.status_code, again.json()["id"]) == (201, first.json()["id"])
    assert (other_way.status_code, other_way.json()["standing"]["payment"]) == (409, first.json()["id"])
    assert send(f"{at}/confirm", {}, bearer(payer)).status_code == 403
    assert send(f"{at}/confirm", {}, bearer(getter)).json()["state"] == "confirmed"
    assert balances(club) == {}
    assert refusal(send(f"{at}/decline", {"reason": "no"}, bearer(getter)))[0] == 409
    assert read(at, bearer(payer))["booking"]
    assert send(at, None, bearer(factories.make_member(club)), method="GET").status_code == 404


def test_a_payment_names_the_evening_or_the_days_it_is_for(club):
    member, evening = factories.make_member(club), make_evening(club, fee=300, unit="€")
    mine = factories.player_of(member, club)
    check_in(Arrival(player=mine.pk), evening_id=evening.pk, by=factories.owner_of(club), now=factories.NOW)
    to_club, by = {"payer": str(mine.pk), "amount": 300}, bearer(member)
    at, days = f"clubs/{club.pk}/paid", {"since": "2025-03-01", "until": "2025-03-31"}

    of_evening = send(at, {**to_club, "evening": str(evening.pk)}, by)
    of_days = send(at, {**to_club, **days}, by)
    plain = send(at, {**to_club, "amount": 5}, by)

    names = ("evening", "since", "until")
    told = [[one.json()[name] for name in names] for one in (of_evening, of_days, plain)]
    assert told == [[str(evening.pk), None, None], [None, *days.values()], [None, None, None]]
    assert [one.about_kind for one in Payment.objects.order_by("pk")] == ["evening", "period", ""]
    assert dues_of(evening).of(mine.pk, evening.money).waits == Payment.objects.get(about=evening.pk).pk
    foreign = make_evening(factories.make_club())
    for wrong, field in (
        ({"evening": str(foreign.pk)}, "evening"),
        ({"evening": str(evening.pk), **days}, "evening"),
        ({"since": days["since"]}, "until"),
        ({"evening": str(evening.pk), "amount": 301}, "amount"),
    ):
        refused = send(at, {**to_club, **wrong}, by)
        assert (refused.status_code, [one["field"] for one in refused.json()["errors"]]) == (422, [field])


def test_a_stranger_finds_nothing_whatever_they_send(club):
    stranger, payment = bearer(factories.make_user()), waiting_payment(club, factories.make_player(club))

    for at in (f"clubs/{club.pk}/paid", f"payments/{payment.pk}/confirm", f"payments/{payment.pk}/decline"):
        for body in ({}, {"amount": "x"}):
            assert send(at, body, stranger).status_code == 404


def test_it_is_taken_back_or_declined(club):
    member, ann = factories.make_member(club), factories.make_player(club)
    own, others = (waiting_payment(club, ann, amount, by=member) for amount in (100, 200))

    taken_back = send(f"payments/{own.pk}/decline", {}, bearer(member))
    without = send(f"payments/{others.pk}/decline", {}, bearer(factories.owner_of(club)))
    declined = send(f"payments/{others.pk}/decline", {"reason": "not so"}, bearer(factories.owner_of(club)))

    assert taken_back.json()["state"] == "taken_back"
    assert refusal(without)[0] == 422
    assert (declined.json()["state"], declined.json()["reason"]) == ("declined", "not so")


def test_the_list_is_read_page_by_page(club, monkeypatch):
    monkeypatch.setattr(payments_api, "PAYMENTS_A_PAGE", 2)
    member, ann = factories.make_member(club), factories.make_player(club)
    made = [str(waiting_payment(club, ann, amount, by=member).pk) for amount in range(1, 6)]
    waiting_payment(club, ann, 9)

    seen, before = [], ""
    while before is not None:
        page = read(f"clubs/{club.pk}/payments" + (f"?before={before}" if before else ""), bearer(member))
        seen.append([one["id"] for one in page["payments"]])
        before = page["older"]

    assert sorted(pk for page in seen for pk in page) == sorted(made)
    assert [len(page) for page in seen] == [2, 2, 1]
    assert len(read(f"clubs/{club.pk}/payments", bearer(factories.owner_of(club)))["payments"]) == 2
    assert Payment.objects.count() == 6


def test_settling_up_says_who_pays_whom_and_whose_bank_is_open(club):
    by, sitting = bearer(factories.owner_of(club)), tonk(club, 2)
    bank(sitting, "buy_in", 500)
    day = factories.NOW.date().isoformat()

    for days in ("", f"?since={day}&until={day}"):
        (plan,) = read(f"clubs/{club.pk}/settle-up{days}", by)["plans"]
        assert [(one["getter"], one["amount"]) for one in plan["transfers"]] == [(None, 500)]
        assert plan["banks"] == [{"sitting": str(sitting.pk), "amount": 500}]
    for wrong in (f"since={day}", "since=x&until=y", "coin=7", "pay=1"):
        assert send(f"clubs/{club.pk}/settle-up?{wrong}", None, by, method="GET").status_code == 422


def test_the_history_is_read_page_by_page_and_by_question(club, monkeypatch):
    monkeypatch.setattr(history, "A_PAGE", 2)
    member, ann = factories.make_member(club), factories.make_player(club, "Ann")
    mine = factories.player_of(member, club)
    for nth in range(1, 6):
        booked(club, {of(ann): nth, CLUB: -nth}, now=factories.NOW + timedelta(days=nth))
    booked(club, {of(mine): 9, CLUB: -9}, kind="deposit")

    seen, before = [], ""
    while True:
        page = read(f"clubs/{club.pk}/bookings?before={before}", bearer(member))
        seen.append([max(leg["amount"] for leg in one["legs"]) for one in page["bookings"]])
        before = page["older"]
        if not before:
            break

    assert seen == [[5, 4], [3, 2], [1, 9]]
    assert len(read(f"clubs/{club.pk}/bookings?player={mine.pk}", bearer(member))["bookings"]) == 1
    assert len(read(f"clubs/{club.pk}/bookings?kind=deposit", bearer(member))["bookings"]) == 1
    assert send(f"clubs/{club.pk}/bookings?player={ann.pk}", None, bearer(member), method="GET").status_code == 403
    assert send(f"clubs/{club.pk}/bookings?kind=gift", None, bearer(member), method="GET").status_code == 422


def test_a_statement_says_where_it_stood_before_and_at_the_end(club):
    member = factories.make_member(club)
    mine = factories.player_of(member, club)
    for nth in range(3):
        booked(club, {of(mine): 10, CLUB: -10}, now=factories.NOW + timedelta(days=nth))
    day = (factories.NOW + timedelta(days=1)).date().isoformat()

    told = read(f"players/{mine.pk}/statement?since={day}&until={day}", bearer(member))

    assert (told["opening"], told["closing"], told["count"]) == (10, 20, 1)
    assert [(one["amount"], one["balance"]) for one in told["entries"]] == [(10, 20)]
    assert read(f"players/{mine.pk}/statement?unit=chips&decimals=0", bearer(member))["count"] == 0
