"""The clock of a tournament and the calls for the director, by programs."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.common.api import READ_REFUSALS, REFUSALS, key_of
from scorekeeper.common.errors import require
from scorekeeper.tournaments.api.here import KEY, NO_BODY, TournamentView, fields
from scorekeeper.tournaments.api.round_requests import CallRequest, ClockRequest, MoreTimeRequest, TableTimeRequest
from scorekeeper.tournaments.clock.calling import answer_call, call_director
from scorekeeper.tournaments.clock.reads import open_calls, time_of
from scorekeeper.tournaments.clock.services import give_table_time, give_time, set_clock, start_clock, stop_clock
from scorekeeper.tournaments.models import Clock, DirectorCall, Tournament
from scorekeeper.tournaments.policies import can_desk

SECONDS = {"minutes": "seconds"}


class LongerBody(serializers.Serializer[Any]):
    """A table that plays longer than the others."""

    table = serializers.UUIDField()
    number = serializers.IntegerField()
    seconds = serializers.IntegerField(help_text="By how much.")
    ends_at = serializers.DateTimeField(allow_null=True)


class ClockBody(serializers.Serializer[Any]):
    """The clock of a tournament at this moment."""

    now = serializers.DateTimeField(help_text="By the server’s clock.")
    length = serializers.IntegerField(help_text="What it was set to, in seconds.")
    left = serializers.IntegerField(help_text="Seconds; less than 0 once time is up.")
    is_running = serializers.BooleanField()
    ends_at = serializers.DateTimeField(allow_null=True, help_text="Null while it stands.")
    longer = LongerBody(many=True)


class CallBody(serializers.Serializer[Any]):
    """A table has called the director."""

    id = serializers.UUIDField()
    table = serializers.UUIDField()
    round = serializers.UUIDField()
    number = serializers.IntegerField(help_text="Of the table.")
    words = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()
    answered_at = serializers.DateTimeField(allow_null=True, help_text="Null: nobody has come yet.")


class CallsBody(serializers.Serializer[Any]):
    """Who waits for the director, the longest first."""

    calls = CallBody(many=True)


TOLD = {200: ClockBody, **REFUSALS}


class ClockView(TournamentView):
    """What the views of the clock share."""

    def desk(self, request: Request, tournament: UUID) -> Tournament:
        """The tournament, for who works at its desk."""
        found, here = self.tournament(request, tournament)
        require(can_desk(here.role))
        return found

    def clock(self, found: Tournament) -> Response:
        """What the clock says now. Raises Clock.DoesNotExist (404): it was never set."""
        now = timezone.now()
        time = time_of(found, now)
        if time is None:
            raise Clock.DoesNotExist
        longer = [
            {"table": one.table.pk, "number": one.table.number, "seconds": one.seconds, "ends_at": one.ends_at}
            for one in time.longer
        ]
        told = {"left": time.left, "length": time.length, "is_running": time.is_running, "ends_at": time.ends_at}
        return Response({"now": now, **told, "longer": longer})


class TournamentClock(ClockView):
    """The clock."""

    shown_while_held = True

    @extend_schema(operation_id="clock", responses={200: ClockBody, **READ_REFUSALS})
    def get(self, request: Request, tournament: UUID) -> Response:
        """Read the clock.

        Reads the clock of a tournament, for the people who work at its desk; 404 if it was never set.
        """
        return self.clock(self.desk(request, tournament))


class ClockSet(ClockView):
    """Setting it."""

    @extend_schema(operation_id="clock_set", request=ClockRequest, responses=TOLD)
    def post(self, request: Request, tournament: UUID) -> Response:
        """Set the clock.

        A scorer sets the clock; it does not run until it is started.
        """
        found = self.desk(request, tournament)
        seconds = self.body(ClockRequest, request)["seconds"]
        set_clock(tournament_id=tournament, by=self.user(request), seconds=seconds)
        return self.clock(found)


class ClockStart(ClockView):
    """Letting it run."""

    @extend_schema(operation_id="clock_start", request=None, responses={200: ClockBody, **NO_BODY})
    def post(self, request: Request, tournament: UUID) -> Response:
        """Start the clock.

        A scorer starts the clock; a running clock goes on as it was.
        """
        found = self.desk(request, tournament)
        start_clock(tournament_id=tournament, by=self.user(request), now=timezone.now())
        return self.clock(found)


class ClockStop(ClockView):
    """Stopping it."""

    @extend_schema(operation_id="clock_stop", request=None, responses={200: ClockBody, **NO_BODY})
    def post(self, request: Request, tournament: UUID) -> Response:
        """Stop the clock.

        A scorer stops the clock and keeps the time that is left.
        """
        found = self.desk(request, tournament)
        stop_clock(tournament_id=tournament, by=self.user(request), now=timezone.now())
        return self.clock(found)


class ClockAdd(ClockView):
    """More time."""

    @extend_schema(operation_id="clock_add", parameters=[KEY], request=MoreTimeRequest, responses=TOLD)
    def post(self, request: Request, tournament: UUID) -> Response:
        """Add time to the clock.

        A scorer gives all tables more time, or less. The same key adds the time once.
        """
        found = self.desk(request, tournament)
        seconds, key = self.body(MoreTimeRequest, request)["seconds"], key_of(request)
        with fields(SECONDS):
            give_time(tournament_id=tournament, by=self.user(request), seconds=seconds, now=timezone.now(), key=key)
        return self.clock(found)


class TableTime(TournamentView):
    """More time for one table."""

    rights = {"POST": can_desk}

    @extend_schema(operation_id="table_time", request=TableTimeRequest, responses={200: LongerBody, **REFUSALS})
    def post(self, request: Request, table: UUID) -> Response:
        """Give a table extra time.

        A scorer says how much longer than the others a table may play.
        """
        found = self.table(request, table)
        seconds = self.body(TableTimeRequest, request)["seconds"]
        done = give_table_time(table_id=table, by=self.user(request), seconds=seconds)
        clock = Clock.objects.filter(tournament=found.round.stage.tournament_id).first()
        ends_at = clock.ends_at(done.extra_seconds) if clock else None
        return Response({"table": done.pk, "number": done.number, "seconds": done.extra_seconds, "ends_at": ends_at})


class TableCall(TournamentView):
    """Calling the director."""

    shown_while_held = True

    @extend_schema(operation_id="table_call", request=CallRequest, responses={200: CallBody, **REFUSALS})
    def post(self, request: Request, table: UUID) -> Response:
        """Call the director to a table.

        A player of a table, or the desk in their place, calls the director. While a call waits, a second call is the
        same call.
        """
        self.table(request, table)
        words = self.body(CallRequest, request)["words"]
        return Response(_call(call_director(table_id=table, by=self.user(request), words=words, now=timezone.now())))


class TournamentCalls(ClockView):
    """Who waits."""

    @extend_schema(operation_id="director_calls", responses={200: CallsBody, **READ_REFUSALS})
    def get(self, request: Request, tournament: UUID) -> Response:
        """List calls for the director.

        Lists the tables that wait for the director, for the people who work at the desk.
        """
        return Response({"calls": [_call(call) for call in open_calls(self.desk(request, tournament))]})


class CallAnswer(TournamentView):
    """Somebody has come."""

    @extend_schema(operation_id="director_call_answer", request=None, responses={200: CallBody, **NO_BODY})
    def post(self, request: Request, call: UUID) -> Response:
        """Answer a call for the director.

        A scorer answers that somebody of the desk has come. A repeated answer changes nothing.
        """
        named = DirectorCall.objects.values_list("table__round__stage__tournament", flat=True).get(pk=call)
        self.tournament(request, named)
        return Response(_call(answer_call(call_id=call, by=self.user(request), now=timezone.now())))


def _call(call: DirectorCall) -> dict[str, Any]:
    return {
        "id": call.pk,
        "table": call.table_id,
        "round": call.table.round_id,
        "number": call.table.number,
        "words": call.words,
        "at": call.at,
        "answered_at": call.answered_at,
    }
