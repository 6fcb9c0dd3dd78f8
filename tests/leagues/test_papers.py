"""The seat plan of an evening on paper: by table and by name, as a page and as files; a draft for its desk alone."""

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import Club, Role
from scorekeeper.leagues.drawing.views import names_out, seats_out
from scorekeeper.leagues.models import Evening, TableDraw
from tests import factories
from tests.acting import words
from tests.factories.evenings import come, make_draw, make_evening, make_mixed, publish, tables_of

pytestmark = pytest.mark.django_db
PAPERS = pytest.mark.parametrize("name", ["draw_seats_print", "draw_names_print"])


def reader(club: Club, role: str) -> Client:
    client = Client()
    client.force_login(factories.make_member(club, role))
    return client


def drafted(club: Club, people: int = 7) -> TableDraw:
    evening = make_evening(club, venue="Krone")
    come(evening, people)
    return make_draw(evening)


@PAPERS
def test_a_draft_is_printed_for_who_runs_the_evening_alone(club: Club, name: str) -> None:
    draft = drafted(club)
    address = reverse(name, args=[draft.pk])

    page = reader(club, Role.SCORER).get(address)

    assert "Friday: seat" in words(page)
    assert "of round 1, draft" in words(page)
    assert reverse("evening_draw", args=[draft.evening_id]) in page.content.decode()
    assert all(f"Guest {number:02}" in words(page) for number in range(7))
    assert reader(club, Role.MEMBER).get(address).status_code == 404
    assert reader(factories.make_club("Another"), Role.OWNER).get(address).status_code == 404


@PAPERS
def test_opened_it_is_for_everybody_and_no_draft(club: Club, name: str) -> None:
    draw = drafted(club)
    publish(draw.evening, draw)

    page = reader(club, Role.MEMBER).get(reverse(name, args=[draw.pk]))

    assert "of round 1" in words(page)
    assert "draft" not in words(page)
    assert reverse("evening_detail", args=[draw.evening_id]) in page.content.decode()


@PAPERS
@pytest.mark.parametrize("kind", ["pdf", "a5.pdf", "csv", "xlsx"])
def test_each_paper_is_a_file_too(club: Club, name: str, kind: str) -> None:
    page, address = reader(club, Role.SCORER), reverse(name, args=[drafted(club).pk])

    file = page.get(f"{address}list.{kind}")

    assert (file.status_code, file["Content-Disposition"].startswith("attachment")) == (200, True)
    start = {"csv": b"\xef\xbb\xbf", "xlsx": b"PK\x03\x04"}.get(kind, b"%PDF")
    assert b"".join(file)[: len(start)] == start
    assert page.get(f"{address}other.{kind}").status_code == 404
    assert f"list.{kind}" in page.get(address).content.decode()


def test_who_sits_where_stands_by_table_and_by_name(club: Club) -> None:
    draft = drafted(club, 9)
    tables = tables_of(draft)

    by_table, by_name = seats_out(draft), names_out(draft)

    assert by_table.heads[:3] == ["Table", "Seat 1, deals first", "Seat 2"]
    assert [[name for name in row[1:] if name] for row in by_table.rows] == [
        [player.name for player in table] for table in tables
    ]
    assert by_table.over[0] == club.name
    assert "Krone" in by_table.over
    assert by_name.heads == ["Name", "Table", "Seat"]
    rows = [list(row) for row in by_name.rows]
    assert [row[0] for row in rows] == sorted(player.name for table in tables for player in table)
    assert {row[0]: (row[1], row[2]) for row in rows} == {
        player.name: (number, seat) for number, table in enumerate(tables, 1) for seat, player in enumerate(table, 1)
    }


def test_who_sits_out_is_named_above_the_tables_and_in_the_list(club: Club) -> None:
    """Of five who play at tables of three or four one is left."""
    draft = drafted(club, 5)
    (out,) = draft.places.filter(table=None)

    assert f"Sitting out: {out.player.name}" in seats_out(draft).over
    assert [out.player.name, None, None, "Sitting out"] in [list(row) for row in names_out(draft).rows]


def test_of_several_games_the_paper_says_which(club: Club) -> None:
    evening: Evening = make_mixed(club, "truco")
    come(evening, 4, plays=evening.line_up[1])
    draft = make_draw(evening, game=evening.line_up[1].pk)

    assert "Truco" in seats_out(draft).over
    page = reader(club, Role.SCORER).get(reverse("draw_seats_print", args=[draft.pk]))
    assert f"?game={evening.line_up[1].pk}" in page.content.decode()


def test_the_page_of_the_draft_offers_both(club: Club) -> None:
    draft = drafted(club)

    page = reader(club, Role.SCORER).get(reverse("evening_draw", args=[draft.evening_id])).content.decode()

    for name in ("draw_seats_print", "draw_names_print"):
        assert f'href="{reverse(name, args=[draft.pk])}"' in page
