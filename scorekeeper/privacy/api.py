"""The door of programs to how long a club keeps names, and to a file of all that is held about the caller."""

from typing import Any
from uuid import UUID

from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.clubs.api import ByAnybody, ClubView
from scorekeeper.clubs.models import Club
from scorekeeper.common.api import READ_REFUSALS, Act
from scorekeeper.jobs.api import JobBody, job_body
from scorekeeper.privacy import services
from scorekeeper.privacy.policies import can_clean_up
from scorekeeper.privacy.selectors import retention_of


class RetentionView(ClubView):
    """What the views of the names that a club keeps share."""

    rights = {"GET": can_clean_up, "POST": can_clean_up}
    club: Club

    def place(self, _request: Request, club: UUID) -> dict[str, Any]:
        """Raises ObjectDoesNotExist (404): nothing to the caller, or nobody's club."""
        here = self.enter(club)
        if here.club.is_private:
            raise Club.DoesNotExist
        self.club = here.club
        return {"club": here.club, "by": here.user}

    def shown(self, _done: object = None) -> services.RetentionBody:
        """How it is now."""
        found = retention_of(self.club, timezone.now())
        told = found.announced
        announced = services.AnnouncedBody(day=told.day, people=[player.pk for player in told.people]) if told else None
        return services.RetentionBody(
            years=found.years,
            is_automatic=found.is_automatic,
            announced=announced,
            since=found.since,
            people=[
                services.OldNameBody(player=player.pk, name=player.name, last=last) for player, last in found.people
            ],
            phones=found.phones,
        )


class ClubRetention(RetentionView):
    """How long a club keeps names."""

    @extend_schema(operation_id="retention", responses={200: services.RetentionBody, **READ_REFUSALS})
    def get(self, request: Request, club: UUID) -> Response:
        """Read how long a club keeps names.

        An owner reads what is chosen, what is announced, and whose names a clean-up would remove today.
        """
        self.place(request, club=club)
        return Response(self.shown().model_dump())


retention_choose = Act(
    operation="retention_choose",
    summary="Choose how long a club keeps names",
    about="An owner chooses. No name goes at once; what was announced by other settings is not done.",
    asks=services.RetentionChoice,
    does=services.keep_names,
    gives=services.RetentionBody,
).at(RetentionView)
retention_put_off = Act(
    operation="retention_put_off",
    summary="Put off the clean-up that was announced",
    about="An owner puts it off for 90 days; it is announced anew then. Where nothing is announced nothing changes.",
    does=services.put_off,
    gives=services.RetentionBody,
).at(RetentionView)
names_clean = Act(
    operation="names_clean",
    summary="Remove old names from a club",
    about="An owner has the names of people removed who no longer play; they are called by a number from then on, no "
    "total changes, and it can’t be undone. The work goes on in the background. The same key is the same job.",
    asks=services.CleanUpWish,
    does=services.ask_to_clean_up,
    gives=JobBody,
    shown=job_body,
    status=202,
    is_keyed=True,
).at(RetentionView)
own_data = Act(
    operation="own_data",
    summary="Have a file of all that is held about you",
    about="A ZIP with each table as JSON and as CSV is made in the background; the job has the file. The same key is "
    "the same job.",
    does=services.ask_for_own_data,
    gives=JobBody,
    shown=job_body,
    status=202,
    is_keyed=True,
).at(ByAnybody)


urlpatterns = [
    path("clubs/<uuid:club>/retention", ClubRetention.as_view()),
    path("clubs/<uuid:club>/retention/choose", retention_choose),
    path("clubs/<uuid:club>/retention/put-off", retention_put_off),
    path("clubs/<uuid:club>/retention/clean-up", names_clean),
    path("me/data", own_data),
]
