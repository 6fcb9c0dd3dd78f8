"""The clock of a tournament: set it, let it run, stop it, give time to all or to one table."""

from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.policies import require_running, role_in
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.tournaments.models import Clock, DeskAct, RoundTable, Tournament
from scorekeeper.tournaments.models.room import LONGEST
from scorekeeper.tournaments.policies import can_desk
from scorekeeper.tournaments.services.keys import earlier_act, once


@transaction.atomic
def set_clock(*, tournament_id: UUID, by: User, seconds: int) -> Clock:
    """Set the clock to so many seconds; it stands until it is started.

    Raises:
        Tournament.DoesNotExist.
        Refused: `time_range`.
    """
    tournament = _tournament(tournament_id, by)
    _require_time(seconds, least=1)
    clock, _made = Clock.objects.update_or_create(
        tournament=tournament,
        defaults={"club_id": tournament.club_id, "length": seconds, "left": seconds, "runs_since": None},
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
def give_time(*, tournament_id: UUID, by: User, seconds: int, now: datetime, key: UUID | None = None) -> Clock:
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
        points=seconds,
        at=now,
        by=by,
        key=key,
    )
    if earlier_act(clock.club_id, key):
        once(act)
        return clock
    _require_time(seconds, least=-LONGEST)
    if not -LONGEST <= clock.left + seconds <= LONGEST:
        raise _range()
    clock.left += seconds
    clock.save(update_fields=["left"])
    act.save()
    return clock


@transaction.atomic
def give_table_time(*, table_id: UUID, by: User, seconds: int) -> RoundTable:
    """How much longer than the others a table may play, from nothing on; what it had before is replaced.

    Raises:
        RoundTable.DoesNotExist.
        Refused: `time_range`.
    """
    tables = RoundTable.objects.select_related("round__stage__tournament__club")
    table = tables.select_for_update(of=("self",)).get(pk=table_id)
    _may(table.round.stage.tournament, by)
    _require_time(seconds, least=0)
    table.extra_seconds = seconds
    table.save(update_fields=["extra_seconds"])
    return table


def _tournament(tournament_id: UUID, by: User) -> Tournament:
    tournament = Tournament.objects.select_related("club").select_for_update(of=("self",)).get(pk=tournament_id)
    _may(tournament, by)
    return tournament


def _clock(tournament_id: UUID, by: User) -> Clock:
    _may(Tournament.objects.select_related("club").get(pk=tournament_id), by)
    clock = Clock.objects.select_for_update().filter(tournament=tournament_id).first()
    if clock is None:
        raise Conflict("clock_not_set", _("The clock was never set. Set it first."))
    return clock


def _may(tournament: Tournament, by: User) -> None:
    require(can_desk(role_in(by, tournament.club)))
    require_running(tournament.club)


def _require_time(seconds: int, *, least: int) -> None:
    if not least <= seconds <= LONGEST:
        raise _range()


def _range() -> Refused:
    return Refused([Problem("time_range", "minutes", Text(_RANGE))])


_RANGE: Final = gettext_noop("A clock runs for a minute at least and a day at most.")
