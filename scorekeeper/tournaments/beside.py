"""What a tournament puts on the page of one of its tables: see play/parties.py."""

from dataclasses import replace
from datetime import datetime

from django.urls import reverse
from django.utils import timezone

from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Sitting
from scorekeeper.play.parties import Beside
from scorekeeper.play.policies import Standpoint
from scorekeeper.tournaments.clock.calling import plays_at
from scorekeeper.tournaments.clock.reads import Time, time_of
from scorekeeper.tournaments.models import Round, RoundTable
from scorekeeper.tournaments.policies import can_desk


def table_beside(sitting: Sitting, by: Actor, who: Standpoint) -> Beside | None:
    """The clock of the round, and for those who play here or run the desk the way to call the director."""
    table = _table_of(sitting)
    if table is None:
        return None
    time = _time_at(table, timezone.now())
    may_call = by.user is not None and (can_desk(who.role) or plays_at(table, by.user))
    return Beside(
        holds={"time": time},
        page=reverse("table_call", args=[table.pk]) if may_call else "",
        item="play/_call_item.html" if may_call else "",
        above="tournaments/_clock_here.html" if time else "",
        script="js/clock.js" if time else "",
    )


def time_at(sitting: Sitting, now: datetime) -> Time | None:
    """What the clock says at this table, with the time that it has beyond the others; None where none goes."""
    table = _table_of(sitting)
    return _time_at(table, now) if table else None


def _table_of(sitting: Sitting) -> RoundTable | None:
    """The table of a round that is played. Tables that nothing has opened by a key are of no tournament."""
    if sitting.key is None or not sitting.is_open:
        return None
    tables = RoundTable.objects.filter(sitting=sitting, round__state=Round.State.PUBLISHED)
    return tables.select_related("round__stage__tournament__club").first()


def _time_at(table: RoundTable, now: datetime) -> Time | None:
    time = time_of(table.round.stage.tournament, now)
    return replace(time, left=time.left + table.extra_seconds) if time else None
