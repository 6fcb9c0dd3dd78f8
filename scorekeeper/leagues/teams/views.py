"""The pages of a team league: its table with what each row is made of, and its teams."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_club
from scorekeeper.clubs.models import Membership, Player
from scorekeeper.common.doing import done
from scorekeeper.common.errors import require
from scorekeeper.common.names import Alphabetical
from scorekeeper.common.parsers import takes_file
from scorekeeper.common.tables.serving import asked_file
from scorekeeper.common.tables.values import Table
from scorekeeper.draws.views import id_in
from scorekeeper.leagues.match_days.reads import members_of
from scorekeeper.leagues.models import MatchDay, Team, TeamLeague, TeamMember
from scorekeeper.leagues.policies import can_plan, can_run
from scorekeeper.leagues.teams.files import teams_out
from scorekeeper.leagues.teams.forms import LeagueForm, MemberForm, TeamForm, WhoIsForm
from scorekeeper.leagues.teams.lists import (
    COLUMNS,
    KIND,
    MOST_LINES,
    lists_taken,
    take_list_back,
    take_teams,
    taken_list,
    teams_look,
)
from scorekeeper.leagues.teams.reads import standing_of
from scorekeeper.leagues.teams.services import (
    MOST_TEAMS,
    add_team,
    join_team,
    leave_team,
    make_league,
    rename_team,
    team_game,
)
from scorekeeper.play.models import Sitting
from scorekeeper.spreadsheets.forms import ListForm, reading_form_of_list
from scorekeeper.standings.forms import TakeBackForm
from scorekeeper.standings.models import Competition
from scorekeeper.standings.selectors.why import signed_for
from scorekeeper.standings.standing import file_of_standing


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
    if made := form.does(make_league, club=here.club, by=request.user):
        return redirect("league_teams", made.pk)
    page = {"club": here.club, "form": form, "seasons": seasons, "game": team_game()}
    return render(request, "leagues/league_form.html", page, status=form.status)


@require_safe
@login_required
def league_detail(request: AuthedRequest, league_id: UUID, table: str = "", kind: str = "") -> HttpResponse:
    """The table; `?count=official` counts signed series only, `?why=TEAM` opens a row."""
    here = at_league(request, league_id)
    official = request.GET.get("count") == "official"

    def standing_table() -> Table:
        return file_of_standing(standing_of(here.league, official=official, is_file=True), here.league.name)

    if file := asked_file(request, {"table": standing_table}, table, kind):
        return file
    standing, opened = standing_of(here.league, official=official), id_in(request.GET.get("why", ""))
    row = standing.row_of(opened)
    chain = row.chain() if row and row.chain else None
    page: dict[str, Any] = {
        "official": official,
        "standing": standing,
        "opened": opened,
        "chain": chain,
        "signed_for": signed_for(Sitting.objects.filter(pk__in=chain.sittings)) if chain else {},
        "played": standing.rounds > 0,
        "icon": f"g-{here.league.season.game}",
        "unsigned": not standing.is_final,
        "days": MatchDay.objects.filter(league=here.league).select_related("evening").order_by("-number"),
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
    if made := form.does(add_team, league_id=league_id, by=request.user):
        return redirect("team_detail", made.pk)
    players: dict[UUID, list[TeamMember]] = {}
    members = TeamMember.objects.filter(league=here.league, until=None).select_related("player")
    for member in members.order_by("since", "pk"):
        players.setdefault(member.team_id, []).append(member)
    teams = [(team, players.get(team.pk, [])) for team in Team.objects.filter(league=here.league)]
    if file := asked_file(request, {"teams": lambda: teams_out(here.league, teams)}, table, kind):
        return file
    page: dict[str, Any] = {"form": form, "teams": teams, "is_full": len(teams) >= MOST_TEAMS}
    page["taken"] = lists_taken(here.league) if here.may_plan else []
    return here.show("leagues/league_teams.html", status=form.status, **page)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def team_detail(request: AuthedRequest, team_id: UUID) -> HttpResponse:
    """Who is in the team and who was; posting puts somebody in, or gives them another role."""
    team = get_object_or_404(Team, pk=team_id)
    here = at_league(request, team.league_id)
    members = members_of(team)
    role = TeamMember.Role.PLAYER if any(member.is_captain for member in members) else TeamMember.Role.CAPTAIN
    sent = request.POST if request.method == "POST" else None
    form = MemberForm(sent, team.league.club, _free_players(here, team), role)
    if request.method == "POST":
        require(here.may_plan)
    if form.does(join_team, team_id=team_id, by=request.user):
        return redirect("team_detail", team_id)
    before = TeamMember.objects.filter(team=team, until__isnull=False).select_related("player").order_by("-until", "pk")
    page = {"team": team, "form": form, "members": members, "before": before, "rename": TeamForm({"name": team.name})}
    return here.show("leagues/team_detail.html", status=form.status, **page)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def team_rename(request: AuthedRequest, team_id: UUID) -> HttpResponse:
    team = get_object_or_404(Team, pk=team_id)
    here = at_league(request, team.league_id)
    require(here.may_plan)
    form = TeamForm(request.POST if request.method == "POST" else None, initial={"name": team.name})
    if form.does(rename_team, team_id=team_id, by=request.user):
        return redirect("team_detail", team_id)
    return here.show("leagues/team_rename.html", status=form.status, team=team, form=form)


@require_POST
@login_required
def team_leave(request: AuthedRequest, team_id: UUID, team_member_id: UUID) -> HttpResponse:
    """Somebody is in the team no longer."""
    team = get_object_or_404(Team, pk=team_id)
    at_league(request, team.league_id)
    get_object_or_404(TeamMember, pk=team_member_id, team=team)
    leave_team(member_id=team_member_id, by=request.user, now=timezone.now())
    messages.success(request, _("They are no longer in the team. Their results stay."))
    return redirect("team_detail", team_id)


@takes_file
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def league_team_list(request: AuthedRequest, league_id: UUID) -> HttpResponse:
    """Look at a list of teams, then take all of it over. What a file held stands in the field then, and can be put
    right there."""
    here = at_league(request, league_id)
    require(here.may_plan)
    if request.method != "POST":
        return here.show("leagues/team_list.html", form=ListForm())
    form = ListForm(request.POST, request.FILES)
    reading = form.read(here.league.club, KIND, COLUMNS) if form.is_valid() else None
    if reading is None:
        return here.show("leagues/team_list.html", status=422, form=form)
    form = ListForm.of(reading)
    answers = request.POST.dict()
    if len(reading.rows) > MOST_LINES:
        form.add_error("text", _("At most {most} lines at once.").format(most=MOST_LINES))
        return here.show("leagues/team_list.html", status=422, form=form)

    def act() -> None:
        shown = request.POST.get("shown", "")
        look = take_teams(
            league_id=league_id, by=request.user, reading=reading, answers=answers, shown=shown, now=timezone.now()
        )
        text = ngettext("{number} person is now in a team.", "{number} people are now in teams.", len(look.joining))
        messages.success(request, text.format(number=len(look.joining)))

    if request.POST.get("take") == "1" and done(form, act):
        return redirect("league_teams", league_id)
    look = teams_look(here.league, reading, answers)
    page: dict[str, Any] = {
        "form": form,
        "look": look,
        "reading": look.reading,
        "reading_form": reading_form_of_list(look.reading, COLUMNS),
        "who_form": WhoIsForm(look.matching),
    }
    return here.show("leagues/team_list.html", status=422 if form.errors else 200, **page)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def league_list_back(request: AuthedRequest, league_id: UUID, entry_id: UUID) -> HttpResponse:
    """What taking a list of teams back would take out of the league, and why that is done."""
    here = at_league(request, league_id)
    require(here.may_plan)
    taken = next((entry for entry in lists_taken(here.league) if entry.pk == entry_id), None)
    if taken is None:
        raise Http404
    form = TakeBackForm(request.POST if request.method == "POST" else None)

    def act() -> None:
        reason = form.cleaned_data["reason"]
        take_list_back(league=here.league, entry_id=entry_id, by=request.user, reason=reason, now=timezone.now())
        messages.success(request, _("The list has been undone."))

    if request.method == "POST" and done(form, act):
        return redirect("league_teams", league_id)
    page = {"form": form, "taken": taken, "found": taken_list(taken)}
    return here.show("leagues/team_list_back.html", status=422 if form.errors else 200, **page)


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
        page = {
            "club": self.membership.club,
            "league": self.league,
            "may_plan": self.may_plan,
            "may_run": can_run(self.membership.role),
            **more,
        }
        return render(self.request, template, page, status=status)


def at_league(request: AuthedRequest, league_id: UUID) -> AtLeague:
    """Raises Http404: there is none, or it is not theirs to see."""
    league = get_object_or_404(TeamLeague.objects.select_related("club", "season"), pk=league_id)
    return AtLeague(request, league, enter_club(request, league.club_id))


def _open_seasons(here: Membership) -> list[Competition]:
    """Those that a team league can be made for."""
    found = Competition.objects.running().filter(club=here.club, game=team_game().name, team_league=None)
    return list(found.order_by("-created_at", "-pk"))


def _free_players(here: AtLeague, team: Team) -> list[tuple[str, str]]:
    """The book without those who are in another team of the league."""
    elsewhere = TeamMember.objects.filter(league=here.league, until=None).exclude(team=team).select_related("player")
    taken = {one.player.identity for one in elsewhere}
    book = (
        Player.objects.people().filter(club=here.membership.club, retired_at=None).order_by(Alphabetical("name"), "pk")
    )
    return [(str(pk), name) for pk, name in book.values_list("pk", "name") if pk not in taken]
