"""Files that somebody is about to take over: kept while they are looked at, emptied once they are done with; and tables
that were shown before an act, to be had as files."""

from uuid import uuid4

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scorekeeper.clubs.models import Club
from scorekeeper.common.models import Row
from scorekeeper.standings.models import Competition, Import, Spreadsheet


class Upload(Row):
    """A file that was sent, and what was said of it (`said`: how days are read, who is who, what is left out).
    `spreadsheet` is the one of the club that it is a state of, if any."""

    class Kind(models.TextChoices):
        PEOPLE = "people", _("People of the club")
        TOTALS = "totals", _("Totals of past evenings")
        LISTS = "lists", _("Skat lists, hand by hand")
        MONEY = "money", _("Who paid what for whom")
        BALANCES = "balances", pgettext_lazy("choice", "Balances")

    OF_MONEY = (Kind.MONEY, Kind.BALANCES)

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="uploads")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, null=True, related_name="+")
    name = models.CharField(max_length=80)
    data = models.BinaryField()
    said = models.JSONField(default=dict)
    at = models.DateTimeField()
    done_at = models.DateTimeField(null=True)
    spreadsheet = models.ForeignKey(Spreadsheet, on_delete=models.SET_NULL, null=True, related_name="+")
    imported = models.ForeignKey(Import, on_delete=models.CASCADE, null=True, related_name="+")

    def __str__(self) -> str:
        return self.name

    @property
    def is_of_money(self) -> bool:
        """Whether it is booked, and counts for no season."""
        return self.kind in self.OF_MONEY


class PreparedPerson(Row):
    """Somebody new of a file that is being taken over, with the id their line of the book will have. They are in no
    book until one statement writes all of them in; those of work that ended otherwise are deleted."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    run = models.UUIDField()
    imported = models.UUIDField()
    name = models.CharField(max_length=80)

    class Meta:
        indexes = [models.Index(fields=["run", "imported"], name="prepared_people_of_a_run")]


class ShownTable(models.Model):
    """What an act would have moved, as a page showed it: kept for an hour, for its file alone. The id is a secret, and
    `reader` a hash of who was shown it."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    reader = models.CharField(max_length=64)
    name = models.CharField(max_length=200)
    heads = models.JSONField()
    rows = models.JSONField()
    at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["at"], name="shown_tables_by_time"),
            models.Index(fields=["reader", "at"], name="shown_tables_of_a_reader"),
        ]

    def __str__(self) -> str:
        return self.name
