"""The games of an evening: add one, change what it is played by, take it out again."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

import games
from games.core.game import AnyGame
from games.core.record import Record, dump, load
from games.core.text import Text
from games.core.values import InvalidRecord, Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.house_rules import as_agreed
from scorekeeper.clubs.models import Club, HouseRulesVersion
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.names import clean_name
from scorekeeper.journal.models import Kind
from scorekeeper.leagues.models import Attendance, EveningGame, MatchDay, TableDraw
from scorekeeper.leagues.policies import can_plan
from scorekeeper.leagues.services.common import game_of, locked, refused, require_not_closed, role_at, told
from scorekeeper.play.offers import sizes
from scorekeeper.play.selectors.asked import said_before
from scorekeeper.play.services.agreeing import money_problems
from scorekeeper.standings.models import Competition, CompetitionQuerySet


@dataclass(frozen=True, kw_only=True)
class GamePlan:
    """What is said of a game beforehand. `house_version` names house rules of the club: they say the rules then, and
    `rules` what is agreed."""

    game: str
    rules: Mapping[str, Any] = field(default_factory=dict)
    rules_name: str
    size: int
    house_version: UUID | None = None


@transaction.atomic
def add_game(*, evening_id: UUID, by: User, plan: GamePlan, now: datetime, seasons: Sequence[UUID] = ()) -> EveningGame:
    """One more game of an evening, which then counts for these seasons too.

    Raises:
        Conflict: `evening_closed`, `drawn_by_teams`.
        PermissionDenied: not a director.
        Refused: `game_twice`, `season_unknown`; else every problem with its field.
    """
    evening = locked(evening_id)
    require(can_plan(role_at(by, evening)))
    require_not_closed(evening)
    if MatchDay.objects.filter(evening=evening).exists():
        raise Conflict("drawn_by_teams", _("This is a match day of a team league: it has one game."))
    there = evening.line_up
    if any(one.game == plan.game for one in there):
        text = gettext_noop("This evening has this game already. Change what it is played by instead.")
        raise refused("game_twice", "", text)
    made = EveningGame(club=evening.club, evening=evening, order=there[-1].order + 1)
    if problems := fill(made, evening.club, plan):
        raise Refused(problems)
    made.save()
    evening.seasons.add(*seasons_of(evening.club, [plan.game], seasons))
    told(evening, Kind.EVENING_CHANGED, by, now)
    return made


@transaction.atomic
def change_game(*, evening_id: UUID, game_id: UUID, by: User, plan: GamePlan, now: datetime) -> EveningGame:
    """Say otherwise what a game is played by; tables that are open keep what they were opened with.

    Raises:
        Conflict: `evening_closed`.
        PermissionDenied: not a director.
        Refused: `game_unknown`, `game_stays`; else every problem with its field.
    """
    evening = locked(evening_id)
    require(can_plan(role_at(by, evening)))
    require_not_closed(evening)
    played = game_of(evening, game_id)
    require_same(played, plan)
    if problems := fill(played, evening.club, plan):
        raise Refused(problems)
    played.save()
    told(evening, Kind.EVENING_CHANGED, by, now)
    return played


@transaction.atomic
def remove_game(*, evening_id: UUID, game_id: UUID, by: User, now: datetime) -> None:
    """Take a game out of an evening while none of its tables was opened; a draft of it goes too. Whoever came for it
    has said nothing then, and seasons that count none of the other games go with it.

    Raises:
        Conflict: `evening_closed`, `game_drawn`, `last_game`.
        PermissionDenied: not a director.
        Refused: `game_unknown`.
    """
    evening = locked(evening_id)
    require(can_plan(role_at(by, evening)))
    require_not_closed(evening)
    played = game_of(evening, game_id)
    if TableDraw.objects.filter(evening_game=played, published_at__isnull=False).exists():
        raise Conflict("game_drawn", _("Tables of this game have been opened. It stays with this evening."))
    left = [one.game for one in evening.line_up if one != played]
    if not left:
        raise Conflict("last_game", _("This is the only game of the evening. Add another one first."))
    Attendance.objects.filter(evening=evening, evening_game=played).update(evening_game=None)
    TableDraw.objects.filter(evening_game=played).delete()
    played.delete()
    evening.seasons.set(counting(left).filter(evenings=evening))
    told(evening, Kind.EVENING_CHANGED, by, now)


def fill(row: EveningGame, club: Club, plan: GamePlan) -> list[Problem]:
    """Write the plan into the row of a game, which is not saved; what cannot be.

    Raises:
        Refused: `game_unknown`, `house_rules_unknown`, `rule_not_chosen`, or what the rules refuse.
    """
    version = _version(row, club, plan)
    if version:
        agreed = as_agreed(games.game(plan.game), version.rules, plan.rules)
        plan = replace(plan, rules=agreed, rules_name=version.house.name)
    game, rules = _rules(club, plan)
    row.game, row.rules, row.size, row.house_version = plan.game, dump(rules), plan.size, version
    row.rules_name = clean_name(plan.rules_name, "rules")
    for_points = (replace(found, field="rules") for found in money_problems(club, game, rules))
    return [*for_points, *_size_problems(game, rules, plan.size)]


def require_same(played: EveningGame, plan: GamePlan) -> None:
    """Raises Refused `game_stays`."""
    if plan.game != played.game:
        raise refused("game_stays", "game", gettext_noop("The game stays. Add the other game to the evening."))


def seasons_of(club: Club, played: Iterable[str], wanted: Iterable[UUID]) -> list[Competition]:
    """These seasons of the club: each runs, and counts one of these games.

    Raises:
        Refused: `season_unknown`.
    """
    asked = set(wanted)
    found = list(counting(played).running().filter(club=club, pk__in=asked))
    if len(found) != len(asked):
        raise refused("season_unknown", "seasons", gettext_noop("This season is not open for this game in this club."))
    return found


def counting(played: Iterable[str]) -> CompetitionQuerySet:
    """The seasons that count one of these games or more."""
    return reduce(or_, (Competition.objects.for_game(game) for game in played))


def _version(row: EveningGame, club: Club, plan: GamePlan) -> HouseRulesVersion | None:
    """The house rules that are named: any version of those in use, or the one that the game has already."""
    if plan.house_version is None:
        return None
    versions = HouseRulesVersion.objects.filter(club=club, house__game=plan.game).select_related("house")
    found = versions.filter(pk=plan.house_version).first()
    if found is None or (found.house.retired_at and found.pk != row.house_version_id):
        raise refused("house_rules_unknown", "rules", gettext_noop("This club has no such house rules for this game."))
    return found


def _rules(club: Club, plan: GamePlan) -> tuple[AnyGame, Record]:
    """The game and its rules; what a club has to choose itself is as it has said before."""
    if plan.game not in games.all_games():
        raise refused("game_unknown", "game", gettext_noop("Choose a game."))
    game, rules = games.game(plan.game), dict(plan.rules)
    if missing := [name for name in game.asked if name not in rules]:
        before = said_before(club, game)
        if any(name not in before for name in missing):
            raise refused("rule_not_chosen", "rules", ASK_FIRST)
        rules |= {name: before[name] for name in missing}
    try:
        return game, load(game.rules, rules)
    except InvalidRecord as error:
        raise Refused([Problem(problem.code, "rules", problem.message) for problem in error.problems]) from None


ASK_FIRST = gettext_noop(
    "Your club has not yet said how it plays this game. Open one table of it by itself first: it asks, and evenings "
    "then go by that."
)


def _size_problems(game: AnyGame, rules: Record, size: int) -> list[Problem]:
    if size in sizes(game, rules):
        return []
    return [Problem("size_unknown", "size", Text(gettext_noop("By these rules no table has so many seats.")))]
