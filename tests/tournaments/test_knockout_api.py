"""A knock-out at tables through the API alone, down to the last one."""

from typing import Any
from uuid import uuid4

import pytest

from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from tests import factories
from tests.acting import bearer, refusal, send
from tests.factories.knockouts import make_knockout
from tests.factories.tournaments import give_points, make_cup, publish, saying

pytestmark = pytest.mark.django_db


class Desk:
    """A program at the tables of a knock-out of seven."""

    def __init__(self) -> None:
        self.one = make_knockout(7, 5)
        self.by, self.path = bearer(factories.owner_of(self.one.club)), f"rounds/{self.one.pk}/knock-out"

    def say(self, what: str, body: dict[str, Any], key: str = "") -> Any:
        return send(f"{self.path}/{what}", body, {**self.by, "Idempotency-Key": key or str(uuid4())})

    def look(self) -> Any:
        return send(self.path, None, self.by, method="GET").json()


def test_who_goes_out_is_said_once_by_who_has_seen_the_tables():
    desk = Desk()
    say, look = desk.say, desk.look
    now = look()
    assert (now["left"], [len(table["seats"]) for table in now["tables"]]) == (7, [4, 3])
    first = now["tables"][0]
    gone = first["seats"][0]["entrant"]
    key, body = str(uuid4()), {"seen": now["revision"], "table": 1, "out": [{"entrant": gone}]}
    told, again = say("out", body, key), say("out", body, key)
    assert (told.status_code, again.status_code, told.json()) == (201, 200, again.json())
    assert [(who["entrant"], who["first"], who["last"]) for who in told.json()["out"]] == [(gone, 7, 7)]
    other = say("out", {**body, "out": [{"entrant": first["seats"][1]["entrant"]}]}, key)
    assert (other.status_code, other.json()["code"]) == (409, "key_used")
    late = say("out", {**body, "out": [{"entrant": first["seats"][1]["entrant"]}]})
    assert (late.status_code, late.json()["code"]) == (409, "tables_changed")
    wrong = say("out", {**body, "seen": look()["revision"]})
    assert refusal(wrong) == (422, [("not_at_table", "out")])
    slip, key = {"seen": look()["revision"], "step": 1, "reason": "a slip"}, str(uuid4())
    back, again = say("back", slip, key), say("back", slip, key)
    assert (back.status_code, back.json()["left"], again.status_code) == (201, 7, 200)
    assert say("back", {**slip, "reason": "a joke"}, key).json()["code"] == "key_used"


def test_something_else_under_the_key_of_a_step_is_refused():
    desk, key = Desk(), str(uuid4())
    first, second = (seat["entrant"] for seat in desk.look()["tables"][0]["seats"][:2])

    def out(who, stack=1):
        body = {"seen": desk.look()["revision"], "table": 1, "out": [{"entrant": who, "stack": stack}]}
        return desk.say("out", body, key)

    assert [out(first).status_code, out(first).status_code] == [201, 200]

    seen = {"seen": desk.look()["revision"]}
    others = [
        out(second),
        out(first, 2),
        desk.say("seat", {**seen, "entrant": first}, key),
        desk.say("moves", seen, key),
        desk.say("back", {**seen, "step": 1, "reason": "a slip"}, key),
    ]
    assert {(one.status_code, one.json()["code"]) for one in others} == {(409, "key_used")}
    elsewhere, fine = make_cup(desk.one.club, 4, TablesPlan(rounds=1)), uuid4()
    publish(elsewhere)
    whom = elsewhere.tournament.entrants.all()[0]
    give_points(stage_id=elsewhere.pk, entrant_id=whom.pk, points=-5, say=saying(desk.one.club, key=fine))
    body = {"seen": desk.look()["revision"], "table": 1, "out": [{"entrant": second, "stack": 1}]}
    assert desk.say("out", body, str(fine)).status_code == 409
    assert desk.look()["left"] == 6


def test_of_several_who_go_out_at_once_it_is_asked_who_had_more():
    desk = Desk()
    now = desk.look()
    first, second = (seat["entrant"] for seat in now["tables"][0]["seats"][:2])
    body = {"seen": now["revision"], "table": 1}

    unsaid = desk.say("out", {**body, "out": [{"entrant": first, "stack": 1}, {"entrant": second}]})
    shared = desk.say("out", {**body, "out": [{"entrant": who, "stack": 1} for who in (first, second)]})

    assert refusal(unsaid) == (422, [("stack_missing", "out.1.stack")])
    assert "`stack`" in unsaid.json()["detail"]
    assert [(who["first"], who["last"]) for who in shared.json()["out"]] == [(6, 7), (6, 7)]


def test_a_knockout_is_played_to_the_last_one():
    desk = Desk()
    say, look = desk.say, desk.look
    while (now := look())["left"] > 1:
        if now["due"]:
            dealers = [{"table": number, "seat": _deals(now, number)} for number in now["ask"]]
            assert say("moves", {"seen": now["revision"], "dealers": dealers}).status_code == 201
            continue
        table = max(now["tables"], key=lambda each: len(each["seats"]))
        out = [{"entrant": table["seats"][0]["entrant"]}]
        assert say("out", {"seen": now["revision"], "table": table["number"], "out": out}).status_code == 201

    assert now["winner"] == now["tables"][0]["seats"][0]["called"]
    assert sorted(who["first"] for who in now["out"]) == [2, 3, 4, 5, 6, 7]
    assert {step["kind"] for step in now["steps"]} == {"out", "moved"}


def test_who_went_out_sits_down_again():
    desk = Desk()
    now = desk.look()
    gone = now["tables"][0]["seats"][0]["entrant"]
    body = {"seen": now["revision"], "table": 1, "out": [{"entrant": gone}]}
    now = desk.say("out", body).json()
    assert [who["entrant"] for who in now["again"]] == [gone]

    seated = desk.say("seat", {"seen": now["revision"], "entrant": gone})

    assert seated.status_code == 201
    assert gone in {seat["entrant"] for table in seated.json()["tables"] for seat in table["seats"]}


def _deals(now: Any, number: int) -> int:
    return int(next(table["deals"] for table in now["tables"] if table["number"] == number))
