"""The pages of taking a file over."""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from scorekeeper.jobs.models import Job
from scorekeeper.jobs.services import drain
from scorekeeper.play.upkeep.rebuilding import Rebuilt, rebuild
from scorekeeper.play.upkeep.verifying import Count, verify
from scorekeeper.standings.models import Import
from scorekeeper.standings.selectors.table import book_of
from scorekeeper.transfer.models import Upload
from tests import factories
from tests.reading_pages import grid

pytestmark = pytest.mark.django_db
TWO_EVENINGS = """Name;19.10.2012;20.10.2012;Gesamt;Platzierung
Spieler Eins;1035;889;1924;1
Spieler Zwei;900;942;1842;2
Spieler Drei;890;852;1742;3
Spieler Vier;511;861;1372;4
Spieler Fünf;714;592;1306;5
Spieler Sechsüß;983;130;1113;6
Spieler Sieben;348;734;1082;7
Spieler Acht;626;376;1002;8
Spieler Neun;284;640;924;9
Spieler Zehn;497;297;794;10
Spieler Elf;378;-;378;-
Spieler Zwölf;234;65;299;11
"""
POKER_NIGHTS = Path(__file__).with_name("poker_nights.csv")  # 41 of them, as a group kept them
OF_POKER = {  # what they come to, nights, nights of exactly 0
    "Ada": (-400, 33, 1), "Bo": (-195, 28, 0), "Cy": (95, 35, 2), "Dee": (410, 29, 2), "Eli": (-5, 32, 2),
    "Fay": (-35, 18, 0), "Gus": (-100, 4, 0), "Hal": (-145, 40, 0), "Ira": (210, 1, 0), "Jo": (-40, 13, 0),
    "Kit": (10, 23, 2), "Lou": (10, 4, 0), "Mae": (-40, 1, 0), "Nik": (-85, 2, 0), "Ola": (475, 3, 0),
    "Pia": (-90, 1, 0),
}  # fmt: skip


@pytest.fixture
def club():
    return factories.make_club()


@pytest.fixture
def client(club):
    client = Client()
    client.force_login(factories.owner_of(club))
    return client


def upload(client, club, text, season=None, kind="totals"):
    file = SimpleUploadedFile("old list.csv", text.encode())
    body = {"kind": kind, "season": season.pk if season else "", "file": file}
    return client.post(f"/clubs/{club.pk}/imports/", body, follow=True)


def test_from_the_file_to_the_standings(client, club):
    season = factories.make_season(club)
    answer = upload(client, club, "Name;3/4/2025;x\nAnna;100;7\nBruno;20;\n", season)
    look = answer.redirect_chain[-1][0]
    assert "First choose how to read the dates." in answer.content.decode()

    answer = client.post(look, {"order": "day"})
    assert "3 Apr 2025" in answer.content.decode()

    answer = client.post(look, {"order": "day", "take": "1"})
    job = Job.objects.get()
    assert answer["Location"] == f"/jobs/{job.pk}/"
    assert client.get(look)["Location"] == client.post(look, {"order": "month"})["Location"] == f"/jobs/{job.pk}/"
    assert not Import.objects.exists()
    drain(timezone.now)
    over = client.get(f"/jobs/{job.pk}/").content.decode()
    assert "Imported: old list.csv." in over
    assert f"/clubs/{club.pk}/imports/{Import.objects.get().pk}/" in over
    assert client.get(look)["Location"] == f"/clubs/{club.pk}/imports/{Import.objects.get().pk}/"
    standings = client.get(f"/seasons/{season.pk}/?why={club.players.get(name='Anna').pk}").content.decode()
    assert "From an old list" in standings

    source = Import.objects.get().results.first().source
    assert "Anna" in client.get(f"/clubs/{club.pk}/imports/evenings/{source}/").content.decode()
    back = f"/clubs/{club.pk}/imports/{Import.objects.get().pk}/back/"
    assert grid(client.get(back), "What changes").row("Anna") == {
        "Player": "Anna", "Points": "100 → 0", "Rank": "1 → –",
    }  # fmt: skip
    assert client.post(back).status_code == 422
    client.post(back, {"reason": "the wrong year"})
    over = client.get(f"/clubs/{club.pk}/imports/{Import.objects.get().pk}/").content.decode()
    assert "Import undone" in over
    assert "the wrong year" in over


def test_what_is_refused_is_told_beside_the_file(client, club):
    answer = upload(client, club, "", factories.make_season(club))

    assert answer.status_code == 422
    assert not Upload.objects.exists()


def test_files_are_taken_nowhere_else(client, club):
    file = SimpleUploadedFile("a.csv", b"x")

    answer = client.post(f"/clubs/{club.pk}/people/new/", {"name": "Anna", "file": file})

    assert answer.status_code == 413
    assert not club.players.filter(name="Anna").exists()


