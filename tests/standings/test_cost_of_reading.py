"""What reading a standing costs, as counts that depend on no clock: statements, and calls of Python functions.

Reading had become dearer with each feature, a little each time. Who needs more than this has to say so here.
"""

import json
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext

import games
from scorekeeper.accounts.models import Scope
from scorekeeper.accounts.services import NewToken, make_api_token
from scorekeeper.clubs.models import Player
from scorekeeper.people.services import PersonName, rename_player
from scorekeeper.standings.api import BODIES
from scorekeeper.standings.models import Competition, SeasonTally
from scorekeeper.standings.records import SeasonBonus, StandingsBody
from scorekeeper.standings.services import give_bonus
from tests import factories

pytestmark = pytest.mark.django_db


def calls_of(act: Callable[[], object]) -> int:
    """How many functions of Python the second of two calls goes through: the first one fills what is kept."""
    act()
    calls = 0

    def count(_frame: FrameType, event: str, _what: object) -> None:
        nonlocal calls
        calls += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        act()
    finally:
        sys.setprofile(before)
    return calls


def season_of(rows: int) -> tuple[str, Client]:
    """The address of a season with so many rows, and a program that may read it."""
    club = factories.make_club()
    season = factories.make_season(club)
    players = Player.objects.bulk_create([Player(club=club, name=f"Player {place}") for place in range(rows)])
    SeasonTally.objects.bulk_create([_standing(season, player, place) for place, player in enumerate(players)])
    _token, secret = make_api_token(
        NewToken(name="reader", scopes=(Scope.READ,)), by=factories.owner_of(club), now=factories.NOW
    )
    return f"/api/v1/seasons/{season.pk}/standings", Client(headers={"Authorization": f"Bearer {secret}"})


def _standing(season: Competition, player: Player, place: int) -> SeasonTally:
    measures = dict.fromkeys(games.game("skat").measures, 40 + place)
    sums = {"points": season.points(measures), "measures": measures, "sources": 10}
    official = {f"official_{name}": value for name, value in sums.items()}
    return SeasonTally(club_id=season.club_id, competition=season, player=player, revision=360, **sums, **official)


@pytest.mark.parametrize(("rows", "most"), [(20, 1_810), (200, 7_450)])
def test_a_standing_is_read_with_few_statements_and_calls(rows, most):
    address, program = season_of(rows)

    def read() -> None:
        BODIES.forget()
        program.get(address)

    with CaptureQueriesContext(connection) as asked:
        answer = program.get(address)
    statements = len(asked)
    calls = calls_of(read)

    assert len(answer.json()["standings"]) == rows
    assert statements == 3
    assert calls <= most


@pytest.mark.parametrize("rows", [20, 200])
def test_a_standing_that_nothing_has_changed_since_costs_no_more_for_its_rows(rows):
    address, program = season_of(rows)
    first = program.get(address)
    with CaptureQueriesContext(connection) as asked:
        second = program.get(address)
    statements = len(asked)
    calls = calls_of(lambda: program.get(address))

    assert (second.content, second.headers["Content-Type"]) == (first.content, "application/json")
    assert statements == 1
    assert calls <= 800


def test_a_standing_is_what_the_document_says():
    address, program = season_of(3)
    season = Competition.objects.get()
    give_bonus(
        SeasonBonus(player=Player.objects.get(name="Player 1").pk, points=-7, reason="Late"),
        competition=season,
        by=factories.owner_of(season.club),
        key=uuid4(),
        now=factories.NOW,
    )
    for answer in (program.get(address), program.get(address, {"official": "true"})):
        assert json.loads(StandingsBody.model_validate_json(answer.content).model_dump_json()) == answer.json()


def test_whatever_changes_a_standing_is_read_at_once():
    address, program = season_of(3)
    season = Competition.objects.get()

    def body() -> dict[str, Any]:
        answer: dict[str, Any] = program.get(address).json()
        return answer

    before = body()
    SeasonTally.objects.filter(player__name="Player 0").update(points=99_999, revision=F("revision") + 1)
    assert body()["standings"][0] == {**before["standings"][2], "points": 99_999, "rank": 1, "decided_by": None}
    Competition.objects.update(name="Winter")  # whatever forgets to count it as a change
    assert body()["name"] == "Winter"
    assert program.get(address, {"official": "true"}).json()["standings"] != body()["standings"]
    player, owner = Player.objects.get(name="Player 1"), factories.owner_of(season.club)
    rename_player(PersonName(name="Zoë"), club=season.club, by=owner, player=player)
    assert "Zoë" in [row["name"] for row in body()["standings"]]


def test_whoever_may_not_read_a_standing_gets_nothing_that_others_have_read():
    address, program = season_of(3)
    assert program.get(address).status_code == 200
    stranger = factories.owner_of(factories.make_club("Others"))
    _token, secret = make_api_token(NewToken(name="reader", scopes=(Scope.READ,)), by=stranger, now=factories.NOW)
    assert Client(headers={"Authorization": f"Bearer {secret}"}).get(address).status_code == 404


def test_that_nothing_is_new_is_said_with_fewer():
    address, program = season_of(20)
    tag = program.get(address).headers["ETag"]
    with CaptureQueriesContext(connection) as asked:
        answer = program.get(address, headers={"If-None-Match": tag})
    statements = len(asked)
    calls = calls_of(lambda: program.get(address, headers={"If-None-Match": tag}))

    assert (answer.status_code, answer.headers["Vary"]) == (304, "Accept-Language")
    assert statements == 1  # who asks, whether they may, and the newest revision
    assert calls <= 800
