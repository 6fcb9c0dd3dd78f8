"""The door of programs to team leagues, their teams and their table."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.common.api import READ_REFUSALS, Act
from scorekeeper.leagues.evenings.api import EveningView, InClub
from scorekeeper.leagues.models import MatchDay, Team, TeamLeague, TeamMember
from scorekeeper.leagues.policies import can_plan
from scorekeeper.leagues.teams import services
from scorekeeper.leagues.teams.reads import members_of_teams, table_of


class LeagueView(EveningView):
    """What the views of team leagues share."""

    def league(self, pk: UUID) -> TeamLeague:
        """A league of one of the caller's clubs. Raises DoesNotExist (404), PermissionDenied."""
        found = TeamLeague.objects.select_related("club", "season").get(pk=pk)
        self.enter(found.club_id)
        return found


class ClubLeagues(LeagueView):
    """Team leagues."""

    @extend_schema(operation_id="leagues", responses={200: services.TeamLeaguesBody, **READ_REFUSALS})
    def get(self, _request: Request, club: UUID) -> Response:
        """List the team leagues of a club.

        Lists the team leagues of a club, the newest first.
        """
        leagues = TeamLeague.objects.filter(club=self.enter(club).club).order_by("-made_at", "-pk")
        return Response(
            services.TeamLeaguesBody(leagues=[services.TeamLeagueBody.of(league) for league in leagues]).model_dump()
        )


class LeagueDetail(LeagueView):
    """One team league."""

    @extend_schema(operation_id="league", responses={200: services.TeamLeagueDetailBody, **READ_REFUSALS})
    def get(self, _request: Request, league: UUID) -> Response:
        """Read a team league.

        Shows a team league with its teams, who is in them, and its match days.
        """
        return Response(league_body(self.league(league)).model_dump())


class LeagueTable(LeagueView):
    """The table of a team league."""

    in_address = services.LeagueTableAsked

    @extend_schema(
        operation_id="league_table",
        responses={200: services.LeagueTableBody, **READ_REFUSALS},
    )
    def get(self, request: Request, league: UUID) -> Response:
        """Read the table of a team league.

        Ranks the teams by what their series have brought them, as the sheets stand now.
        """
        found, asked = self.league(league), self.asked
        rows = [
            services.LeagueRowBody(
                rank=ranked.rank,
                team=ranked.row.team.pk,
                name=ranked.row.team.name,
                twice=ranked.row.twice,
                won=ranked.row.won,
                score=ranked.row.score,
                series=len(ranked.row.matches),
            )
            for ranked in table_of(found, official=asked.official)
        ]
        return Response(services.LeagueTableBody(official=asked.official, rows=rows).model_dump())


class AtLeague(LeagueView):
    """Acts of directors on a team league."""

    rights = {"POST": can_plan}

    def place(self, _request: Request, league: UUID) -> dict[str, Any]:
        return {"league_id": self.league(league).pk, "by": self.membership.user}


class OnTeam(LeagueView):
    """Acts of directors on a team."""

    rights = {"POST": can_plan}

    def place(self, _request: Request, team: UUID) -> dict[str, Any]:
        self.enter(Team.objects.values_list("club", flat=True).get(pk=team))
        return {"team_id": team, "by": self.membership.user}


class OnMember(LeagueView):
    """Acts of directors on somebody who belongs to a team."""

    rights = {"POST": can_plan}

    def place(self, _request: Request, member: UUID) -> dict[str, Any]:
        self.enter(TeamMember.objects.values_list("club", flat=True).get(pk=member))
        return {"member_id": member, "by": self.membership.user}


class MadeLeague(InClub):
    """Acts of directors that make a team league."""

    def shown(self, league: TeamLeague) -> services.TeamLeagueDetailBody:  # type: ignore[override]  # no evening
        return league_body(league)


def league_body(league: TeamLeague) -> services.TeamLeagueDetailBody:
    """A team league with its teams and match days."""
    members = members_of_teams(league)
    days = MatchDay.objects.filter(league=league).select_related("evening").order_by("number")
    return services.TeamLeagueDetailBody(
        **services.TeamLeagueBody.of(league).model_dump(by_alias=False),
        teams=[_team(team, members.get(team.pk, [])) for team in Team.objects.filter(league=league)],
        days=[services.MatchDayRefBody.of(day) for day in days],
    )


def _team(team: Team, members: list[TeamMember]) -> services.TeamBody:
    return services.TeamBody(
        id=team.pk,
        name=team.name,
        number=team.number,
        members=[services.TeamMemberBody.of(member) for member in members],
    )


def _shown(team: Team) -> services.TeamBody:
    return _team(team, members_of_teams(team.league).get(team.pk, []))


league_make = Act(
    operation="league_make",
    summary="Make a team league",
    about="A director makes a league of teams for a season that runs, of the game that teams play.",
    asks=services.LeaguePlan,
    does=services.make_league,
    gives=services.TeamLeagueDetailBody,
    status=201,
).at(MadeLeague)
team_add = Act(
    operation="team_add",
    summary="Add a team to a league",
    about="A director adds a team. It plays from the next match day on that is planned.",
    asks=services.TeamName,
    does=services.add_team,
    gives=services.TeamBody,
    shown=_shown,
    status=201,
).at(AtLeague)
team_rename = Act(
    operation="team_rename",
    summary="Rename a team",
    about="A director calls a team otherwise, everywhere.",
    asks=services.TeamName,
    does=services.rename_team,
    gives=services.TeamBody,
    shown=_shown,
).at(OnTeam)
team_join = Act(
    operation="team_join",
    summary="Put somebody into a team",
    about="A director says who belongs to a team, or in which other role. Where there is a captain already, that one "
    "goes on as a player. A repeated call changes nothing.",
    asks=services.TeamJoining,
    does=services.join_team,
    gives=services.TeamMemberBody,
).at(OnTeam)
member_leave = Act(
    operation="team_leave",
    summary="Let somebody leave a team",
    about="A director says that somebody belongs to the team no longer, nor to the line-ups of match days to come. "
    "What they played stays.",
    does=services.leave_team,
    gives=services.TeamMemberBody,
).at(OnMember)
