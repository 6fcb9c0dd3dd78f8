"""The pages of a team league: its table with what each row is made of, and its teams."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy, ngettext, pgettext, pgettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_club
from scorekeeper.clubs.models import Club, Membership, Player
from scorekeeper.common.doing import ActForm, Mends, done
from scorekeeper.common.errors import require
from scorekeeper.common.names import LONGEST, Alphabetical
from scorekeeper.common.parsers import takes_file
from scorekeeper.common.tables.serving import asked_file
from scorekeeper.common.tables.values import Table
from scorekeeper.common.widgets import Boxes, PersonSelect
from scorekeeper.draws.views import id_in
from scorekeeper.leagues.evenings.forms import Choice, offer_choices
from scorekeeper.leagues.match_days.reads import members_of
from scorekeeper.leagues.models import MatchDay, Team, TeamLeague, TeamMember
from scorekeeper.leagues.policies import can_plan, can_run
from scorekeeper.leagues.teams import lists, services
from scorekeeper.leagues.teams.reads import standing_of, teams_out
from scorekeeper.pairing.teams import MOST_SERIES
from scorekeeper.play.house_rules.choice import offer_in
from scorekeeper.play.house_rules.reads import mends_of, offered_rules
from scorekeeper.play.models import Sitting
from scorekeeper.play.opening.reads import of_this_name
from scorekeeper.spreadsheets.forms import ListForm, reading_form_of_list, who_is
from scorekeeper.spreadsheets.matching import Matching, answer_key
from scorekeeper.standings.forms import TakeBackForm
from scorekeeper.standings.models import Competition
from scorekeeper.standings.selectors.seasons import present_seasons
from scorekeeper.standings.selectors.why import signed_for
from scorekeeper.standings.standing import file_of_standing

USUAL_SERIES = 3


class WhoIsForm(forms.Form):
    """Who is meant by the names of a list that are much like somebody's."""

    def __init__(self, matching: Matching) -> None:
        super().__init__()
        for found in matching.asked:
            self.fields[answer_key(found.name)] = who_is(found)


class LeagueForm(ActForm):
    """A team league for one of the club's seasons of the game that teams play, which has none yet."""

    asks = services.LeaguePlan

    name = forms.CharField(label=pgettext_lazy("field", "Name"), max_length=LONGEST)
    season = forms.ChoiceField(label=gettext_lazy("Season whose sheets count"), widget=Boxes(1))
    series = forms.TypedChoiceField(label=gettext_lazy("Series of a match day"), coerce=int, widget=Boxes(4))
    rules = forms.ChoiceField(label=gettext_lazy("House rules of its tables"), widget=Boxes(1, folds=True))

    def __init__(self, data: Mapping[str, Any] | None, *, club: Club, seasons: Iterable[Competition]) -> None:
        self.club, self.offered = club, offered_rules(club, services.team_game())
        seasons = list(seasons)
        initial = {
            "name": pgettext("heading", "Team league"),
            "season": next((str(season.pk) for season in present_seasons(club, seasons, timezone.now())), ""),
            "series": str(USUAL_SERIES),
            "rules": self.offered.first,
        }
        super().__init__(data, initial=initial)
        offer_choices(self, "season", [(str(season.pk), season.name) for season in seasons])
        offer_choices(self, "series", [(str(number), str(number)) for number in range(1, MOST_SERIES + 1)])
        offer_in(self.fields["rules"], self.offered)

    @property
    def mends(self) -> Mends:
        """Where rules are mended that cannot be played."""
        chosen = self.offered.sets.get(self.cleaned_data.get("rules", ""))
        return mends_of(self.club, chosen.house_version if chosen else None)

    def answers(self) -> dict[str, Any]:
        sent = self.cleaned_data
        chosen = self.offered.sets[sent["rules"]]
        return {**super().answers(), "rules": chosen.rules, "rules_name": chosen.name}


class TeamForm(ActForm):
    """What a team is called."""

    asks = services.TeamName

    name = forms.CharField(label=gettext_lazy("Name of the team"), max_length=LONGEST)


