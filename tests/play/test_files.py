"""Every table on screen as a file: what the page shows, for whom it shows it, in a few statements."""

import csv
from io import BytesIO, StringIO

import pytest
from django.test import Client
from openpyxl import load_workbook
from pypdf import PdfReader

from scorekeeper.common.tables.files import as_written
from scorekeeper.leagues.people.services import EveningSignUp, sign_up
from tests import factories
from tests.acting import client_of
from tests.factories import NOW
from tests.factories.evenings import come, make_evening, playing
from tests.factories.ratings import make_sheet, worked_out
from tests.factories.teams import make_day, make_league_of, opened, play_series, tables_of

pytestmark = pytest.mark.django_db


def rows(client: Client, address: str) -> list[list[str]]:
    """The CSV; the XLSX says the same."""
    joint = "&" if "?" in address else "?"
    answer = client.get(f"{address}{joint}as=csv")
    assert answer.status_code == 200, address
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    found = list(csv.reader(StringIO(answer.content.decode("utf-8-sig"), newline="")))
    book = client.get(f"{address}{joint}as=xlsx")
    sheet = load_workbook(BytesIO(book.content)).active
    assert (sheet.max_row, sheet.max_column) == (len(found), len(found[0]))
    assert {len(row) for row in found} == {len(found[0])}
    assert not [cell for row in sheet.iter_rows() for cell in row if cell.data_type == "f"]
    return [[as_written(cell) for cell in row] for row in found]


def printed(client: Client, address: str) -> str:
    """What all pages of the PDF say."""
    answer = client.get(address, {"as": "pdf"})
    assert answer["Content-Type"] == "application/pdf", address
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)


def test_standings_and_sheets_can_be_printed(club, owner):
    season = factories.make_season(club, name="Autumn")
    players = [factories.make_player(club, name) for name in ("Ana", "שרה", "Cem")]
    sitting = factories.make_sitting(club, players=players, seasons=[season])
    factories.record(sitting, factories.played())
    client = client_of(owner)

    standings = printed(client, f"/seasons/{season.pk}/").splitlines()
    sheet = printed(client, f"/tables/{sitting.pk}/").splitlines()

    assert standings[:2] == ["Autumn", club.name]
    assert any(line.startswith("1 Ana ") for line in standings)
    assert sheet[:2] == [sitting.name, club.name]
    assert any("Total" in line for line in sheet)


def test_standings_and_sheets_have_what_was_played(club, owner):
    season = factories.make_season(club)
    players = [factories.make_player(club, name) for name in ("=1+1", "Bo", "Cem")]
    sitting = factories.make_sitting(club, players=players, seasons=[season])
    factories.record_list(sitting, [factories.played(), factories.passed(), factories.played(1)])
    factories.penalise(sitting)
    client = client_of(owner)

    standings = rows(client, f"/seasons/{season.pk}/")
    sheet = rows(client, f"/tables/{sitting.pk}/")
    factories.finish(sitting)
    sheets = rows(client, f"/clubs/{club.pk}/")
    official = rows(client, f"/seasons/{season.pk}/?count=official")

    assert standings[0][:2] == ["Rank", "Player"]
    assert {row[1] for row in standings[1:]} == {"=1+1", "Bo", "Cem"}
    assert {row[-1] for row in standings[1:]} == {"no"}
    assert {row[-1] for row in official[1:]} == {"yes"}
    assert [row[-2] for row in official[1:]] == [row[-2] for row in standings[1:]]
    assert sheet[0][-6:] == ["=1+1", "Bo", "Cem", "Remark", "Recorded by", "Confirmed by"]
    assert {row[-2] for row in sheet[1:4]} == {f"{owner.name}, by account"}
    assert [row[0] for row in sheet[1:4]] == ["1", "2", "3"]
    assert "=1+1" in sheet[1][2]
    totals = sheet[-2]
    assert totals[2] == "Total"
    assert [row[6] for row in sheets[1:]] == ["=1+1", "Bo", "Cem"]
    assert [row[7] for row in sheets[1:]] == totals[-6:-3]


def test_the_book_says_what_its_page_says(club, owner):
    factories.make_player(club, "Zoe")

    found = rows(client_of(owner), f"/clubs/{club.pk}/people/")

    assert found[0] == ["Name", "Role", "Retired", "Tables", "Last played"]
    assert found[-1] == ["Zoe", "guest", "", "0", ""]
    assert rows(client_of(owner), f"/clubs/{club.pk}/people/?q=zoe")[1:] == found[-1:]
    assert "@" not in "".join(cell for row in found for cell in row)


def test_the_lists_of_an_evening(club, owner):
    evening = playing(club, 6, fee=250, unit="€")
    sign_up(EveningSignUp(comes=True), evening_id=make_evening(club, name="Next").pk, by=owner, now=NOW)
    client = client_of(owner)

    assert len(rows(client, f"/clubs/{club.pk}/evenings/")) == 3
    planned = [row[1] for row in rows(client, f"/clubs/{club.pk}/log/")[1:] if "planned" in row[1]]
    assert planned == [f"{owner.name} planned Next", f"{owner.name} planned Friday"]
    assert len(rows(client, f"/evenings/{evening.pk}/people/")) == 7
    money = rows(client, f"/evenings/{evening.pk}/money/")
    assert {(row[0], *row[2:]) for row in money[1:]} == {("€", "2.50", "0.00", "2.50", "", "")}
    assert len(rows(client, f"/evenings/{evening.pk}/report/")) == 7


