"""The pages of a table hold for every game there is: nothing outside its folders knows which one is played."""

import json
import re
from typing import Any

import pytest
from django.template.loader import select_template
from django.urls import reverse

from games import all_games
from games.core.game import AnyGame
from games.core.settling import InUnits
from scorekeeper.play.closing.services import end_list
from scorekeeper.play.models import Sitting
from scorekeeper.play.moves import list_ranks, sides_of, weighed
from scorekeeper.play.recording.services import next_table
from scorekeeper.play.records import PerhapsReasoned
from scorekeeper.play.schema import add_records
from scorekeeper.play.sheet.reads import chart_of, sheet_of
from tests import factories
from tests.factories.hands import hand_of

pytestmark = pytest.mark.django_db
NAMES = ("Ana Souza", "Bia Lima", "Caio Reis", "Davi Melo", "Edu Nunes", "Flora Dias")
HANDS = 7
every_game = pytest.mark.parametrize("game", sorted(all_games()))


def played(game: str, hands: int = HANDS, rules: Any = None) -> Sitting:
    """A sitting of this game with a few hands, at the largest table for at most six."""
    club = factories.make_club()
    plays = all_games()[game]
    size = max(size for size in plays.seats if size <= len(NAMES) and not plays.rules_problems(plays.rules(), size))
    sitting = factories.make_sitting(
        club, players=[factories.make_player(club, name) for name in NAMES[:size]], game=game, rules=rules
    )
    for minute in range(hands):
        sitting.refresh_from_db()
        if not sitting.accepts_hands:
            break
        table = next_table(sitting, factories.seats_of(sitting))
        factories.record(sitting, hand_of(game, table), now=factories.at(minute))
    sitting.refresh_from_db()
    return sitting


def ended(game: str, rules: Any = None) -> Sitting:
    """Such a sitting that only has to be signed."""
    sitting = played(game, rules=rules)
    return end_list(
        PerhapsReasoned(reason="late"), sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=factories.NOW
    )


def in_units(game: str) -> dict[str, Any]:
    """Rules of a game that is played for amounts: euros, in cents."""
    return {"unit": "€", "decimals": 2, **at_stake(game)} if issubclass(all_games()[game].rules, InUnits) else {}


def at_stake(game: str) -> dict[str, Any]:
    """What makes something due after a few hands where the game says that nothing is."""
    return {"stake": 500, "stake_for": "game", "start_a": 11} if game == "truco" else {}


def page_of(client: Any, sitting: Sitting, name: str = "sitting_detail", *more: Any) -> str:
    client.force_login(sitting.opened_by_user)
    answer = client.get(reverse(name, args=[sitting.pk, *more]))
    assert answer.status_code == 200
    html = answer.content.decode()
    assert "{#" not in html
    assert "{%" not in html
    return html


def rows(html: str, table: str) -> list[str]:
    """The rows in the body of a table that begins with these words."""
    body = html.split(table, 1)[1].split("<tbody>", 1)[1].split("</tbody>", 1)[0]
    return re.findall(r"<tr.*?</tr>", body, re.DOTALL)


def heads(html: str, table: str) -> int:
    """How many columns of that table have a heading."""
    return html.split(table, 1)[1].split("</thead>", 1)[0].count('<th scope="col"')


@every_game
def test_the_totals_of_a_sheet_are_those_of_its_ledger(game):
    sitting = played(game)
    sheet = sheet_of(sitting)
    seats, plays = factories.seats_of(sitting), sitting.plays
    weights, plotted = plays.weights(sitting.typed_rules), plays.chart_weights(sitting.typed_rules)

    assert [column.total for column in sheet.columns] == [weighed(seat.tally, weights) for seat in seats]
    assert [side.total for side in sheet.sides] == [
        sum(part.cells[place][1] for part in sheet.parts) for place in range(len(sheet.sides))
    ]
    assert list(sheet.rows[-1].totals) == [weighed(side[0].tally, plotted) for side in sides_of(sitting, seats)]


@every_game
def test_those_of_a_side_stand_alike(game):
    sitting = played(game)
    seats = factories.seats_of(sitting)
    sides = sides_of(sitting, seats)
    ranks = list_ranks(sitting, seats, {seat.number: seat.tally for seat in seats})

    said = sitting.plays.sides([seat.number for seat in seats])
    assert [tuple(seat.number for seat in side) for side in sides] == sorted(said)
    for side in sides:
        assert len({ranks[seat.number] for seat in side}) == 1
        assert all(seat.tally == side[0].tally for seat in side)
    assert max(ranks.values()) <= len(sides)


def test_partners_share_a_column_and_a_rank(client):
    sitting = ended("truco")
    sheet = sheet_of(sitting)

    html = page_of(client, sitting)

    assert [side.name for side in sheet.sides] == [
        "Ana Souza & Caio Reis & Edu Nunes",
        "Bia Lima & Davi Melo & Flora Dias",
    ]
    assert sorted(column.rank for column in sheet.columns) in ([1, 1, 1, 2, 2, 2], [1] * 6)
    assert "Ana &amp; Caio &amp; Edu" in html
    assert html.count("not signed") + html.count('name="head"') >= len(sheet.columns)


