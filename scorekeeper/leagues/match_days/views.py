"""A match day of a team league: who meets whom, who plays, where they sit, and how it came out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_club
from scorekeeper.common.doing import ActForm, NotDone, not_done
from scorekeeper.common.errors import require
from scorekeeper.common.names import LONGEST
from scorekeeper.common.tables.serving import asked_file
from scorekeeper.common.tables.values import Table
from scorekeeper.common.texts import isolated, ordinal
from scorekeeper.common.widgets import Boxes, CheckBoxes
from scorekeeper.draws.drawn import report_of
from scorekeeper.leagues.evenings.forms import USUAL_HOUR, Choice, day_field, hour_field, offer_choices
from scorekeeper.leagues.evenings.here import Here
from scorekeeper.leagues.evenings.reads import Round, rounds_of, sittings_of
from scorekeeper.leagues.match_days import reads, services
from scorekeeper.leagues.models import GroupTeam, MatchDay, Series, Team, TeamLeague
from scorekeeper.leagues.seasons.reads import will_count
from scorekeeper.leagues.teams.reads import Match, boards_out, day_out, group_out, match_table, matches_of
from scorekeeper.leagues.teams.views import at_league
from scorekeeper.pairing.teams import GROUP_SIZES, SIZE

A_MONTH = timedelta(weeks=4)


MOST_GROUPS = 8


class MatchDayForm(ActForm):
    """When and where the next match day is."""

    asks = services.DayPlan

    day = day_field()
    hour = hour_field()
    venue = forms.CharField(label=pgettext_lazy("field", "Venue"), max_length=LONGEST, required=False)
    size = forms.TypedChoiceField(
        label=gettext_lazy("Teams in a group, if possible"),
        choices=[(size, str(size)) for size in GROUP_SIZES],
        coerce=int,
        widget=Boxes(2),
        help_text=gettext_lazy("With five teams each series gives 4, 3, 2, 1 and 0 points; with four, 3, 2, 1 and 0."),
    )
    number = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=99)

    def __init__(self, data: Mapping[str, Any] | None, *, league: TeamLeague, now: datetime) -> None:
        self.zone = ZoneInfo(league.club.time_zone)
        last = MatchDay.objects.filter(league=league).select_related("evening").order_by("number").last()
        initial = {
            "day": self._next(last, now),
            "hour": last.evening.starts_at.astimezone(self.zone).time() if last else USUAL_HOUR,
            "venue": last.evening.venue if last else "",
            "size": last.size if last else SIZE,
            "number": last.number + 1 if last else 1,
        }
        super().__init__(data, initial=initial)

    def answers(self) -> dict[str, Any]:
        sent = self.cleaned_data
        return {**super().answers(), "starts_at": datetime.combine(sent["day"], sent["hour"], self.zone)}

    def _next(self, last: MatchDay | None, now: datetime) -> date:
        """Four weeks after the last one, or the next Saturday."""
        today = now.astimezone(self.zone).date()
        if last and (later := (last.evening.starts_at.astimezone(self.zone) + A_MONTH).date()) >= today:
            return later
        return today + timedelta(days=(5 - today.weekday()) % 7)


class GroupsForm(ActForm):
    """Who meets whom on a match day, and where and when each group plays, as a secretary writes it down."""

    asks = services.MatchGroups

    def __init__(
        self, data: Mapping[str, Any] | None, *, day: MatchDay, teams: reads.Teams, league: Sequence[Team]
    ) -> None:
        self.zone, self.day, self.league = ZoneInfo(day.club.time_zone), day, league
        self.numbers = range(1, max(len(teams.groups), min(len(league) // services.FEWEST_TEAMS, MOST_GROUPS)) + 1)
        super().__init__(data)
        there = {line.team.pk: group.number for group in teams.groups for line in group.lines}
        choices = [("", pgettext("choice", "no match")), *((str(number), str(number)) for number in self.numbers)]
        for team in league:
            self.fields[f"team-{team.pk}"] = forms.ChoiceField(
                label=team.name, choices=choices, required=False, initial=str(there.get(team.pk, ""))
            )
        for number in self.numbers:
            self._ask_where(number, next((group for group in teams.groups if group.number == number), None))

    def _ask_where(self, number: int, group: reads.Group | None) -> None:
        starts_at = ((group and group.starts_at) or self.day.evening.starts_at).astimezone(self.zone)
        self.fields[f"venue-{number}"] = forms.CharField(
            label=pgettext("field", "Venue"),
            max_length=LONGEST,
            required=False,
            initial=(group and group.venue) or self.day.evening.venue,
        )
        self.fields[f"day-{number}"] = day_field(starts_at.date())
        self.fields[f"hour-{number}"] = hour_field(starts_at.time())

    @property
    def of_teams(self) -> list[forms.BoundField]:
        """In which group each team is."""
        return [self[f"team-{team.pk}"] for team in self.league]

    @property
    def of_groups(self) -> list[tuple[int, list[forms.BoundField]]]:
        """Where and when each group plays."""
        return [(number, [self[f"{name}-{number}"] for name in ("venue", "day", "hour")]) for number in self.numbers]

    def answers(self) -> dict[str, Any]:
        """What was filled in; groups without a team are left out."""
        sent, teams = self.cleaned_data, dict[int, list[UUID]]()
        for team in self.league:
            if number := sent[f"team-{team.pk}"]:
                teams.setdefault(int(number), []).append(team.pk)
        groups = [
            {
                "teams": teams[number],
                "venue": sent[f"venue-{number}"],
                "starts_at": datetime.combine(sent[f"day-{number}"], sent[f"hour-{number}"], self.zone),
            }
            for number in sorted(teams)
        ]
        return {"groups": groups}


class LineUpForm(ActForm):
    """Who of this team plays from the next series on."""

    asks = services.TeamLineUp

    players = forms.MultipleChoiceField(
        label=pgettext_lazy("field", "Who plays"), required=False, widget=CheckBoxes(2, people=True)
    )

    def __init__(
        self, data: Mapping[str, Any] | None, team: Team, players: Sequence[Choice], chosen: Iterable[UUID]
    ) -> None:
        self.team = team
        super().__init__(data, initial={"players": [str(pk) for pk in chosen]})
        offer_choices(self, "players", players)

    def answers(self) -> dict[str, Any]:
        return {**super().answers(), "team": self.team.pk}


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def match_day_new(request: AuthedRequest, league_id: UUID) -> HttpResponse:
    """Plan the next match day."""
    here = at_league(request, league_id)
    require(here.may_plan)
    now = timezone.now()
    form = MatchDayForm(request.POST if request.method == "POST" else None, league=here.league, now=now)
    if made := form.does(services.plan_match_day, league_id=league_id, by=request.user):
        return redirect("match_day", made.pk)
    teams = Team.objects.filter(league=here.league).count()
    return here.show("leagues/match_day_form.html", status=form.status, form=form, teams=teams)


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
    return _then(here, not_done(lambda: services.draw_groups(day_id=day_id, by=request.user)))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def match_day_line_up(request: AuthedRequest, day_id: UUID, team_id: UUID) -> HttpResponse:
    """Who of a team plays from the next series on."""
    here = at_day(request, day_id)
    require(here.here.may_run)
    row = get_object_or_404(
        GroupTeam.objects.select_related("team", "group"), day=here.day, team=team_id, group__isnull=False
    )
    members = reads.members_of(row.team)
    names = [
        (str(member.player.identity), f"{isolated(member.player.name)} ({member.get_role_display()})")
        for member in members
    ]
    line = next(line for line in reads.teams_of(here.day).lines if line.team == row.team)
    chosen = [player.pk for player in line.players]
    form = LineUpForm(request.POST if request.method == "POST" else None, row.team, names, chosen)
    if form.does(services.set_line_up, day_id=day_id, by=request.user):
        return redirect("match_day", day_id)
    page: dict[str, Any] = {"team": row.team, "form": form, "members": members, "next": _next_of(here.day, row)}
    return here.show("leagues/match_day_line_up.html", status=form.status, **page)


def _next_of(day: MatchDay, row: GroupTeam) -> int | None:
    """Which series is next for a team; None where all of its are open."""
    group = row.group.number if row.group and reads.teams_of(day).is_apart else None
    return reads.next_series(day, group)


@require_POST
@login_required
def match_day_open(request: AuthedRequest, day_id: UUID) -> HttpResponse:
    """Open every table of the next series."""
    here = at_day(request, day_id)
    series, group = _sent_number(request, "series"), _sent_number(request, "group")
    sent = {"number": series, "seen": request.POST.get("seen", ""), "group": group or None}
    problem = not_done(
        lambda: services.open_series(
            services.SeriesOpening.read(sent), day_id=day_id, by=request.user, now=timezone.now()
        )
    )
    return _then(here, problem)


def _sent_number(request: AuthedRequest, name: str) -> int:
    """A small number of a form; 0 where it has none."""
    text = request.POST.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 3 else 0


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def match_day_groups_edit(request: AuthedRequest, day_id: UUID) -> HttpResponse:
    """Write down who meets whom, where and when."""
    here = at_day(request, day_id)
    require(here.here.may_plan)
    league = list(Team.objects.filter(league=here.day.league))
    sent = request.POST if request.method == "POST" else None
    form = GroupsForm(sent, day=here.day, teams=reads.teams_of(here.day), league=league)
    if form.does(services.set_groups, day_id=day_id, by=request.user):
        return redirect("match_day", day_id)
    return here.show("leagues/match_day_groups.html", status=form.status, form=form)


@require_safe
@login_required
def match_day_group(request: AuthedRequest, day_id: UUID, number: int, table: str = "", kind: str = "") -> HttpResponse:
    """How a match day came out in one group, on screen and on paper."""
    here = at_day(request, day_id)
    group = next((found_group for found_group in reads.teams_of(here.day).groups if found_group.number == number), None)
    if group is None:
        raise Http404
    matches = [match for match in matches_of(here.day.league, here.day) if match.group == number]
    files = {
        "day": lambda: group_out(here.day, group, matches),
        "boards": lambda: boards_out(here.day, group, matches),
    }
    if file := asked_file(request, files, table, kind, prints=True):
        return file
    return here.show(
        "leagues/match_day_group.html",
        group=group,
        sums=group_out(here.day, group, matches) if matches else None,
        boards=boards_out(here.day, group, matches),
        is_official=all(match.is_official for match in matches),
        now=timezone.now(),
    )


@require_safe
@login_required
def match_day_print(request: AuthedRequest, day_id: UUID) -> HttpResponse:
    """The seats of every series on paper: those that are open as they are, the others by the line-ups of now."""
    here = at_day(request, day_id)
    teams = reads.teams_of(here.day)
    page: dict[str, Any] = {
        "plans": [_written(_whole_plan(teams, number), teams) for number in range(1, here.day.league.series + 1)],
        "groups": teams.groups,
        "now": timezone.now(),
        "back": reverse("match_day", args=[day_id]),
    }
    return here.show("leagues/match_day_print.html", **page)


def _whole_plan(teams: reads.Teams, number: int) -> reads.SeriesPlan:
    """A series of all groups: as it is open, else by the line-ups of now."""
    opened = next((plan for plan in teams.opened if plan.number == number), reads.SeriesPlan(number, (), ()))
    tables, out = list(opened.tables), list(opened.out)
    for group in teams.courses:
        if not opened.tables or (group and not opened.has(group)):
            plan = reads.plan_of(teams, number, group)
            tables, out = [*tables, *plan.tables], [*out, *plan.out]
    return reads.SeriesPlan(number, tuple(tables), tuple(out))


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
    teams = reads.teams_of(day)
    courses = [] if evening.is_closed else [_course(day, teams, group) for group in teams.courses]
    sittings = [] if evening.is_planned else sittings_of(evening)
    matches = matches_of(day.league, day)
    rounds = rounds_of(evening, sittings, here.here.request.user) if sittings else []
    page: dict[str, Any] = {
        "teams": teams,
        "courses": [course for course in courses if course],
        "counts_for": will_count(evening, day.league.season.game, [day.league.season_id]),
        "rounds": list(_rounds(day, rounds, matches)),
        "awaiting": [sitting for sitting in sittings if sitting.awaits_acceptance],
        "reasons": list(_reasons(day, teams)) if len(teams.groups) > 1 or teams.free else [],
    }
    return here.show("leagues/match_day.html", problem, **page)


@dataclass(frozen=True, slots=True)
class Written:
    """The tables of a series as the templates write them: by group."""

    plan: reads.SeriesPlan
    groups: Sequence[tuple[reads.Group, Sequence[reads.PlannedTable]]]

    @property
    def has_fourth_seat(self) -> bool:
        """Whether four sit at a table of it."""
        return any(len(table.seats) > 3 for table in self.plan.tables)


def _written(plan: reads.SeriesPlan, teams: reads.Teams) -> Written:
    there = [group for group in teams.groups if plan.has(group.number)]
    return Written(plan, [(group, [table for table in plan.tables if table.group == group.number]) for group in there])


@dataclass(frozen=True, slots=True)
class Course:
    """What is opened next: the series of this number of all groups, or of one that plays apart."""

    number: int
    plan: Written
    group: reads.Group | None = None


def _course(day: MatchDay, teams: reads.Teams, number: int | None) -> Course | None:
    """None where all series are open."""
    series = teams.opened_by(number) + 1
    if series > day.league.series:
        return None
    group = next((found_group for found_group in teams.groups if found_group.number == number), None)
    return Course(series, _written(reads.plan_of(teams, series, number), teams), group)


@dataclass(frozen=True, slots=True)
class Opened:
    """A series whose tables are open, of all groups or of one, with what it has brought."""

    series: Series
    round: Round
    matches: Sequence[Table]

    @property
    def anchor(self) -> str:
        group = f"-{self.series.group.number}" if self.series.group else ""
        return f"series-{self.series.number}{group}"


def _rounds(day: MatchDay, rounds: Iterable[Round], matches: Sequence[Match]) -> Iterator[Opened]:
    """The newest first."""
    by_draw = {
        drawn_series.draw.number: drawn_series
        for drawn_series in Series.objects.filter(day=day).select_related("draw", "group")
    }
    for round_ in rounds:
        if series := by_draw.get(round_.number):
            group = series.group.number if series.group else None
            mine = [each for each in matches if each.number == series.number and group in {None, each.group}]
            yield Opened(series, round_, [match_table(match) for match in mine])


def _reasons(day: MatchDay, teams: reads.Teams) -> Iterable[str]:
    """What the draw of the groups could not avoid, in sentences; that nobody has drawn them."""
    report = report_of(day.report)
    if report.by_hand:
        yield _("The groups were set by hand, not drawn.")
    names = {str(team.pk): isolated(team.name) for team in (*(line.team for line in teams.lines), *teams.free)}
    words = {
        "met": _("{first} and {second} meet for the {nth} time."),
        "small": _("{first} is in a smaller group for the {nth} time."),
        "bye": _("{first} has no match for the {nth} time."),
    }
    for asked in report.asked_at_tables(for_desk=True):
        first, second = (names.get(asked.players[place], pgettext("in a line", "a team")) for place in (0, -1))
        yield words[asked.kind].format(first=first, second=second, nth=ordinal(asked.times))
