"""Match days of a team league: plan one, draw who meets whom, say who plays, open the tables of a series."""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Annotated, Final
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Max, Q
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import AliasPath, AwareDatetime, Field

from games.core.record import load
from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.policies import role_in
from scorekeeper.common.acts import Answer, Asked
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.names import LONGEST, MATCH_DAY, DefaultWords, behind, clean_name, default_words
from scorekeeper.common.texts import isolated
from scorekeeper.draws.drawn import SEED_BITS, Concession, Drawn, Report, SeatedTable
from scorekeeper.draws.services.drafts import put_down
from scorekeeper.journal.models import Kind
from scorekeeper.journal.services import write
from scorekeeper.leagues.drawing.services import open_drawn
from scorekeeper.leagues.evenings import services
from scorekeeper.leagues.evenings.records import EveningPlan
from scorekeeper.leagues.match_days import reads
from scorekeeper.leagues.models import (
    GroupTeam,
    LineUp,
    MatchDay,
    Series,
    TableDraw,
    Team,
    TeamGroup,
    TeamLeague,
    TeamMember,
    TeamPlace,
)
from scorekeeper.leagues.people.services import all_here
from scorekeeper.leagues.policies import can_plan, can_run
from scorekeeper.leagues.teams.services import locked_league
from scorekeeper.pairing.drawing import broken, draw
from scorekeeper.pairing.teams import FEWEST, GROUP_SIZES, SIZE

MOST_NUMBER: Final = 99
MOST_TEXT: Final = 80


class DayPlan(Asked):
    """What is said of a match day beforehand."""

    number: Annotated[
        int,
        Field(
            ge=1, le=MOST_NUMBER, description="The one after the last; of one that is planned the day is the answer."
        ),
    ]
    starts_at: Annotated[AwareDatetime, Field(description="With its offset.")]
    venue: str = ""
    size: Annotated[int, Field(description="How many teams meet in a group, where it works out: 4 or 5.")] = SIZE


class GroupPlan(Asked):
    """The teams that meet in a group; where and when, if not as the match day says."""

    teams: Annotated[Sequence[UUID], Field(description="In the order of their places.")]
    venue: str = ""
    starts_at: AwareDatetime | None = None


class MatchGroups(Asked):
    """Who meets whom. Teams in none of the groups have no match."""

    groups: Sequence[GroupPlan]


class TeamLineUp(Asked):
    """Who plays for a team from the next series on: four, three, or nobody, where it stays away."""

    team: UUID
    players: Sequence[UUID]


class SeriesOpening(Asked):
    """The series that is opened, as it was seen."""

    number: Annotated[int, Field(ge=0, le=MOST_NUMBER)]
    seen: Annotated[str, Field(max_length=MOST_TEXT, description="`hash` of the plan that was read.")]
    group: Annotated[
        int | None, Field(ge=1, le=MOST_NUMBER, description="Where groups open their series apart; else left out.")
    ] = None


class LineUpBody(Answer):
    """Who plays for a team in the next series."""

    team: UUID
    name: str
    players: list[UUID]


class MatchGroupBody(Answer):
    """The teams that meet."""

    number: int
    venue: str = Field(description="Empty: as the match day says.")
    starts_at: datetime | None = Field(description="Null: as the match day says.")
    teams: list[LineUpBody]


class PlannedSeatBody(Answer):
    """Somebody at a table of a series, or who sits out."""

    team: UUID = Field(validation_alias=AliasPath("team", "pk"))
    player: UUID = Field(validation_alias=AliasPath("player", "pk"))
    name: str = Field(validation_alias=AliasPath("player", "name"))


class PlannedTableBody(Answer):
    """A table of a series, seat by seat."""

    number: int
    group: int
    seats: tuple[PlannedSeatBody, ...]


class SeriesPlanBody(Answer):
    """Where everybody sits in a series that is opened next, of all groups or of one."""

    number: int
    group: int | None = Field(description="Send it with the opening; null: all groups open it together.")
    hash: str = Field(description="Send it as `seen`.")
    tables: tuple[PlannedTableBody, ...]
    out: tuple[PlannedSeatBody, ...]


