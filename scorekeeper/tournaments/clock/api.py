"""The door of programs to the clock of a tournament and to the calls for its director."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.common.api import READ_REFUSALS, Act
from scorekeeper.common.errors import require
from scorekeeper.tournaments.api import AtTable, AtTournament, TournamentView
from scorekeeper.tournaments.clock import services
from scorekeeper.tournaments.clock.reads import Longer, open_calls, time_of
from scorekeeper.tournaments.models import Clock, DirectorCall, RoundTable, Tournament
from scorekeeper.tournaments.policies import can_desk


class TournamentClock(TournamentView):
    """The clock."""

    @extend_schema(operation_id="clock", responses={200: services.ClockBody, **READ_REFUSALS})
    def get(self, request: Request, tournament: UUID) -> Response:
        """Read the clock.

        Reads the clock of a tournament, for the people who work at its desk; 404 if it was never set.
        """
        found, here = self.tournament(request, tournament)
        require(can_desk(here.role))
        return Response(_clock(found).model_dump())


class TournamentCalls(TournamentView):
    """Who waits."""

    @extend_schema(operation_id="director_calls", responses={200: services.CallsBody, **READ_REFUSALS})
    def get(self, request: Request, tournament: UUID) -> Response:
        """List calls for the director.

        Lists the tables that wait for the director, for the people who work at the desk.
        """
        found, here = self.tournament(request, tournament)
        require(can_desk(here.role))
        calls = [services.CallBody.of(call) for call in open_calls(found)]
        return Response(services.CallsBody(calls=calls).model_dump())


class AtClock(AtTournament):
    """Acts on the clock of a tournament."""

    rights = {"POST": can_desk}

    def shown(self, _clock_now: Clock) -> services.ClockBody:
        return _clock(self.found)


class OnCall(TournamentView):
    """Acts on a call for the director."""

    def place(self, request: Request, call: UUID) -> dict[str, Any]:
        named = DirectorCall.objects.values_list("table__round__stage__tournament", flat=True).get(pk=call)
        self.tournament(request, named)
        return {"call_id": call, "by": self.user(request)}


def _clock(tournament: Tournament) -> services.ClockBody:
    """What the clock says now. Raises Clock.DoesNotExist (404): it was never set."""
    time = time_of(tournament, timezone.now())
    if time is None:
        raise Clock.DoesNotExist
    return services.ClockBody.of(time)


def _longer(table: RoundTable) -> services.LongerBody:
    clock = Clock.objects.filter(tournament=table.round.stage.tournament_id).first()
    ends_at = clock.ends_at(table.extra_seconds) if clock else None
    return services.LongerBody.of(Longer(table, table.extra_seconds, ends_at))


clock_set = Act(
    operation="clock_set",
    summary="Set the clock",
    about="A scorer sets the clock; it does not run until it is started.",
    asks=services.ClockLength,
    does=services.set_clock,
    gives=services.ClockBody,
).at(AtClock)
clock_start = Act(
    operation="clock_start",
    summary="Start the clock",
    about="A scorer starts the clock; a running clock goes on as it was.",
    does=services.start_clock,
    gives=services.ClockBody,
).at(AtClock)
clock_stop = Act(
    operation="clock_stop",
    summary="Stop the clock",
    about="A scorer stops the clock and keeps the time that is left.",
    does=services.stop_clock,
    gives=services.ClockBody,
).at(AtClock)
clock_add = Act(
    operation="clock_add",
    summary="Add time to the clock",
    about="A scorer gives all tables more time, or less. The same key adds the time once.",
    asks=services.MoreTime,
    does=services.give_time,
    gives=services.ClockBody,
    is_keyed=True,
).at(AtClock)
table_time = Act(
    operation="table_time",
    summary="Give a table extra time",
    about="A scorer says how much longer than the others a table may play.",
    asks=services.TableTime,
    does=services.give_table_time,
    gives=services.LongerBody,
    shown=_longer,
).at(AtTable, rights={"POST": can_desk})
table_call = Act(
    operation="table_call",
    summary="Call the director to a table",
    about="A player of a table, or the desk in their place, calls the director. While a call waits, a second call is "
    "the same call.",
    asks=services.CallWords,
    does=services.call_director,
    gives=services.CallBody,
).at(AtTable, shown_while_held=True)
call_answer = Act(
    operation="director_call_answer",
    summary="Answer a call for the director",
    about="A scorer answers that somebody of the desk has come. A repeated answer changes nothing.",
    does=services.answer_call,
    gives=services.CallBody,
).at(OnCall)
