"""A team league, its teams and who belongs to them."""

from datetime import datetime
from typing import Annotated, Final, Literal
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_noop
from pydantic import AliasPath, Field, WithJsonSchema

import games
from games.core.game import AnyGame
from games.core.record import dump, load
from games.core.text import Text
from games.core.values import InvalidRecord, Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.policies import role_in
from scorekeeper.common.acts import Answer, Asked
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.names import clean_name
from scorekeeper.journal.models import Kind
from scorekeeper.journal.services import write
from scorekeeper.leagues.evenings.records import Rules
from scorekeeper.leagues.evenings.services import refused
from scorekeeper.leagues.models import Evening, LineUp, Team, TeamLeague, TeamMember
from scorekeeper.leagues.policies import can_plan
from scorekeeper.pairing.teams import MOST_SERIES
from scorekeeper.play.house_rules.services import asks_for_money, usual_name
from scorekeeper.play.opening.services import Sitter, guest_or_known
from scorekeeper.standings.models import Competition

ROLES: Final = TeamMember.Role.values
Role = Literal["captain", "player", "substitute"]


class LeaguePlan(Asked):
    """What is said of a league beforehand."""

    name: str
    season: Annotated[UUID, Field(description="The season whose sheets count; it has no league yet.")]
    series: Annotated[int, Field(description=f"Of a match day: 1 to {MOST_SERIES}.")]
    rules: Rules = {}
    rules_name: Annotated[
        str, Field(description="What the rules are called; left out: as the rules of the game that they equal.")
    ] = ""


class TeamName(Asked):
    """What a team is called."""

    name: str


class TeamJoining(Asked):
    """Who belongs to a team, a player of the club or a guest by name, and in which role."""

    player: UUID | None = None
    name: str = ""
    role: Annotated[str, WithJsonSchema({"type": "string", "enum": ROLES})]

    @property
    def who(self) -> Sitter:
        return Sitter(self.player, self.name)


class TeamMemberBody(Answer):
    """Somebody who belongs to a team, or did."""

    id: UUID
    player: UUID = Field(validation_alias="player_id")
    name: str = Field(validation_alias=AliasPath("player", "name"))
    role: Role
    since: datetime
    until: datetime | None = Field(description="Null: they are in it.")


class TeamBody(Answer):
    """A team of a league."""

    id: UUID
    name: str
    number: int = Field(description="In the order in which the teams came.")
    members: list[TeamMemberBody] = Field(description="The captain, the players, the substitutes.")


class TeamLeagueBody(Answer):
    """A team league."""

    id: UUID
    name: str
    season: UUID = Field(validation_alias="season_id")
    series: int = Field(description="Of a match day.")
    rules: Rules
    rules_name: str
    made_at: datetime


class TeamLeaguesBody(Answer):
    """The team leagues of a club, the newest first."""

    leagues: list[TeamLeagueBody]


class MatchDayRefBody(Answer):
    """A match day of a league."""

    id: UUID
    number: int
    evening: UUID = Field(validation_alias="evening_id")
    starts_at: datetime = Field(validation_alias=AliasPath("evening", "starts_at"))


class TeamLeagueDetailBody(TeamLeagueBody):
    """A team league with its teams and match days."""

    teams: list[TeamBody]
    days: list[MatchDayRefBody]


class LeagueTableAsked(Asked):
    """Which series count."""

    official: Annotated[bool, Field(description="Only series of which every sheet is official.")] = False


class LeagueRowBody(Answer):
    """A team in the table of its league."""

    rank: int = Field(description="Equal rows share it.")
    team: UUID
    name: str
    twice: int = Field(description="Twice its team points, which can be halves.")
    won: int = Field(description="Series won alone.")
    score: int = Field(description="The sum of its players.")
    series: int = Field(description="How many it has played.")


class LeagueTableBody(Answer):
    """The table of a team league."""

    official: bool
    rows: list[LeagueRowBody]


MOST_TEAMS = 16
MOST_MEMBERS = 20  # of a team


def team_game() -> AnyGame:
    """The game whose tables seat one of each team; the first, if there are several."""
    return next(game for game in games.all_games().values() if game.seats_teams)


@transaction.atomic
def make_league(plan: LeaguePlan, *, club: Club, by: User, now: datetime) -> TeamLeague:
    """A league of teams for a season that runs, of the game that teams play; a season has one league.

    Raises:
        PermissionDenied: not a director.
        Refused: `name_taken`, `season_unknown`, `season_taken`, `series_unknown`, `rules_unknown`, as
            `asks_for_money`, as `clean_name`.
    """
    require(can_plan(role_in(by, club)))
    name = clean_name(plan.name, "name")
    game = team_game()
    season = Competition.objects.running().filter(club=club, game=game.name, pk=plan.season).first()
    if season is None:
        words = Text(gettext_noop("Choose a season of {game} that is running."), {"game": game.title})
        raise Refused([Problem("season_unknown", "season", words)])
    if TeamLeague.objects.filter(season=season).exists():
        raise refused("season_taken", "season", gettext_noop("This season already has a team league."))
    if TeamLeague.objects.filter(club=club, name=name).exists():
        raise refused("name_taken", "name", gettext_noop("There is already a team league with this name."))
    if not 1 <= plan.series <= MOST_SERIES:
        raise refused("series_unknown", "series", gettext_noop("A match day has 1 to {most} series."), most=MOST_SERIES)
    try:
        rules = load(game.rules, dict(plan.rules))
    except InvalidRecord:
        raise refused("rules_unknown", "rules", gettext_noop("Choose the rules of its tables.")) from None
    rules_name = plan.rules_name or usual_name(game, dump(rules))
    if problems := asks_for_money(club, game, rules, rules_name):
        raise Refused(problems)
    made = TeamLeague.objects.create(
        club=club,
        season=season,
        name=name,
        series=plan.series,
        rules=dump(rules),
        rules_name=clean_name(rules_name, "rules"),
        made_by=by,
        made_at=now,
    )
    write(Kind.LEAGUE_MADE, club.pk, at=now, by_user=by, thing=made.pk)
    return made


