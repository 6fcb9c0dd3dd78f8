"""Files of tournaments that somebody is about to open: kept for a day while they are looked at."""

from django.conf import settings
from django.db import models

from scorekeeper.clubs.models import Club
from scorekeeper.common.models import Row


class TournamentFile(Row):
    """A file that was sent, and what was said of it (`said`: who is who, what was played)."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=80)
    data = models.BinaryField()
    said = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["at"], name="tournament_files_by_time")]

    def __str__(self) -> str:
        return self.name
