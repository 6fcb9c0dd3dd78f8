"""The clock and the calls of a tournament, as its pages show them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from scorekeeper.draws.services.calling import open_among
from scorekeeper.tournaments.models import Clock, DirectorCall, Round, RoundTable, Tournament

HOUR: Final = 3600


@dataclass(frozen=True, slots=True)
class Longer:
    """A table that may play longer than the others: by how many seconds, and until when where the clock runs."""

    table: RoundTable
    seconds: int
    ends_at: datetime | None


@dataclass(frozen=True, slots=True)
class Time:
    """The clock at one moment (`now`): `left` seconds, below nothing once time is up."""

    now: datetime
    left: int
    length: int
    is_running: bool
    ends_at: datetime | None
    longer: tuple[Longer, ...] = ()

    @property
    def is_over(self) -> bool:
        return self.left < 0

    @property
    def has_hours(self) -> bool:
        """Told with hours, and so wider."""
        return abs(self.left) >= HOUR


def time_of(tournament: Tournament, now: datetime) -> Time | None:
    """What the clock says now; None where it was never set. Two queries."""
    clock = Clock.objects.filter(tournament=tournament).first()
    if clock is None:
        return None
    played = RoundTable.objects.filter(round__stage__tournament=tournament, round__state=Round.State.PUBLISHED)
    tables = played.filter(extra_seconds__gt=0)
    longer = (
        Longer(table, table.extra_seconds, clock.ends_at(table.extra_seconds)) for table in tables.order_by("number")
    )
    return Time(now, clock.left_at(now), clock.length, clock.is_running, clock.ends_at(), tuple(longer))


def open_calls(tournament: Tournament) -> list[DirectorCall]:
    """Who waits for the director, the longest first."""
    calls = DirectorCall.objects.filter(table__round__stage__tournament=tournament)
    return open_among(calls.select_related("table__round", "by"))
