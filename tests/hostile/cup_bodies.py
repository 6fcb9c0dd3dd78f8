"""A body as it should be for each address of tournaments that takes one."""

from typing import Any

from scorekeeper.clubs.models import Club
from scorekeeper.tournaments.formats.bracket.plan import DoublePlan
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from tests.api.cups import ENDPOINTS
from tests.factories.cups import make_cups
from tests.factories.matches import make_pairs_cup, sides
from tests.factories.tournaments import publish

FULLER: dict[str, dict[str, Any]] = {
    "/tournaments/plan": {
        "venue": "Hall",
        "note": "Bring cards",
        "of": "teams",
        "team_size": 4,
        "most": 9,
        "signs_up": True,
        "rules": {"list_length": 12},
        "rules_name": "Ours",
        "plan": {
            "kind": "tables",
            "rounds": 2,
            "size": 4,
            "style": "team",
            "apart": "hard",
            "absent": -5,
            "bye": 5,
            "takes": {"best": None},
        },
    },
    "/enter": {"who": [{"name": "Late"}], "name": "", "origin": "Linden", "rating": 1500},
    "/sign-up": {"others": [], "name": "Ours"},
    "/mark": {"act": "came", "reason": "by train"},
    "/draw": {"keep": False},
    "/match": {"winner": None, "forfeit": False, "sets": [2, 1], "scored": [12, 9], "reason": "an error"},
}


class _World:
    def __init__(self, club: Club) -> None:
        self.club, self.cups = club, make_cups(club)


def of_tournaments(club: Club, by: dict[str, str]) -> dict[str, tuple[str, Any, dict[str, str]]]:
    """{what it does: (address, body, who sends it)}."""
    world, found = _World(club), {}
    for address, (_method, body, *_rest) in ENDPOINTS.items():
        sent = body(world)
        if sent is not None:
            more = next((part for end, part in FULLER.items() if address.endswith(end)), {})
            found[f"tournaments: {address}"] = (address.format(**vars(world)), {**sent, **more}, by)
    return found | {f"tournaments: {what}": (*one, by) for what, one in _matches(club).items()}


def _matches(club: Club) -> dict[str, tuple[str, Any]]:
    """{what it does: (address, body)} of a match that is being played, and of the next round of matches."""
    swiss, bracket = (make_pairs_cup(plan, 4, club=club) for plan in (SwissPlan(), DoublePlan()))
    match = publish(bracket).tables.all()[0]
    home, _away = sides(match)
    won = {**FULLER["/match"], "winner": str(home.pk)}
    return {
        "a match of a bracket": (f"round-tables/{match.pk}/match", won),
        "the matches of a Swiss": (f"stages/{swiss.pk}/draw", FULLER["/draw"]),
    }
