"""A whole evening through the API alone: lists as they are really played, to the last point."""

import json
import random
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client

from games.skat.state import Played, totals, weighed
from scorekeeper.play.upkeep.verifying import Count, verify
from tests import factories
from tests.acting import DOCUMENT, bearer, send
from tests.factories.hands import deal

pytestmark = pytest.mark.django_db

SYSTEMS = ("seeger_fabian", "seeger", "classic")


class Api:
    """A program at one table."""

    def __init__(self, by: dict[str, str]) -> None:
        self.by = by
        self.sitting = ""

    def post(self, path: str, body: Any, expected: int, key: str = "") -> Any:
        headers = {**self.by, **({"Idempotency-Key": key} if key else {})}
        answer = send(path, body, headers)
        assert answer.status_code == expected, answer.content
        return answer.json()

    def get(self, path: str) -> Any:
        answer = send(path, None, self.by, method="GET")
        assert answer.status_code == 200, answer.content
        return answer.json()

    def open(self, club: Any, size: int, **more: Any) -> Any:
        seats = [{"name": name} for name in ("Anna", "Bert", "Cleo", "Dora")[:size]]
        opened = self.post(f"clubs/{club.pk}/sittings", {"game": "skat", "seats": seats, **more}, 201)
        self.sitting = opened["id"]
        return opened

    def record(self, record: Any, number: int) -> Any:
        """Record it, and send it once more as a phone in a cellar does."""
        key, path = str(uuid4()), f"sittings/{self.sitting}/hands"
        first = self.post(path, {"record": record, "number": number}, 201, key)
        again = self.post(path, {"record": record, "number": number}, 200, key)
        assert again == first
        return first

    def sign(self) -> Any:
        state = self.get(f"sittings/{self.sitting}")
        for seat in state["seats"]:
            state = self.post(
                f"sittings/{self.sitting}/signatures", {"seat": seat["number"], "head": state["head"]}, 200
            )
        return state


@pytest.fixture
def api(club):
    return Api(bearer(factories.owner_of(club)))


def as_series(hands: list[dict[str, Any]], size: int) -> dict[int, dict[str, int]]:
    """What the game's series functions make of the hands as they came back."""
    return totals(
        Played(
            tuple(range(size)),
            hand["dealer"],
            hand["record"].get("declarer"),
            hand["outcome"]["detail"].get("declarer_score", 0),
        )
        for hand in hands
        if hand["kind"] != "voided"
    )


@pytest.mark.parametrize("system", SYSTEMS)
def test_list_of_36_equals_the_series(api, club, system):
    season = factories.make_season(club, system=system)
    api.open(club, 3, rules={"system": system}, seasons=[str(season.pk)])
    chance = random.Random(f"36 {system}")

    for number in range(1, 37):
        state = api.record(deal(chance, (0, 1, 2), (number - 1) % 3), number)["state"]

    found = api.get(f"sittings/{api.sitting}")
    series = as_series(found["hands"], 3)
    due = [weighed(series[seat], system) for seat in range(3)]
    assert (state["status"], state["played"], state["length"], len(found["hands"])) == ("to_be_signed", 36, 36, 36)
    assert [seat["total"] for seat in found["seats"]] == due
    assert [act["kind"] for act in found["acts"]] == ["opened"]
    assert api.sign()["status"] == "closed"
    api.post(f"sittings/{api.sitting}/reopen", {"reason": "hand 2"}, 200)
    acts = api.get(f"sittings/{api.sitting}")["acts"]
    assert [(act["kind"], act["seat"], act["reason"]) for act in acts[:2]] == [
        ("reopened", None, "hand 2"),
        ("closed", None, ""),
    ]
    assert api.sign()["status"] == "closed"
    table = api.get(f"seasons/{season.pk}/standings?official=true")
    assert [row["points"] for row in table["standings"]] == sorted(due, reverse=True)
    assert {row["player"]: row["points"] for row in table["standings"]} == {
        seat["player"]: total for seat, total in zip(found["seats"], due, strict=True)
    }


def test_list_of_48_at_four_with_all_that_can_happen_to_the_last_point(api, club):
    season = factories.make_season(club)
    api.open(club, 4, preset="official", seasons=[str(season.pk)])
    hands = {number: api.record(facts, number) for number, facts in hands_of_48()}
    assert hands[7]["outcome"]["lines"][0]["measure"] == "passed"
    assert hands[12]["outcome"]["detail"]["declarer_score"] == -80

    corrected = api.post(
        f"hands/{hands[30]['id']}/corrections",
        {"record": factories.played(hands[30]["record"]["declarer"], contract="grand", matadors=2), "reason": "grand"},
        201,
    )
    struck = api.post(f"hands/{hands[20]['id']}/void", {"reason": "misdeal"}, 201)
    assert (corrected["version"], struck["kind"], struck["state"]["status"]) == (2, "voided", "playing")
    last = api.record(factories.null(2), 49)

    state = api.get(f"sittings/{api.sitting}")
    assert last["state"]["status"] == state["status"] == "to_be_signed"
    assert (state["played"], state["length"], len(state["hands"])) == (48, 48, 49)
    series = as_series(state["hands"], 4)
    due = [weighed(series[seat], "seeger_fabian") for seat in range(4)]
    assert [seat["total"] for seat in state["seats"]] == due == by_hand(state["hands"])
    assert api.sign()["status"] == "closed"
    table = api.get(f"seasons/{season.pk}/standings?official=true")
    assert [row["points"] for row in table["standings"]] == sorted(due, reverse=True)
    assert [row["sittings"] for row in table["standings"]] == [1] * 4
    assert list(verify(Count())) == []


