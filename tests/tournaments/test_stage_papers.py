"""The standing of every format on paper, and the seats of a knock-out at tables as they are now."""

import re
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from scorekeeper.common.tables.serving import laid_out
from scorekeeper.tournaments.ending.services import end_stage
from scorekeeper.tournaments.formats.bracket.plan import SinglePlan
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.round_robin.plan import RoundRobinPlan
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.models import Entrant, Round
from scorekeeper.tournaments.papers.reads import names_out, seats_out
from scorekeeper.tournaments.results.services import make_official
from scorekeeper.tournaments.rounds.field import called
from tests import factories
from tests.acting import Api, bearer
from tests.factories import NOW
from tests.factories.knockouts import at, make_knockout, move, out, running
from tests.factories.matches import make_bracket, make_duels, make_pairs_cup, next_round, sides, wins
from tests.factories.tournaments import leave, misses, publish

pytestmark = pytest.mark.django_db


def all_won(one):
    for table in one.tables.all():
        wins(table, sides(table)[0])


def test_a_swiss_is_printed_with_its_points_in_halves_and_its_keys(client):
    stage = make_duels(SwissPlan(rounds=3), people=4)
    one = publish(stage)
    first, second = one.tables.order_by("number")
    wins(first, None)
    wins(second, sides(second)[0])

    paper = format_of(stage).standing_list(stage, official=False)

    rows = list(paper.rows)
    assert (paper.heads[:4], paper.heads[-1]) == (["Place", "No.", "Name", "R1"], "Points")
    assert len(paper.heads) > 5, "with the keys that part who is level"
    assert [row[-1] for row in rows] == ["1", "½", "½", "0"]
    assert "If it ended now; not official." in paper.over
    laid = laid_out(paper, "A4")
    assert {kind for head, kind in laid.heads if head in {"Place", "No.", "Points"}} == {"r"}, "read from the right"
    assert laid.heads[4][1] == "r", "a key as well"
    assert format_of(stage).standing_list(stage, official=True).rows == []
    client.force_login(factories.owner_of(stage.club))
    page = client.get(reverse("stage_standing", args=[stage.pk])).content.decode()
    assert reverse("standing_print", args=[stage.pk]) + "list.pdf" in page


def test_groups_are_printed_below_one_another():
    stage = make_duels(RoundRobinPlan(groups=2), people=6)
    all_won(publish(stage))

    paper = format_of(stage).standing_list(stage, official=False)

    column = paper.heads.index("Group")
    assert [(row[column], row[0]) for row in paper.rows] == [(1, 1), (1, 2), (1, 2), (2, 1), (2, 2), (2, 2)]


def test_matches_of_who_has_left_too_early_to_stand_anywhere_are_printed_as_a_dash(client):
    stage = make_duels(RoundRobinPlan(), people=4)
    one = publish(stage)
    all_won(one)
    home, away = sides(one.tables.get(number=1))
    leave(away)

    paper = format_of(stage).standing_list(stage, official=False)

    column = paper.heads.index("R1")
    assert {row[1]: row[column] for row in paper.rows}[home.number] == "–"
    assert away.number not in [row[1] for row in paper.rows]
    assert any("none of these counts" in said and called(away) in said for said in paper.over)
    client.force_login(factories.owner_of(stage.club))
    assert client.get(reverse("standing_print", args=[stage.pk]), {"as": "pdf"}).status_code == 200


