"""A program takes files over: it sends one, says what it leaves open, has it taken over, and takes it back."""

import pytest
from django.utils import timezone

from scorekeeper.jobs.models import Job
from scorekeeper.jobs.services import drain
from scorekeeper.payouts.models import Booking
from scorekeeper.standings.models import Import
from scorekeeper.transfer.models import Upload
from tests import factories
from tests.acting import Api, FormBody, bearer, refusal, send
from tests.factories.money import balances, with_money

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return factories.make_club()


@pytest.fixture
def program(club):
    return Api(bearer(factories.owner_of(club)))


def sent(program, club, text, kind="totals", expected=201, **more):
    data = text if isinstance(text, bytes) else text.encode()
    return program.post(f"clubs/{club.pk}/files", FormBody({"kind": kind, "file": ("old.csv", data), **more}), expected)


def test_from_the_file_to_the_season_and_back(program, club):
    season, maria = factories.make_season(club), factories.make_player(club, "Maria Rossi")
    file = sent(program, club, "Name;3/4/2025;x\nMario Rossi;100;7\nBruno;20;\n", season=str(season.pk))
    look, address = file["look"], f"files/{file['id']}"
    assert (look["ready"], look["questions"], look["obstacle"]) == (
        False, ["order"], "First choose how to read the dates.",
    )  # fmt: skip

    look = program.post(f"{address}/answers", {"order": "day"})["look"]
    assert [(name["name"], name["asked"]) for name in look["names"]] == [("Bruno", False), ("Mario Rossi", True)]
    assert [choice["player"] for choice in look["names"][1]["may_be"]] == [str(maria.pk)]
    look = program.post(f"{address}/answers", {"people": {"Mario Rossi": str(maria.pk)}})["look"]
    assert (look["ready"], look["numbers"]["new"]) == (True, 2)
    assert [(each["name"], each["amount"]) for each in look["sums"]] == [("Bruno", 20), ("Mario Rossi", 100)]

    stale = send(f"{address}/take-over", {"shown": "0" * 64}, program.by)
    assert refusal(stale) == (422, [("changed_meanwhile", "")])
    taken = program.post(f"{address}/take-over", {"shown": look["shown"]})
    assert taken["look"] is None
    assert program.get(f"jobs/{taken['job']}")["state"] == "waiting"
    assert send(f"{address}/answers", {"order": "month"}, program.by).json()["code"] == "file_busy"
    drain(timezone.now)
    job = program.get(f"jobs/{taken['job']}")
    assert (job["state"], job["words"], job["about"]) == ("done", ["Imported: old.csv."], "old.csv")
    done = program.get(address)
    assert send(f"{address}/answers", {"order": "month"}, program.by).json()["code"] == "file_done"
    assert program.post(f"{address}/take-over", {})["job"] is None

    imported = f"imports/{done['imported']}"
    lines = program.get(imported)["results"]
    assert [(line["name"], line["day"], line["points"]) for line in lines] == [
        ("Bruno", "2025-04-03", 20), ("Maria Rossi", "2025-04-03", 100),
    ]  # fmt: skip
    assert refusal(send(f"{imported}/take-back", {"reason": " "}, program.by)) == (422, [("reason_missing", "reason")])
    back = program.post(f"{imported}/take-back", {"reason": "the wrong year"})
    assert back["taken_back_at"]
    assert [found["id"] for found in program.get(f"clubs/{club.pk}/imports")["results"]] == [done["imported"]]
    assert Import.objects.get().taken_back_at


def test_a_spreadsheet_that_is_kept_is_sent_again_and_forgotten(program, club):
    season = factories.make_season(club)
    file = sent(program, club, "Name;3.3.2025\nAnna;100\n", season=str(season.pk))
    look = program.post(f"files/{file['id']}/answers", {"keep_as": "Year"})["look"]
    program.post(f"files/{file['id']}/take-over", {"shown": look["shown"]})
    drain(timezone.now)
    [kept] = program.get(f"clubs/{club.pk}/imports")["spreadsheets"]

    body = FormBody({"spreadsheet": kept["id"], "file": ("old.csv", b"Name;3.3.2025;10.3.2025\nAnna;90;5\n")})
    again = program.post(f"clubs/{club.pk}/files", body, 201)
    assert (again["kind"], again["season"], again["spreadsheet"]) == ("totals", str(season.pk), kept["id"])
    assert again["look"]["changes"] == [
        {"name": "Anna", "day": "2025-03-03", "change": "changed", "before": 100, "after": 90}
    ]
    assert send(f"spreadsheets/{kept['id']}/forget", None, program.by).status_code == 204
    assert program.get(f"clubs/{club.pk}/imports")["spreadsheets"] == []


