"""What a desk needs around the tables, by programs: the door, cards, papers, links, long draws, and sending twice."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from scorekeeper.common.errors import Conflict
from scorekeeper.jobs.models import Job
from scorekeeper.jobs.services import drain
from scorekeeper.tournaments.clock.services import ClockLength, set_clock
from scorekeeper.tournaments.draft import scheduling
from scorekeeper.tournaments.draft.scheduling import draw_or_ask
from scorekeeper.tournaments.draft.services import RoundDraw
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.models import DeskAct, Tournament
from tests import factories
from tests.acting import Api, bearer, program
from tests.factories import NOW
from tests.factories.tournaments import make_cup, publish, write_points

pytestmark = pytest.mark.django_db


def test_the_code_at_the_door_leads_to_where_people_check_in():
    stage = make_cup(people=2)
    late = factories.make_player(stage.club, name="Late Lotte")
    api, path = program(stage), f"tournaments/{stage.tournament_id}"
    made = api.post(f"{path}/enter", {"who": [{"player": str(late.pk)}]}, 201)
    address = api.get(f"{path}/door")["address"]
    assert address.startswith("http://testserver/tournaments/")

    assert Client().post(address, {"entrant": made["id"]}).status_code == 302
    assert api.get(f"entrants/{made['id']}")["state"] == "here"


def test_cards_lead_to_the_sheets_once_their_codes_are_made():
    stage = make_cup(people=8, plan=TablesPlan(rounds=1))
    one = publish(stage)
    api = program(stage)
    before = api.get(f"rounds/{one.pk}/cards")["cards"]
    assert [(card["number"], len(card["names"]), card["takes_pass"], card["address"]) for card in before] == [
        (1, 4, True, None),
        (2, 4, True, None),
    ]
    made = api.post(f"rounds/{one.pk}/cards/make")
    assert api.post(f"rounds/{one.pk}/cards/make") == made == api.get(f"rounds/{one.pk}/cards")
    first = made["cards"][0]
    assert len(first["code"]) == 7
    assert first["names"][0] in Client().get(first["address"], follow=True).content.decode()


def test_every_paper_is_got_with_the_token_as_every_kind_of_file():
    stage = make_cup(people=8, plan=TablesPlan(rounds=1))
    publish(stage)
    api = program(stage)
    told = api.get(f"tournaments/{stage.tournament_id}/papers")["papers"]
    assert [paper["paper"] for paper in told] == [
        *("entries", "places", "standing", "seats", "names", "cards", "sheets")
    ]

    def file(address: str, form: str) -> Any:
        return Client().get(f"{address}?as={form}", headers={**api.by, "Accept": "application/pdf"})

    for paper in told:
        begins = {"pdf": b"%PDF-", "a5": b"%PDF-", "csv": b"\xef\xbb\xbf", "xlsx": b"PK"}
        if paper["paper"] in {"cards", "sheets"}:  # drawn, not listed
            assert file(paper["address"], "csv").status_code == 422
            begins = {form: begins[form] for form in ("pdf", "a5")}
        answers = {form: file(paper["address"], form) for form in begins}
        assert {form: answer.status_code for form, answer in answers.items()} == dict.fromkeys(begins, 200)
        for form, answer in answers.items():
            whole = b"".join(answer) if answer.streaming else answer.content
            assert whole.startswith(begins[form])
    assert Client().get(told[0]["address"]).status_code == 401
    wrong = file(told[0]["address"], "docx")
    assert (wrong.status_code, wrong.json()["errors"][0]["code"]) == (422, "as_unknown")
    api.get(f"tournaments/{stage.tournament_id}/papers/prizes", 404)  # nothing is awarded


def test_something_else_under_the_key_of_a_result_or_of_points_is_refused():
    stage = make_cup(people=4, plan=TablesPlan(rounds=1))
    table = publish(stage).tables.get()
    api, path = program(stage), f"round-tables/{table.pk}/result"
    first, second = (str(place.entrant_id) for place in table.places.order_by("seat")[:2])
    key, body = str(uuid4()), {"points": [{"entrant": first, "points": 100}], "reason": "a lost sheet"}
    api.post(path, body, 201, key)
    api.post(path, body, 200, key)
    other = api.post(path, {**body, "points": [{"entrant": first, "points": 999}]}, 409, key)
    extra, given = str(uuid4()), {"entrant": first, "points": -50, "reason": "late"}
    api.post(f"stages/{stage.pk}/points", given, 201, extra)
    api.post(f"stages/{stage.pk}/points", given, 200, extra)
    another = api.post(f"stages/{stage.pk}/points", {**given, "entrant": second}, 409, extra)

    assert (other["code"], another["code"]) == ("key_used", "key_used")


def test_what_is_said_of_a_table_is_said_under_its_key_as_a_whole():
    stage = make_cup(people=8, plan=TablesPlan(rounds=1))
    table, other = publish(stage).tables.order_by("number")
    own, others = ([str(place.entrant_id) for place in one.places.order_by("seat")] for one in (table, other))
    api, key = program(stage), str(uuid4())

    def write(where, who, expected):
        body = {"points": [{"entrant": pk, "points": 10} for pk in who], "reason": "a lost sheet"}
        return api.post(f"round-tables/{where.pk}/result", body, expected, key)

    told = write(table, own[:2], 201)
    assert {one["id"] for one in write(table, own[1::-1], 200)["acts"]} == {one["id"] for one in told["acts"]}
    for where, who in ((table, own), (table, own[:1]), (table, own[1:2]), (table, own[2:]), (other, others)):
        assert write(where, who, 409)["code"] == "key_used"
    assert DeskAct.objects.filter(kind=DeskAct.Kind.RESULT).count() == 2


def test_lots_are_not_drawn_under_the_key_of_something_else_nor_among_others():
    stage = make_cup(people=4, plan=TablesPlan(rounds=1))
    table = publish(stage).tables.get()
    write_points(table, {place.entrant: place.seat // 2 for place in table.places.all()})
    api, key, used = program(stage), str(uuid4()), str(uuid4())
    first, second = ([str(place.entrant_id) for place in table.places.filter(seat__in=two)] for two in ((0, 1), (2, 3)))
    api.post(f"stages/{stage.pk}/points", {"entrant": first[0], "points": 7, "reason": "late"}, 201, used)
    api.post(f"stages/{stage.pk}/points", {"entrant": first[1], "points": 7, "reason": "late"}, 201)

    drawn = api.post(f"stages/{stage.pk}/lots", {"entrants": first}, 201, key)

    assert api.post(f"stages/{stage.pk}/lots", {"entrants": first[::-1]}, 200, key) == drawn  # they share it no longer
    assert api.post(f"stages/{stage.pk}/lots", {"entrants": second}, 409, key)["code"] == "key_used"
    assert api.post(f"stages/{stage.pk}/lots", {"entrants": second}, 409, used)["code"] == "key_used"


def test_links_for_a_screen_and_for_phones_are_made_listed_and_ended():
    stage = make_cup(people=4, plan=TablesPlan(rounds=1))
    publish(stage)
    api, path = program(stage), f"tournaments/{stage.tournament_id}/links"
    assert api.get(path)["links"] == []

    made = api.post(f"{path}/make", {"kind": "screen"})
    assert api.post(f"{path}/make", {"kind": "screen"}) == made
    both = api.post(f"{path}/make", {"kind": "public"})["links"]
    assert [link["kind"] for link in both] == ["public", "screen"]
    assert [Client().get(link["address"]).status_code for link in both] == [200, 200]

    left = api.post(f"{path}/end", {"kind": "screen"})["links"]
    assert [link["kind"] for link in left] == ["public"]
    assert [Client().get(link["address"]).status_code for link in both] == [200, 404]
    again = api.post(f"{path}/make", {"kind": "screen"})["links"]
    assert again[1]["address"] != both[1]["address"]
    api.post(f"{path}/make", {"kind": "calendar"}, 422)


@pytest.fixture
def slow(monkeypatch):
    """No page waits for a draw."""
    monkeypatch.setattr(scheduling.draw_or_ask, "__kwdefaults__", {"keep": True, "patience": 0, "key": None})


def test_a_long_draw_is_followed_to_its_draft(slow):
    stage = make_cup(people=17, plan=TablesPlan(rounds=6))
    api, key = program(stage), str(uuid4())
    asked = api.post(f"stages/{stage.pk}/draw", {}, 202, key)
    assert (asked["state"], asked["round"], asked["words"]) == ("waiting", None, [])
    assert api.post(f"stages/{stage.pk}/draw", {}, 202, key) == asked
    assert api.get(f"stages/{stage.pk}/precheck")["drawing"]["job"] == asked["job"]

    drain(timezone.now)
    ended = api.get(f"draws/{asked['job']}")
    draft = stage.rounds.get()
    assert (ended["state"], ended["round"]) == ("done", str(draft.pk))
    assert "Round 1" in ended["words"][0]
    assert api.post(f"stages/{stage.pk}/draw", {}, 200, key)["id"] == str(draft.pk)


def test_a_long_draw_is_stopped(slow):
    stage = make_cup(people=17, plan=TablesPlan(rounds=6))
    api, key = program(stage), str(uuid4())
    job = api.post(f"stages/{stage.pk}/draw", {}, 202, key)["job"]
    assert api.post(f"draws/{job}/stop")["state"] == "cancelled"
    drain(timezone.now)
    assert not stage.rounds.exists()
    assert api.get(f"stages/{stage.pk}/precheck")["drawing"] is None
    assert api.post(f"stages/{stage.pk}/draw", {}, 202, key)["state"] == "cancelled"


def test_a_draw_sent_twice_is_drawn_once():
    stage = make_cup(people=8, plan=TablesPlan(rounds=1, style="random"))
    api, path, key = program(stage), f"stages/{stage.pk}/draw", str(uuid4())
    first = api.post(path, {}, 201, key)
    assert api.post(path, {}, 200, key) == first
    assert DeskAct.objects.filter(kind="drawn").count() == 1

    other = api.post(path, {}, 201)
    assert other["id"] != first["id"]
    assert api.post(path, {}, 409, key)["code"] == "draw_changed"
    assert stage.rounds.get().pk.hex == other["id"].replace("-", "")
    elsewhere = make_cup(stage.club, 4)
    assert api.post(f"stages/{elsewhere.pk}/draw", {}, 409, key)["code"] == "key_used"


def test_another_draw_under_the_key_of_one_is_refused_also_while_it_waits():
    stage = make_cup(people=8, plan=TablesPlan(rounds=1, style="random"))
    api, path, key = program(stage), f"stages/{stage.pk}/draw", str(uuid4())
    api.post(path, {"seed": "5"}, 201, key)
    assert api.post(path, {"seed": "6"}, 409, key)["code"] == "key_used"
    assert stage.rounds.get().seed == 5

    late, waiting = make_cup(people=17, plan=TablesPlan(rounds=6)), uuid4()
    by = factories.owner_of(late.club)
    job = draw_or_ask(stage_id=late.pk, by=by, now=NOW, patience=0, key=waiting, wish=RoundDraw(seed=5))
    assert isinstance(job, Job)
    assert draw_or_ask(stage_id=late.pk, by=by, now=NOW, key=waiting, wish=RoundDraw(seed=5)) == job
    with pytest.raises(Conflict) as early:
        draw_or_ask(stage_id=late.pk, by=by, now=NOW, key=waiting, wish=RoundDraw(seed=6))
    assert early.value.code == "key_used"
    drain(timezone.now)
    drawn = draw_or_ask(stage_id=late.pk, by=by, now=NOW, key=waiting, wish=RoundDraw(seed=5))
    assert drawn == late.rounds.get()
    with pytest.raises(Conflict) as other:
        draw_or_ask(stage_id=late.pk, by=by, now=NOW, key=waiting, wish=RoundDraw(seed=6))
    assert other.value.code == "key_used"


def test_planning_and_adding_sent_twice_are_done_once(club):
    api, key = Api(bearer(factories.owner_of(club))), str(uuid4())
    body = {"name": "Cup", "game": "skat", "starts_at": NOW.isoformat(), "preset": "official"}
    cup = api.post(f"clubs/{club.pk}/tournaments/plan", body, 201, key)
    assert api.post(f"clubs/{club.pk}/tournaments/plan", body, 200, key) == cup
    assert Tournament.objects.count() == 1

    path, more = f"tournaments/{cup['id']}/stages", {"plan": {"kind": "tables"}, "version": cup["version"]}
    key = str(uuid4())
    added = api.post(path, more, 201, key)
    assert api.post(path, more, 200, key) == added
    assert [stage["number"] for stage in added["stages"]] == [1, 2]


def test_time_sent_twice_is_given_once():
    stage = make_cup(people=4)
    owner = factories.owner_of(stage.club)
    set_clock(ClockLength(seconds=600), tournament_id=stage.tournament_id, by=owner)
    api, path, key = program(stage), f"tournaments/{stage.tournament_id}/clock/add", str(uuid4())
    assert api.post(path, {"seconds": 60}, 200, key)["left"] == 660
    assert api.post(path, {"seconds": 60}, 200, key)["left"] == 660
    assert api.post(path, {"seconds": 90}, 409, key)["code"] == "key_used"
    assert api.post(path, {"seconds": 60}, 200)["left"] == 720
    assert [act.points for act in DeskAct.objects.filter(kind="time")] == [60, 60]


def test_what_needs_a_key_says_so(club):
    stage = make_cup(club, 4)
    api = program(stage)
    answer = Client().post(f"/api/v1/stages/{stage.pk}/draw", "{}", content_type="application/json", headers=api.by)
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (422, "key_missing")


def test_nothing_is_a_result_too_where_a_program_writes_it():
    stage = make_cup(people=4, plan=TablesPlan(rounds=1))
    one = publish(stage)
    api, table = program(stage), one.tables.get()
    got = [{"entrant": str(place.entrant_id), "points": 0} for place in table.places.all()]

    api.post(f"round-tables/{table.pk}/result", {"points": got, "reason": "Paper list"}, 201, str(uuid4()))

    assert [shown["state"] for shown in api.get(f"rounds/{one.pk}")["tables"]] == ["desk"]