@pytest.mark.parametrize("form", ["pdf", "a5", "csv", "xlsx"])
def test_a_bracket_is_printed_match_by_match_with_room_for_what_is_open(client, form):
    stage = make_pairs_cup(SinglePlan(), 6)
    one = publish(stage)
    table = one.tables.get(code="W1.2")
    wins(table, sides(table)[0])

    rows = {row[1]: row for row in format_of(stage).standing_list(stage, official=False).rows}

    assert rows["W1.1"][-1] == "a bye"
    assert rows["W1.2"][-1] == "Pair 04", "and nothing beside the name"
    assert rows["W1.4"][-1].strip() == "", "to be written in by hand"
    assert rows["W2.1"][2:4] == ["1. Pair 01", "4. Pair 04"]
    owner = factories.owner_of(stage.club)
    client.force_login(owner)
    address = reverse("standing_print", args=[stage.pk])
    page = client.get(address).content.decode()
    assert "Semi-finals" in page
    assert page.count("<rect") == 7, "a frame for each match"
    assert client.get(address, {"official": "1"}).content.decode().count("<rect") == 0
    assert client.get(address, {"as": form})["Content-Disposition"].startswith("attachment")
    hub = client.get(reverse("tournament_print", args=[stage.tournament_id])).content.decode()
    assert address in hub
    assert f"{address}?official=1" in hub
    assert "Pairings" in hub
    told = Client().get(f"/api/v1/stages/{stage.pk}/papers/standing?as={form}", headers=bearer(owner))
    page = client.get(address, {"as": form})
    assert (file_words(told), told["Content-Type"]) == (file_words(page), page["Content-Type"])


def test_the_seats_of_a_knock_out_are_those_of_now(client):
    one = make_knockout(people=7, seats=4)
    for number in (1, 2, 3):
        out(one, number)
        move(one)
    one = Round.objects.select_related("stage__tournament__club").get(pk=one.pk)
    sitting = {f"Guest {number:02}" for number in (4, 5, 6, 7)}

    by_table, by_name = seats_out(one), names_out(one)

    rows = list(by_table.rows)
    assert [row[0] for row in rows] == [table.number for table in one.tables.all() if table.number == rows[0][0]]
    assert {name for row in rows for name in row[1:] if name} == sitting
    assert {row[0] for row in by_name.rows} == sitting
    assert len(at(one, rows[0][0])) == 4, "at the last table"
    places = list(format_of(one.stage).standing_list(one.stage, official=False).rows)
    assert [row[0] for row in places] == ["1–4", "1–4", "1–4", "1–4", 5, 6, 7]
    client.force_login(factories.owner_of(one.club))
    assert "4 are left." in client.get(reverse("seats_print", args=[one.pk])).content.decode()


def rounds_of(stage):
    """{number: its rounds in short} as they are printed."""
    paper = format_of(stage).standing_list(stage, official=False)
    columns = [number for number, head in enumerate(paper.heads) if head[0] == "R" and head[1:].isdigit()]
    return {row[1]: [row[column] for column in columns] for row in paper.rows}


def file_words(answer):
    """What a file says; of XLSX only that it is one."""
    content = b"".join(answer) if answer.streaming else answer.content
    if content.startswith(b"%PDF"):
        return [page.extract_text() for page in PdfReader(BytesIO(content)).pages]
    return content[:2] if content.startswith(b"PK") else content


def test_once_a_stage_has_ended_its_papers_are_by_what_is_official(client):
    stage = make_duels(SwissPlan(rounds=1), people=2)
    one = publish(stage)
    all_won(one)
    owner = factories.owner_of(stage.club)
    make_official(round_id=one.pk, by=owner, now=NOW)
    client.force_login(owner)
    hub = reverse("tournament_print", args=[stage.tournament_id])
    address, path = reverse("standing_print", args=[stage.pk]), f"stages/{stage.pk}/papers/standing"
    assert "if it ended now" in client.get(hub).content.decode()
    assert "If it ended now" in client.get(address).content.decode()

    end_stage(stage_id=stage.pk, by=owner, now=NOW)

    assert "if it ended now" not in client.get(hub).content.decode()
    page = client.get(address).content.decode()
    assert "official standings" in page
    assert "If it ended now" not in page
    file = client.get(f"/api/v1/{path}?as=csv")
    assert "official_standing" in file["Content-Disposition"]


def test_a_bracket_that_has_ended_is_printed_as_one(client):
    stage = make_bracket(2, SinglePlan())
    next_round(stage)
    owner = factories.owner_of(stage.club)
    client.force_login(owner)
    hub = reverse("tournament_print", args=[stage.tournament_id])
    assert "with room for the results to come" in client.get(hub).content.decode()

    end_stage(stage_id=stage.pk, by=owner, now=NOW)

    page = client.get(hub).content.decode()
    assert "with room for the results to come" not in page
    assert page.count(reverse("standing_print", args=[stage.pk])) == 1
    assert "by what is official" not in client.get(reverse("standing_print", args=[stage.pk])).content.decode()


