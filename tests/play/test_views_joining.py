"""Phones that join a table, and tables without an account."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core import signing
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from scorekeeper.common.addresses import client_address
from scorekeeper.play import actors
from scorekeeper.play.models import Device, Presence, Sitting, TablePass
from scorekeeper.play.passes.reads import STAYS, places_of
from scorekeeper.play.passes.services import (
    forget_presences,
    join_table,
    link_secret,
    make_pass,
    revoke_pass,
    short_code,
)
from scorekeeper.play.passes.views import JoinForm
from scorekeeper.play.sheet.here import Here
from tests import factories
from tests.factories import keeper_of, make_member

pytestmark = pytest.mark.django_db


@pytest.fixture
def sitting(club: Any) -> Sitting:
    return factories.make_sitting(club, now=timezone.now())


@pytest.fixture
def table_pass(sitting: Sitting) -> TablePass:
    return make_pass(sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=timezone.now())


def join(client: Client, table_pass: TablePass, **data: str):
    return client.post(reverse("join_link", args=[link_secret(table_pass)]), data)


def table_of(sitting: Sitting) -> str:
    return reverse("sitting_detail", args=[sitting.pk])


@pytest.mark.parametrize("spelling", [str, str.lower, lambda code: f" {code.replace('-', ' ')} "])
def test_a_code_in_any_spelling_leads_to_the_table(client, table_pass, spelling):
    answer = client.post(reverse("join"), {"code": spelling(short_code(table_pass))})

    assert answer.url == reverse("join_link", args=[link_secret(table_pass)])


def test_a_wrong_code_says_so(client, table_pass):
    answer = client.post(reverse("join"), {"code": "222-222"})

    assert answer.status_code == 422
    assert "No open table has this code." in answer.content.decode()
    assert client.post(reverse("join"), {"code": ""}).status_code == 422


def test_ten_wrong_codes_lock_the_address_out(client, table_pass):
    for _ in range(10):
        client.post(reverse("join"), {"code": "222-222"})

    answer = client.post(reverse("join"), {"code": short_code(table_pass)})

    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0
    assert client.get(reverse("join_link", args=["222222"])).status_code == 429
    assert client.get(reverse("join_link", args=[link_secret(table_pass)])).status_code == 200


def test_a_link_that_leads_nowhere_offers_the_code_form(client):
    answer = client.get(reverse("join_link", args=["nonsense"]))

    assert answer.status_code == 404
    assert "no longer leads to an open table" in answer.content.decode()


def test_a_phone_joins_with_a_seat_and_records_there(client, sitting, table_pass):
    page = client.get(reverse("join_link", args=[link_secret(table_pass)])).content.decode()
    answer = join(client, table_pass, seat="1")

    cookie = client.cookies[actors.COOKIE]
    assert re.search(
        r"Guest [A-Z]\. \(2\)", page
    )  # whoever has no seat yet reads initials, and three of them are told apart by numbers
    assert answer.url == table_of(sitting)
    assert (bool(cookie["httponly"]), cookie["samesite"]) == (True, "Lax")
    assert Device.objects.get().seat.number == 1
    assert "Save hand 1" in client.get(table_of(sitting)).content.decode()
    assert client.get(reverse("join_link", args=[link_secret(table_pass)])).url == table_of(sitting)


def test_each_phone_sees_who_else_has_the_table_open(client, owner, sitting, table_pass):
    join(client, table_pass, seat="1")
    scorer = Client()
    scorer.force_login(owner)
    name = sitting.seats.get(number=1).player.name.split()[0]

    alone = client.get(table_of(sitting)).content.decode()
    scorers = scorer.get(table_of(sitting)).content.decode()
    both = client.get(table_of(sitting)).content.decode()

    assert "recording here too" not in alone
    assert f"Another phone is recording here too: {name}" in scorers
    assert f"Another phone is recording here too: {owner.name}" in both


def test_a_phone_that_looks_again_is_told_who_came_and_who_went(client, owner, sitting, table_pass, monkeypatch):
    join(client, table_pass, seat="1")
    page = client.get(table_of(sitting)).content.decode()
    scorer = Client()
    scorer.force_login(owner)

    def again() -> str:
        stamp = re.search(r'data-revision="([^"]+)"', page).group(1)
        answer = client.get(f"{table_of(sitting)}?since={stamp}", headers={"HX-Request": "true"})
        return answer.content.decode() if answer.status_code == 200 else page

    assert again() is page
    scorer.get(table_of(sitting))
    page = again()
    assert "recording here too" in page
    monkeypatch.setattr(Here, "now", timezone.now() + STAYS)
    page = again()
    assert "recording here too" not in page


def test_an_onlooker_is_not_said_to_record(client, owner, sitting, club):
    onlooker, scorer = Client(), Client()
    onlooker.force_login(make_member(club))
    scorer.force_login(owner)

    onlooker.get(table_of(sitting))

    assert "recording here too" not in scorer.get(table_of(sitting)).content.decode()
    assert Presence.objects.count() == 1


def test_a_phone_is_written_down_once_a_minute(client, sitting, table_pass, monkeypatch):
    join(client, table_pass, seat="1")
    now, found = timezone.now(), []

    for seconds in (0, 59, 60, 61):
        monkeypatch.setattr(Here, "now", now + timedelta(seconds=seconds))
        client.get(table_of(sitting))
        found.append((Presence.objects.get().seen_at - now).seconds)

    assert found == [0, 0, 60, 60]


def test_a_phone_that_was_shut_out_is_not_said_to_record(client, owner, sitting, table_pass):
    join(client, table_pass, seat="1")
    client.get(table_of(sitting))
    scorer = Client()
    scorer.force_login(owner)

    before = scorer.get(table_of(sitting)).content.decode()
    revoke_pass(sitting_id=sitting.pk, by=keeper_of(sitting), now=timezone.now())
    after = scorer.get(table_of(sitting)).content.decode()

    assert "recording here too" in before
    assert "recording here too" not in after


def test_who_was_there_is_forgotten_after_a_day(client, sitting, table_pass):
    join(client, table_pass, seat="1")
    client.get(table_of(sitting))

    assert forget_presences(now=timezone.now() + timedelta(hours=23)) == 0
    assert forget_presences(now=timezone.now() + timedelta(hours=25)) == 1


def test_a_phone_signs_for_its_own_seat_only(client, club):
    sitting = factories.make_sitting(club, rules={"list_length": 3}, now=timezone.now())
    factories.record_list(sitting, [factories.played(seat) for seat in range(3)])
    sitting.refresh_from_db()
    table_pass = make_pass(sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=timezone.now())
    join(client, table_pass, seat="1")

    page = client.get(table_of(sitting)).content.decode()
    own = client.post(
        reverse("seat_sign", args=[sitting.pk, 1]), {"head": sitting.head}, headers={"HX-Request": "true"}
    )
    other = client.post(reverse("seat_sign", args=[sitting.pk, 0]), {"head": sitting.head})

    assert page.count('name="head"') == 1
    assert "signed at the table by code at" in own.content.decode()
    assert other.status_code == 403


def test_a_phone_joins_without_a_seat(client, table_pass):
    join(client, table_pass, seat="none", name="Toni's tablet")

    device = Device.objects.get()
    assert (device.name, device.seat) == ("Toni's tablet", None)


def test_a_seat_that_is_none_is_refused(client, table_pass):
    assert join(client, table_pass, seat="9").status_code == 422
    assert join(client, table_pass, seat="none", name="x" * 90).status_code == 422


def test_nothing_is_chosen_for_who_joins_and_a_name_stands_for_a_seat(client, table_pass):
    page = client.get(reverse("join_link", args=[link_secret(table_pass)])).content.decode()

    assert 'name="seat"' in page
    assert "checked" not in page
    assert "Choose your seat" in join(client, table_pass, seat="", name="Toni").content.decode()
    assert "Enter whose phone this is." in join(client, table_pass, seat="none", name="").content.decode()
    assert not Device.objects.exists()


def test_a_phone_without_a_seat_takes_a_free_one_later(client, sitting, table_pass):
    join(client, table_pass, seat="none", name="Toni")
    join(Client(), table_pass, seat="0")
    seats = reverse("sitting_seats", args=[sitting.pk])

    again = client.get(reverse("join_link", args=[link_secret(table_pass)]))
    page = client.get(seats).content.decode()
    held = client.post(reverse("seat_take", args=[sitting.pk, 0]))
    taken = client.post(reverse("seat_take", args=[sitting.pk, 1]))
    once_more = client.post(reverse("seat_take", args=[sitting.pk, 2]))

    assert again.url == seats
    assert (reverse("seat_take", args=[sitting.pk, 0]) in page, reverse("seat_take", args=[sitting.pk, 1]) in page) == (
        False,
        True,
    )
    assert (held.status_code, taken.url, once_more.status_code) == (422, table_of(sitting), 403)
    assert Device.objects.get(name="Toni").seat.number == 1
    assert "Take a seat with this phone" not in client.get(seats).content.decode()


def test_a_seat_that_was_left_meanwhile_is_refused(client, sitting, table_pass):
    form = JoinForm({"seat": "1"}, places=places_of(sitting, None, timezone.now()))
    sitting.seats.update(is_active=False)

    assert form.does(join_table, table_pass=table_pass, address="192.0.2.7") is None
    assert form.errors["seat"] == ["Nobody sits there."]


def test_a_phone_may_not_direct_or_show_the_code(client, sitting, table_pass):
    join(client, table_pass, seat="1")

    assert client.get(reverse("table_pass", args=[sitting.pk])).status_code == 403
    assert client.get(reverse("sitting_close", args=[sitting.pk])).status_code == 403
    assert client.get(reverse("sitting_end", args=[sitting.pk])).status_code == 403


def test_a_withdrawn_code_tells_its_phones_and_nobody_else(client, owner, sitting, table_pass):
    join(client, table_pass, seat="1")
    scorer = Client()
    scorer.force_login(owner)
    shown = scorer.get(reverse("table_pass", args=[sitting.pk])).content.decode()

    scorer.post(reverse("pass_revoke", args=[sitting.pk]))

    assert short_code(table_pass) in shown
    assert "<svg" in shown
    ended = client.get(table_of(sitting))
    assert (ended.status_code, "may no longer record here" in ended.content.decode()) == (403, True)
    assert Client().get(table_of(sitting)).status_code == 404
    scorer.post(reverse("table_pass", args=[sitting.pk]))
    assert TablePass.objects.filter(revoked_at=None).count() == 1


def test_a_pass_that_ran_out_is_told(client, sitting, table_pass):
    join(client, table_pass, seat="1")
    TablePass.objects.update(expires_at=timezone.now() - timedelta(minutes=1))

    assert client.get(table_of(sitting)).status_code == 403


def test_a_cookie_that_is_not_ours_is_nothing(client, sitting):
    client.cookies[actors.COOKIE] = signing.dumps({sitting.pk.hex: sitting.pk.hex}, salt="other")

    assert client.get(table_of(sitting)).status_code == 404


def test_the_cookie_keeps_the_newest_tables(rf: RequestFactory, club):
    from django.http import HttpResponse

    request = rf.get("/")
    for _ in range(3):
        sitting = factories.make_sitting(club)
        response = HttpResponse()
        actors.remember(request, response, factories.make_device(sitting))
        request.COOKIES[actors.COOKIE] = response.cookies[actors.COOKIE].value

    assert len(actors.tables_in_hand(request)) == 3
    assert actors.tables_in_hand(request)[0] == sitting.pk


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, "1.1.1.1", "9.9.9.9"),
        (1, "6.6.6.6, 1.1.1.1", "1.1.1.1"),
        (2, "1.1.1.1, 2.2.2.2", "1.1.1.1"),
        (2, "1.1.1.1", "9.9.9.9"),
    ],
)
def test_the_address_is_the_one_our_proxies_saw(rf, settings, proxies, forwarded, address):
    settings.SCOREKEEPER_PROXIES = proxies

    assert client_address(rf.get("/", REMOTE_ADDR="9.9.9.9", headers={"X-Forwarded-For": forwarded})) == address


GUESTS = {
    "form": "1",
    "seats.0.name": "Ali",
    "seats.1.name": "Bea",
    "seats.2.name": "Carl",
    "dealer": "1",
    "name": "Pub",
}


def test_a_table_starts_without_an_account(client):
    answer = client.post(reverse("guest_table_new", args=["skat"]), {**GUESTS, "time_zone": "Europe/Berlin"})

    sitting = Sitting.objects.get()
    page = client.get(answer.url).content.decode()
    assert sitting.club.is_private
    assert sitting.club.time_zone == "Europe/Berlin"
    assert [seat.player.name for seat in sitting.seats.select_related("player")] == ["Bea", "Carl", "Ali"]
    assert "Sign in" in page
    assert Client().get(answer.url).status_code == 404


def test_a_guest_table_with_two_is_refused_and_keeps_the_names(client):
    answer = client.post(reverse("guest_table_new", args=["skat"]), {**GUESTS, "seats.2.name": ""})

    assert answer.status_code == 422
    assert "Write at least 3 names." in answer.content.decode()
    assert 'value="Ali"' in answer.content.decode()


def test_a_guest_sheet_is_claimed_on_its_phone(client):
    address = client.post(reverse("guest_table_new", args=["skat"]), GUESTS).url
    sitting = Sitting.objects.get()
    user = factories.make_user()
    client.force_login(user)

    offered = client.get(address).content.decode()
    client.post(reverse("sitting_claim", args=[sitting.pk]), {"seat": "1"})

    assert "Claim this sheet" in offered
    assert [seat.player.user for seat in factories.seats_of(sitting)] == [None, user, None]
    assert "Claim this sheet" not in client.get(address).content.decode()
    elsewhere = Client()
    elsewhere.force_login(user)
    assert elsewhere.get(address).status_code == 200
