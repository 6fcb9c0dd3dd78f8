"""Plan an evening, change it, open its doors, copy it for the week after; call the director to one of its tables."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import AliasPath, Field

import games
from games.core.game import AnyGame
from games.core.record import Record, dump, load
from games.core.settling import unit_of_rules
from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.house_rules import as_agreed
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.policies import require_running, role_in
from scorekeeper.common.acts import Answer, Asked
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.names import DefaultWords, clean_name
from scorekeeper.draws.services.calling import answered, call_to, open_among
from scorekeeper.journal.models import Kind
from scorekeeper.journal.services import write
from scorekeeper.leagues.evenings.reads import newer_of
from scorekeeper.leagues.evenings.records import AddedGame, EveningDetails, EveningPlan, GamePlan
from scorekeeper.leagues.models import Attendance, DrawnTable, Evening, EveningGame, MatchDay, TableCall, TableDraw
from scorekeeper.leagues.policies import can_plan, can_run
from scorekeeper.play.actors import Actor
from scorekeeper.play.house_rules.services import asks_for_money, planned_rules
from scorekeeper.play.models import Sitting
from scorekeeper.play.offers import length_problems, preset_of, sizes
from scorekeeper.play.parties import Beside
from scorekeeper.play.policies import Standpoint, can_record, seen_by, standpoint
from scorekeeper.standings.models import Competition, CompetitionQuerySet
from scorekeeper.standings.selectors.seasons import present_seasons
from scorekeeper.standings.services.posting import unit_problems


def locked(evening_id: UUID) -> Evening:
    """The evening's row, locked: what happens at one evening happens one after the other.

    Raises:
        Evening.DoesNotExist: there is none.
    """
    evening = Evening.objects.select_related("club").select_for_update(of=("self",)).get(pk=evening_id)
    require_running(evening.club)
    return evening


def role_at(user: User | None, evening: Evening) -> str | None:
    return role_in(user, evening.club)


def require_not_closed(evening: Evening) -> None:
    """Raises Conflict `evening_closed`."""
    if evening.is_closed:
        raise Conflict("evening_closed", _("This evening is closed. Its report does not change any more."))


def require_open(evening: Evening) -> None:
    """Raises Conflict `evening_closed` or `evening_planned`."""
    require_not_closed(evening)
    if evening.is_planned:
        raise Conflict("evening_planned", _("This evening has not started. Open the doors first."))


def game_of(evening: Evening, game_id: UUID | None) -> EveningGame:
    """The game of the evening with this id; without one its first.

    Raises:
        Refused: `game_unknown`.
    """
    found = next((game for game in evening.line_up if game_id in (None, game.pk)), None)
    if found is None:
        raise refused("game_unknown", "game", gettext_noop("Choose one of the games of this evening."))
    return found


def enter_in_journal(evening: Evening, kind: Kind, by: User | None, now: datetime | None = None, **more: Any) -> None:
    """Write into the club's journal what was done to the evening."""
    write(kind, evening.club_id, at=now, by_user=by, thing=evening.pk, **more)


def refused(code: str, field: str, template: str, **values: str | int) -> Refused:
    """One problem, as a refusal; `template` is marked by the caller."""
    return Refused([Problem(code, field, Text(template, values))])


GUEST_UNKNOWN = gettext_noop("This club has no such player.")


@transaction.atomic
def add_game(plan: AddedGame, *, evening_id: UUID, by: User, now: datetime) -> EveningGame:
    """One more game of an evening, which then counts for its seasons too.

    Raises:
        Conflict: `evening_closed`, `drawn_by_teams`.
        PermissionDenied: not a director.
        Refused: `game_twice`, as `fill`, as `seasons_of`, as `require_countable`; every problem with its field.
    """
    evening = locked(evening_id)
    require(can_plan(role_at(by, evening)))
    require_not_closed(evening)
    if MatchDay.objects.filter(evening=evening).exists():
        raise Conflict("drawn_by_teams", _("This is a match day of a team league. It can have only one game."))
    there = evening.line_up
    if any(game.game == plan.game for game in there):
        text = gettext_noop("This evening already has this game. Change its rules instead.")
        raise refused("game_twice", "rules", text)
    made = EveningGame(club=evening.club, evening=evening, order=there[-1].order + 1)
    if problems := fill(made, evening.club, plan):
        raise Refused(problems)
    counts = seasons_of(evening.club, [plan.game], plan.seasons)
    require_countable([made], [*counts, *evening.seasons.filter(ended_at=None)])
    made.save()
    evening.seasons.add(*counts)
    enter_in_journal(evening, Kind.EVENING_CHANGED, by, now)
    return made


