"""A table that a phone opens under a key of its own is opened once."""

from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.db import connections

from scorekeeper.common.errors import Conflict
from scorekeeper.play.models import Sitting
from scorekeeper.play.opening.services import Opening, Sitter, open_once
from tests import factories
from tests.acting import bearer, send

pytestmark = pytest.mark.both_engines("two keys at once meet at a constraint")

BODY = {"game": "skat", "name": "In the cellar", "seats": [{"name": name} for name in ("Ada", "Bo", "Cy")]}


@pytest.mark.django_db
def test_same_key_and_facts_give_the_same_table():
    club, key = factories.make_club(), {"Idempotency-Key": str(uuid4())}
    headers = bearer(factories.owner_of(club)) | key

    first, again = (send(f"clubs/{club.pk}/sittings", BODY, headers) for _time in range(2))

    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json()["id"] == first.json()["id"]
    assert Sitting.objects.filter(club=club).count() == 1
    assert club.players.filter(name="Ada").count() == 1  # no guest is made twice


@pytest.mark.django_db
@pytest.mark.parametrize("change", [{"name": "Upstairs"}, {"seats": BODY["seats"][::-1]}, {"rules_name": "ours"}])
def test_same_key_for_another_table_is_refused(change):
    club, key = factories.make_club(), {"Idempotency-Key": str(uuid4())}
    headers = bearer(factories.owner_of(club)) | key
    send(f"clubs/{club.pk}/sittings", BODY, headers)

    answer = send(f"clubs/{club.pk}/sittings", {**BODY, **change}, headers)

    assert (answer.status_code, answer.json()["code"]) == (409, "key_reused")
    assert Sitting.objects.filter(club=club).count() == 1


@pytest.mark.django_db
def test_key_is_of_one_club():
    key = uuid4()
    opening = Opening(game="skat", seats=[Sitter(name=name) for name in ("Ada", "Bo", "Cy")], key=key)

    opened = [
        open_once(club=club, by=factories.owner_of(club), opening=opening, now=factories.NOW)
        for club in (factories.make_club(), factories.make_club())
    ]

    assert [is_new for _sitting, is_new in opened] == [True, True]
    assert opened[0][0].pk != opened[1][0].pk


@pytest.mark.django_db
def test_without_a_key_each_is_another_table():
    club = factories.make_club()
    headers = bearer(factories.owner_of(club)) | {"Idempotency-Key": ""}

    for name in ("Ada", "Bo"):
        seats = [{"name": f"{name} {place}"} for place in range(3)]
        assert send(f"clubs/{club.pk}/sittings", {**BODY, "seats": seats}, headers).status_code == 201

    assert Sitting.objects.filter(club=club, key=None, facts="").count() == 2


@pytest.mark.django_db
def test_key_that_is_none_is_refused():
    club = factories.make_club()

    answer = send(f"clubs/{club.pk}/sittings", BODY, bearer(factories.owner_of(club)) | {"Idempotency-Key": "seven"})

    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (422, "key_missing")


@pytest.mark.django_db(transaction=True)
def test_sent_twice_at_once_is_one_table():
    club, key = factories.make_club(), uuid4()
    owner = factories.owner_of(club)
    opening = Opening(game="skat", seats=[Sitter(name=name) for name in ("Ada", "Bo", "Cy")], key=key)

    def opened(_time: int) -> tuple[object, bool]:
        try:
            sitting, is_new = open_once(club=club, by=owner, opening=opening, now=factories.NOW)
            return sitting.pk, is_new
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(opened, range(4)))

    assert len({pk for pk, _is_new in found}) == 1
    assert sorted(is_new for _pk, is_new in found) == [False, False, False, True]


@pytest.mark.django_db
def test_conflict_names_the_key():
    club, key = factories.make_club(), uuid4()
    owner = factories.owner_of(club)
    seats = [Sitter(name=name) for name in ("Ada", "Bo", "Cy")]
    open_once(club=club, by=owner, opening=Opening(game="skat", seats=seats, key=key), now=factories.NOW)

    with pytest.raises(Conflict, match="key was used for another table"):
        open_once(club=club, by=owner, opening=Opening(game="tonk", seats=seats, key=key), now=factories.NOW)