@pytest.mark.parametrize("size", [3, 30])
def test_a_look_costs_the_same_statements_for_few_and_many(client, club, size, django_assert_num_queries):
    season = factories.make_season(club)
    lines = "".join(f"Player {number};{number}\n" for number in range(size))
    look = upload(client, club, f"Name;3.3.2025\n{lines}", season).redirect_chain[-1][0]

    with django_assert_num_queries(9):
        client.get(look)


@pytest.mark.parametrize(("came", "back"), [("?from=people", "people/"), ("?from=standings", "seasons/"), ("", "")])
def test_the_way_back_leads_to_where_one_came_from(client, club, came, back):
    page = client.get(f"/clubs/{club.pk}/imports/{came}").content.decode().split("<main")[1]

    assert page.index(f'href="/clubs/{club.pk}/{back}"') < page.index("<h1>")


def test_a_printed_list_without_day_and_names_is_asked_for_both(client, club):
    season = factories.make_season(club)
    factories.make_player(club, "Anna A")
    text = "Nr;Spiel;Wert;1;2;3\n1;Grand Hand;144;50;;\n2;Karo;-54;-50;40;40\n3;Nullo m. Ei;46;;;50\n"
    answer = upload(client, club, text, season, kind="lists")
    look = answer.redirect_chain[-1][0]
    assert "First choose the date it was played." in answer.content.decode()
    assert "Columns that are not read" not in answer.content.decode()

    tomorrow = (timezone.now() + timezone.timedelta(days=2)).date().isoformat()
    assert "This date is in the future." in client.post(look, {"day": tomorrow}).content.decode()
    page = client.post(look, {"day": "2025-01-14"}).content.decode()
    assert "First choose whose bonus columns these are." in page
    assert '<option value="Anna A">' in page
    said = {"day": "2025-01-14", "seat-0": "Anna A", "seat-1": "Bert B", "seat-2": "Cora C"}
    page = client.post(look, said).content.decode()
    assert "1 line to check." in page
    assert "14 Jan 2025" in page
    client.post(look, {**said, "take": "1"})
    drain(timezone.now)

    totals = {row.player.name: season.points(row.measures) for row in Import.objects.get().results.all()}
    assert totals == {"Anna A": 90, "Bert B": 40, "Cora C": 136}


def standings(season):
    """{name: (points, evenings)}, once everything is sound."""
    assert [*map(str, verify(Count())), *map(str, rebuild(Rebuilt(), write=False))] == []
    book = book_of(season, each=True)
    return {book.names[person]: (account.points, account.evenings) for person, account in book.table().accounts.items()}


def test_a_result_page_of_two_dated_evenings(client, club):
    season = factories.make_season(club)
    answer = upload(client, club, TWO_EVENINGS, season)
    look = answer.redirect_chain[-1][0]
    assert "Platzierung" in answer.content.decode()  # is not read, and said to be so
    assert "23 results are new" in answer.content.decode()
    client.post(look, {"take": "1"})
    drain(timezone.now)

    written = {name: line for name, *line in (line.split(";") for line in TWO_EVENINGS.splitlines()[1:])}
    expected = {name: (int(line[2]), 2 - line.count("-") // 2) for name, line in written.items()}
    assert standings(season) == expected
    assert expected["Spieler Elf"] == (378, 1)
    assert set(expected) <= set(club.players.values_list("name", flat=True))
    names = [name for name, *_rest in sorted(expected.items(), key=lambda item: -item[1][0])]
    book = book_of(season)
    assert [book.names[ranked.row] for ranked in book.table().ranked] == names


def test_a_year_of_poker_nights(client, club):
    season = factories.make_season(club, game="palace_poker", system="hands_won")
    answer = upload(client, club, POKER_NIGHTS.read_text(encoding="utf-8"), season)
    look = answer.redirect_chain[-1][0]
    text = answer.content.decode()
    assert "267 results are new" in text
    client.post(look, {"take": "1"})
    drain(timezone.now)

    expected = {f"{name} Nightly": (total, nights) for name, (total, nights, _zeros) in OF_POKER.items()}
    assert standings(season) == expected
    assert sum(total for total, _nights in expected.values()) == 75
    results = list(Import.objects.get().results.select_related("player"))
    zeros = [row.player.name.split()[0] for row in results if season.points(row.measures) == 0]
    assert {name: zeros.count(name) for name in OF_POKER} == {name: many for name, (_t, _n, many) in OF_POKER.items()}
    assert (len(results), len({row.played_on for row in results})) == (267, 41)


def test_the_nights_of_poker_that_do_not_come_to_zero_are_named(client, club):
    season = factories.make_season(club, game="tonk", system="net")
    answer = upload(client, club, POKER_NIGHTS.read_text(encoding="utf-8"), season)
    differing = [(str(night.played_on), difference) for night, difference in answer.context["look"].unbalanced]
    assert differing == [
        ("2023-01-02", 5), ("2023-01-13", -20), ("2023-02-27", 10), ("2023-04-13", 5), ("2023-04-21", 20),
        ("2023-04-24", 40), ("2023-06-06", -10), ("2023-06-17", 15), ("2023-07-23", 10),
    ]  # fmt: skip
