"""What parts those with equal points can be written at the desk, by whatever the game asks of equals."""

from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

import games
from scorekeeper.common.errors import Refused
from scorekeeper.tournaments.formats.tables.totals import standing_of
from scorekeeper.tournaments.models import DeskAct, Entrant, RoundTable, Stage
from scorekeeper.tournaments.rounds.results import asked_of_equals
from tests import factories
from tests.acting import Api, as_role, bearer, text
from tests.factories.tournaments import make_cup, play, publish, saying, write_result

pytestmark = pytest.mark.django_db
RECORDS = ((10, 3), (10, 4), (9, 3))
"""Games won and lost of three with 900 points each."""


def a_table(people: int = 3, **more: Any) -> tuple[Stage, RoundTable, list[Entrant]]:
    stage = make_cup(people=people, **more)
    return stage, publish(stage).tables.get(), list(stage.tournament.entrants.order_by("number"))


def ranks(stage: Stage) -> dict[int, int]:
    return {line.entrant.number: line.rank for line in standing_of(stage).lines}


def written(table: RoundTable, entrants: list[Entrant], measures: list[dict[str, int]], reason: str = "") -> None:
    own = {entrant.pk: amounts for entrant, amounts in zip(entrants, measures, strict=True)}
    points = dict.fromkeys(own, 900)
    write_result(table_id=table.pk, points=points, say=saying(table.club, reason), measures=own)


def test_three_with_equal_points_are_parted_by_games_won_and_lost_through_the_page() -> None:
    stage, table, entrants = a_table()
    page, address = as_role(stage), reverse("table_result", args=[table.pk])
    shown = text(page.get(address))
    assert 'name="reason"' not in shown
    assert shown.count("<legend>") == 3
    body: dict[str, Any] = {"key": str(uuid4())}
    for entrant, (won, lost) in zip(entrants, RECORDS, strict=True):
        body |= {f"points-{entrant.pk}": "900", f"won-{entrant.pk}": str(won), f"lost-{entrant.pk}": str(lost)}

    assert page.post(address, body).status_code == 302

    assert ranks(stage) == {1: 1, 2: 2, 3: 3}
    assert {act.reason for act in DeskAct.objects.filter(kind="result")} == {""}
    standing = text(page.get(reverse("stage_standing", args=[stage.pk]) + f"?why={entrants[1].pk}"))
    assert "entered at the desk" in standing
    assert "Games won: 10 against 9." in standing
    beside = [line.parted for line in standing_of(stage).lines]
    assert beside == [("Games won 10", "Games lost 3"), ("Games won 10", "Games lost 4"), ("Games won 9",)]
    assert standing.count("Games won 10, Games lost 4") == 1
    again = text(page.get(address))
    assert f'name="won-{entrants[0].pk}" value="10"' in again
    assert 'name="reason"' in again


def test_a_figure_that_is_changed_later_asks_why_and_keeps_the_others() -> None:
    stage, table, entrants = a_table()
    written(table, entrants, [{"won": won, "lost": lost} for won, lost in RECORDS])
    page, address = as_role(stage), reverse("table_result", args=[table.pk])
    third = entrants[2].pk
    body = {"key": str(uuid4()), f"points-{third}": "900", f"won-{third}": "11", f"lost-{third}": "3", "reason": ""}

    refused = page.post(address, body)
    assert (refused.status_code, ranks(stage)) == (422, {1: 1, 2: 2, 3: 3})
    assert page.post(address, {**body, "reason": "the sheet was read again"}).status_code == 302

    assert ranks(stage) == {1: 2, 2: 3, 3: 1}
    assert DeskAct.objects.filter(kind="result").count() == 4


def test_what_is_not_written_stays_as_the_sheet_has_it() -> None:
    stage, table, entrants = a_table()
    play(table)
    sheet = {line.entrant.pk: dict(line.measures) for line in standing_of(stage).lines}
    first = entrants[0]

    with pytest.raises(Refused) as refused:
        write_result(table_id=table.pk, points={first.pk: 5}, say=saying(stage.club, ""))
    assert refused.value.problems[0].code == "reason_missing"
    write_result(table_id=table.pk, points={first.pk: 5}, say=saying(stage.club), measures={first.pk: {"won": 7}})

    line = next(line for line in standing_of(stage).lines if line.entrant == first)
    assert (line.total, line.measures) == (5, {**sheet[first.pk], "won": 7})


@pytest.mark.parametrize("game", sorted(games.all_games()))
def test_every_game_can_be_written_with_all_it_asks_of_equals(game: str) -> None:
    stage = make_cup(people=0, game=game)
    asked = asked_of_equals(stage.tournament)
    ranking = games.game(game).ranking

    assert [*asked] == [measure for measure, _sign in ranking if measure in asked]
    assert asked


def test_svoi_kozyri_is_parted_by_cards_that_were_left() -> None:
    stage, table, entrants = a_table(game="svoi_kozyri")
    assert [*asked_of_equals(stage.tournament)] == ["lost", "won", "cards_left"]

    written(table, entrants, [{"lost": 2, "won": 3, "cards_left": left} for left in (9, 4, 6)])

    assert ranks(stage) == {1: 3, 2: 1, 3: 2}


def test_only_what_the_game_asks_is_taken() -> None:
    _stage, table, entrants = a_table()
    for measures, code in (({"cards_left": 1}, "measure_unknown"), ({"won": -1}, "too_much")):
        with pytest.raises(Refused) as refused:
            written(table, entrants, [measures, {}, {}])
        assert (refused.value.problems[0].code, refused.value.problems[0].field) == (code, "points")
    assert not DeskAct.objects.filter(kind="result").exists()


def test_programs_write_it_too_and_a_first_result_needs_no_reason() -> None:
    stage, table, entrants = a_table()
    api = Api(bearer(factories.owner_of(stage.club)))
    rows = [
        {"entrant": str(entrant.pk), "points": 900, "measures": {"won": won, "lost": lost}}
        for entrant, (won, lost) in zip(entrants, RECORDS, strict=True)
    ]
    key = str(uuid4())

    made = api.post(f"round-tables/{table.pk}/result", {"points": rows}, 201, key)
    assert api.post(f"round-tables/{table.pk}/result", {"points": rows}, 200, key) == made
    assert made["acts"][0]["detail"] == {"measures": {"won": 10, "lost": 3}}
    again = api.post(f"round-tables/{table.pk}/result", {"points": rows}, 422, str(uuid4()))
    assert [error["code"] for error in again["errors"]] == ["reason_missing"]

    assert ranks(stage) == {1: 1, 2: 2, 3: 3}
    results = api.get(f"rounds/{table.round_id}")["tables"][0]["results"]
    by_entrant = {result["entrant"]: result["measures"] for result in results}
    assert by_entrant[str(entrants[2].pk)] == {"won": 9, "lost": 3}