class MatchSideBody(Answer):
    """A team in a series."""

    team: UUID = Field(validation_alias=AliasPath("team", "pk"))
    place: int
    total: int
    twice: int = Field(description="Twice its team points, which can be halves.")


class GroupMatchBody(Answer):
    """A group in one series, the best team first."""

    series: int = Field(validation_alias="number")
    group: int
    is_official: bool
    sides: tuple[MatchSideBody, ...]


class MatchDayBody(Answer):
    """A match day as it stands."""

    id: UUID
    league: UUID
    evening: UUID
    number: int
    groups: list[MatchGroupBody]
    free: list[UUID] = Field(description="The teams without a match.")
    next: list[SeriesPlanBody] = Field(description="What can be opened now.")
    matches: list[GroupMatchBody]


class OpenedSeriesBody(Answer):
    """A series whose tables are open."""

    number: int
    sittings: list[UUID]


ENGINE = "teams 2"  # a change of where the same line-ups sit makes a new number
MOST_DAYS = 60  # of a league
FEWEST_TEAMS = 2  # of a group
FARTHEST_GROUP = timedelta(days=14)  # from the match day


@transaction.atomic
def plan_match_day(plan: DayPlan, *, league_id: UUID, by: User, now: datetime, seed: int | None = None) -> MatchDay:
    """The next match day: an evening of the club, the teams in groups, and line-ups to begin with. Asked twice for
    one number it is the same one.

    Raises:
        Conflict: `season_ended`.
        Refused: `size_unknown`; `too_few`: a league has two teams at least; `list_full`; as `services.plan_evening`.
    """
    if plan.size not in GROUP_SIZES:
        raise services.refused("size_unknown", "size", gettext_noop("Choose four or five teams in a group."))
    league = locked_league(league_id)
    require(can_plan(role_in(by, league.club)))
    days = MatchDay.objects.filter(league=league)
    if there := days.filter(number=plan.number).first():
        return there
    _require_running(league)
    number = (days.aggregate(last=Max("number"))["last"] or 0) + 1
    if number > MOST_DAYS:
        raise services.refused("list_full", "", gettext_noop("A league has at most {most} match days."), most=MOST_DAYS)
    evening = services.plan_evening(
        _evening_plan(league, plan), called=_evening_name(league, number), club=league.club, by=by, now=now
    )
    day = MatchDay.objects.create(
        club=league.club,
        league=league,
        number=number,
        evening=evening,
        size=plan.size,
        seed=_seed(seed),
        report={},
    )
    _into_groups(day)
    for team, players in reads.usual_of(league).items():
        _line_up(day, team, dict(enumerate(players)))
    return day


@transaction.atomic
def draw_groups(*, day_id: UUID, by: User, seed: int | None = None) -> MatchDay:
    """Draw again who meets whom, from the teams the league has now. Line-ups stay.

    Raises:
        Conflict: `evening_closed`, `series_open`: tables have been opened.
        Refused: as `_into_groups`.
    """
    day = _locked_day(day_id)
    require(can_plan(services.role_at(by, day.evening)))
    services.require_not_closed(day.evening)
    _require_no_series(day)
    _without_groups(day)
    day.seed = _seed(seed)
    _into_groups(day)
    services.enter_in_journal(day.evening, Kind.GROUPS_DRAWN, by)
    return day


