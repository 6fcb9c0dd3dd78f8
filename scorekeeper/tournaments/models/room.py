"""The room of a tournament: its clock and calls, and what was printed for it."""

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scorekeeper.clubs.models import Club
from scorekeeper.common.models import Row
from scorekeeper.draws.models import BaseCall
from scorekeeper.tournaments.models.events import Stage, Tournament
from scorekeeper.tournaments.models.rounds import Round, RoundTable

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


class PrintedPaper(Row):
    """A paper of a tournament, of one of its stages or of one of its rounds as it was printed once: by whom, when, and
    the fingerprint of what it said then (`content`, see papers/printing.py). Printed again it has another row; those
    of one `batch` were printed together, as one file."""

    class Kind(models.TextChoices):
        ENTRIES = "entries", pgettext_lazy("choice", "Entry list")
        PLACES = "places", pgettext_lazy("choice", "Places")
        PRIZES = "prizes", pgettext_lazy("choice", "Prize list")
        RECEIPTS = "receipts", _("Receipts to sign")
        STANDING = "standing", pgettext_lazy("choice", "Official standing")
        SEATS = "seats", _("Seat plan by table")
        NAMES = "names", _("Seat plan by name")
        CARDS = "cards", _("Cards for the tables")
        SHEETS = "sheets", _("Empty score sheets")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, null=True, related_name="+")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, null=True, related_name="+")
    content = models.CharField(max_length=64)
    batch = models.UUIDField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        indexes = [models.Index(fields=["tournament", "batch"], name="papers_printed_together")]
