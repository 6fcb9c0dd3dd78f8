"""The addresses of seasons and ratings for callers of the API: what each takes, and what it answers to whom."""

from tests import factories
from tests.api.cups import REASON, Row

CLUB = "clubs/{club.pk}"

ENDPOINTS: dict[str, Row] = {
    f"{CLUB}/ratings": ("GET", lambda world: None, "read", 401, 200, 200, 200),
    "players/{player.pk}/rating": ("GET", lambda world: None, "read", 401, 200, 200, 200),
    "players/{player.pk}/rating/choose": ("POST", lambda world: {"wants": False}, "manage", 401, 403, 403, 200),
    "seasons/{season.pk}/standings": ("GET", lambda world: None, "read", 401, 200, 200, 200),
    f"{CLUB}/seasons": ("GET", lambda world: None, "read", 401, 200, 200, 200),
    f"{CLUB}/seasons/open": (
        "POST",
        lambda world: {
            "name": "Winter",
            "game": "skat",
            "system": "seeger_fabian",
            "others": {"truco": "games"},
            "factors": {"truco": 300},
            "counts": {"best": 5},
        },
        *("manage", 401, 403, 403, 201),
    ),
    "seasons/{season.pk}/change": (
        "POST",
        lambda world: {"counts": {"drop": 1, "tie_breaks": ["won"]}},
        *("manage", 401, 403, 403, 200),
    ),
    "seasons/{season.pk}/bonuses": (
        "POST",
        lambda world: {"player": str(factories.seats_of(world.sitting)[0].player_id), "points": 5, **REASON},
        *("manage", 401, 403, 403, 201),
    ),
    "seasons/{season.pk}/lots": (
        "POST",
        lambda world: {"among": [str(seat.player_id) for seat in factories.seats_of(world.sitting)]},  # nobody is equal
        *("manage", 401, 403, 403, 422),
    ),
    "seasons/{season.pk}/end": ("POST", lambda world: None, "manage", 401, 403, 403, 200),
    "seasons/{over.pk}/reopen": ("POST", lambda world: REASON, "manage", 401, 403, 403, 200),
}