def hands_of_48():
    """(number, facts): won and lost games, hand 7 passed, hand 12 bid too high."""
    overbid = {"contract": "hearts", "matadors": 1, "bid": 33, "declarer_points": 70}
    for number in range(1, 49):
        players = [seat for seat in range(4) if seat != (number - 1) % 4]
        won = factories.played(players[number % 3], contract="spades", matadors=1 + number % 3)
        lost = {**won, "declarer_points": 50, "declarer_tricks": 4}
        special = {7: factories.passed(), 12: {**won, **overbid}, 30: lost}
        yield number, special.get(number, lost if number % 5 == 0 else won)


def by_hand(hands: list[dict[str, Any]]) -> list[int]:
    """Seeger-Fabian as the rules tell it: the points, 50 more for a game won, 50 less for one lost, 30 for others'."""
    sums = [0] * 4
    for hand in hands:
        if hand["kind"] == "voided" or hand["record"]["kind"] == "passed":
            continue
        declarer, score = hand["record"]["declarer"], hand["outcome"]["detail"]["declarer_score"]
        sums[declarer] += score + (50 if score > 0 else -50)
        for seat in range(4):
            sums[seat] += 30 if score < 0 and seat != declarer else 0
    return sums


def test_three_hands_of_the_example_round(api, club):
    api.open(club, 3, rules={"list_length": 3})
    api.record(factories.played(0, contract="grand", matadors=4, declarer_points=95, declarer_tricks=8), 1)
    api.record(
        factories.played(
            0, contract="diamonds", matadors=2, **{"with": False}, bid=27, declarer_points=50, declarer_tricks=5
        ),
        2,
    )

    state = api.record(factories.null(2, ouvert=True), 3)["state"]

    measures = [seat["measures"] for seat in state["seats"]]
    assert [{system: weighed(own, system) for system in SYSTEMS} for own in measures] == [
        {"classic": 90, "seeger": 90, "seeger_fabian": 90},
        {"classic": 0, "seeger": 0, "seeger_fabian": 40},
        {"classic": 46, "seeger": 96, "seeger_fabian": 136},
    ]


def test_conflict_tells_what_stands_there(api, club):
    api.open(club, 3)
    first = api.record(factories.played(0), 1)

    taken = api.post(f"sittings/{api.sitting}/hands", {"record": factories.passed(), "number": 1}, 409)
    ahead = api.post(f"sittings/{api.sitting}/hands", {"record": factories.passed(), "number": 3}, 409)
    reused = api.post(f"sittings/{api.sitting}/hands", {"record": factories.passed()}, 409, first["key"])

    state = first.pop("state")
    assert (taken["code"], taken["standing"]) == ("number_taken", first)
    assert (ahead["code"], ahead["standing"]) == ("number_ahead", None)
    assert (reused["code"], reused["standing"]) == ("key_reused", first)
    assert api.get(f"sittings/{api.sitting}")["revision"] == state["revision"]


def test_preview_says_what_recording_then_does(api, club):
    api.open(club, 3)

    said = api.post(f"sittings/{api.sitting}/preview", {"record": factories.played(1)}, 200)
    done = api.record(factories.played(1), 1)

    assert said == {"record": done["record"], "outcome": done["outcome"]}


def test_preview_of_a_correction_says_what_moves(api, club):
    api.open(club, 3)
    hand = api.record(factories.played(0), 1)
    body = {"record": factories.played(2), "reason": "typed wrongly"}

    said = api.post(f"hands/{hand['id']}/corrections", {**body, "preview": True}, 200)
    done = api.post(f"hands/{hand['id']}/corrections", body, 201)

    assert [move["total"] for move in said["seats"]] == [[74, 0], [0, 0], [0, 74]]
    assert [move["rank"] for move in said["seats"]] == [[1, 2], [2, 2], [2, 1]]
    assert (said["outcome"], said["follows"]) == (done["outcome"], [])
    assert [seat["total"] for seat in done["state"]["seats"]] == [0, 0, 74]


def test_undo_takes_back_one_hand_however_often_it_is_sent(api, club):
    api.open(club, 3)
    hand = api.record(factories.played(0), 1)

    answers = [api.post(f"sittings/{api.sitting}/undo", {"hand": hand["id"]}, 200) for _send in range(2)]

    assert answers[0] == answers[1]
    assert (answers[0]["kind"], answers[0]["state"]["next_number"]) == ("voided", 1)


def test_every_refusal_of_the_rules_comes_in_order(api, club):
    api.open(club, 4)
    wrong = factories.played(0, contract="grand", matadors=5, bid=19, re=True, declarer_points=1, colour="red")

    found = api.post(f"sittings/{api.sitting}/hands", {"record": wrong}, 422)

    assert [(error["code"], error["field"]) for error in found["errors"]] == [
        ("re_needs_kontra", "re"),
        ("bid_not_legal", "bid"),
        ("matadors_out_of_range", "matadors"),
        ("points_impossible", "declarer_points"),
        ("dealer_cannot_declare_at_four", "declarer"),
        ("field_unknown", "colour"),
    ]
    assert found["detail"] == found["errors"][0]["detail"] == "Re can only answer a kontra."


def test_committed_document_is_the_one_generated(tmp_path):
    made = tmp_path / "schema.yml"

    call_command("spectacular", "--file", str(made), "--validate", "--fail-on-warn")

    assert made.read_text() == DOCUMENT.read_text()


def test_document_and_its_page_need_no_outside_host():
    page = Client().get("/api/docs")
    served = Client().get("/api/schema", headers={"Accept": "application/json"})

    assert (page.status_code, served.status_code) == (200, 200)
    assert [word for word in ("http://", "https://", "//cdn") if word in page.content.decode()] == []
    assert json.loads(served.content)["openapi"] == "3.1.1"
