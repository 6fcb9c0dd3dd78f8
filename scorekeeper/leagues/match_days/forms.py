"""What people fill in about a match day."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext, pgettext_lazy

from scorekeeper.common.doing import ActForm
from scorekeeper.common.names import LONGEST
from scorekeeper.common.widgets import Boxes, CheckBoxes
from scorekeeper.leagues.evenings.forms import USUAL_HOUR, Choice, day_field, hour_field, offer_choices
from scorekeeper.leagues.match_days.reads import Group, Teams
from scorekeeper.leagues.match_days.records import DayPlan, MatchGroups, TeamLineUp
from scorekeeper.leagues.match_days.services import FEWEST_TEAMS
from scorekeeper.leagues.models import MatchDay, Team, TeamLeague
from scorekeeper.pairing.teams import GROUP_SIZES, SIZE

A_MONTH = timedelta(weeks=4)


MOST_GROUPS = 8


class MatchDayForm(ActForm):
    """When and where the next match day is."""

    asks = DayPlan

    day = day_field()
    hour = hour_field()
    venue = forms.CharField(label=pgettext_lazy("field", "Venue"), max_length=LONGEST, required=False)
    size = forms.TypedChoiceField(
        label=_("Teams in a group, if possible"),
        choices=[(size, str(size)) for size in GROUP_SIZES],
        coerce=int,
        widget=Boxes(2),
        help_text=_("With five teams each series gives 4, 3, 2, 1 and 0 points; with four, 3, 2, 1 and 0."),
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

    asks = MatchGroups

    def __init__(self, data: Mapping[str, Any] | None, *, day: MatchDay, teams: Teams, league: Sequence[Team]) -> None:
        self.zone, self.day, self.league = ZoneInfo(day.club.time_zone), day, league
        self.numbers = range(1, max(len(teams.groups), min(len(league) // FEWEST_TEAMS, MOST_GROUPS)) + 1)
        super().__init__(data)
        there = {line.team.pk: group.number for group in teams.groups for line in group.lines}
        choices = [("", pgettext("choice", "no match")), *((str(number), str(number)) for number in self.numbers)]
        for team in league:
            self.fields[f"team-{team.pk}"] = forms.ChoiceField(
                label=team.name, choices=choices, required=False, initial=str(there.get(team.pk, ""))
            )
        for number in self.numbers:
            self._ask_where(number, next((group for group in teams.groups if group.number == number), None))

    def _ask_where(self, number: int, group: Group | None) -> None:
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

    asks = TeamLineUp

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
