"""Secret links that let others look: at a table, an evening, a season, a team league or a tournament; or at the
evenings of a club in a calendar."""

from django.conf import settings
from django.db import models

from scorekeeper.clubs.models import Club
from scorekeeper.common.models import Row
from scorekeeper.leagues.models import Evening, TeamLeague
from scorekeeper.play.models import Sitting
from scorekeeper.standings.models import Competition
from scorekeeper.tournaments.models import Tournament

FIELDS = {
    "table": "sitting",
    "calendar": "user",
    "screen": "tournament",
    "public": "tournament",
    "season": "season",
    "league": "league",
    "evening": "evening",
}
"""{kind: the field that names what its links lead to}."""


def _leads_somewhere() -> models.Q:
    """Of each kind the field of its own is filled, and no other."""
    found = models.Q()
    for kind, own in FIELDS.items():
        others = {f"{field}__isnull": field != own for field in dict.fromkeys(FIELDS.values())}
        found |= models.Q(kind=kind, **others)
    return found


class Ceremony(Row):
    """The ceremony of a tournament: of the places from `since` on (None: from the last one) and the special prizes the
    first `turn` are revealed, to everybody who looks. It is on until `ended_at`."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="ceremony")
    since = models.PositiveSmallIntegerField(null=True)
    turn = models.PositiveSmallIntegerField(default=0, db_default=0)
    begun_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)


class Link(Row):
    """A link in force until it is ended. It is made from the row's id and the installation's secret whenever it is
    shown; the row keeps its hash only. Two of a tournament, one of anything else, one calendar of a person in a club.

    All show short names and nothing to tap: a table's link the sheet as it stands; a tournament's who sits where, the
    standing and the clock, for the screen of the room (`screen`) or for phones (`public`); those of a season and of a
    team league the standing; an evening's its tables and results. A calendar is for `user`.
    """

    class Kind(models.TextChoices):
        TABLE = "table"
        CALENDAR = "calendar"
        SCREEN = "screen"
        PUBLIC = "public"
        SEASON = "season"
        LEAGUE = "league"
        EVENING = "evening"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    sitting = models.ForeignKey(Sitting, on_delete=models.CASCADE, null=True, related_name="links")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, null=True, related_name="links")
    season = models.ForeignKey(Competition, on_delete=models.CASCADE, null=True, related_name="+")
    league = models.ForeignKey(TeamLeague, on_delete=models.CASCADE, null=True, related_name="+")
    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, null=True, related_name="+")
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
            models.UniqueConstraint(
                fields=["club", "season"], condition=models.Q(kind="season", ended_at=None), name="one_link_a_season"
            ),
            models.UniqueConstraint(
                fields=["club", "league"], condition=models.Q(kind="league", ended_at=None), name="one_link_a_league"
            ),
            models.UniqueConstraint(
                fields=["club", "evening"],
                condition=models.Q(kind="evening", ended_at=None),
                name="one_link_an_evening",
            ),
            models.CheckConstraint(condition=_leads_somewhere(), name="link_leads_somewhere"),
        ]