def test_cards_of_a_knock_out_have_the_numbers_of_the_seats_and_its_tables_have_no_sheets(client):
    one = make_knockout(people=7, seats=4)
    out(one, at(one, 1)[0])
    owner = factories.owner_of(one.club)
    client.force_login(owner)
    program = Api(bearer(owner))
    sits = {who: spot.seat + 1 for who, spot in running(one).course.sitting.items() if spot.table == 1}

    cards = client.get(reverse("cards_print", args=[one.pk])).content.decode()
    drawn = client.get(reverse("cards_print", args=[one.pk]), {"as": "a5"})
    told = program.get(f"rounds/{one.pk}/cards")["cards"][0]
    hub = client.get(reverse("tournament_print", args=[one.stage.tournament_id])).content.decode()
    listed = program.get(f"tournaments/{one.stage.tournament_id}/papers")["papers"]

    for who, number in sits.items():
        assert f'<li value="{number}"><bdi>Guest {who:02}</bdi></li>' in cards
    page = PdfReader(BytesIO(drawn.content)).pages[0].extract_text()
    assert {int(number) for number in re.findall(r"(\d+)\.", page)} == set(sits.values())
    assert dict(zip(told["names"], told["seats"], strict=True)) == {f"Guest {who:02}": at for who, at in sits.items()}
    assert "round 1" not in cards + page
    assert "the code that leads to the sheet" not in hub
    assert "Empty score sheets" not in hub
    assert "Pairings" not in hub
    assert "sheets" not in {paper["paper"] for paper in listed}
    assert client.get(reverse("sheets_print", args=[one.pk])).status_code == 404
    program.get(f"rounds/{one.pk}/papers/sheets", 404)


def numbered(table):
    home, away = sides(table)
    return home.number, away.number


def test_a_swiss_is_printed_with_a_column_for_each_round():
    stage = make_duels(SwissPlan(rounds=3), people=9)
    misses(stage, Entrant.objects.get(tournament=stage.tournament, number=9), 1)
    first = publish(stage)
    drawn, forfeited, won, both = first.tables.order_by("number")
    wins(drawn, None)
    wins(forfeited, sides(forfeited)[1], forfeit=True)
    wins(won, sides(won)[0])
    wins(both, None, forfeit=True)

    found = rounds_of(stage)

    forms = {drawn: ("{}=", "{}="), forfeited: ("({}−)", "({}+)"), won: ("{}+", "{}−"), both: ("({}−)", "({}−)")}
    for table, (of_home, of_away) in forms.items():
        home, away = numbered(table)
        assert (found[home], found[away]) == ([of_home.format(away)], [of_away.format(home)])
    assert found[9] == ["–"], "missed"
    assert any("opponent’s number" in line for line in format_of(stage).standing_list(stage, official=False).over)

    make_official(round_id=first.pk, by=factories.owner_of(stage.club), now=NOW)
    second = publish(stage)

    found = rounds_of(stage)
    bye = second.places.get(kind="bye").entrant.number
    assert found[bye][1] == "bye"
    home, away = numbered(second.tables.first())
    assert (found[home][1], found[away][1]) == (str(away), str(home)), "still played"


def test_a_wide_standing_lies_on_its_side(client):
    stage = make_duels(SwissPlan(rounds=3), people=4)
    all_won(publish(stage))
    owner = factories.owner_of(stage.club)
    client.force_login(owner)
    address = reverse("standing_print", args=[stage.pk])

    def is_wide(**asked):
        return " wide" in client.get(address, asked).content.decode().partition('<article class="')[2].partition('"')[0]

    assert not is_wide(paper="a5")
    Entrant.objects.filter(tournament=stage.tournament, number=1).update(name="Maximiliane von Hohenstein-Weißenfels")
    assert is_wide(paper="a5")
    assert not is_wide(), "A4 has room for it"


def test_lists_of_a_named_stage_say_its_name():
    stage = make_duels(SwissPlan(rounds=3), people=4)
    stage.name = "Vorrunde"
    stage.save()
    one = publish(stage)

    for paper in (seats_out(one), names_out(one), format_of(stage).standing_list(stage, official=False)):
        assert paper.name.endswith(", Vorrunde")