@transaction.atomic
def add_team(asked: TeamName, *, league_id: UUID, by: User) -> Team:
    """One more team. It plays from the next match day on that is planned.

    Raises:
        Refused: `name_taken`, `list_full`, as `clean_name`.
    """
    league = locked_league(league_id)
    require(can_plan(role_in(by, league.club)))
    name = _free_name(league, asked.name)
    there = Team.objects.filter(league=league)
    if there.count() >= MOST_TEAMS:
        raise refused("list_full", "name", gettext_noop("A league has at most {most} teams."), most=MOST_TEAMS)
    number = there.aggregate(last=Max("number"))["last"] or 0
    made = Team.objects.create(club=league.club, league=league, number=number + 1, name=name)
    write(Kind.TEAM_ADDED, league.club_id, by_user=by, thing=made.pk)
    return made


@transaction.atomic
def rename_team(asked: TeamName, *, team_id: UUID, by: User) -> Team:
    """Call a team otherwise, everywhere.

    Raises:
        Refused: `name_taken`, as `clean_name`.
    """
    team = _locked_team(team_id)
    require(can_plan(role_in(by, team.club)))
    before, team.name = team.name, _free_name(team.league, asked.name, team)
    if team.name != before:
        team.save(update_fields=["name"])
        write(Kind.TEAM_RENAMED, team.club_id, by_user=by, thing=team.pk)
    return team


@transaction.atomic
def join_team(asked: TeamJoining, *, team_id: UUID, by: User, now: datetime) -> TeamMember:
    """Somebody of the club's book, or a guest by name, belongs to this team from now on, or does so in another role.
    Where there is a captain already, that one goes on as a player. Said twice it is said once.

    Raises:
        Refused: `in_other_team`, `list_full`, `role_unknown`, as `guest_or_known`.
    """
    team = _locked_team(team_id)
    require(can_plan(role_in(by, team.club)))
    role = asked.role
    if role not in TeamMember.Role.values:
        raise refused("role_unknown", "role", gettext_noop("Choose a role in the team."))
    player = guest_or_known(team.club, asked.who, now)
    # The team the person is in now, by any of their lines.
    lines = Player.objects.lines_of(player)
    there = TeamMember.objects.select_related("team").filter(league=team.league, player__in=lines, until=None).first()
    if there and there.team_id != team.pk:
        text = gettext_noop("{name} is in the team {team} and has to leave it first.")
        raise refused("in_other_team", "player", text, name=player.name, team=there.team.name)
    if there and there.role == role:
        return there
    members = TeamMember.objects.filter(team=team, until=None)
    if there is None and members.count() >= MOST_MEMBERS:
        raise refused("list_full", "player", gettext_noop("A team has at most {most} players."), most=MOST_MEMBERS)
    captain = members.filter(role=TeamMember.Role.CAPTAIN).first() if role == TeamMember.Role.CAPTAIN else None
    if captain:
        _change(captain, TeamMember.Role.PLAYER, by, now)
    if there:
        return _change(there, role, by, now)
    return _begin(team, player, role, by, now, Kind.TEAM_JOINED)


@transaction.atomic
def leave_team(*, member_id: UUID, by: User, now: datetime) -> TeamMember:
    """Somebody belongs to the team no longer, and to no line-up of a match day that is not over. What they played
    stays. Said twice it is said once."""
    team = _locked_team(TeamMember.objects.values_list("team", flat=True).get(pk=member_id))
    require(can_plan(role_in(by, team.club)))
    member = TeamMember.objects.select_related("player").get(pk=member_id)
    if member.until is None:
        _end(member, now)
        write(Kind.TEAM_LEFT, member.club_id, at=now, by_user=by, player=member.player, thing=team.pk)
        lines = Player.objects.lines_of(member.player.person)
        days = LineUp.objects.filter(day__league=team.league_id, team=team, player__in=lines)
        days.exclude(day__evening__state=Evening.State.CLOSED).delete()
    return member


def locked_league(league_id: UUID) -> TeamLeague:
    """The league's row, locked: what changes its teams happens one after the other."""
    return TeamLeague.objects.select_related("club").select_for_update(of=("self",)).get(pk=league_id)


def _locked_team(team_id: UUID) -> Team:
    team = Team.objects.select_related("club").get(pk=team_id)
    team.league = locked_league(team.league_id)
    return team


def _free_name(league: TeamLeague, name: str, but: Team | None = None) -> str:
    name = clean_name(name, "name")
    others = Team.objects.filter(league=league, name=name)
    if (others.exclude(pk=but.pk) if but else others).exists():
        raise refused("name_taken", "name", gettext_noop("There is already a team with this name."))
    return name


def _change(member: TeamMember, role: str, by: User, now: datetime) -> TeamMember:
    _end(member, now)
    return _begin(member.team, member.player, role, by, now, Kind.TEAM_ROLE)


def _begin(team: Team, player: Player, role: str, by: User, now: datetime, kind: Kind) -> TeamMember:
    write(kind, team.club_id, at=now, by_user=by, player=player, thing=team.pk, detail={"role": role})
    return TeamMember.objects.create(
        club=team.club, league=team.league, team=team, player=player, role=role, since=now, by=by
    )


def _end(member: TeamMember, now: datetime) -> None:
    member.until = now
    member.save(update_fields=["until"])
