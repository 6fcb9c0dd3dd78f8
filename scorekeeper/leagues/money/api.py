"""The door of programs to what an evening brings the club, and to who gets its report."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.clubs.models import Membership
from scorekeeper.common.api import READ_REFUSALS, Act
from scorekeeper.leagues.evenings.api import AtEvening, EveningView, InClub
from scorekeeper.leagues.models import Evening
from scorekeeper.leagues.money import services
from scorekeeper.leagues.money.reads import dues_of, seen_dues
from scorekeeper.leagues.policies import can_plan, can_run
from scorekeeper.payouts.care.reads import sight_of
from scorekeeper.payouts.policies import can_read_accounts


class EveningDues(EveningView):
    """What is due."""

    rights = {"GET": can_run}

    @extend_schema(operation_id="evening_dues", responses={200: services.DuesBody, **READ_REFUSALS})
    def get(self, _request: Request, evening: UUID) -> Response:
        """List what is due for an evening.

        Lists entry fees and money for lost games by person and unit, with what was paid and ticked off, for those who
        run the evening.
        """
        return Response(_dues(self.evening(evening), self.membership).model_dump())


class AtDues(AtEvening):
    """Acts of directors on what is due."""

    rights = {"POST": can_plan}

    def shown(self, evening: Evening) -> services.DuesBody:  # type: ignore[override]  # another answer than an evening
        return _dues(evening, self.membership)


class Reports(InClub):
    """Acts of members for themselves."""

    rights = {}

    def shown(self, wish: services.ReportsWish) -> services.ReportsBody:  # type: ignore[override]  # another answer than an evening
        return services.ReportsBody.of(wish)


def _dues(evening: Evening, here: Membership) -> services.DuesBody:
    """What this member sees of what is due."""
    sight = sight_of(here.club, here.user, reads_all=can_read_accounts(here.role))
    return services.DuesBody(
        dues=[
            services.DueBody(
                unit=owing.unit.unit,
                decimals=owing.unit.decimals,
                player=owing.player.pk,
                name=owing.player.name,
                fee=owing.fee,
                lost=owing.lost,
                paid=owing.paid,
                collected=owing.collected,
                to_tick=owing.to_tick,
            )
            for owing in seen_dues(dues_of(evening), sight).owing
        ]
    )


dues_tick = Act(
    operation="evening_dues_tick",
    summary="Tick off what somebody owes for an evening",
    about="A director ticks off what somebody gives in one unit, or takes the tick back; it is booked, or booked back, "
    "with it. The amount is the one that was read: where it is another one by now, nothing is done.",
    asks=services.DuesTick,
    does=services.collect,
    gives=services.DuesBody,
).at(AtDues)
reports_wish = Act(
    operation="evening_reports",
    summary="Get the report of each evening by mail",
    about="A member says whether they get the report of each evening of the club by mail.",
    asks=services.ReportsWish,
    does=services.read_reports,
    gives=services.ReportsBody,
).at(Reports)
