"""What a tournament has on paper: lists, cards with codes, empty sheets, prizes and receipts."""

import csv
import re
from io import StringIO

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import Role
from scorekeeper.common.errors import Conflict
from scorekeeper.common.tables.files import document_of
from scorekeeper.common.tables.serving import laid_out
from scorekeeper.play.models import TablePass
from scorekeeper.play.passes.services import link_secret, short_code
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.models import RoundPlace
from scorekeeper.tournaments.papers.reads import entries_out, names_out, places_out, seats_out
from scorekeeper.tournaments.papers.services import make_round_passes
from tests import factories
from tests.factories import NOW
from tests.factories.tournaments import come, draw, make_cup, publish, sheet, write_points

pytestmark = pytest.mark.django_db


def at(stage, role=Role.OWNER):
    client = Client()
    club = stage.club
    client.force_login(factories.owner_of(club) if role == Role.OWNER else factories.make_member(club, role))
    return client


def text(response, status=200):
    assert response.status_code == status
    return response.content.decode()


def opened(people=7, **more):
    stage = make_cup(people=people, plan=TablesPlan(rounds=2), **more)
    return stage, publish(stage)


def lines(response):
    return list(csv.reader(StringIO(text(response).lstrip("\ufeff"))))


@pytest.mark.parametrize("form", ["pdf", "a5", "csv", "xlsx"])
@pytest.mark.parametrize("name", ["entries_print", "places_print", "seats_print", "names_print", "standing_print"])
def test_every_list_is_a_page_and_a_file(name, form):
    stage, one = opened()
    key = {"seats_print": one.pk, "names_print": one.pk, "standing_print": stage.pk}.get(name, stage.tournament_id)
    desk, address = at(stage, Role.MEMBER), reverse(name, args=[key])

    assert "Guest 07" in text(desk.get(address))
    file = desk.get(address, {"as": form})
    assert file["Content-Disposition"].startswith("attachment")
    assert file.content[:4] == {"csv": b"\xef\xbb\xbf" + file.content[3:4], "xlsx": b"PK\x03\x04"}.get(form, b"%PDF")


def test_seats_by_table_and_by_name():
    stage, one = opened()
    come(stage, "Late Guest")
    RoundPlace.objects.create(
        club=stage.club, round=one, entrant=stage.tournament.entrants.get(number=8), kind=RoundPlace.Kind.BYE
    )
    one.stage = stage

    by_table, by_name = seats_out(one), names_out(one)

    seated = {(table.number, place.entrant.number) for table in one.tables.all() for place in table.places.all()}
    assert {(row[0], int(name[-2:])) for row in by_table.rows for name in row[1:] if name} == seated, (
        "everybody once, at their table"
    )
    assert by_table.heads[:2] == ["Table", "Seat 1, deals first"]
    assert "Sitting out: Late Guest" in by_table.over
    names = [row[0] for row in by_name.rows]
    assert names == sorted(names)
    assert [row[-1] for row in by_name.rows if row[0] == "Late Guest"] == ["bye"]
    assert {(row[1], int(row[0][-2:])) for row in by_name.rows if row[1]} == seated


def test_one_against_one_is_printed_as_pairings_with_room_for_the_result():
    stage, one = opened(people=4)
    one.places.filter(seat__gte=2).update(kind="bye", table=None, seat=None)
    one.tables.update(code="W1.1")
    one.stage = stage

    paper = seats_out(one)

    assert paper.heads == ["Table", "Match", "One side", "Other side", "Result"]
    assert "pairings of round 1" in paper.name
    assert any(line.startswith("Without an opponent: Guest ") for line in paper.over)


def test_standing_on_paper_says_whether_it_is_official():
    stage, one = opened(people=4)
    table = one.tables.get()
    write_points(table, {place.entrant: 10 * place.entrant.number for place in table.places.all()})

    now, official = (format_of(stage).standing_list(stage, official=is_official) for is_official in (False, True))

    assert next(iter(now.rows)) == [1, "Guest 04", 40, 40]
    assert "If it ended now; not official." in now.over
    assert (official.rows, "After 0 rounds." in official.over) == ([], True)


def test_cards_get_their_codes_at_the_desk():
    stage, one = opened()
    desk, address = at(stage, Role.SCORER), reverse("cards_print", args=[one.pk])
    assert "2 tables have no code yet" in text(desk.get(address))

    assert desk.post(address).status_code == 302
    page = text(desk.get(address))

    passes = TablePass.objects.all()
    assert {each.sitting_id for each in passes} == {sheet(table).pk for table in one.tables.all()}
    assert all(short_code(each) in page for each in passes)
    assert "have no code yet" not in page
    assert page.count("QR code that leads to the sheet") == 2
    joined = Client().get(reverse("join_link", args=[link_secret(passes[0])]))
    assert "Guest" in text(joined), "whoever scans it is asked who they are"
    make_round_passes(round_id=one.pk, by=factories.owner_of(stage.club), now=NOW)
    assert TablePass.objects.filter(revoked_at=None).count() == 2, "asked twice they stay"


