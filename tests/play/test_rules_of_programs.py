"""House rules as programs read and write them, and what a program can't say of a hand."""

import json
from uuid import uuid4

import pytest
from django.test import Client

from scorekeeper.clubs.house_rules import retire
from scorekeeper.play.models import Sitting
from tests import factories
from tests.acting import bearer

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return factories.make_club()


@pytest.fixture
def director(club):
    return Asking(bearer(factories.make_member(club, "director")))


class Asking:
    """A program that asks with a token."""

    def __init__(self, by: dict[str, str]) -> None:
        self.by = by

    def get(self, path: str) -> tuple[int, dict]:
        answer = Client().get(f"/api/v1/{path}", headers=self.by)
        return answer.status_code, answer.json()

    def post(self, path: str, body: object) -> tuple[int, dict]:
        headers = {**self.by, "Idempotency-Key": str(uuid4())}
        sent = json.dumps(body).encode()
        answer = Client().post(f"/api/v1/{path}", sent, content_type="application/json", headers=headers)
        return answer.status_code, answer.json()


def refused(answer: tuple[int, dict]) -> list[tuple[str, str]]:
    status, body = answer
    assert status == 422
    return [(error["code"], error["field"]) for error in body["errors"]]


def test_what_is_written_down_can_be_read_changed_and_played_by(club, director):
    asked = {"game": "skat", "name": "Fridays", "rules": {"turns": 8}, "note": "Short lists"}

    status, written = director.post(f"clubs/{club.pk}/house-rules/write", asked)
    again = director.post(f"clubs/{club.pk}/house-rules/write", asked)
    changed = director.post(f"house-rules/{written['id']}/versions", {"rules": {"turns": 4}, "seen": 1})
    read = director.get(f"house-rules/{written['id']}")[1]
    seats = [{"name": name} for name in "ABC"]
    opened = director.post(f"clubs/{club.pk}/sittings", {"game": "skat", "house_rules": written["id"], "seats": seats})

    assert (status, written["number"], written["versions"][0]["note"]) == (201, 1, "Short lists")
    assert again == (201, written)
    assert (changed[0], changed[1]["number"], changed[1]["rules"]["turns"]) == (201, 2, 4)
    assert [version["rules"]["turns"] for version in read["versions"]] == [4, 8]
    assert (opened[0], opened[1]["house_version"]) == (201, changed[1]["id"])


def test_a_version_made_from_an_older_one_is_refused_as_on_the_page(club, director):
    house = factories.make_house_rules(club)
    path = f"house-rules/{house.pk}/versions"
    assert director.post(path, {"rules": {"turns": 8}, "seen": 1})[0] == 201

    assert refused(director.post(path, {"rules": {"turns": 4}, "seen": 1})) == [("house_rules_changed", "")]
    assert refused(director.post(path, {"rules": {"turns": 0}, "seen": 2})) == [("turns_out_of_range", "rules.turns")]
    assert house.versions.count() == 2


def test_those_in_use_stand_first_and_only_members_read_them(club, director):
    gone = factories.make_house_rules(club, "A")
    factories.make_house_rules(club, "B")
    retire(house_id=gone.pk, by=factories.owner_of(club), now=factories.NOW)
    stranger = Asking(bearer(factories.make_user()))

    found = director.get(f"clubs/{club.pk}/house-rules")[1]["house_rules"]

    assert [(house["name"], house["retired_at"] is None) for house in found] == [("B", True), ("A", False)]
    assert stranger.get(f"clubs/{club.pk}/house-rules")[0] == 404
    assert stranger.get(f"house-rules/{gone.pk}")[0] == 404


def test_no_record_strikes_no_hand(club, director):
    sitting = factories.make_sitting(club)
    hand = factories.record(sitting).hand

    corrected = director.post(f"hands/{hand.pk}/corrections", {"record": None, "reason": "wrong"})
    recorded = director.post(f"sittings/{sitting.pk}/hands", {"record": None})

    assert refused(corrected) == refused(recorded) == [("null", "record")]
    assert Sitting.objects.get(pk=sitting.pk).next_number == 2
    assert not sitting.hands.filter(kind="voided").exists()


def test_what_reopening_would_move_and_the_act_itself_keep_to_their_shapes(club, director):
    """A table of no season has no seasons in either answer."""
    sitting = factories.finish(factories.make_sitting(club))
    path = f"sittings/{sitting.pk}/reopen"

    looked = director.post(path, {"reason": "a slip", "preview": True})
    assert looked == (200, {"seasons": []})
    assert not Sitting.objects.get(pk=sitting.pk).is_open

    status, opened = director.post(path, {"reason": "a slip"})
    assert (status, opened["status"], opened["seasons"]) == (200, "to_be_signed", [])
