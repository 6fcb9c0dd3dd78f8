"""A club that has chosen no rules for a game plays by those of the game, whichever door it comes by.

That a table is opened so by its form, without a connection and without an account, `test_opening_games` asks.
"""

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

import games
from games.core.game import AnyGame
from games.core.record import Record, load
from scorekeeper.clubs.models import Club, HouseRulesVersion
from scorekeeper.leagues.models import EveningGame, TeamLeague
from scorekeeper.play.models import Sitting
from scorekeeper.tournaments.models import Tournament
from tests import factories
from tests.acting import Api, bearer, client_of, fill
from tests.factories.evenings import make_evening

pytestmark = pytest.mark.django_db

every_game = pytest.mark.parametrize("game", games.all_games().values(), ids=games.all_games())
PEOPLE = ("Ada", "Bela", "Cleo", "Dora", "Emil", "Fee", "Gustl", "Hans", "Ida", "Jo")


@pytest.fixture
def club() -> Club:
    """It plays for points, so that everything begins as its game does."""
    return factories.make_club(unit="")


def size_of(game: AnyGame) -> int:
    """How many sit at a table."""
    return next(size for size in game.seats if not game.rules_problems(game.rules(), size))


def made_in(club: Club, game: AnyGame) -> list[tuple[Record, str]]:
    """The rules of all there is of a game in a club, and what they are called."""
    kept = {"club": club, "game": game.name}
    league = TeamLeague.objects.filter(club=club, season__game=game.name)
    versions = HouseRulesVersion.objects.filter(club=club, house__game=game.name)
    rows = [
        *Sitting.objects.filter(**kept).values_list("rules", "rules_name"),
        *EveningGame.objects.filter(evening__club=club, game=game.name).values_list("rules", "rules_name"),
        *Tournament.objects.filter(**kept).values_list("rules", "rules_name"),
        *league.values_list("rules", "rules_name"),
        *versions.order_by("number").values_list("rules", "house__name"),
    ]
    return [(load(game.rules, rules), name) for rules, name in rows]


def by_program(door: str, club: Club, game: AnyGame) -> tuple[str, dict[str, Any]]:
    """An address and what is sent there, without a word about rules."""
    here, size = f"clubs/{club.pk}", size_of(game)
    begins = (timezone.now() + timedelta(days=1)).isoformat()
    if door == "added":
        return f"evenings/{make_evening(club, game=other_than(game)).pk}/games", {"game": game.name, "size": size}
    if door == "league":
        season = factories.make_season(club, game=game.name)
        return f"{here}/leagues/make", {"name": "League", "season": str(season.pk), "series": 1}
    return {
        "table": (f"{here}/sittings", {"game": game.name, "seats": [{"name": name} for name in PEOPLE[:size]]}),
        "evening": (f"{here}/evenings/plan", {"game": game.name, "name": "A", "starts_at": begins, "size": size}),
        "tournament": (f"{here}/tournaments/plan", {"game": game.name, "name": "B", "starts_at": begins}),
        "house": (f"{here}/house-rules/write", {"game": game.name, "name": "C", "rules": {}}),
    }[door]


def by_page(door: str, club: Club, game: AnyGame) -> str:
    """The address of a form."""
    if door == "added":
        return reverse("evening_game_add", args=[make_evening(club, game=other_than(game)).pk, game.name])
    if door == "league":
        factories.make_season(club, game=game.name)
        return reverse("league_new", args=[club.pk])
    names = {"evening": "evening_new", "tournament": "tournament_new", "house": "house_new"}
    return reverse(names[door], args=[club.pk, game.name])


def other_than(game: AnyGame) -> str:
    return "truco" if game.name == "skat" else "skat"


@pytest.mark.parametrize("door", ["table", "evening", "added", "tournament", "house", "league"])
@every_game
def test_a_program_that_says_nothing_of_rules_is_given_those_of_the_game(club, game, door):
    if door == "league" and not game.seats_teams:
        return
    path, body = by_program(door, club, game)

    Api(bearer(factories.owner_of(club))).post(path, body, 201)

    ((rules, name),) = made_in(club, game)
    assert rules == game.rules()
    assert name == {"house": "C"}.get(door, "Own rules") or name == str(game.presets[0].title)


@pytest.mark.parametrize("door", ["evening", "added", "tournament", "house", "league"])
@every_game
def test_a_form_is_sent_as_it_stands(club, game, door):
    if door == "league" and not game.seats_teams:
        return
    client, address = client_of(factories.owner_of(club)), by_page(door, club, game)

    answer = client.post(address, fill(client.get(address).content.decode(), name="D"))

    assert answer.status_code == 302
    assert [rules for rules, _name in made_in(club, game)] == [game.rules()]


@every_game
def test_house_rules_are_changed_by_a_program_that_says_nothing_of_them(club, game):
    house = factories.make_house_rules(club, "House", game=game.name, rules=dict(game.presets[-1].rules))

    Api(bearer(factories.owner_of(club))).post(f"house-rules/{house.pk}/versions", {"rules": {}, "seen": 1}, 201)

    assert made_in(club, game)[-1][0] == game.rules()