class MemberForm(ActForm):
    """Somebody of the book or a guest by name, and what they are in the team. A name that one person of the book has is
    that person's."""

    asks = services.TeamJoining

    player = forms.ChoiceField(label=gettext_lazy("Somebody known to the club"), required=False, widget=PersonSelect)
    name = forms.CharField(
        label=gettext_lazy("Or a new name"),
        required=False,
        max_length=LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    role = forms.ChoiceField(label=pgettext_lazy("field", "Plays as"), choices=TeamMember.Role.choices, widget=Boxes(3))

    def __init__(self, data: Mapping[str, Any] | None, club: Club, players: Sequence[Choice], role: str) -> None:
        super().__init__(data, initial={"role": role})
        self.club = club
        offer_choices(self, "player", [("", pgettext("choice", "choose")), *players])

    def clean(self) -> dict[str, Any]:
        sent = super().clean() or self.cleaned_data
        if sent.get("player") and sent.get("name"):
            self.add_error("name", gettext("Choose somebody known to the club or type a new name, not both."))
        return sent

    def answers(self) -> dict[str, Any]:
        chosen, sent = self.cleaned_data["player"], self.cleaned_data
        same = [] if chosen else of_this_name(self.club, sent["name"])
        if len(same) == 1:
            chosen = str(same[0].pk)
        who = {"player": UUID(chosen)} if chosen else {"name": sent["name"]}
        return {**who, "role": sent["role"]}


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
    if made := form.does(services.make_league, club=here.club, by=request.user):
        return redirect("league_teams", made.pk)
    page = {"club": here.club, "form": form, "seasons": seasons, "game": services.team_game()}
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
    if made := form.does(services.add_team, league_id=league_id, by=request.user):
        return redirect("team_detail", made.pk)
    players: dict[UUID, list[TeamMember]] = {}
    members = TeamMember.objects.filter(league=here.league, until=None).select_related("player")
    for member in members.order_by("since", "pk"):
        players.setdefault(member.team_id, []).append(member)
    teams = [(team, players.get(team.pk, [])) for team in Team.objects.filter(league=here.league)]
    if file := asked_file(request, {"teams": lambda: teams_out(here.league, teams)}, table, kind):
        return file
    page: dict[str, Any] = {"form": form, "teams": teams, "is_full": len(teams) >= services.MOST_TEAMS}
    page["taken"] = lists.lists_taken(here.league) if here.may_plan else []
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
    if form.does(services.join_team, team_id=team_id, by=request.user):
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
    if form.does(services.rename_team, team_id=team_id, by=request.user):
        return redirect("team_detail", team_id)
    return here.show("leagues/team_rename.html", status=form.status, team=team, form=form)


@require_POST
@login_required
def team_leave(request: AuthedRequest, team_id: UUID, team_member_id: UUID) -> HttpResponse:
    """Somebody is in the team no longer."""
    team = get_object_or_404(Team, pk=team_id)
    at_league(request, team.league_id)
    get_object_or_404(TeamMember, pk=team_member_id, team=team)
    services.leave_team(member_id=team_member_id, by=request.user, now=timezone.now())
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
    reading = form.read(here.league.club, lists.KIND, lists.COLUMNS) if form.is_valid() else None
    if reading is None:
        return here.show("leagues/team_list.html", status=422, form=form)
    form = ListForm.of(reading)
    answers = request.POST.dict()
    if len(reading.rows) > lists.MOST_LINES:
        form.add_error("text", _("At most {most} lines at once.").format(most=lists.MOST_LINES))
        return here.show("leagues/team_list.html", status=422, form=form)

    def act() -> None:
        shown = request.POST.get("shown", "")
        look = lists.take_teams(
            league_id=league_id, by=request.user, reading=reading, answers=answers, shown=shown, now=timezone.now()
        )
        text = ngettext("{number} person is now in a team.", "{number} people are now in teams.", len(look.joining))
        messages.success(request, text.format(number=len(look.joining)))

    if request.POST.get("take") == "1" and done(form, act):
        return redirect("league_teams", league_id)
    look = lists.teams_look(here.league, reading, answers)
    page: dict[str, Any] = {
        "form": form,
        "look": look,
        "reading": look.reading,
        "reading_form": reading_form_of_list(look.reading, lists.COLUMNS),
        "who_form": WhoIsForm(look.matching),
    }
    return here.show("leagues/team_list.html", status=422 if form.errors else 200, **page)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def league_list_back(request: AuthedRequest, league_id: UUID, entry_id: UUID) -> HttpResponse:
    """What taking a list of teams back would take out of the league, and why that is done."""
    here = at_league(request, league_id)
    require(here.may_plan)
    taken = next((entry for entry in lists.lists_taken(here.league) if entry.pk == entry_id), None)
    if taken is None:
        raise Http404
    form = TakeBackForm(request.POST if request.method == "POST" else None)

    def act() -> None:
        reason = form.cleaned_data["reason"]
        lists.take_list_back(league=here.league, entry_id=entry_id, by=request.user, reason=reason, now=timezone.now())
        messages.success(request, _("The list has been undone."))

    if request.method == "POST" and done(form, act):
        return redirect("league_teams", league_id)
    page = {"form": form, "taken": taken, "found": lists.taken_list(taken)}
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
    found = Competition.objects.running().filter(club=here.club, game=services.team_game().name, team_league=None)
    return list(found.order_by("-created_at", "-pk"))


def _free_players(here: AtLeague, team: Team) -> list[tuple[str, str]]:
    """The book without those who are in another team of the league."""
    elsewhere = TeamMember.objects.filter(league=here.league, until=None).exclude(team=team).select_related("player")
    taken = {member.player.identity for member in elsewhere}
    book = (
        Player.objects.people().filter(club=here.membership.club, retired_at=None).order_by(Alphabetical("name"), "pk")
    )
    return [(str(pk), name) for pk, name in book.values_list("pk", "name") if pk not in taken]
