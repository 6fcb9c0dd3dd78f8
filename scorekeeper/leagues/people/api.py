"""The door of programs to who comes to an evening."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.common.api import READ_REFUSALS, Act
from scorekeeper.leagues.evenings.api import AtEvening, EveningView
from scorekeeper.leagues.evenings.reads import people_of
from scorekeeper.leagues.models import Attendance
from scorekeeper.leagues.people import services


class EveningPeople(EveningView):
    """Who comes."""

    @extend_schema(operation_id="evening_people", responses={200: services.EveningPeopleBody, **READ_REFUSALS})
    def get(self, _request: Request, evening: UUID) -> Response:
        """List who comes to an evening.

        Lists everybody who signed up, is here, has gone home or does not come.
        """
        groups = people_of(self.evening(evening)).values()
        page = services.EveningPeopleBody(
            people=[services.AttendanceBody.of(attendance) for group in groups for attendance in group]
        )
        return Response(page.model_dump())


class OnTheList(AtEvening):
    """Acts that change a line of the list."""

    def shown(self, attendance: Attendance) -> services.AttendanceBody:  # type: ignore[override]  # another answer than an evening
        return services.AttendanceBody.of(attendance)


evening_sign_up = Act(
    operation="evening_sign_up",
    summary="Sign up for an evening",
    about="A member says that they come, and for which game, or that they do not. Who is here already is not signed "
    "off.",
    asks=services.EveningSignUp,
    does=services.sign_up,
    gives=services.AttendanceBody,
).at(OnTheList, rights={})
evening_check_in = Act(
    operation="evening_check_in",
    summary="Check somebody in",
    about="A scorer says that somebody is here: a player of the club, or a guest by name. The first one opens the "
    "doors.",
    asks=services.Arrival,
    does=services.check_in,
    gives=services.AttendanceBody,
).at(OnTheList)
evening_mark = Act(
    operation="evening_mark",
    summary="Change a line of the list of an evening",
    about="A scorer says what became of somebody on the list, and which game they come for.",
    asks=services.PresenceMark,
    does=services.mark,
    gives=services.AttendanceBody,
).at(OnTheList)
