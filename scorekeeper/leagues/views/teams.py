"""The pages of a team league: its table with what each row is made of, and its teams."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_club
from scorekeeper.clubs.models import Membership, Player
from scorekeeper.common import refusals
from scorekeeper.common.alphabet import Alphabetical
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.tables.serving import asked_file
from scorekeeper.common.texts import halves, isolated
from scorekeeper.leagues.forms.teams import LeagueForm, MemberForm, TeamForm
from scorekeeper.leagues.models import MatchDay, Team, TeamLeague, TeamMember
from scorekeeper.leagues.policies import can_plan
from scorekeeper.leagues.selectors.match_days import members_of
from scorekeeper.leagues.selectors.team_files import league_out, teams_out
from scorekeeper.leagues.selectors.team_tables import Row, Side, table_of
from scorekeeper.leagues.services.teams import (
    GAME,
    MOST_TEAMS,
    add_team,
    join_team,
    leave_team,
    make_league,
    rename_team,
)
from scorekeeper.play.models import Sitting
from scorekeeper.standings.models import Competition
from scorekeeper.standings.ranking import Ranked
from scorekeeper.standings.selectors.why import signed_for


@require_safe
@login_required
def league_list(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """The team leagues of a club, newest first."""
    here = enter_club(request, club_id)
    leagues = TeamLeague.objects.filter(club=here.club).select_related("season").order_by("-made_at", "-pk")
    page = {"club": here.club, "leagues": leagues, "may_plan": can_plan(here.role), "open": _open_seasons(here)}
    return render(request, "leagues/league_list.html", page)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def league_new(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    here = enter_club(request, club_id)
    require(can_plan(here.role))
    seasons = _open_seasons(here)
    form = LeagueForm(request.POST if request.method == "POST" else None, club=here.club, seasons=seasons)
    if form.is_valid():
        try:
            made = make_league(club=here.club, by=request.user, plan=form.plan(), now=timezone.now())
        except Refused as refused:
            refusals.show(form, refused)
        else:
            return redirect("league_teams", made.pk)
    page = {"club": here.club, "form": form, "seasons": seasons}
    return render(request, "leagues/league_form.html", page, status=422 if form.errors else 200)


@require_safe
@login_required
def league_detail(request: AuthedRequest, league_id: UUID, table: str = "", kind: str = "") -> HttpResponse:
    """The table; `?count=official` counts signed series only, `?why=TEAM` opens a row."""
    here = at_league(request, league_id)
    official = request.GET.get("count") == "official"
    rows = table_of(here.league, official=official)
    if file := asked_file(request, {"table": lambda: league_out(here.league, rows)}, table, kind):
        return file
    days = MatchDay.objects.filter(league=here.league).select_related("evening").order_by("-number")
    page: dict[str, Any] = {
        "official": official,
        "rows": [_written(row, place, rows, request.GET.get("why", "")) for place, row in enumerate(rows)],
        "played": any(row.row.matches for row in rows),
        "unsigned": not all(row.row.is_official for row in rows),
        "days": days,
        "now": timezone.now(),
    }
    return here.show("leagues/league_detail.html", **page)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def league_teams(request: AuthedRequest, league_id: UUID, table: str = "", kind: str = "") -> HttpResponse:
    """The teams with their players; posting adds a team."""
    here = at_league(request, league_id)
    form = TeamForm(request.POST if request.method == "POST" else None)
    if request.method == "POST":
        require(here.may_plan)
    if form.is_valid():
        try:
            made = add_team(league_id=league_id, by=request.user, name=form.cleaned_data["name"])
        except Refused as refused:
            refusals.show(form, refused)
        else:
            return redirect("team_detail", made.pk)
    players: dict[UUID, list[TeamMember]] = {}
    members = TeamMember.objects.filter(league=here.league, until=None).select_related("player")
    for one in members.order_by("since", "pk"):
        players.setdefault(one.team_id, []).append(one)
    teams = [(team, players.get(team.pk, [])) for team in Team.objects.filter(league=here.league)]
    if file := asked_file(request, {"teams": lambda: teams_out(here.league, teams)}, table, kind):
        return file
    page: dict[str, Any] = {"form": form, "teams": teams, "is_full": len(teams) >= MOST_TEAMS}
    return here.show("leagues/league_teams.html", status=422 if form.errors else 200, **page)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def team_detail(request: AuthedRequest, team_id: UUID) -> HttpResponse:
    """Who is in the team and who was; posting puts somebody in, or gives them another role."""
    team = get_object_or_404(Team, pk=team_id)
    here = at_league(request, team.league_id)
    members = members_of(team)
    role = TeamMember.Role.PLAYER if any(one.is_captain for one in members) else TeamMember.Role.CAPTAIN
    form = MemberForm(request.POST if request.method == "POST" else None, _free_players(here, team), role)
    if request.method == "POST":
        require(here.may_plan)
    if form.is_valid():
        try:
            join_team(
                team_id=team_id,
                by=request.user,
                who=form.who(),
                role=form.cleaned_data["role"],
                now=timezone.now(),
            )
        except Refused as refused:
            refusals.show(form, refused)
        else:
            return redirect("team_detail", team_id)
    before = TeamMember.objects.filter(team=team, until__isnull=False).select_related("player").order_by("-until", "pk")
    page = {"team": team, "form": form, "members": members, "before": before, "rename": TeamForm({"name": team.name})}
    return here.show("leagues/team_detail.html", status=422 if form.errors else 200, **page)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def team_rename(request: AuthedRequest, team_id: UUID) -> HttpResponse:
    team = get_object_or_404(Team, pk=team_id)
    here = at_league(request, team.league_id)
    require(here.may_plan)
    form = TeamForm(request.POST if request.method == "POST" else None, initial={"name": team.name})
    if form.is_valid():
        try:
            rename_team(team_id=team_id, by=request.user, name=form.cleaned_data["name"])
        except Refused as refused:
            refusals.show(form, refused)
        else:
            return redirect("team_detail", team_id)
    return here.show("leagues/team_rename.html", status=422 if form.errors else 200, team=team, form=form)


@require_POST
@login_required
def team_leave(request: AuthedRequest, team_id: UUID, team_member_id: UUID) -> HttpResponse:
    """Somebody is in the team no longer."""
    team = get_object_or_404(Team, pk=team_id)
    at_league(request, team.league_id)
    get_object_or_404(TeamMember, pk=team_member_id, team=team)
    leave_team(member_id=team_member_id, by=request.user, now=timezone.now())
    messages.success(request, _("They are in the team no longer. What they played stays."))
    return redirect("team_detail", team_id)


@dataclass(frozen=True, slots=True)
class AtLeague:
    """The reader at a league; from here on times are the club's."""

    request: AuthedRequest
    league: TeamLeague
    membership: Membership

    @property
    def may_plan(self) -> bool:
        return can_plan(self.membership.role)

    def show(self, template: str, status: int = 200, **more: Any) -> HttpResponse:
        page = {"club": self.membership.club, "league": self.league, "may_plan": self.may_plan, **more}
        return render(self.request, template, page, status=status)


