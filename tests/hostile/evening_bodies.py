"""What is asked of evenings, team leagues, seasons, people and files, with every field that a body may have."""

from types import SimpleNamespace
from typing import Any

from scorekeeper.clubs.models import Club
from scorekeeper.standings.models import Competition
from tests import factories
from tests.acting import document, matches
from tests.api.evenings import ENDPOINTS as OF_EVENINGS
from tests.api.evenings import make_nights
from tests.api.files import ENDPOINTS as OF_FILES
from tests.api.files import make_files
from tests.api.people import ANYBODY, make_book
from tests.api.people import ENDPOINTS as OF_PEOPLE
from tests.api.teams import ENDPOINTS as OF_TEAMS
from tests.api.teams import make_matches
from tests.factories.evenings import make_evening
from tests.factories.teams import make_league_of

Bodies = dict[str, tuple[str, Any, dict[str, str]]]
LIKE = {"string": "a text", "integer": 1, "boolean": True, "array": ["a text"], "object": {"turns": 8}}


def of_evenings(club: Club, by: dict[str, str]) -> Bodies:
    """Every body that an address of evenings or leagues takes."""
    league = make_league_of(club, (3, 3))
    world = SimpleNamespace(
        club=club,
        season=factories.make_season(club),
        evening=make_evening(club),
        nights=make_nights(club),
        league=league,
        matches=make_matches(league),
    )
    found: Bodies = {}
    for address, (method, body, *_who) in {**OF_EVENINGS, **OF_TEAMS}.items():
        if method == "POST" and (sent := body(world)) is not None:
            path = address.format(**vars(world))
            found[address] = (path, with_all_fields(path, sent), by)
    return found


def of_people(club: Club, by: dict[str, str]) -> Bodies:
    """Every body that an address of clubs, members, invitations or the book takes."""
    world = SimpleNamespace(club=club, book=make_book(club))
    found: Bodies = {}
    for address, (method, body, *_who) in OF_PEOPLE.items():
        if method == "POST" and (sent := body(world)) is not None:
            found[address] = (address.format(**vars(world)), sent, by)
    of_anybody = {address: body(world) for address, body in ANYBODY.items()}
    return found | {address: (address, sent, by) for address, sent in of_anybody.items() if sent is not None}


def of_files(club: Club, by: dict[str, str]) -> Bodies:
    """Every body that an address of files takes."""
    world = SimpleNamespace(club=club, season=factories.make_season(club), files=make_files(club))
    found: Bodies = {}
    for address, (method, body, *_who) in OF_FILES.items():
        if method == "POST" and (sent := body(world)) is not None:
            found[address] = (address.format(**vars(world)), sent, by)
    return found


def of_seasons(club: Club, season: Competition, by: dict[str, str]) -> Bodies:
    """Opening a season, changing it, a bonus, a lot, and opening it again."""
    player, thing = str(factories.make_player(club).pk), f"seasons/{season.pk}"
    counts = {"best": 3, "drop": 0, "by": "sheet", "least": 1, "least_of": "hands", "tie_breaks": ["won", "evenings"]}
    settings = {"name": "Winter", "others": {"truco": "games"}, "factors": {"truco": 5}, "counts": counts}
    first = {"game": "skat", "system": "classic"}
    return {
        "open a season": (f"clubs/{club.pk}/seasons/open", {**settings, **first}, by),
        "change a season": (f"{thing}/change", {**settings, "preview": False}, by),
        "give a bonus": (f"{thing}/bonuses", {"player": player, "points": 5, "reason": "helped"}, by),
        "draw a lot": (f"{thing}/lots", {"among": [player, str(factories.make_player(club).pk)]}, by),
        "reopen a season": (f"{thing}/reopen", {"reason": "typed wrongly"}, by),
    }


def with_all_fields(path: str, sent: dict[str, Any]) -> dict[str, Any]:
    """The body with something of the right kind in each field that may be left out."""
    item = next(item for route, item in document()["paths"].items() if "post" in item and matches(route, path))
    name = item["post"]["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
    fields = document()["components"]["schemas"][name]["properties"]
    return {field: LIKE[_kind(shape)] for field, shape in fields.items()} | sent


def _kind(shape: dict[str, Any]) -> str:
    kind = shape.get("type", "object" if "GameRules" in str(shape) else "string")
    return kind[0] if isinstance(kind, list) else kind
