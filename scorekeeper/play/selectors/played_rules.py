"""The rules a club has played by."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.core.game import AnyGame
from scorekeeper.clubs.house_rules import houses_saying
from scorekeeper.clubs.models import Club
from scorekeeper.play.models import Sitting

LOOKED_AT = 60  # newest sittings
MOST = 6  # sets of rules


@dataclass(frozen=True, slots=True)
class PlayedRules:
    """A named set of rules, and when it was last played."""

    name: str
    rules: Mapping[str, Any]
    played_at: datetime


def played_rules(club: Club, game: str) -> list[PlayedRules]:
    """The different rules of the club's newest sittings of a game, the last played first."""
    newest = Sitting.objects.filter(club=club, game=game).order_by("-opened_at")
    found: list[PlayedRules] = []
    for name, rules, opened_at in newest.values_list("rules_name", "rules", "opened_at")[:LOOKED_AT]:
        if all(rules != known.rules for known in found):
            found.append(PlayedRules(name, rules, opened_at))
    return found[:MOST]


def played_apart(club: Club, game: AnyGame) -> list[PlayedRules]:
    """Those of them that are no version of the club's house rules, be it in force, outdated or retired."""
    played = played_rules(club, game.name)
    houses = houses_saying(club, game, [one.rules for one in played])
    return [one for one, house in zip(played, houses, strict=True) if house is None]
