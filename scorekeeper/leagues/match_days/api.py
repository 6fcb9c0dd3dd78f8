"""The door of programs to the match days of a team league."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.common.api import READ_REFUSALS, Act
from scorekeeper.leagues.evenings.api import EveningView
from scorekeeper.leagues.match_days import services
from scorekeeper.leagues.match_days.reads import plan_of, teams_of
from scorekeeper.leagues.models import MatchDay, Series
from scorekeeper.leagues.policies import can_plan, can_run
from scorekeeper.leagues.teams.api import AtLeague
from scorekeeper.leagues.teams.reads import matches_of


class MatchDayDetail(EveningView):
    """One match day."""

    @extend_schema(operation_id="match_day", responses={200: services.MatchDayBody, **READ_REFUSALS})
    def get(self, _request: Request, day: UUID) -> Response:
        """Read a match day.

        Shows who meets whom, who plays, where everybody sits in the series that can be opened next, and what the series
        have brought.
        """
        self.enter(MatchDay.objects.values_list("club", flat=True).get(pk=day))
        return Response(day_body(day).model_dump())


class AtDay(EveningView):
    """Acts on a match day; of directors, unless `rights` say otherwise."""

    rights = {"POST": can_plan}

    def place(self, _request: Request, day: UUID) -> dict[str, Any]:
        self.enter(MatchDay.objects.values_list("club", flat=True).get(pk=day))
        return {"day_id": day, "by": self.membership.user}


def day_body(pk: UUID) -> services.MatchDayBody:
    """A match day as it stands."""
    day = MatchDay.objects.select_related("evening", "league__season").get(pk=pk)
    teams = teams_of(day)
    plans = []
    for group in teams.courses if not day.evening.is_closed else []:
        number = teams.opened_by(group) + 1
        if number <= day.league.series:
            plan = plan_of(teams, number, group)
            plans.append(
                services.SeriesPlanBody(
                    number=number,
                    group=group,
                    hash=plan.hash,
                    tables=tuple(services.PlannedTableBody.of(table) for table in plan.tables),
                    out=tuple(services.PlannedSeatBody.of(seat) for seat in plan.out),
                )
            )
    return services.MatchDayBody(
        id=day.pk,
        league=day.league_id,
        evening=day.evening_id,
        number=day.number,
        groups=[
            services.MatchGroupBody(
                number=group.number,
                venue=group.venue,
                starts_at=group.starts_at,
                teams=[
                    services.LineUpBody(
                        team=line.team.pk, name=line.team.name, players=[player.pk for player in line.players]
                    )
                    for line in group.lines
                ],
            )
            for group in teams.groups
        ],
        free=[team.pk for team in teams.free],
        next=plans,
        matches=[services.GroupMatchBody.of(match) for match in matches_of(day.league, day)],
    )


def _shown(day: MatchDay) -> services.MatchDayBody:
    return day_body(day.pk)


def _opened(series: Series) -> services.OpenedSeriesBody:
    sittings = series.draw.tables.order_by("number").values_list("sitting", flat=True)
    return services.OpenedSeriesBody(number=series.number, sittings=list(sittings))


day_plan = Act(
    operation="match_day_plan",
    summary="Plan the next match day",
    about="A director plans the next match day: an evening of the club, the teams in groups, and line-ups to begin "
    "with. Sent again with the same number it is the same day.",
    asks=services.DayPlan,
    does=services.plan_match_day,
    gives=services.MatchDayBody,
    shown=_shown,
    status=201,
).at(AtLeague)
groups_draw = Act(
    operation="match_day_groups_draw",
    summary="Draw again who meets whom",
    about="A director draws the groups again from the teams that the league has now, until tables are open. "
    "Line-ups stay.",
    does=services.draw_groups,
    gives=services.MatchDayBody,
    shown=_shown,
).at(AtDay)
groups_set = Act(
    operation="match_day_groups_set",
    summary="Write down who meets whom",
    about="A director says who meets whom, where and when, until tables are open. Line-ups stay.",
    asks=services.MatchGroups,
    does=services.set_groups,
    gives=services.MatchDayBody,
    shown=_shown,
).at(AtDay)
line_up_set = Act(
    operation="match_day_line_up",
    summary="Say who plays for a team",
    about="A scorer says who plays for a team from the next series on. Who has played keeps the slot.",
    asks=services.TeamLineUp,
    does=services.set_line_up,
    gives=services.MatchDayBody,
    shown=_shown,
).at(AtDay, rights={"POST": can_run})
series_open = Act(
    operation="match_day_series_open",
    summary="Open the tables of the next series",
    about="A scorer opens every table of a series as it was read; where a line-up is another one by now, it is a "
    "conflict. Sent twice, the tables are opened once.",
    asks=services.SeriesOpening,
    does=services.open_series,
    gives=services.OpenedSeriesBody,
    shown=_opened,
).at(AtDay, rights={"POST": can_run})
