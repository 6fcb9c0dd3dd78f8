"""One step of a game's own screen: the hand it was begun for stays the same hand, and nothing is written."""

import json

import pytest

from scorekeeper.play.models import Hand
from tests import factories

pytestmark = pytest.mark.django_db
OUT = {"add": {"finished": 0}}
DEAL = {"kind": "deal", "trumps": ["clubs", "hearts"], "finished": [0], "result": "loss"}


@pytest.fixture
def table(client):
    sitting = factories.make_sitting(game="svoi_kozyri", players=2)
    client.force_login(factories.owner_of(sitting.club))
    return sitting


def step(client, sitting, *, htmx=True, **fields):
    headers = {"HX-Request": "true"} if htmx else {}
    return client.post(f"/tables/{sitting.pk}/step/", {"step": json.dumps(OUT), **fields}, headers=headers)


@pytest.mark.parametrize("htmx", [True, False])
def test_step_keeps_the_number_and_the_key_of_the_hand(client, table, htmx):
    key = "6f2d0e6c-7d10-4c3b-9d2f-1d0b8a4a7c11"
    factories.record(table, DEAL)

    page = step(client, table, htmx=htmx, number="1", key=key).content.decode()

    assert '<input type="hidden" name="number" value="1">' in page
    assert f'name="key" value="{key}"' in page


def test_step_after_another_phone_recorded_is_told_on_saving(client, table):
    factories.record(table, DEAL)
    step(client, table, number="1")

    answer = client.post(f"/tables/{table.pk}/hands/", {"number": "1", "finished.0": "1", "result": "loss"})

    assert answer.status_code == 409
    assert Hand.objects.filter(sitting=table).count() == 1


@pytest.mark.parametrize("htmx", [True, False])
def test_step_at_a_table_that_takes_no_more_hands(client, table, htmx):
    factories.record(table, DEAL)
    factories.finish(table)

    answer = step(client, table, htmx=htmx, number="2")

    assert answer.status_code == 409
    assert "This table takes no more hands" in answer.content.decode()


@pytest.mark.parametrize("door", ["step", "preview"])
def test_who_may_only_look_is_asked_nothing(client, table, door):
    hand = factories.record(table, DEAL).hand
    client.force_login(factories.make_member(table.club))

    for address in (f"/tables/{table.pk}/{door}/", f"/tables/{table.pk}/{door}/?hand={hand.pk}"):
        assert client.post(address, {"step": "{}"}).status_code == 403
