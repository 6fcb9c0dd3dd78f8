"""What was printed of a tournament, so that the desk knows what is new."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.models import Club
from scorekeeper.common.models import Row
from scorekeeper.tournaments.models.events import Stage, Tournament
from scorekeeper.tournaments.models.rounds import Round


class PrintedPaper(Row):
    """A paper of a tournament, of one of its stages or of one of its rounds as it was printed once: by whom, when, and
    the fingerprint of what it said then (`content`, see selectors/printing.py). Printed again it has another row; those
    of one `batch` were printed together, as one file."""

    class Kind(models.TextChoices):
        ENTRIES = "entries", _("Entry list")
        PLACES = "places", _("Places")
        PRIZES = "prizes", _("Prize list")
        RECEIPTS = "receipts", _("Receipts to sign")
        STANDING = "standing", _("Official standing")
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