def test_the_tables_of_a_player_and_of_the_club(club, owner):
    mine = factories.player_of(owner, club)
    others = [factories.make_player(club, name) for name in ("=1+1", "Bo")]
    for week in range(2):
        make_sheet(club, [mine, *others], (0, 0, 1), now=factories.at(week * 7 * 24 * 60))
    worked_out(club)
    client = client_of(owner)
    player, records = f"/clubs/{club.pk}/players/{mine.pk}/", f"/clubs/{club.pk}/records/"

    assert [row[1] for row in rows(client, f"{player}?table=evenings")[1:]] == ["1", "1"]
    assert rows(client, player) == rows(client, f"{player}?table=evenings")
    assert ["By role", "Declarer", "4", "4", "0", "96"] in rows(client, f"{player}?table=hands")
    assert rows(client, f"{player}?table=games")[1:] == [["Skat", "2", "2", "2", "6"]]
    assert rows(client, f"{player}?table=partners")[1:] == []
    assert rows(client, f"{player}?table=opponents")[1:] == [["=1+1", "2", "2", "0"], ["Bo", "2", "2", "0"]]
    way = rows(client, f"{player}?table=rating")[1:]
    ratings = rows(client, f"/clubs/{club.pk}/ratings/")[1:]
    assert len(way) == 2
    assert ratings[0] == ["1", mine.name, "2", way[0][3]]
    assert {row[1] for row in ratings} == {mine.name, "=1+1", "Bo"}
    assert rows(client, records)[-1] == ["Most sheets won in a row", mine.name, "", "2", ""]
    assert ["Clubs", "6", "100"] in rows(client, f"{records}?table=played")
    assert [row[1:] for row in rows(client, f"{records}?table=evenings")[1:]] == [["1", "3"]] * 2
    assert rows(client, f"/clubs/{club.pk}/members/")[1:] == [[owner.name, "owner"]]


def test_the_tables_of_a_team_league_and_of_ranks(club, owner):
    league = make_league_of(club, (4, 4))
    day = make_day(league)
    series = opened(day)
    play_series(series, ["Adler"] * len(tables_of(series)))
    client = client_of(owner)

    table = rows(client, f"/leagues/{league.pk}/")
    assert [row[1] for row in table[1:]] != []
    assert {row[1] for row in table[1:]} == {"Adler", "Bussard"}
    scores = rows(client, f"/match-days/{day.pk}/")[1:]
    assert len(scores) == 8
    for team in ("Adler", "Bussard"):
        own = [row for row in scores if row[2] == team]
        assert {row[3] for row in own} == {str(sum(int(row[7]) for row in own))}
        assert next(row[5:7] for row in table if row[1] == team) == own[0][3:5]
    assert len(rows(client, f"/leagues/{league.pk}/teams/")) == 9
    ranks = rows(client, f"/seasons/{league.season_id}/rounds/")
    assert len(ranks[0]) == 2
    assert "1" in {row[1] for row in ranks[1:]}


def test_what_was_taken_over(club, owner):
    season = factories.make_season(club)
    taken = factories.import_evening(season, {factories.make_player(club, "@Anna"): {"points": 12}})
    client = client_of(owner)
    evening = taken.results.get().source

    assert rows(client, f"/clubs/{club.pk}/imports/{taken.pk}/")[1:] == [
        ["2025-03-03", "Old list", "@Anna", "12", "", "old.csv", ""]
    ]
    assert len(rows(client, f"/clubs/{club.pk}/imports/evenings/{evening}/")) == 2


def test_a_file_is_for_who_may_see_the_page(club, owner):
    season, evening = factories.make_season(club), make_evening(club)
    come(evening, 3)
    sitting = factories.make_sitting(club)
    pages = [f"/seasons/{season.pk}/", f"/clubs/{club.pk}/", f"/clubs/{club.pk}/people/", f"/clubs/{club.pk}/evenings/"]
    of_few = [f"/evenings/{evening.pk}/people/", f"/evenings/{evening.pk}/money/"]
    stranger, member = client_of(factories.make_user()), client_of(factories.make_member(club))

    for address in [*pages, *of_few, f"/tables/{sitting.pk}/"]:
        assert client_of(owner).get(f"{address}?as=csv").status_code == 200
        assert stranger.get(f"{address}?as=csv").status_code == 404
    for address in of_few:
        assert member.get(f"{address}?as=csv").status_code == 403


def test_the_list_of_sheets_costs_the_same_however_long(club, owner, django_assert_num_queries):
    client = client_of(owner)
    for many in (1, 4):
        for _sitting in range(many):
            sitting = factories.make_sitting(club)
            factories.record(sitting)
            factories.finish(sitting)
        with django_assert_num_queries(5):
            client.get(f"/clubs/{club.pk}/?as=csv")
