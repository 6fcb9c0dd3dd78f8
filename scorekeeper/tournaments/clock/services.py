"""The clock of a tournament is set, started and stopped, tables get more time; and who calls the director."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import AliasPath, Field

from scorekeeper.accounts.models import User
from scorekeeper.clubs.policies import require_running, role_in
from scorekeeper.common.acts import Answer, Asked
from scorekeeper.common.errors import Conflict, require
from scorekeeper.draws.services.calling import LONGEST as LONGEST_WORDS
from scorekeeper.draws.services.calling import answered, call_to
from scorekeeper.tournaments.acting import earlier_act, once, refused
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.models import (
    LONGEST,
    Clock,
    DeskAct,
    DirectorCall,
    EntrantPlayer,
    Round,
    RoundTable,
    Tournament,
)
from scorekeeper.tournaments.policies import can_desk


class ClockLength(Asked):
    """What the clock is set to."""

    seconds: Annotated[int, Field(ge=1, le=LONGEST)]


class MoreTime(Asked):
    """More time for all; less with less than 0."""

    seconds: Annotated[int, Field(ge=-LONGEST, le=LONGEST)]


class TableTime(Asked):
    """How much longer than the others a table plays, in place of what it had before."""

    seconds: Annotated[int, Field(ge=0, le=LONGEST)]


class CallWords(Asked):
    """What is wanted, in a few words."""

    words: Annotated[str, Field(max_length=LONGEST_WORDS)] = ""


class LongerBody(Answer):
    """A table that plays longer than the others."""

    table: UUID = Field(validation_alias=AliasPath("table", "pk"))
    number: int = Field(validation_alias=AliasPath("table", "number"))
    seconds: int = Field(description="By how much.")
    ends_at: datetime | None


class ClockBody(Answer):
    """The clock of a tournament at this moment."""

    now: datetime = Field(description="By the server’s clock.")
    length: int = Field(description="What it was set to, in seconds.")
    left: int = Field(description="Seconds; less than 0 once time is up.")
    is_running: bool
    ends_at: datetime | None = Field(description="Null while it stands.")
    longer: list[LongerBody]


class CallBody(Answer):
    """A table has called the director."""

    id: UUID
    table: UUID = Field(validation_alias="table_id")
    round: UUID = Field(validation_alias=AliasPath("table", "round_id"))
    number: int = Field(validation_alias=AliasPath("table", "number"), description="Of the table.")
    words: str
    at: datetime
    answered_at: datetime | None = Field(description="Null: nobody has come yet.")


class CallsBody(Answer):
    """Who waits for the director, the longest first."""

    calls: list[CallBody]


@transaction.atomic
def call_director(call: CallWords, *, table_id: UUID, by: User, now: datetime) -> DirectorCall:
    """Who plays at a table calls, or who runs the desk for them; while one call waits another is the same.

    Raises:
        RoundTable.DoesNotExist.
        Conflict: `not_playing`: the round is not being played.
        PermissionDenied: neither of this table nor of the desk.
        Refused: `words_long`.
    """
    tables = RoundTable.objects.select_related("round__stage__tournament__club")
    table = tables.select_for_update(of=("self",)).get(pk=table_id)
    require(may_call(table, by))
    require_running(table.round.stage.tournament.club)
    if table.round.state != Round.State.PUBLISHED:
        raise Conflict("not_playing", _("This round is not being played, so nobody can be called to its tables."))
    return call_to(DirectorCall.objects.all(), table, by, call.words, now)


@transaction.atomic
def answer_call(*, call_id: UUID, by: User, now: datetime) -> DirectorCall:
    """Somebody of the desk has come. Said twice it is said once.

    Raises:
        DirectorCall.DoesNotExist.
    """
    calls = DirectorCall.objects.select_related("table__round__stage__tournament__club")
    call = calls.select_for_update(of=("self",)).get(pk=call_id)
    require(can_desk(role_in(by, call.table.round.stage.tournament.club)))
    return answered(call, by, now)


def may_call(table: RoundTable, user: User) -> bool:
    """Whether this account plays at the table, or runs the desk."""
    return can_desk(role_in(user, table.round.stage.tournament.club)) or plays_at(table, user)


def plays_at(table: RoundTable, user: User) -> bool:
    """Whether this account plays for somebody at the table; in a knock-out who sits there now."""
    there = format_of(table.round.stage).entrants_at(table)
    return EntrantPlayer.objects.filter(is_active=True, player__user=user, entrant__in=there).exists()


@transaction.atomic
def set_clock(time: ClockLength, *, tournament_id: UUID, by: User) -> Clock:
    """Set the clock to so many seconds; it stands until it is started.

    Raises:
        Tournament.DoesNotExist.
    """
    tournament = Tournament.objects.select_related("club").select_for_update(of=("self",)).get(pk=tournament_id)
    _may(tournament, by)
    length = {"length": time.seconds, "left": time.seconds, "runs_since": None}
    clock, _made = Clock.objects.update_or_create(
        tournament=tournament, defaults={"club_id": tournament.club_id, **length}
    )
    return clock


@transaction.atomic
def start_clock(*, tournament_id: UUID, by: User, now: datetime) -> Clock:
    """Let it run; one that runs goes on as it was.

    Raises:
        Conflict: `clock_not_set`.
    """
    clock = _clock(tournament_id, by)
    if not clock.is_running:
        clock.runs_since = now
        clock.save(update_fields=["runs_since"])
    return clock


@transaction.atomic
def stop_clock(*, tournament_id: UUID, by: User, now: datetime) -> Clock:
    """Stop it with what is left; one that stands stays as it is.

    Raises:
        Conflict: `clock_not_set`.
    """
    clock = _clock(tournament_id, by)
    if clock.is_running:
        clock.left, clock.runs_since = clock.left_at(now), None
        clock.save(update_fields=["left", "runs_since"])
    return clock


@transaction.atomic
def give_time(time: MoreTime, *, tournament_id: UUID, by: User, now: datetime, key: UUID | None = None) -> Clock:
    """More time for everybody; less with a number below nothing. Under the same key it is given once.

    Raises:
        Conflict: `clock_not_set`, `key_used`.
        Refused: `time_range`.
    """
    clock = _clock(tournament_id, by)
    act = DeskAct(
        club_id=clock.club_id,
        tournament_id=tournament_id,
        kind=DeskAct.Kind.TIME,
        points=time.seconds,
        at=now,
        by=by,
        key=key,
    )
    if earlier_act(clock.club_id, key):
        once(act)
        return clock
    if not -LONGEST <= clock.left + time.seconds <= LONGEST:
        raise refused("time_range", "seconds", gettext_noop("A clock runs for at least a minute and at most a day."))
    clock.left += time.seconds
    clock.save(update_fields=["left"])
    act.save()
    return clock


@transaction.atomic
def give_table_time(time: TableTime, *, table_id: UUID, by: User) -> RoundTable:
    """How much longer than the others a table may play, from nothing on; what it had before is replaced.

    Raises:
        RoundTable.DoesNotExist.
    """
    tables = RoundTable.objects.select_related("round__stage__tournament__club")
    table = tables.select_for_update(of=("self",)).get(pk=table_id)
    _may(table.round.stage.tournament, by)
    table.extra_seconds = time.seconds
    table.save(update_fields=["extra_seconds"])
    return table


def _clock(tournament_id: UUID, by: User) -> Clock:
    _may(Tournament.objects.select_related("club").get(pk=tournament_id), by)
    clock = Clock.objects.select_for_update().filter(tournament=tournament_id).first()
    if clock is None:
        raise Conflict("clock_not_set", _("The clock has not been set. Set the clock first."))
    return clock


def _may(tournament: Tournament, by: User) -> None:
    require(can_desk(role_in(by, tournament.club)))
    require_running(tournament.club)
