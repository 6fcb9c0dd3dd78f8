"""The pages of a tournament as a file: had from its page, looked at, opened."""

import re
from io import BytesIO
from typing import Any
from uuid import UUID
from zipfile import ZipFile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from scorekeeper.archive.models import TournamentFile
from scorekeeper.archive.tournament.writing import tournament_file
from scorekeeper.clubs.models import Club, Player
from scorekeeper.tournaments.models import Stage, Tournament
from tests import factories
from tests.acting import Api, FormBody, bearer, client_of, refusal, send
from tests.factories import NOW
from tests.factories.tournaments import make_cup, publish

pytestmark = pytest.mark.django_db


def cup() -> Stage:
    stage = make_cup(people=4, name="Cup of the valley")
    publish(stage)
    return stage


def sent(client: Client, club: Club, data: bytes, name: str = "cup.zip") -> Any:
    return client.post(f"/clubs/{club.pk}/tournaments/open/", {"file": SimpleUploadedFile(name, data)})


def test_a_director_takes_the_file_from_the_page_of_the_tournament():
    stage = cup()
    director = factories.make_member(stage.club, "director")
    client = client_of(director)
    address = f"/tournaments/{stage.tournament_id}/tournament.zip"

    assert address in client.get(f"/tournaments/{stage.tournament_id}/").content.decode()
    answer = client.get(address)

    assert answer["Content-Disposition"].startswith('attachment; filename="Cup_of_the_valley-')
    with ZipFile(BytesIO(answer.content)) as archive:
        assert archive.testzip() is None
    scorer = client_of(factories.make_member(stage.club, "scorer"))
    assert scorer.get(address).status_code == 403
    assert address not in scorer.get(f"/tournaments/{stage.tournament_id}/").content.decode()


def test_a_file_is_looked_at_and_then_opened():
    stage, there = cup(), factories.make_club("Elsewhere")
    factories.make_player(there, "Guest 01")
    client, data = client_of(factories.owner_of(there)), tournament_file(stage.tournament, now=NOW)
    assert f"/clubs/{there.pk}/tournaments/open/" in client.get(f"/clubs/{there.pk}/tournaments/").content.decode()

    look = sent(client, there, data)
    page = " ".join(client.get(look["Location"]).content.decode().split())

    assert "Cup of the valley" in page
    assert "Known to the club: 1. New guests: 3. Still to be answered: 0." in page
    assert "Stages: 1, rounds: 1, entrants: 4." in page
    assert "Money is not included" in page
    assert not Tournament.objects.filter(club=there).exists()
    opened = client.post(look["Location"], {"open": "1"})
    made = Tournament.objects.get(club=there)
    assert opened["Location"] == f"/tournaments/{made.pk}/"
    assert f"Opened from a file of {stage.club.name}" in re.sub(
        "[\u2068\u2069]", "", client.get(opened["Location"]).content.decode()
    )
    assert not TournamentFile.objects.exists()


def test_opened_twice_it_is_found_again_and_the_page_says_so():
    stage, there = cup(), factories.make_club("Elsewhere")
    client, data = client_of(factories.owner_of(there)), tournament_file(stage.tournament, now=NOW)
    first, second = (sent(client, there, data)["Location"] for _time in range(2))

    answers = [client.post(address, {"open": "1"})["Location"] for address in (first, second)]

    assert answers[0] == answers[1]
    assert Tournament.objects.filter(club=there).count() == 1
    again = sent(client, there, data)["Location"]
    assert "was already opened here" in client.get(again).content.decode()


def test_who_is_in_doubt_is_asked_on_the_page():
    stage, there = cup(), factories.make_club("Elsewhere")
    Player.objects.filter(club=stage.club, name="Guest 03").update(name="Günther Maier")
    alike = factories.make_player(there, "Guenter Mayer")
    client, data = client_of(factories.owner_of(there)), tournament_file(stage.tournament, now=NOW)
    address = sent(client, there, data)["Location"]

    page = client.get(address).content.decode()
    assert 'name="who-0"' in page
    assert 'name="open"' not in page
    assert client.post(address, {"open": "1", "who-0": ""}).status_code == 200
    assert not Tournament.objects.filter(club=there).exists()
    assert 'name="open"' in client.post(address, {"who-0": str(alike.pk)}).content.decode()
    client.post(address, {"open": "1", "who-0": str(alike.pk)})

    third = Tournament.objects.get(club=there).entrants.get(number=3)
    assert third.players.get().player == alike


def test_what_is_no_tournament_is_refused_at_the_field():
    there = factories.make_club("Elsewhere")
    client = client_of(factories.owner_of(there))

    answers = [sent(client, there, data) for data in (b"PK", b"x" * 900_001)]

    assert [answer.status_code for answer in answers] == [422, 422]
    words = [answer.content.decode() for answer in answers]
    assert "This is not a complete tournament file" in words[0]
    assert "larger than 900 kB" in words[1]
    assert not TournamentFile.objects.exists()


def test_a_file_that_can_be_read_no_more_leads_back():
    there = factories.make_club("Elsewhere")
    owner = factories.owner_of(there)
    file = TournamentFile.objects.create(club=there, by=owner, name="cup.zip", data=b"PK", at=NOW)

    answer = client_of(owner).get(f"/clubs/{there.pk}/tournaments/open/{file.pk}/")

    assert (answer.status_code, answer["Location"]) == (302, f"/clubs/{there.pk}/tournaments/open/")


def test_a_file_kept_by_another_club_is_not_found():
    stage, there = cup(), factories.make_club("Elsewhere")
    client, data = client_of(factories.owner_of(there)), tournament_file(stage.tournament, now=NOW)
    address = sent(client, there, data)["Location"]
    other = client_of(factories.owner_of(stage.club))

    assert other.get(address).status_code == 404
    assert other.get(address.replace(str(there.pk), str(stage.club_id))).status_code == 404


def test_a_program_takes_the_file_and_opens_it_elsewhere():
    stage, there = cup(), factories.make_club("Elsewhere")
    guest = factories.make_player(there, "Guest 1")
    by, to = bearer(factories.make_member(stage.club, "director")), Api(bearer(factories.owner_of(there)))

    file = send(f"tournaments/{stage.tournament_id}/file", None, by, method="GET")
    look = to.post(f"clubs/{there.pk}/tournament-files", FormBody({"file": ("cup.zip", file.content)}), 201)
    address = f"tournament-files/{look['id']}"
    asked = [name["name"] for name in look["names"] if name["asked"]]
    if asked:
        assert refusal(send(f"{address}/open", None, to.by)) == (422, [("not_ready", "")])
    look = to.post(f"{address}/answers", {"people": dict.fromkeys(asked, "new")})
    assert (look["name"], look["ready"], look["problems"]) == ("Cup of the valley", True, [])
    assert to.get(address) == look
    made = to.post(f"{address}/open")

    assert Tournament.objects.get(club=there).pk == UUID(made["tournament"])
    assert Player.objects.filter(club=there).count() > 1
    assert guest.pk
    assert send(address, None, to.by, method="GET").status_code == 404, "a file that was opened is kept no longer"
    again = to.post(f"clubs/{there.pk}/tournament-files", FormBody({"file": ("cup.zip", file.content)}), 201)
    assert again["there"] == made["tournament"]
    assert to.post(f"tournament-files/{again['id']}/open") == made
    wrong = send(f"clubs/{there.pk}/tournament-files", FormBody({"file": ("cup.zip", b"PK nothing")}), to.by)
    assert wrong.status_code == 422