@transaction.atomic
def set_line_up(asked: TeamLineUp, *, day_id: UUID, by: User) -> MatchDay:
    """Who plays for a team from the next series on: four, three, or nobody, where it stays away. Who has played keeps
    the slot, so that nobody meets an opponent twice because somebody else came or went.

    Raises:
        Conflict: `evening_closed`.
        Refused: `team_unknown`, `player_unknown`, `too_few`, `too_many`; `player_twice`.
    """
    day = _locked_day(day_id)
    require(can_run(services.role_at(by, day.evening)))
    services.require_not_closed(day.evening)
    if not GroupTeam.objects.filter(day=day, team=asked.team).exclude(group=None).exists():
        raise services.refused("team_unknown", "players", gettext_noop("This team has no match on this day."))
    wanted = list(dict.fromkeys(asked.players))
    _require_of_team(day, asked.team, wanted)
    before = LineUp.objects.filter(day=day, team=asked.team).select_related("player")
    there = {lined_up.slot: lined_up.player.identity for lined_up in before}
    slots = {slot: player for slot, player in there.items() if player in wanted}
    free = [slot for slot in range(SIZE) if slot not in slots]
    slots |= dict(zip(free, (player for player in wanted if player not in slots.values()), strict=False))
    if slots != there:
        before.delete()
        _line_up(day, asked.team, slots)
        write(Kind.LINE_UP, day.club_id, by_user=by, thing=asked.team, detail={"number": day.number})
    return day


def _require_of_team(day: MatchDay, team_id: UUID, wanted: Sequence[UUID]) -> None:
    """Raises Refused: `player_unknown`, `player_twice`, `too_few`, `too_many`."""
    members = TeamMember.objects.filter(team=team_id, until=None).select_related("player")
    team = {member.player.identity for member in members}
    if not team.issuperset(wanted):
        raise services.refused("player_unknown", "players", gettext_noop("Choose players of this team."))
    elsewhere = LineUp.objects.filter(day=day).exclude(team=team_id).select_related("player")
    if twice := next((lined_up.player for lined_up in elsewhere if lined_up.player.identity in wanted), None):
        raise services.refused("player_twice", "players", PLAYS_TWICE, name=twice.name)
    if len(wanted) > SIZE:
        raise services.refused("too_many", "players", gettext_noop("Choose at most {most} players."), most=SIZE)
    if wanted and len(wanted) < FEWEST:
        text = gettext_noop("A team needs at least {fewest} players, or none if it does not come.")
        raise services.refused("too_few", "players", text, fewest=FEWEST)


@transaction.atomic
def set_groups(asked: MatchGroups, *, day_id: UUID, by: User) -> MatchDay:
    """Who meets whom, where and when, as somebody has written it down; teams in none of the groups have no match.
    Line-ups stay.

    Raises:
        Conflict: `evening_closed`, `series_open`: tables have been opened.
        Refused: `too_few`, `too_many`, `team_twice`, `team_unknown`, `day_far`, each with its group as field; as
            `clean_name`.
    """
    day = _locked_day(day_id)
    require(can_plan(services.role_at(by, day.evening)))
    services.require_not_closed(day.evening)
    _require_no_series(day)
    teams = {team.pk: team for team in Team.objects.filter(league=day.league_id)}
    if problems := [*_group_problems(asked.groups, teams, day)]:
        raise Refused(problems)
    _without_groups(day)
    rows = []
    for number, plan in enumerate(asked.groups, 1):
        venue = clean_name(plan.venue, f"groups.{number}.venue") if plan.venue.strip() else ""
        starts_at = None if plan.starts_at == day.evening.starts_at else plan.starts_at
        made = TeamGroup.objects.create(
            club_id=day.club_id,
            day=day,
            number=number,
            venue="" if venue == day.evening.venue else venue,
            starts_at=starts_at,
        )
        rows += [
            GroupTeam(club_id=day.club_id, day=day, group=made, place=place, team=teams[team])
            for place, team in enumerate(plan.teams)
        ]
    meets = {row.team_id for row in rows}
    rows += [GroupTeam(club_id=day.club_id, day=day, team=team) for pk, team in teams.items() if pk not in meets]
    GroupTeam.objects.bulk_create(rows)
    day.report = Report(by_hand=True).kept()
    day.save(update_fields=["report"])
    services.enter_in_journal(day.evening, Kind.GROUPS_SET, by)
    return day


