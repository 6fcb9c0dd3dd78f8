"""What reading a standing costs, as counts that depend on no clock: statements, and calls of Python functions.

Reading had become dearer with each feature, a little each time. Who needs more than this has to say so here.
"""

import sys
from collections.abc import Callable
from types import FrameType

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

import games
from scorekeeper.accounts.models import Scope
from scorekeeper.accounts.services.tokens import make_api_token
from scorekeeper.clubs.models import Player
from scorekeeper.standings.models import Competition, Standing
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
    Standing.objects.bulk_create([_standing(season, player, place) for place, player in enumerate(players)])
    _token, secret = make_api_token(
        user=factories.owner_of(club), name="reader", scopes=[Scope.READ], now=factories.NOW
    )
    return f"/api/v1/seasons/{season.pk}/standings", Client(headers={"Authorization": f"Bearer {secret}"})


def _standing(season: Competition, player: Player, place: int) -> Standing:
    measures = dict.fromkeys(games.game("skat").measures, 40 + place)
    sums = {"points": season.points(measures), "measures": measures, "sources": 10}
    official = {f"official_{name}": value for name, value in sums.items()}
    return Standing(club_id=season.club_id, competition=season, player=player, revision=360, **sums, **official)


@pytest.mark.parametrize(("rows", "most"), [(20, 2_600), (200, 11_000)])
def test_a_standing_is_read_with_few_statements_and_calls(rows, most):
    address, program = season_of(rows)
    with CaptureQueriesContext(connection) as asked:
        answer = program.get(address)
    statements = len(asked)
    calls = calls_of(lambda: program.get(address))

    assert len(answer.json()["standings"]) == rows
    assert statements == 4
    assert calls <= most


def test_that_nothing_is_new_is_said_with_fewer():
    address, program = season_of(20)
    tag = program.get(address).headers["ETag"]
    calls = calls_of(lambda: program.get(address, headers={"If-None-Match": tag}))

    assert calls <= 1_400