@every_game
def test_a_sheet_has_a_column_a_side_and_a_row_a_hand(client, game):
    sitting = ended(game)
    sheet = sheet_of(sitting)

    html = page_of(client, sitting)

    assert all(html.count(f">{row.hand.number}<") for row in sheet.rows)
    if select_template([f"games/{game}/_sheet.html", "play/_sheet.html"]).template.name == "play/_sheet.html":
        for row in rows(html, '<table class="sheet list-sheet'):
            assert row.count("<td") == sheet.width
    assert heads(html, 'class="chart-table"') == 1 + len(sheet.sides)


@every_game
def test_the_chart_has_a_line_a_side(game):
    sheet = sheet_of(played(game))

    chart = chart_of(sheet)

    assert chart
    assert sorted(line.name for line in chart.lines) == sorted(side.short for side in sheet.sides)
    assert len(chart.across) <= 8


@every_game
def test_every_hand_opens_to_what_it_did(client, game):
    sitting = played(game)
    for row in sheet_of(sitting).rows:
        html = page_of(client, sitting, "hand_detail", row.hand.pk)
        assert str(row.hand.number) in html


@every_game
def test_a_sitting_is_signed_by_each_seat_and_closes(client, game):
    sitting = ended(game, rules=in_units(game))

    html = page_of(client, sitting)
    closed = factories.sign_all(sitting)

    assert html.count('name="head"') == len(factories.seats_of(sitting))
    sheet = sheet_of(sitting)
    told = len(rows(html, 'class="sheet sums turned"')) if sheet.is_wide else heads(html, 'class="sheet sums n')
    assert told == len(sheet.sides)
    assert not closed.is_open
    assert "Official" in page_of(client, closed)


@every_game
def test_a_sheet_is_printed(client, game):
    sitting = played(game, rules=in_units(game))
    sheet = sheet_of(sitting)

    html = page_of(client, sitting, "sitting_print")

    assert "Score sheet" in html
    assert sitting.code in html
    assert all(column.name in html for column in sheet.columns)


@pytest.mark.parametrize("game", sorted(game for game in all_games() if in_units(game)))
def test_amounts_are_written_in_the_unit_and_settled(client, game):
    sitting = ended(game, rules=in_units(game))
    sheet = sheet_of(sitting)

    html = page_of(client, sitting)

    assert sheet.money
    owed = [sum(amounts) for amounts in zip(*(line.amounts for line in sheet.money.lines), strict=True)]
    assert sheet.money.says_more or owed == [column.total for column in sheet.columns]
    left = {column.short: amount for column, amount in zip(sheet.columns, owed, strict=True)}
    for payment in sheet.money.payments:
        left[payment.payer] = left.get(payment.payer, 0) + payment.amount
        left[payment.getter] = left.get(payment.getter, 0) - payment.amount
        assert f"{payment.amount / 100:.2f}\N{NO-BREAK SPACE}€" in html
    assert not any(left[column.short] for column in sheet.columns)
    assert "it moves no money" in html


@pytest.mark.parametrize("game", sorted(game for game in all_games() if in_units(game)))
def test_points_are_settled_like_money_and_called_points(client, game):
    sitting = ended(game, rules=at_stake(game))
    client.force_login(factories.owner_of(sitting.club))

    money = sheet_of(sitting).money

    assert money.in_points
    assert sum(payment.amount for payment in money.payments) > 0
    page = client.get(f"/tables/{sitting.pk}/").content.decode()
    assert "in points</span>" in page
    assert ">Money" not in page


def test_the_document_tells_the_records_of_all_games_apart():
    told = add_records({"components": {"schemas": {}}})["components"]["schemas"]

    kinds = [ref["$ref"] for game in records_of_games(told) for ref in game["oneOf"]]
    assert len(kinds) == len(set(kinds)) == sum(len(game.hands) for game in all_games().values())
    assert {ref.rpartition("/")[2] for ref in re.findall(r'"\$ref": "([^"]+)"', json.dumps(told))} <= told.keys()
    inner = {f"{game.name} {name}" for game in all_games().values() for name in names_of_models(game)}
    unions = {"HandRecord", "GameRules"}
    assert len(told) == len(inner) + len(unions) + len(all_games())


def records_of_games(components: dict[str, Any]) -> list[dict[str, Any]]:
    """The union of the records of each game."""
    return [components[ref["$ref"].rpartition("/")[2]] for ref in components["HandRecord"]["anyOf"]]


def names_of_models(game: AnyGame) -> set[str]:
    """What its rules, its records of hands, and those inside them are called in the game itself."""
    models = [*game.hands.values(), game.rules]
    schemas = {model.__name__: model.model_json_schema(by_alias=True) for model in models}
    return {*schemas, *(name for schema in schemas.values() for name in schema.get("$defs", {}))}


@every_game
def test_the_api_says_where_a_sitting_stands(client, game):
    sitting = played(game, rules=in_units(game))
    client.force_login(sitting.opened_by_user)

    said = client.get(f"/api/v1/sittings/{sitting.pk}").json()

    sides = sides_of(sitting, factories.seats_of(sitting))
    assert said["sides"] == [[seat.number for seat in side] for side in sides]
    assert (said["unit"], said["decimals"]) == (sitting.unit.unit, sitting.unit.decimals)
    assert len(said["hands"]) == sitting.next_number - 1


def test_the_document_asks_for_the_kind_of_a_hand_and_says_no_default():
    found = add_records({"components": {"schemas": {}}})["components"]["schemas"]
    records = [found[ref["$ref"].rpartition("/")[2]] for game in records_of_games(found) for ref in game["oneOf"]]

    assert len(records) > 5
    for record in records:
        assert record["required"].count("kind") == 1
        assert "default" not in record["properties"]["kind"]
