"""The code of a table and its phones, as programs of who keeps the sheet have them."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Device, Sitting, TablePass
from scorekeeper.play.passes.services import SeatWanted, ask_for_seat
from tests import factories
from tests.acting import bearer, refusal, send

pytestmark = pytest.mark.django_db


@pytest.fixture
def sitting(club: Any) -> Sitting:
    return factories.make_sitting(club, now=timezone.now())


@pytest.fixture
def by(owner: Any) -> dict[str, str]:
    return bearer(owner)


def listed(sitting: Sitting, by: dict[str, str]) -> Any:
    return send(f"sittings/{sitting.pk}/phones", None, by, method="GET").json()


def test_a_code_is_made_once_and_lets_a_phone_in(sitting, by):
    first, again = (send(f"sittings/{sitting.pk}/passes", None, by) for _time in range(2))

    assert first.status_code == again.status_code == 200
    assert first.json() == again.json()
    page = Client().post("/join/", {"code": first.json()["code"].lower()})
    assert first.json()["link"].endswith(page["Location"])


def test_the_list_has_no_code_and_says_who_asks_for_what(sitting, by):
    assert listed(sitting, by) == {"table_pass": None, "phones": []}
    made = send(f"sittings/{sitting.pk}/passes", None, by).json()
    seated, without = (factories.make_device(sitting, seat, now=timezone.now()) for seat in (1, None))
    ask_for_seat(SeatWanted(seat=1), sitting_id=sitting.pk, by=Actor(device=without))

    found = listed(sitting, by)

    assert [(phone["id"], phone["number"], phone["seat"], phone["asks_for"]) for phone in found["phones"]] == [
        (str(without.pk), 2, None, 1),
        (str(seated.pk), 1, 1, None),
    ]
    assert found["table_pass"]["is_worn_out"] is False
    assert made["code"] not in str(found)
    assert made["link"] not in str(found)


def test_a_phone_is_given_a_seat_refused_one_and_ended(sitting, by):
    phone = factories.make_device(sitting, None, now=timezone.now())
    there = f"sittings/{sitting.pk}/phones/{phone.pk}"
    ask_for_seat(SeatWanted(seat=0), sitting_id=sitting.pk, by=Actor(device=phone))

    refused = send(f"{there}/refuse", None, by).json()
    given = send(f"{there}/seat", {"seat": 2}, by).json()
    nobody = send(f"{there}/seat", {"seat": 7}, by)
    ended = [send(f"{there}/end", None, by).json() for _time in range(2)]

    assert (refused["phones"][0]["asks_for"], given["phones"][0]["seat"]) == (None, 2)
    assert refusal(nobody) == (422, [("seat_unknown", "seat")])
    assert [answer["phones"][0]["is_in_force"] for answer in ended] == [False, False]
    late = send(f"{there}/seat", {"seat": 1}, by)
    assert (late.status_code, late.json()["code"]) == (409, "phone_ended")


def test_the_phone_of_another_table_is_none(sitting, by):
    other = factories.make_device(factories.make_sitting(sitting.club, now=timezone.now()), 1, now=timezone.now())

    for act, body in (("seat", {"seat": 1}), ("refuse", None), ("end", None)):
        assert send(f"sittings/{sitting.pk}/phones/{other.pk}/{act}", body, by).status_code == 404
    assert Device.objects.get(pk=other.pk).revoked_at is None


def test_the_end_of_a_code_is_that_of_its_phones(sitting, by):
    send(f"sittings/{sitting.pk}/passes", None, by)
    factories.make_device(sitting, 1, now=timezone.now())

    assert [send(f"sittings/{sitting.pk}/passes/end", None, by).status_code for _time in range(2)] == [204, 204]

    assert listed(sitting, by)["table_pass"] is None
    assert not listed(sitting, by)["phones"][0]["is_in_force"]
    assert not TablePass.objects.filter(revoked_at=None).exists()


def test_a_code_that_ran_out_is_none(sitting, by):
    send(f"sittings/{sitting.pk}/passes", None, by)
    TablePass.objects.update(expires_at=timezone.now() - timedelta(seconds=1))

    assert listed(sitting, by)["table_pass"] is None


def test_a_seat_or_a_name_is_asked_at_either_field(sitting, by):
    made = send(f"sittings/{sitting.pk}/passes", None, by).json()
    path = made["link"].partition("/join/")[2]

    page = Client().post(f"/join/{path}", {"seat": "none", "name": " "})

    assert page.status_code == 422
    assert "Enter whose phone this is." in page.content.decode()
    assert not Device.objects.exists()
