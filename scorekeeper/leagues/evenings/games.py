"""The games of an evening: add one, change what it is played by, take it out again."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.core.game import AnyGame
from games.core.record import Record, dump
from games.core.text import Text
from games.core.units import unit_of_rules
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.journal.models import Kind
from scorekeeper.leagues.evenings.common import game_of, locked, refused, require_not_closed, role_at, told
from scorekeeper.leagues.models import Attendance, EveningGame, MatchDay, TableDraw
from scorekeeper.leagues.policies import can_plan
from scorekeeper.play.house_rules.services import asks_for_money, planned_rules
from scorekeeper.play.offers import length_problems, sizes
from scorekeeper.standings.models import Competition, CompetitionQuerySet
from scorekeeper.standings.services.posting import unit_problems


@dataclass(frozen=True, kw_only=True)
class GamePlan:
    """What is said of a game beforehand. `house_version` names house rules of the club: they say the rules then, and
    `rules` what is agreed. `lengths` are the hands of its rounds: see play/offers.py."""

    game: str
    rules: Mapping[str, Any] = field(default_factory=dict)
    rules_name: str
    size: int
    house_version: UUID | None = None
    lengths: Sequence[int | None] = ()


@transaction.atomic
def add_game(*, evening_id: UUID, by: User, plan: GamePlan, now: datetime, seasons: Sequence[UUID] = ()) -> EveningGame:
    """One more game of an evening, which then counts for these seasons too.

    Raises:
        Conflict: `evening_closed`, `drawn_by_teams`.
        PermissionDenied: not a director.
        Refused: `game_twice`, `season_unknown`, `season_unit`; else every problem with its field.
    """
    evening = locked(evening_id)
    require(can_plan(role_at(by, evening)))
    require_not_closed(evening)
    if MatchDay.objects.filter(evening=evening).exists():
        raise Conflict("drawn_by_teams", _("This is a match day of a team league: it has one game."))
    there = evening.line_up
    if any(one.game == plan.game for one in there):
        text = gettext_noop("This evening has this game already. Change what it is played by instead.")
        raise refused("game_twice", "rules", text)
    made = EveningGame(club=evening.club, evening=evening, order=there[-1].order + 1)
    if problems := fill(made, evening.club, plan):
        raise Refused(problems)
    counts = seasons_of(evening.club, [plan.game], seasons)
    require_countable([made], [*counts, *evening.seasons.filter(ended_at=None)])
    made.save()
    evening.seasons.add(*counts)
    told(evening, Kind.EVENING_CHANGED, by, now)
    return made


@transaction.atomic
def change_game(*, evening_id: UUID, game_id: UUID, by: User, plan: GamePlan, now: datetime) -> EveningGame:
    """Say otherwise what a game is played by; tables that are open keep what they were opened with.

    Raises:
        Conflict: `evening_closed`.
        PermissionDenied: not a director.
        Refused: `game_unknown`, `game_stays`, `season_unit`; else every problem with its field.
    """
    evening = locked(evening_id)
    require(can_plan(role_at(by, evening)))
    require_not_closed(evening)
    played = game_of(evening, game_id)
    require_same(played, plan)
    if problems := fill(played, evening.club, plan):
        raise Refused(problems)
    require_countable([played], evening.seasons.filter(ended_at=None))
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
    found = planned_rules(
        club,
        game=plan.game,
        rules=plan.rules,
        name=plan.rules_name,
        house_version=plan.house_version,
        has=row.house_version_id,
    )
    row.game, row.rules, row.size, row.house_version = plan.game, dump(found.rules), plan.size, found.version
    row.rules_name, row.lengths = found.name, list(plan.lengths)
    problems = [*found.problems, *_size_problems(found.game, found.rules, plan.size)]
    return problems or [*length_problems(found.game, found.rules, plan.size, plan.lengths)]


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


def require_countable(rows: Iterable[EveningGame], seasons: Iterable[Competition]) -> None:
    """Each game of an evening is played in the unit that its seasons count.

    Raises:
        Refused: `season_unit`, for each season that counts another one.
    """
    mine = list(seasons)
    found = [
        problem
        for row in rows
        for problem in unit_problems([one for one in mine if row.game in one.systems], unit_of_rules(row.rules))
    ]
    if found:
        raise Refused(found)


def obstacles(club: Club, row: EveningGame, seasons: Iterable[Competition]) -> list[Problem]:
    """Why tables of this game can't be opened for these seasons, though it was planned so: the club or a season says
    something else by now."""
    found = asks_for_money(club, row.plays, row.typed_rules, row.rules_name)
    return [*found, *unit_problems(seasons, unit_of_rules(row.rules))]


def _size_problems(game: AnyGame, rules: Record, size: int) -> list[Problem]:
    if size in sizes(game, rules):
        return []
    return [Problem("size_unknown", "size", Text(gettext_noop("By these rules no table has so many seats.")))]
