"""What goes on in the room while a round is played: the clock, and who has called the director."""

from datetime import datetime, timedelta
from typing import Final

from django.db import models

from scorekeeper.clubs.models import Club
from scorekeeper.common.models import Row
from scorekeeper.draws.models import BaseCall
from scorekeeper.tournaments.models.events import Tournament
from scorekeeper.tournaments.models.rounds import RoundTable

LONGEST: Final = 24 * 3600  # seconds of a clock, and of what a table has more


class Clock(Row):
    """The clock of a tournament: `left` seconds when it was stopped last, and since when it runs (None: it stands).
    It goes on beyond nothing, so that everybody sees by how much a round is over. `length` is what it is set to anew.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="clock")
    length = models.PositiveIntegerField()
    left = models.IntegerField()
    runs_since = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(length__gte=1, length__lte=LONGEST), name="clock_length_in_bounds"
            ),
        ]

    @property
    def is_running(self) -> bool:
        return self.runs_since is not None

    def left_at(self, now: datetime) -> int:
        """Seconds that are left, below nothing once time is up."""
        return self.left - (int((now - self.runs_since).total_seconds()) if self.runs_since else 0)

    def ends_at(self, more: int = 0) -> datetime | None:
        """When time is up for a table that has so many seconds more; None while it stands."""
        return self.runs_since + timedelta(seconds=self.left + more) if self.runs_since else None


class DirectorCall(BaseCall):
    """A table of a round calls the director."""

    table = models.ForeignKey(RoundTable, on_delete=models.CASCADE, related_name="calls")

    class Meta(BaseCall.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["club", "table"], condition=models.Q(answered_at=None), name="one_open_call_a_table"
            ),
        ]
