"""A table of an evening that waits for somebody of the club."""

from django.conf import settings
from django.db import models

from scorekeeper.clubs.models import Club
from scorekeeper.common.models import Row
from scorekeeper.leagues.models.evenings import DrawnTable


class TableCall(Row):
    """A table calls the director, until one has come. `by` is None where a phone with the table's code called."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    table = models.ForeignKey(DrawnTable, on_delete=models.CASCADE, related_name="calls")
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    answered_at = models.DateTimeField(null=True)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["at"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "table"], condition=models.Q(answered_at=None), name="one_open_call_an_evening_table"
            ),
        ]