def _group_problems(groups: Sequence[GroupPlan], teams: Mapping[UUID, Team], day: MatchDay) -> Iterator[Problem]:
    if not groups:
        yield Problem("too_few", "groups", Text(gettext_noop("Put at least two teams into a group.")))
    placed: set[UUID] = set()
    for number, plan in enumerate(groups, 1):
        at = f"groups.{number}"
        if len(plan.teams) < FEWEST_TEAMS:
            text = Text(gettext_noop("Group {number} needs at least two teams."), {"number": number})
            yield Problem("too_few", at, text)
        if len(plan.teams) > max(GROUP_SIZES):
            more = {"number": number, "most": max(GROUP_SIZES)}
            yield Problem("too_many", at, Text(gettext_noop("Group {number} can have at most {most} teams."), more))
        if plan.starts_at and abs(plan.starts_at - day.evening.starts_at) > FARTHEST_GROUP:
            words = gettext_noop("Group {number} must play within two weeks before or after the match day.")
            yield Problem("day_far", at, Text(words, {"number": number}))
        for team in plan.teams:
            if team not in teams:
                yield Problem("team_unknown", at, Text(gettext_noop("Choose teams of this league.")))
            elif team in placed:
                text = Text(
                    gettext_noop("{team} is in two groups. Keep the team in one of them."), {"team": teams[team].name}
                )
                yield Problem("team_twice", at, text)
            placed.add(team)


def _require_no_series(day: MatchDay) -> None:
    """Raises Conflict `series_open`."""
    if Series.objects.filter(day=day).exists():
        raise Conflict("series_open", _("Tables of this match day are open, so the groups cannot be changed."))


def _without_groups(day: MatchDay) -> None:
    TeamGroup.objects.filter(day=day).delete()
    GroupTeam.objects.filter(day=day).delete()


@transaction.atomic
def open_series(asked: SeriesOpening, *, day_id: UUID, by: User, now: datetime) -> Series:
    """Open every table of the next series at once, as it was seen; where groups play at venues or hours of their own,
    those of one `group`. Tapped twice, or by two people, they are opened once. Who plays is here by that, and the doors
    are open.

    Raises:
        Conflict: `evening_closed`, `season_ended`, `series_unknown`, `draw_changed`; `groups_changed`: groups open
            their series apart by now, or together.
        Refused: `too_few`: no table comes together; `player_twice`, as `all_here`, as `open_drawn`.
    """
    number, group, day = asked.number, asked.group, _locked_day(day_id)
    require(can_run(services.role_at(by, day.evening)))
    own = Q(group__number=group) if group else Q(group=None)
    if done := Series.objects.filter(own, day=day, number=number).first():
        return done
    services.require_not_closed(day.evening)
    _require_running(day.league)
    teams = reads.teams_of(day)
    if group not in teams.courses:
        raise Conflict("groups_changed", _("Somebody has just changed the groups. Check the match day again."))
    if number != reads.next_series(day, group):
        raise Conflict("series_unknown", _("This is not the next series. Check the match day again."))
    plan = reads.plan_of(teams, number, group)
    if not plan.tables:
        raise services.refused(
            "too_few", "", gettext_noop("No table can be formed. Set the line-up of at least two teams.")
        )
    if plan.hash != asked.seen:
        raise Conflict("draw_changed", _("Somebody has just changed a line-up. Check the tables again."))
    players = [seat.player for table in plan.tables for seat in table.seats]
    if twice := next((player for player in players if players.count(player) > 1), None):
        raise services.refused("player_twice", "", PLAYS_TWICE, name=twice.name)
    services.begin(day.evening, now)
    all_here(day.evening, [*players, *(seat.player for seat in plan.out)], by, now)
    made = _write(day, plan, group, by, now)
    open_drawn(day.evening, made.draw, by, now, also=[day.league.season_id], series=made)
    return made


PLAYS_TWICE = gettext_noop("{name} plays for another team on this day. Remove this player from one of the two teams.")