@transaction.atomic
def change_game(plan: GamePlan, *, evening_id: UUID, game_id: UUID, by: User, now: datetime) -> EveningGame:
    """Say otherwise what a game is played by; tables that are open keep what they were opened with.

    Raises:
        Conflict: `evening_closed`.
        PermissionDenied: not a director.
        Refused: `game_unknown`, as `require_same`, as `fill`, as `require_countable`; every problem with its field.
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
    enter_in_journal(evening, Kind.EVENING_CHANGED, by, now)
    return played


@transaction.atomic
def remove_game(*, evening_id: UUID, game_id: UUID, by: User, now: datetime) -> Evening:
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
        raise Conflict("game_drawn", _("This game already has open tables, so it stays with this evening."))
    left = [game.game for game in evening.line_up if game != played]
    if not left:
        raise Conflict("last_game", _("This is the only game of the evening. Add another one first."))
    Attendance.objects.filter(evening=evening, evening_game=played).update(evening_game=None)
    TableDraw.objects.filter(evening_game=played).delete()
    played.delete()
    evening.seasons.set(counting(left).filter(evenings=evening))
    enter_in_journal(evening, Kind.EVENING_CHANGED, by, now)
    return evening


def fill(row: EveningGame, club: Club, plan: GamePlan) -> list[Problem]:
    """Write the plan into the row of a game, which is not saved; what cannot be.

    Raises:
        Refused: as `preset_of`, as `planned_rules`, as `_size_problems`, as `length_problems`.
    """
    game = games.all_games().get(plan.game)
    preset = preset_of(game, plan.preset) if game else None
    found = planned_rules(
        club,
        game=plan.game,
        rules={**(preset.rules if preset else {}), **plan.rules},
        name=plan.rules_name or (str(preset.title) if preset else ""),
        house_version=plan.house_version if game else None,
        has=row.house_version_id,
    )
    row.game, row.rules, row.size, row.house_version = plan.game, dump(found.rules), plan.size, found.version
    row.rules_name, row.lengths = found.name, list(plan.lengths)
    problems = [*found.problems, *_size_problems(found.game, found.rules, plan.size)]
    return problems or [*length_problems(found.game, found.rules, plan.size, plan.lengths)]


def require_same(played: EveningGame, plan: GamePlan) -> None:
    """Raises Refused `game_stays`."""
    if plan.game != played.game:
        raise refused(
            "game_stays", "game", gettext_noop("The game cannot be changed. Add the other game to the evening.")
        )


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
        for problem in unit_problems(
            [season for season in mine if row.game in season.systems], unit_of_rules(row.rules)
        )
    ]
    if found:
        raise Refused(found)


def obstacles(club: Club, row: EveningGame, seasons: Iterable[Competition]) -> list[Problem]:
    """Why tables of this game can't be opened for these seasons, though it was planned so: the club or a season says
    something else by now."""
    found = asks_for_money(club, row.plays, row.typed_rules, row.rules_name)
    return [*found, *unit_problems(seasons, unit_of_rules(row.rules))]


def _size_problems(game: AnyGame, rules: Record, size: int) -> list[Problem]:
    """Refuses `size_unknown`."""
    if size in sizes(game, rules):
        return []
    return [Problem("size_unknown", "size", Text(gettext_noop("These rules do not allow so many seats at a table.")))]


A_WEEK = timedelta(days=7)
FARTHEST = timedelta(days=731)
LARGEST_FEE = 1_000_000  # hundredths
LONGEST_UNIT = 12


@transaction.atomic
def plan_evening(
    plan: EveningPlan, *, club: Club, by: User, now: datetime, called: DefaultWords | None = None
) -> Evening:
    """A new evening of a club, with one game; `called` where the program names it.

    Raises:
        PermissionDenied: not a director.
        Refused: as `_set`, as `seasons_of`, as `require_countable`; every problem with its field.
    """
    require(can_plan(role_in(by, club)))
    evening = Evening(club=club, planned_by=by, planned_at=now)
    first = EveningGame(club=club, evening=evening, order=1)
    _set(evening, plan, now, first)
    evening.name = called or evening.name
    seasons = seasons_of(club, [plan.game], plan.seasons)
    require_countable([first], seasons)
    evening.save()
    first.save()
    evening.seasons.set(seasons)
    enter_in_journal(evening, Kind.EVENING_PLANNED, by, now)
    return evening


@transaction.atomic
def change_evening(plan: EveningDetails, *, evening_id: UUID, by: User, now: datetime) -> Evening:
    """Say otherwise what was planned; an `EveningPlan` also how its first game is played, which stays the game it is.
    Tables that are open keep what they were opened with.

    Raises:
        Conflict: `evening_closed`.
        PermissionDenied: not a director.
        Refused: as `require_same`, as `plan_evening`.
    """
    evening = locked(evening_id)
    require(can_plan(role_at(by, evening)))
    require_not_closed(evening)
    first = evening.first if isinstance(plan, EveningPlan) else None
    if first and isinstance(plan, EveningPlan):
        require_same(first, plan)
    _set(evening, plan, now, first)
    played = [game.game for game in evening.line_up]
    seasons = seasons_of(evening.club, played, plan.seasons)
    require_countable([first] if first else evening.line_up, seasons)
    evening.save()
    if first:
        first.save()
    ended = evening.seasons.exclude(ended_at=None)  # no form offers them: they count again where they are opened again
    evening.seasons.set([*seasons, *ended])
    enter_in_journal(evening, Kind.EVENING_CHANGED, by, now)
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
        enter_in_journal(evening, Kind.EVENING_OPENED, by, now)
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
    enter_in_journal(found, Kind.EVENING_PLANNED, by, now)
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


def _set(evening: Evening, plan: EveningDetails, now: datetime, first: EveningGame | None) -> None:
    """Raises Refused `day_far`, as `fill`, as `_money_problems`, as `clean_name`."""
    problems = fill(first, evening.club, plan) if first and isinstance(plan, EveningPlan) else []
    problems += _money_problems(plan)
    if abs(plan.starts_at - now) > FARTHEST:
        problems.append(Problem("day_far", "day", Text(gettext_noop("Choose a day within two years from now."))))
    if problems:
        raise Refused(problems)
    is_sent_back = isinstance(evening.name, DefaultWords) and plan.name == evening.name
    if not is_sent_back:  # as it was read, in one language
        evening.name = clean_name(plan.name, "name")
    evening.venue = clean_name(plan.venue, "venue") if plan.venue.strip() else ""
    evening.starts_at, evening.fee, evening.unit = plan.starts_at, plan.fee, plan.unit.strip()


def _money_problems(plan: EveningDetails) -> list[Problem]:
    """Refuses `fee_large`, `unit_malformed`."""
    problems = []
    if not 0 <= plan.fee <= LARGEST_FEE:
        problems.append(Problem("fee_large", "fee", Text(gettext_noop("The fee can be at most 10000.00."))))
    unit = plan.unit.strip()
    if len(unit) > LONGEST_UNIT or not unit.isprintable():
        text = Text(gettext_noop("At most {most} characters, please."), {"most": LONGEST_UNIT})
        problems.append(Problem("unit_malformed", "unit", text))
    return problems


class TableCallWords(Asked):
    """What a table says with its call."""

    words: str = ""


class EveningCallBody(Answer):
    """A table of an evening has called the director."""

    id: UUID
    sitting: UUID = Field(validation_alias=AliasPath("table", "sitting_id"))
    number: int = Field(validation_alias=AliasPath("table", "number"), description="Of the table.")
    words: str
    at: datetime
    answered_at: datetime | None = Field(description="Null: nobody has come yet.")


class EveningCallsBody(Answer):
    """Who waits for the director, the longest first."""

    calls: list[EveningCallBody]


@transaction.atomic
def call_to_table(asked: TableCallWords, *, sitting_id: UUID, by: Actor, now: datetime) -> TableCall:
    """Whoever may record at a table of an open evening calls; while one call waits another is the same.

    Raises:
        DrawnTable.DoesNotExist: it is no table of an evening.
        Conflict: `not_playing`: the evening or the sheet is closed.
        PermissionDenied: may not record there.
        Refused: `words_long`.
    """
    sitting = seen_by(Sitting.objects.select_related("club"), by).filter(pk=sitting_id).first()
    if sitting is None or not can_record(standpoint(by, sitting)):
        raise PermissionDenied
    require_running(sitting.club)
    tables = DrawnTable.objects.select_related("draw__evening")
    table = tables.select_for_update(of=("self",)).get(sitting=sitting)
    if not table.draw.evening.is_open or not sitting.is_open:
        raise Conflict("not_playing", _("This table has finished, so nobody can be called to it."))
    return call_to(TableCall.objects.all(), table, by.user, asked.words, now)


@transaction.atomic
def answer_call(*, call_id: UUID, by: User, now: datetime) -> TableCall:
    """Somebody who runs the evening has come. Said twice it is said once.

    Raises:
        TableCall.DoesNotExist.
        PermissionDenied: does not run evenings.
    """
    calls = TableCall.objects.select_related("table__draw__evening__club")
    call = calls.select_for_update(of=("self",)).get(pk=call_id)
    require(can_run(role_in(by, call.table.draw.evening.club)))
    return answered(call, by, now)


def open_calls(evening: Evening) -> list[TableCall]:
    """Who waits at this evening, the longest first."""
    return open_among(TableCall.objects.filter(table__draw__evening=evening).select_related("table__sitting", "by"))


def call_beside(sitting: Sitting, _by: Actor, who: Standpoint) -> Beside | None:
    """The way to call the director, for whoever may record at a table of an open evening. Tables that nothing has
    opened by a key are of no evening."""
    if sitting.key is None or not sitting.is_open or not can_record(who):
        return None
    tables = DrawnTable.objects.filter(sitting=sitting, draw__evening__state=Evening.State.OPEN)
    if not tables.exists():
        return None
    return Beside(page=reverse("sitting_call", args=[sitting.pk]), item="play/_call_item.html")