def at_league(request: AuthedRequest, league_id: UUID) -> AtLeague:
    """Raises Http404: there is none, or it is not theirs to see."""
    league = get_object_or_404(TeamLeague.objects.select_related("club", "season"), pk=league_id)
    return AtLeague(request, league, enter_club(request, league.club_id))


def _open_seasons(here: Membership) -> list[Competition]:
    """Those that a team league can be made for."""
    found = Competition.objects.running().filter(club=here.club, game=GAME, team_league=None)
    return list(found.order_by("-created_at", "-pk"))


def _free_players(here: AtLeague, team: Team) -> list[tuple[str, str]]:
    """The book without those who are in another team of the league."""
    elsewhere = TeamMember.objects.filter(league=here.league, until=None).exclude(team=team).select_related("player")
    taken = {one.player.identity for one in elsewhere}
    book = (
        Player.objects.people().filter(club=here.membership.club, retired_at=None).order_by(Alphabetical("name"), "pk")
    )
    return [(str(pk), name) for pk, name in book.values_list("pk", "name") if pk not in taken]


def _written(row: Ranked[Row], place: int, rows: list[Ranked[Row]], opened: str) -> dict[str, Any]:
    """A row of the table as the template writes it."""
    is_open = opened == str(row.row.team.pk)
    found: dict[str, Any] = {"rank": row.rank, "is_open": is_open, "of": row.row}
    if is_open:
        days: dict[MatchDay, list[tuple[Any, Side | None]]] = {}
        for match in row.row.matches:
            days.setdefault(match.day, []).append((match, match.of(row.row.team)))
        sheets = [score.sitting for _day, own in days.items() for _match, side in own if side for score in side.scores]
        found["signed_for"] = signed_for(Sitting.objects.filter(pk__in=[pk for pk in sheets if pk]))
        found |= {"days": list(days.items()), "decision": _decision(row, rows[place - 1] if place else None)}
    return found


def _decision(mine: Ranked[Row], above: Ranked[Row] | None) -> str:
    """What put the row behind the one above, in a sentence."""
    if above is None:
        return ""
    name = isolated(above.row.team.name)
    if mine.decided_by is None:
        return _("Equal with {name} in everything that counts: they share the rank.").format(name=name)
    if not mine.decided_by:
        gap = halves(above.row.twice - mine.row.twice)
        return _("Team points behind {name}: {gap}.").format(gap=gap, name=name)
    if mine.decided_by == "score":
        words = _("Equal with {name} on team points. Then the sums of the scores decide: {theirs} to {mine}.")
        return words.format(name=name, theirs=above.row.score, mine=mine.row.score)
    words = _("Equal with {name} on team points and scores. Then the series won decide: {theirs} to {mine}.")
    return words.format(name=name, theirs=above.row.won, mine=mine.row.won)