def test_people_are_written_in_and_taken_back(program, club):
    file = sent(program, club, "Name\nAnna\nBert\n", "people")
    assert file["look"]["numbers"] == {"people": 2, "refused": 0}
    program.post(f"files/{file['id']}/take-over", {})
    drain(timezone.now)
    assert club.players.filter(name="Anna").exists()

    program.post(f"people-lists/{file['id']}/take-back", {"reason": "an old list"})

    assert not club.players.filter(name="Anna").exists()
    again = send(f"people-lists/{file['id']}/take-back", {"reason": "an old list"}, program.by)
    assert refusal(again) == (422, [("nobody_left", "")])


def test_money_is_booked_at_once_and_booked_back():
    club = with_money()
    program = Api(bearer(factories.owner_of(club)))
    file = sent(program, club, "Name;Saldo\nAnna;12,50\nBert;-20,00\n", "balances")
    address, look = f"files/{file['id']}", file["look"]
    assert [(rest["amount"], rest["unit"]) for rest in look["rest"]] == [(-750, "€")]
    assert look["obstacle"].startswith("These balances do not add up to zero.")

    look = program.post(f"{address}/answers", {"against": "club"})["look"]
    done = program.post(f"{address}/take-over", {"shown": look["shown"]})
    assert (done["job"], bool(done["done_at"])) == (None, True)
    assert balances(club)
    [booked] = program.get(f"clubs/{club.pk}/imports")["money"]
    assert (booked["id"], booked["taken_back"]) == (file["id"], False)

    back = program.post(f"money-files/{file['id']}/take-back", {"reason": "the wrong club"})
    assert back["taken_back"]
    many = Booking.objects.count()
    assert program.post(f"money-files/{file['id']}/take-back", {"reason": "again"}) == back
    assert Booking.objects.count() == many


def test_a_job_is_stopped(program, club):
    file = sent(program, club, "Name\nAnna\n", "people")
    job = program.post(f"files/{file['id']}/take-over", {})["job"]

    assert program.post(f"jobs/{job}/stop")["state"] == "cancelled"

    drain(timezone.now)
    assert not club.players.filter(name="Anna").exists()
    assert send(f"jobs/{job}/file", None, program.by, method="GET").status_code == 404
    assert Job.objects.get().pk


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({"kind": "people"}, ("required", "file")),
        ({"kind": "people", "file": "Name"}, ("invalid", "file")),
        ({"kind": "people", "file": ("a.csv", b"Name\nA"), "shown": "x"}, ("field_unknown", "shown")),
        ({"kind": "else", "file": ("a.csv", b"Name\nA")}, ("kind_unknown", "kind")),
        ({"kind": "totals", "file": ("a.csv", b"Name\nA")}, ("season_missing", "season")),
        ({"kind": "people", "file": ("a.csv", b"")}, ("file_unreadable", "file")),
        ({"kind": "people", "file": ("a.csv", b"x" * 900_001)}, ("file_unreadable", "file")),
    ],
)
def test_what_is_no_file_to_be_taken_over_is_refused(program, club, body, problem):
    assert refusal(send(f"clubs/{club.pk}/files", FormBody(body), program.by)) == (422, [problem])
    assert not Upload.objects.exists()


def test_a_file_is_sent_as_a_form_and_not_to_other_addresses(program, club):
    as_json = send(f"clubs/{club.pk}/files", {"kind": "people"}, program.by)
    assert as_json.status_code == 415
    elsewhere = send(f"clubs/{club.pk}/sittings", FormBody({"file": ("a.csv", b"x")}), program.by)
    assert elsewhere.status_code == 415
    broken = send(
        f"clubs/{club.pk}/files", None, program.by, raw=b"nothing", content_type="multipart/form-data; boundary=x"
    )
    assert broken.status_code in {400, 422}


def test_of_a_closed_club_nothing_is_taken_over(program, club):
    file = sent(program, club, "Name\nAnna\n", "people")
    type(club).objects.filter(pk=club.pk).update(closed_at=timezone.now())

    assert send(f"files/{file['id']}", None, program.by, method="GET").status_code == 403
    assert send(f"files/{file['id']}/take-over", {}, program.by).status_code == 403
