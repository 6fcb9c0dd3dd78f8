"""How long a club keeps the names of those who no longer play."""

from uuid import UUID

from django.db import models
from django.utils.translation import pgettext_lazy

from scorekeeper.clubs.models import Club
from scorekeeper.common.models import Row


class Retention(Row):
    """After how many years without a game a name goes; a club without a row keeps all.

    `is_automatic` says that it goes by itself, after it was announced (`CleanUp`), else an owner has to say so each
    time. `rests_until` is the club's day before which nothing is announced.
    """

    class Years(models.IntegerChoices):
        TWO = 2, pgettext_lazy("choice", "2 years")
        THREE = 3, pgettext_lazy("choice", "3 years")
        FIVE = 5, pgettext_lazy("choice", "5 years")
        TEN = 10, pgettext_lazy("choice", "10 years")

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="retention")
    years = models.PositiveSmallIntegerField(choices=Years.choices)
    is_automatic = models.BooleanField(default=False, db_default=False)
    rests_until = models.DateField(null=True)


class CleanUp(Row):
    """What a club's owners were told: on this day the names of these people go, who have not played since then. A row
    is deleted when it begins, or when it is put off."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="+")
    day = models.DateField()
    since = models.DateTimeField()
    people = models.JSONField()
    at = models.DateTimeField()

    @property
    def ids(self) -> list[UUID]:
        """The lines of the book it concerns."""
        return [UUID(person) for person in self.people]