def _write(day: MatchDay, plan: reads.SeriesPlan, group: int | None, by: User, now: datetime) -> Series:
    """The plan as a draw of the evening, and for whom everybody plays."""
    apart = TeamGroup.objects.get(day=day, number=group) if group else None
    last = TableDraw.objects.filter(evening=day.evening).aggregate(last=Max("number"))["last"] or 0
    draw = TableDraw(
        club_id=day.club_id,
        evening=day.evening,
        evening_game=day.evening.first,
        number=last + 1,
        made_by=by,
        made_at=now,
    )
    drawn = Drawn(
        tables=tuple(SeatedTable(tuple(str(seat.player.pk) for seat in table.seats)) for table in plan.tables),
        out=tuple(str(seat.player.pk) for seat in plan.out),
        seed=0,
        engine=ENGINE,
        facts=plan.hash,
        report=Report(steps=0, is_best=True, broken=()),
    )
    everybody = [*(seat for table in plan.tables for seat in table.seats), *plan.out]
    team_of = {seat.player.pk: seat.team for seat in everybody}
    put_down(draw, drawn, {str(player): {"player_id": player} for player in team_of})
    series = Series.objects.create(club_id=day.club_id, day=day, number=plan.number, group=apart, draw=draw)
    TeamPlace.objects.bulk_create(
        TeamPlace(club_id=day.club_id, series=series, team=team_of[place.player_id], place=place)
        for place in draw.places.all()
    )
    return series


def _locked_day(day_id: UUID) -> MatchDay:
    """The match day under the lock of its evening."""
    day = MatchDay.objects.select_related("league__season").get(pk=day_id)
    day.evening = services.locked(day.evening_id)
    return day


def _require_running(league: TeamLeague) -> None:
    season = league.season
    if season.ended_at:
        text = _(
            "{season} ended on {day}, so its league table cannot change. A director of the club can reopen the season."
        )
        day = date_format(season.ended_at.astimezone(ZoneInfo(league.club.time_zone)), "DATE_FORMAT")
        raise Conflict("season_ended", text.format(season=isolated(season.name), day=day))


def _evening_name(league: TeamLeague, number: int) -> DefaultWords:
    day = default_words(MATCH_DAY, number=number)
    return behind(league.name[: LONGEST - len(day.stored) - 2].rstrip(), day)


def _evening_plan(league: TeamLeague, plan: DayPlan) -> EveningPlan:
    return EveningPlan(
        name=league.name,
        starts_at=plan.starts_at,
        game=league.season.game,
        rules=league.rules,
        rules_name=league.rules_name,
        size=SIZE,
        venue=plan.venue,
        seasons=[league.season_id],
    )


def _into_groups(day: MatchDay) -> None:
    """Raises Refused `too_few`."""
    teams = {str(team.pk): team for team in Team.objects.filter(league=day.league_id)}
    if len(teams) < 2:
        raise services.refused("too_few", "", gettext_noop("Add at least two teams, so that each has an opponent."))
    entry = reads.entry_of_groups(day.league, teams.values(), day, day.seed)
    drawn = draw(entry)
    rows = [GroupTeam(club_id=day.club_id, day=day, team=teams[team]) for team in drawn.out]
    for number, table in enumerate(drawn.tables, 1):
        group = TeamGroup.objects.create(club_id=day.club_id, day=day, number=number)
        rows += [
            GroupTeam(club_id=day.club_id, day=day, group=group, place=place, team=teams[team])
            for place, team in enumerate(table)
        ]
    GroupTeam.objects.bulk_create(rows)
    asked = broken(entry, [list(table) for table in drawn.tables], drawn.out)
    day.report = Report(broken=tuple(load(Concession, asdict(each)) for each in asked)).kept()
    day.save(update_fields=["seed", "report"])


def _line_up(day: MatchDay, team_id: UUID, slots: dict[int, UUID]) -> None:
    LineUp.objects.bulk_create(
        LineUp(club_id=day.club_id, day=day, team_id=team_id, slot=slot, player_id=player)
        for slot, player in sorted(slots.items())
    )


def _seed(seed: int | None) -> int:
    return secrets.randbits(SEED_BITS) if seed is None else seed
