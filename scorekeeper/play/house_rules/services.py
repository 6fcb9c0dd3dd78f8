"""The rules that tables will be opened by: read and judged when something is planned, long before the first deal."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.utils.translation import gettext_noop

import games
from games.core.game import AnyGame
from games.core.record import Record, load
from games.core.text import Text
from games.core.values import InvalidRecord, Problem
from scorekeeper.clubs.house_rules import as_agreed, money_problems
from scorekeeper.clubs.models import Club, HouseRulesVersion
from scorekeeper.common.errors import Refused
from scorekeeper.common.names import clean_name
from scorekeeper.play.selectors.asked import said_before

ASK_FIRST = gettext_noop(
    "Your club has not yet said how it plays this game. Open one table of it by itself first: it asks, and what is "
    "planned goes by that from then on."
)

MONEY_FOR_MINORS = gettext_noop("“{name}” asks for money, and this club is for minors and plays for points.")
MONEY_FOR_POINTS = gettext_noop(
    "“{name}” asks for money, and this club plays for points. Choose other rules, or say first what the club plays for."
)


@dataclass(frozen=True, slots=True)
class PlannedRules:
    """The rules under their name, the version of the house rules that they are a copy of, and what they collide with
    in this club, at the field `rules`."""

    game: AnyGame
    rules: Record
    name: str
    version: HouseRulesVersion | None
    problems: tuple[Problem, ...]


def planned_rules(
    club: Club,
    *,
    game: str,
    rules: Mapping[str, Any],
    name: str,
    house_version: UUID | None = None,
    has: UUID | None = None,
) -> PlannedRules:
    """What is planned in a club. `house_version` names house rules of it: they say the rules then, and `rules` what is
    agreed; retired ones only where the row `has` them already.

    Raises:
        Refused: `game_unknown`, `house_rules_unknown`, `rule_not_chosen`, or what the rules refuse.
    """
    version = _version(club, game, house_version, has)
    if version:
        rules, name = as_agreed(games.game(game), version.rules, rules), version.house.name
    played, record = _rules(club, game, rules)
    problems = tuple(asks_for_money(club, played, record, name))
    return PlannedRules(played, record, clean_name(name, "rules"), version, problems)


def asks_for_money(club: Club, game: AnyGame, rules: Record, name: str) -> list[Problem]:
    """That rules of this name can't be played in a club that plays for points, at the field `rules`."""
    text = Text(MONEY_FOR_MINORS if club.for_minors else MONEY_FOR_POINTS, {"name": name})
    return [replace(found, field="rules", message=text) for found in money_problems(club, game, rules)[:1]]


def _version(club: Club, game: str, wanted: UUID | None, has: UUID | None) -> HouseRulesVersion | None:
    """The house rules that are named: any version of those in use, or the one that is there already."""
    if wanted is None:
        return None
    versions = HouseRulesVersion.objects.filter(club=club, house__game=game).select_related("house")
    found = versions.filter(pk=wanted).first()
    if found is None or (found.house.retired_at and found.pk != has):
        text = gettext_noop("This club has no such house rules for this game.")
        raise Refused([Problem("house_rules_unknown", "rules", Text(text))])
    return found


def _rules(club: Club, name: str, wanted: Mapping[str, Any]) -> tuple[AnyGame, Record]:
    """The game and its rules; what a club has to choose itself is as it has said before."""
    if name not in games.all_games():
        raise Refused([Problem("game_unknown", "game", Text(gettext_noop("Choose a game.")))])
    game, rules = games.game(name), dict(wanted)
    if missing := [asked for asked in game.asked if asked not in rules]:
        before = said_before(club, game)
        if any(asked not in before for asked in missing):
            raise Refused([Problem("rule_not_chosen", "rules", Text(ASK_FIRST))])
        rules |= {asked: before[asked] for asked in missing}
    try:
        return game, load(game.rules, rules)
    except InvalidRecord as error:
        raise Refused([Problem(problem.code, "rules", problem.message) for problem in error.problems]) from None
