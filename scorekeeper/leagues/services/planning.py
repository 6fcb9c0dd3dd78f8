"""Plan an evening, change it, open its doors, copy it for the week after."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.translation import gettext_noop

import games
from games.core.game import AnyGame
from games.core.record import Record, dump, load
from games.core.text import Text
from games.core.values import InvalidRecord, Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.house_rules import as_agreed
from scorekeeper.clubs.models import Club, HouseRulesVersion
from scorekeeper.clubs.policies import role_in
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.names import clean_name
from scorekeeper.journal.models import Kind
from scorekeeper.leagues.models import Evening
from scorekeeper.leagues.policies import can_plan, can_run
from scorekeeper.leagues.selectors.house_rules import newer_of
from scorekeeper.leagues.services.common import locked, refused, require_not_closed, role_at, told
from scorekeeper.play.offers import sizes
from scorekeeper.play.selectors.asked import said_before
from scorekeeper.standings.models import Competition

A_WEEK = timedelta(days=7)
FARTHEST = timedelta(days=731)
LARGEST_FEE = 1_000_000  # hundredths
LONGEST_UNIT = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is said of an evening beforehand. `fee` in hundredths of `unit`; `starts_at` is aware."""

    name: str
    starts_at: datetime
    game: str
    rules: Mapping[str, Any] = field(default_factory=dict)
    rules_name: str
    size: int
    venue: str = ""
    seasons: Sequence[UUID] = ()
    fee: int = 0
    unit: str = ""
    house_version: UUID | None = None  # of the club's house rules: they say the rules then, `rules` what is agreed


@transaction.atomic
def plan_evening(*, club: Club, by: User, plan: Plan, now: datetime) -> Evening:
    """A new evening of a club.

    Raises:
        PermissionDenied: not a director.
        Refused: every problem with its field.
    """
    require(can_plan(role_in(by, club)))
    evening = Evening(club=club, game=plan.game, planned_by=by, planned_at=now)
    _set(evening, plan, now)
    evening.save()
    evening.seasons.set(_seasons(club, plan))
    told(evening, Kind.EVENING_PLANNED, by, now)
    return evening


@transaction.atomic
def change_evening(*, evening_id: UUID, by: User, plan: Plan, now: datetime) -> Evening:
    """Say otherwise what was planned; tables that are open keep what they were opened with. The game stays.

    Raises:
        Conflict: `evening_closed`.
        PermissionDenied, Refused: as `plan_evening`.
    """
    evening = locked(evening_id)
    require(can_plan(role_at(by, evening)))
    require_not_closed(evening)
    if plan.game != evening.game:
        raise refused("game_stays", "game", gettext_noop("The game stays. Plan another evening for another game."))
    _set(evening, plan, now)
    evening.save()
    ended = evening.seasons.exclude(ended_at=None)  # no form offers them: they count again where they are opened again
    evening.seasons.set([*_seasons(evening.club, plan), *ended])
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
    settings and the seasons that still run. Asked twice it is the same one."""
    evening = locked(evening_id)
    require(can_plan(role_at(by, evening)))
    if there := Evening.objects.filter(next_of=evening).first():
        return there
    found = Evening(
        club=evening.club,
        next_of=evening,
        starts_at=_weeks_later(evening, now),
        planned_by=by,
        planned_at=now,
        **{name: getattr(evening, name) for name in ("name", "venue", "game", "rules", "rules_name", "size")},
        fee=evening.fee,
        unit=evening.unit,
        house_version=evening.house_version,
    )
    _as_they_say_now(found)
    found.save()
    found.seasons.set(Competition.objects.running().filter(evenings=evening))
    told(found, Kind.EVENING_PLANNED, by, now)
    return found


def _as_they_say_now(evening: Evening) -> None:
    """The next evening goes by the version in force, where that has tables of this size."""
    version = newer_of(evening)
    if version is None:
        return
    rules = as_agreed(evening.plays, version.rules, evening.rules)
    if evening.size in sizes(evening.plays, load(evening.plays.rules, rules)):
        evening.house_version, evening.rules, evening.rules_name = version, rules, version.house.name


def _weeks_later(evening: Evening, now: datetime) -> datetime:
    """The same hour on the clock of the club, whatever its daylight saving does in between."""
    zone = ZoneInfo(evening.club.time_zone)
    local = evening.starts_at.astimezone(zone).replace(tzinfo=None)
    weeks = max(1, (now - evening.starts_at) // A_WEEK + 1)
    return (local + weeks * A_WEEK).replace(tzinfo=zone)


def _set(evening: Evening, plan: Plan, now: datetime) -> None:
    version = _version(evening, plan)
    if version:
        agreed = as_agreed(games.game(plan.game), version.rules, plan.rules)
        plan = replace(plan, rules=agreed, rules_name=version.house.name)
    game, rules = _rules(evening.club, plan)
    problems = [*_size_problems(game, rules, plan.size), *_money_problems(plan)]
    if abs(plan.starts_at - now) > FARTHEST:
        problems.append(Problem("day_far", "day", Text(gettext_noop("Choose a day within two years from now."))))
    if problems:
        raise Refused(problems)
    evening.name = clean_name(plan.name, "name")
    evening.venue = clean_name(plan.venue, "venue") if plan.venue.strip() else ""
    evening.starts_at, evening.rules, evening.size = plan.starts_at, dump(rules), plan.size
    evening.rules_name = clean_name(plan.rules_name, "rules")
    evening.house_version = version
    evening.fee, evening.unit = plan.fee, plan.unit.strip()


def _version(evening: Evening, plan: Plan) -> HouseRulesVersion | None:
    """The house rules that are named: any version of those in use, or the one that the evening has already."""
    if plan.house_version is None:
        return None
    versions = HouseRulesVersion.objects.filter(club=evening.club, house__game=plan.game).select_related("house")
    found = versions.filter(pk=plan.house_version).first()
    if found is None or (found.house.retired_at and found.pk != evening.house_version_id):
        raise refused("house_rules_unknown", "rules", gettext_noop("This club has no such house rules for this game."))
    return found


def _rules(club: Club, plan: Plan) -> tuple[AnyGame, Record]:
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


def _money_problems(plan: Plan) -> list[Problem]:
    problems = []
    if not 0 <= plan.fee <= LARGEST_FEE:
        problems.append(Problem("fee_large", "fee", Text(gettext_noop("The fee can be at most 10000.00."))))
    unit = plan.unit.strip()
    if len(unit) > LONGEST_UNIT or not unit.isprintable():
        text = Text(gettext_noop("At most {most} characters, please."), {"most": LONGEST_UNIT})
        problems.append(Problem("unit_malformed", "unit", text))
    return problems


def _seasons(club: Club, plan: Plan) -> list[Competition]:
    found = Competition.objects.running().for_game(plan.game).filter(club=club, pk__in=list(plan.seasons))
    if len(found) != len(set(plan.seasons)):
        raise refused("season_unknown", "seasons", gettext_noop("This season is not open for this game in this club."))
    return list(found)
