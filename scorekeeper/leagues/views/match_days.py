"""A match day of a team league: who meets whom, who plays, where they sit, and how it came out."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.contrib.humanize.templatetags.humanize import ordinal
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_club
from scorekeeper.common import refusals
from scorekeeper.common.doing import NotDone, not_done
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.tables.serving import asked_file
from scorekeeper.common.texts import isolated
from scorekeeper.leagues.forms.teams import LineUpForm, MatchDayForm
from scorekeeper.leagues.models import GroupTeam, MatchDay, Team
from scorekeeper.leagues.selectors.match_days import (
    PlannedTable,
    SeriesPlan,
    Teams,
    members_of,
    next_series,
    plan_of,
    teams_of,
)
from scorekeeper.leagues.selectors.tables import rounds_of, sittings_of
from scorekeeper.leagues.selectors.team_files import day_out, match_table
from scorekeeper.leagues.selectors.team_tables import matches_of
from scorekeeper.leagues.selectors.waiting import will_count
from scorekeeper.leagues.services.match_days import draw_groups, open_series, plan_match_day, set_line_up
from scorekeeper.leagues.views.here import Here
from scorekeeper.leagues.views.teams import at_league


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def match_day_new(request: AuthedRequest, league_id: UUID) -> HttpResponse:
    """Plan the next match day."""
    here = at_league(request, league_id)
    require(here.may_plan)
    now = timezone.now()
    form = MatchDayForm(request.POST if request.method == "POST" else None, league=here.league, now=now)
    if form.is_valid():
        try:
            made = plan_match_day(league_id=league_id, by=request.user, plan=form.plan(), now=now)
        except Refused as refused:
            refusals.show(form, refused)
        except Conflict as conflict:
            form.add_error(None, conflict.message)
        else:
            return redirect("match_day", made.pk)
    teams = Team.objects.filter(league=here.league).count()
    return here.show("leagues/match_day_form.html", status=422 if form.errors else 200, form=form, teams=teams)


@require_safe
@login_required
def match_day(request: AuthedRequest, day_id: UUID, table: str = "", kind: str = "") -> HttpResponse:
    """A match day as it stands."""
    here = at_day(request, day_id)
    if file := asked_file(
        request, {"boards": lambda: day_out(here.day, matches_of(here.day.league, here.day))}, table, kind
    ):
        return file
    return _page(here)


@require_POST
@login_required
def match_day_groups(request: AuthedRequest, day_id: UUID) -> HttpResponse:
    """Draw again who meets whom."""
    here = at_day(request, day_id)
    return _then(here, not_done(lambda: draw_groups(day_id=day_id, by=request.user)))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def match_day_line_up(request: AuthedRequest, day_id: UUID, team_id: UUID) -> HttpResponse:
    """Who of a team plays from the next series on."""
    here = at_day(request, day_id)
    require(here.here.may_run)
    row = get_object_or_404(GroupTeam.objects.select_related("team"), day=here.day, team=team_id, group__isnull=False)
    members = members_of(row.team)
    names = [(str(one.player.identity), f"{isolated(one.player.name)} ({one.get_role_display()})") for one in members]
    line = next(line for line in teams_of(here.day).lines if line.team == row.team)
    chosen = [player.pk for player in line.players]
    form = LineUpForm(request.POST if request.method == "POST" else None, names, chosen)
    if form.is_valid():
        try:
            set_line_up(day_id=day_id, team_id=team_id, by=request.user, players=form.chosen())
        except Refused as refused:
            refusals.show(form, refused)
        except Conflict as conflict:
            form.add_error(None, conflict.message)
        else:
            return redirect("match_day", day_id)
    page: dict[str, Any] = {"team": row.team, "form": form, "members": members, "next": next_series(here.day)}
    return here.show("leagues/match_day_line_up.html", status=422 if form.errors else 200, **page)


@require_POST
@login_required
def match_day_open(request: AuthedRequest, day_id: UUID) -> HttpResponse:
    """Open every table of the next series."""
    here = at_day(request, day_id)
    number, seen = request.POST.get("series", ""), request.POST.get("seen", "")
    series = int(number) if number.isdecimal() and len(number) < 3 else 0
    now = timezone.now()
    return _then(here, not_done(lambda: open_series(day_id=day_id, by=request.user, number=series, seen=seen, now=now)))


@require_safe
@login_required
def match_day_print(request: AuthedRequest, day_id: UUID) -> HttpResponse:
    """The seats of every series on paper: those that are open as they are, the others by the line-ups of now."""
    here = at_day(request, day_id)
    teams = teams_of(here.day)
    plans = {plan.number: plan for plan in teams.opened}
    for number in range(1, here.day.league.series + 1):
        plans.setdefault(number, plan_of(teams, number))
    page: dict[str, Any] = {
        "plans": [_written(plans[number]) for number in sorted(plans)],
        "groups": teams.groups,
        "now": timezone.now(),
    }
    return here.show("leagues/match_day_print.html", **page)


@dataclass(frozen=True, slots=True)
class AtDay:
    """The reader at a match day."""

    here: Here
    day: MatchDay

    def show(self, template: str, problem: NotDone | None = None, status: int = 200, **more: Any) -> HttpResponse:
        answer = self.here.show(template, problem, day=self.day, league=self.day.league, **more)
        if not problem:
            answer.status_code = status
        return answer


def at_day(request: AuthedRequest, day_id: UUID) -> AtDay:
    """Raises Http404: there is none, or it is not theirs to see."""
    days = MatchDay.objects.select_related("evening__club", "league__season")
    day = get_object_or_404(days, pk=day_id)
    return AtDay(Here(request, day.evening, enter_club(request, day.club_id)), day)


def _then(here: AtDay, problem: NotDone | None) -> HttpResponse:
    return _page(here, problem) if problem else redirect("match_day", here.day.pk)


def _page(here: AtDay, problem: NotDone | None = None) -> HttpResponse:
    day, evening = here.day, here.day.evening
    teams = teams_of(day)
    number = None if evening.is_closed else next_series(day)
    sittings = [] if evening.is_planned else sittings_of(evening)
    matches = matches_of(day.league, day)
    rounds = rounds_of(evening, sittings, here.here.request.user) if sittings else []
    page: dict[str, Any] = {
        "teams": teams,
        "number": number,
        "plan": _written(plan_of(teams, number)) if number else None,
        "counts_for": will_count(evening, day.league.season.game, [day.league.season_id]),
        "rounds": [(one, [match_table(match) for match in matches if match.number == one.number]) for one in rounds],
        "awaiting": [sitting for sitting in sittings if sitting.awaits_acceptance],
        "reasons": list(_reasons(day, teams)) if len(teams.groups) > 1 or teams.free else [],
    }
    return here.show("leagues/match_day.html", problem, **page)


@dataclass(frozen=True, slots=True)
class Written:
    """The tables of a series as the templates write them: by group."""

    plan: SeriesPlan
    groups: Sequence[tuple[int, Sequence[PlannedTable]]]


def _written(plan: SeriesPlan) -> Written:
    numbers = sorted({table.group for table in plan.tables})
    return Written(plan, [(group, [table for table in plan.tables if table.group == group]) for group in numbers])


def _reasons(day: MatchDay, teams: Teams) -> Iterable[str]:
    """What the draw of the groups could not avoid, in sentences."""
    names = {str(team.pk): isolated(team.name) for team in (*(line.team for line in teams.lines), *teams.free)}
    words = {
        "met": _("{first} and {second} meet for the {nth} time."),
        "small": _("{first} is in a smaller group for the {nth} time."),
        "bye": _("{first} has no match for the {nth} time."),
    }
    for one in day.report.get("broken", ()):
        first, second = (names.get(one["players"][place], _("a team")) for place in (0, -1))
        yield words[one["kind"]].format(first=first, second=second, nth=ordinal(one["times"]))