def test_no_codes_for_who_is_not_at_the_desk_nor_for_a_draft():
    stage, one = opened()
    member = factories.make_member(stage.club)
    with pytest.raises(PermissionDenied):
        make_round_passes(round_id=one.pk, by=member, now=NOW)
    client = Client()
    client.force_login(member)
    for name in ("cards_print", "sheets_print"):
        assert client.get(reverse(name, args=[one.pk])).status_code == 403
    assert client.get(reverse("tournament_print", args=[stage.tournament_id])).status_code == 403

    other = make_cup(stage.club, 4)
    draft = draw(other)
    with pytest.raises(Conflict, match="not being played"):
        make_round_passes(round_id=draft.pk, by=factories.owner_of(stage.club), now=NOW)
    assert at(stage).get(reverse("cards_print", args=[draft.pk])).status_code == 404


@pytest.mark.parametrize("name", ["seats_print", "names_print"])
def test_a_draft_is_printed_for_the_desk_alone(name):
    stage = make_cup(people=7, plan=TablesPlan(rounds=2))
    address = reverse(name, args=[draw(stage).pk])

    page = text(at(stage, Role.SCORER).get(address))

    assert "round 1, draft" in page
    assert "Guest 07" in page
    assert reverse("stage_draw", args=[stage.pk]) in page
    assert at(stage, Role.MEMBER).get(address).status_code == 404


def test_a_plan_of_seats_is_as_large_as_one_page_has_room_for():
    stage, one = opened(people=8)
    large = make_cup(people=200, plan=TablesPlan(rounds=1))

    few, many = seats_out(one), names_out(publish(large))

    assert (laid_out(few, "A4").size, laid_out(many, "A4").size) == (2, 0)
    assert "size-2" in text(at(stage).get(reverse("seats_print", args=[one.pk])))
    assert laid_out(entries_out(stage.tournament), "A4").size == 0, "it hangs on no wall"


def test_places_carry_the_points_of_each_stage_that_gives_any():
    stage, one = opened(people=4)
    (table,) = one.tables.all()
    write_points(table, {place.entrant: 10 * place.entrant.number for place in table.places.all()})

    found = places_out(stage.tournament)

    assert found.heads == ["Place", "Name", "Points"]
    assert next(iter(found.rows)) == [1, "Guest 04", 40]


def test_places_of_a_tournament_that_has_not_begun_say_so():
    stage = make_cup(people=4, plan=TablesPlan(rounds=2))
    said = "The standings appear here once the first round is open."
    desk, address = at(stage), reverse("places_print", args=[stage.tournament_id])

    page, paper = text(desk.get(address)), document_of(places_out(stage.tournament), "A4", NOW)

    assert said in page
    assert "<table" not in page
    assert (paper.heads, paper.rows, paper.lines[-1]) == ([], [], said)
    assert desk.get(address, {"as": "pdf"}).content.startswith(b"%PDF")


@pytest.mark.parametrize(("game", "columns"), [("skat", "Schneider"), ("tonk", "What was played")])
def test_an_empty_sheet_for_each_table_with_its_names(game, columns):
    stage, one = opened(people=6, game=game)

    page = text(at(stage).get(reverse("sheets_print", args=[one.pk])))

    assert page.count("<article") == one.tables.count()
    assert columns in page
    assert all(f"Guest {number:02}" in page for number in range(1, 7))
    numbers = [int(number) for number in re.findall(r'<td class="nr">(\d+)</td>', page)]
    assert len(numbers) == one.tables.count() * max(numbers)
    assert max(numbers) >= 20


def test_everything_is_found_on_one_page():
    stage, one = opened()

    page = text(at(stage).get(reverse("tournament_print", args=[stage.tournament_id])))

    for name in ("seats_print", "names_print", "cards_print", "sheets_print"):
        assert reverse(name, args=[one.pk]) in page
    assert reverse("standing_print", args=[stage.pk]) in page
    assert "Receipts" not in page, "nothing is awarded"


def test_an_entry_list_as_csv():
    stage, _one = opened(people=3)

    rows = lines(at(stage).get(reverse("entries_print", args=[stage.tournament_id]), {"as": "csv"}))

    assert rows[0] == ["No.", "Name", "Seed", "State"], "columns in which nothing stands are left out"
    assert rows[1] == ["1", "Guest 01", "1", "here"]
