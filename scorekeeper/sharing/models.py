"""Secret links that let others look: at one table, at a tournament on the screen of the room or on their phones, or at
the evenings of a club in a calendar."""

from django.conf import settings
from django.db import models

from scorekeeper.clubs.models import Club
from scorekeeper.common.models import Row
from scorekeeper.play.models import Sitting
from scorekeeper.tournaments.models import Tournament


class Link(Row):
    """A link in force until it is ended. It is made from the row's id and the installation's secret whenever it is
    shown; the row keeps its hash only. One of a table, two of a tournament, one calendar of a person in a club.

    A table's link shows the sheet as it stands, with short names and nothing to tap; a tournament's who sits where, the
    standing and the clock, for the screen of the room (`screen`) or for phones (`public`); a calendar is for `user`.
    """

    class Kind(models.TextChoices):
        TABLE = "table"
        CALENDAR = "calendar"
        SCREEN = "screen"
        PUBLIC = "public"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    sitting = models.ForeignKey(Sitting, on_delete=models.CASCADE, null=True, related_name="links")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, null=True, related_name="links")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+")
    hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "sitting"],
                condition=models.Q(kind="table", ended_at=None),
                name="one_link_a_table",
            ),
            models.UniqueConstraint(
                fields=["club", "user"],
                condition=models.Q(kind="calendar", ended_at=None),
                name="one_calendar_a_person",
            ),
            models.UniqueConstraint(
                fields=["club", "tournament"],
                condition=models.Q(kind="screen", ended_at=None),
                name="one_screen_a_tournament",
            ),
            models.UniqueConstraint(
                fields=["club", "tournament"],
                condition=models.Q(kind="public", ended_at=None),
                name="one_public_page_a_tournament",
            ),
            models.CheckConstraint(
                condition=models.Q(kind="table", sitting__isnull=False, user=None, tournament=None)
                | models.Q(kind="calendar", sitting=None, user__isnull=False, tournament=None)
                | models.Q(kind__in=["screen", "public"], sitting=None, user=None, tournament__isnull=False),
                name="link_leads_somewhere",
            ),
        ]
