"""A phone without an account sends the table that it opened without a connection: once, under a key of its own."""

import json
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.db import connections
from django.test import Client

from scorekeeper.clubs.models import Club
from scorekeeper.common.errors import Conflict
from scorekeeper.play.models import Device, Sitting
from scorekeeper.play.opening.services import Opening, Sitter, start_guest_once
from tests import factories
from tests.acting import csrf, send

pytestmark = pytest.mark.both_engines("two who open one table at once meet at a constraint")

ADDRESS = "/offline/tables/"
BODY = {
    "game": "skat",
    "name": "In the cellar",
    "seats": [{"name": name} for name in ("Ada", "Bo", "Cy")],
    "time_zone": "Europe/Berlin",
}


def start(client, body, key):
    headers = {**csrf(client), "Idempotency-Key": str(key)}
    return client.post(ADDRESS, json.dumps(body), content_type="application/json", headers=headers)


@pytest.fixture
def phone() -> Client:
    return Client(enforce_csrf_checks=True)


@pytest.mark.django_db
def test_phone_keeps_the_sheet_it_started(phone):
    answer = start(phone, BODY, uuid4())

    assert answer.status_code == 201
    sitting = Sitting.objects.select_related("club").get(pk=answer.json()["id"])
    assert (sitting.name, sitting.club.is_private, sitting.club.time_zone) == ("In the cellar", True, "Europe/Berlin")
    told = phone.get(f"/offline/tables/{sitting.pk}/").json()
    assert (told["owner"], told["may_record"], told["may_keep"]) == ("device", True, True)
    hand = send(f"sittings/{sitting.pk}/hands", {"record": factories.played(0)}, csrf(phone), client=phone)
    assert hand.status_code == 201
    assert Client().get(f"/offline/tables/{sitting.pk}/").status_code == 404


@pytest.mark.django_db
def test_sent_again_it_is_the_same_table_and_the_same_phone(phone):
    """The answer was lost, and with it the cookie."""
    key = uuid4()
    first = start(Client(enforce_csrf_checks=True), BODY, key)

    again = start(phone, BODY, key)

    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json()["id"] == first.json()["id"]
    assert (Club.objects.count(), Sitting.objects.count(), Device.objects.count()) == (1, 1, 1)
    assert phone.get(f"/offline/tables/{again.json()['id']}/").status_code == 200


@pytest.mark.django_db
def test_key_of_another_table_is_refused(phone):
    key = uuid4()
    start(phone, BODY, key)

    answer = start(phone, {**BODY, "name": "Upstairs"}, key)

    assert (answer.status_code, answer.json()["code"]) == (409, "key_reused")
    assert Sitting.objects.count() == 1


@pytest.mark.django_db
def test_sheet_that_somebody_has_claimed_is_no_phones_any_more(phone):
    key = uuid4()
    start(phone, BODY, key)
    Device.objects.update(is_host=False)

    assert start(phone, BODY, key).status_code == 403


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"seats": [{"name": "Ada"}]}, "table_size"),
        ({"seats": [{"name": "Ada"}] * 3}, "name_twice"),
        ({"game": "chess"}, "game_unknown"),
        ({"club": "mine"}, "field_unknown"),
        ({"time_zone": "x" * 65}, "max_length"),
    ],
)
def test_opening_that_is_none_is_refused_and_leaves_nothing(phone, change, code):
    answer = start(phone, {**BODY, **change}, uuid4())

    assert answer.status_code == 422
    assert [error["code"] for error in answer.json()["errors"]] == [code]
    assert not Club.objects.exists()


@pytest.mark.django_db
def test_it_needs_the_form_token_and_a_key(phone):
    bare = phone.post(ADDRESS, json.dumps(BODY), "application/json", headers={"Idempotency-Key": str(uuid4())})

    assert bare.status_code == 403
    assert start(phone, BODY, "seven").json()["errors"][0]["code"] == "key_missing"
    assert not Club.objects.exists()


@pytest.mark.django_db
def test_too_many_from_one_address_wait(phone, settings):
    settings.SCOREKEEPER_GUEST_TABLES = 1
    key = uuid4()
    start(phone, BODY, key)

    answer = start(phone, BODY, uuid4())

    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0
    assert start(phone, BODY, key).status_code == 200  # what it has already it gets


@pytest.mark.django_db(transaction=True)
def test_sent_twice_at_once_is_one_table():
    opening = Opening(game="skat", seats=[Sitter(name=name) for name in ("Ada", "Bo", "Cy")], key=uuid4())

    def sent(_time):
        try:
            return start_guest_once(opening=opening, time_zone="UTC", now=factories.NOW)[0].pk
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(sent, range(4)))

    assert len(set(found)) == 1
    assert (Club.objects.count(), Sitting.objects.count()) == (1, 1)
    with pytest.raises(Conflict, match="another table"):
        start_guest_once(
            opening=Opening("skat", opening.seats, name="else", key=opening.key), time_zone="UTC", now=factories.NOW
        )
