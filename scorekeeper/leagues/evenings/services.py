"""Plan an evening, change it, open its doors, copy it for the week after."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.translation import gettext_noop

from games.core.record import load
from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.house_rules import as_agreed
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.policies import role_in
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.names import clean_name
from scorekeeper.journal.models import Kind
from scorekeeper.leagues.evenings.common import locked, require_not_closed, role_at, told
from scorekeeper.leagues.evenings.games import GamePlan, fill, require_countable, require_same, seasons_of
from scorekeeper.leagues.evenings.house_rules import newer_of
from scorekeeper.leagues.models import Evening, EveningGame
from scorekeeper.leagues.policies import can_plan, can_run
from scorekeeper.play.offers import length_problems, sizes
from scorekeeper.standings.models import Competition
from scorekeeper.standings.selectors.usual import present_seasons

A_WEEK = timedelta(days=7)
FARTHEST = timedelta(days=731)
LARGEST_FEE = 1_000_000  # hundredths
LONGEST_UNIT = 12


@dataclass(frozen=True, kw_only=True)
class Night:
    """What is said of an evening beforehand, whatever is played. `fee` in hundredths of `unit`; `starts_at` is
    aware."""

    name: str
    starts_at: datetime
    venue: str = ""
    seasons: Sequence[UUID] = ()
    fee: int = 0
    unit: str = ""


@dataclass(frozen=True, kw_only=True)
class Plan(Night, GamePlan):
    """An evening with its first game."""


@transaction.atomic
def plan_evening(*, club: Club, by: User, plan: Plan, now: datetime) -> Evening:
    """A new evening of a club, with one game.

    Raises:
        PermissionDenied: not a director.
        Refused: every problem with its field.
    """
    require(can_plan(role_in(by, club)))
    evening = Evening(club=club, planned_by=by, planned_at=now)
    first = EveningGame(club=club, evening=evening, order=1)
    _set(evening, plan, now, first)
    seasons = seasons_of(club, [plan.game], plan.seasons)
    require_countable([first], seasons)
    evening.save()
    first.save()
    evening.seasons.set(seasons)
    told(evening, Kind.EVENING_PLANNED, by, now)
    return evening


@transaction.atomic
def change_evening(*, evening_id: UUID, by: User, plan: Night, now: datetime) -> Evening:
    """Say otherwise what was planned; a `Plan` also how its first game is played, which stays the game it is. Tables
    that are open keep what they were opened with.

    Raises:
        Conflict: `evening_closed`.
        PermissionDenied, Refused: as `plan_evening`.
    """
    evening = locked(evening_id)
    require(can_plan(role_at(by, evening)))
    require_not_closed(evening)
    first = evening.first if isinstance(plan, Plan) else None
    if first and isinstance(plan, Plan):
        require_same(first, plan)
    _set(evening, plan, now, first)
    played = [one.game for one in evening.line_up]
    seasons = seasons_of(evening.club, played, plan.seasons)
    require_countable([first] if first else evening.line_up, seasons)
    evening.save()
    if first:
        first.save()
    ended = evening.seasons.exclude(ended_at=None)  # no form offers them: they count again where they are opened again
    evening.seasons.set([*seasons, *ended])
    told(evening, Kind.EVENING_CHANGED, by, now)
    return evening


@transaction.atomic
def open_evening(*, evening_id: UUID, by: User, now: datetime) -> Evening:
    """Open the doors: from here on people are checked in. An evening that is open stays so.

    Raises:
        Conflict: `evening_closed`.
    """
    evening = locked(evening_id)
    require(can_run(role_at(by, evening)))
    require_not_closed(evening)
    if evening.is_planned:
        begin(evening, now)
        told(evening, Kind.EVENING_OPENED, by, now)
    return evening


def begin(evening: Evening, now: datetime) -> None:
    """The evening is open, if it was not yet."""
    if evening.is_planned:
        evening.state, evening.opened_at = Evening.State.OPEN, now
        evening.save(update_fields=["state", "opened_at"])


@transaction.atomic
def next_evening(*, evening_id: UUID, by: User, now: datetime) -> Evening:
    """The next evening like this one: a week later by the club's clock (more weeks, where that is over), the same
    settings, games and seasons that still run, but for those of past years. Asked twice it is the same one."""
    evening = locked(evening_id)
    require(can_plan(role_at(by, evening)))
    if there := Evening.objects.filter(next_of=evening).first():
        return there
    found = Evening(club=evening.club, next_of=evening, starts_at=_weeks_later(evening, now))
    found.name, found.venue, found.fee, found.unit = evening.name, evening.venue, evening.fee, evening.unit
    found.planned_by, found.planned_at = by, now
    found.save()
    for game in evening.line_up:
        _as_it_says_now(game, found).save()
    found.seasons.set(present_seasons(found.club, list(Competition.objects.running().filter(evenings=evening)), now))
    told(found, Kind.EVENING_PLANNED, by, now)
    return found


def _as_it_says_now(game: EveningGame, evening: Evening) -> EveningGame:
    """The game at the next evening goes by the version in force, where that has tables of this size."""
    same = ("game", "order", "rules", "rules_name", "size", "house_version", "lengths")
    found = EveningGame(club=evening.club, evening=evening, **{name: getattr(game, name) for name in same})
    version = newer_of(game)
    if version is None:
        return found
    rules = as_agreed(game.plays, version.rules, game.rules)
    newest = load(game.plays.rules, rules)
    if game.size in sizes(game.plays, newest):
        if any(length_problems(game.plays, newest, game.size, game.lengths)):
            found.lengths = []
        found.house_version, found.rules, found.rules_name = version, rules, version.house.name
    return found


def _weeks_later(evening: Evening, now: datetime) -> datetime:
    """The same hour on the clock of the club, whatever its daylight saving does in between."""
    zone = ZoneInfo(evening.club.time_zone)
    local = evening.starts_at.astimezone(zone).replace(tzinfo=None)
    weeks = max(1, (now - evening.starts_at) // A_WEEK + 1)
    return (local + weeks * A_WEEK).replace(tzinfo=zone)


def _set(evening: Evening, plan: Night, now: datetime, first: EveningGame | None) -> None:
    problems = fill(first, evening.club, plan) if first and isinstance(plan, Plan) else []
    problems += _money_problems(plan)
    if abs(plan.starts_at - now) > FARTHEST:
        problems.append(Problem("day_far", "day", Text(gettext_noop("Choose a day within two years from now."))))
    if problems:
        raise Refused(problems)
    evening.name = clean_name(plan.name, "name")
    evening.venue = clean_name(plan.venue, "venue") if plan.venue.strip() else ""
    evening.starts_at, evening.fee, evening.unit = plan.starts_at, plan.fee, plan.unit.strip()


def _money_problems(plan: Night) -> list[Problem]:
    problems = []
    if not 0 <= plan.fee <= LARGEST_FEE:
        problems.append(Problem("fee_large", "fee", Text(gettext_noop("The fee can be at most 10000.00."))))
    unit = plan.unit.strip()
    if len(unit) > LONGEST_UNIT or not unit.isprintable():
        text = Text(gettext_noop("At most {most} characters, please."), {"most": LONGEST_UNIT})
        problems.append(Problem("unit_malformed", "unit", text))
    return problems
