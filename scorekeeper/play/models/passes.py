"""How phones without an account come to a table: a pass to join with, and the device that joined; and who is there."""

from django.conf import settings
from django.db import models

from scorekeeper.clubs.models import Club
from scorekeeper.common.models import Row
from scorekeeper.play.models.sittings import Seat, Sitting


class TablePass(Row):
    """A revocable way to one table: a link (as a QR code) and a short code. Both are made from the row's id and the
    installation's secret when they are shown; the row keeps only their hashes."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    sitting = models.ForeignKey(Sitting, on_delete=models.PROTECT, related_name="passes")
    link_hash = models.CharField(max_length=64, unique=True)
    code_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)


class Device(Row):
    """A phone at one table: it may record, undo, confirm and sign for its seat there, and nothing else.

    `is_host` marks the phone that started a table without an account; it may also do what the table's scorer may.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    sitting = models.ForeignKey(Sitting, on_delete=models.PROTECT, related_name="devices")
    table_pass = models.ForeignKey(TablePass, on_delete=models.PROTECT, null=True, related_name="devices")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, null=True, related_name="devices")
    name = models.CharField(max_length=80)
    is_host = models.BooleanField(default=False)
    made_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.name


class Presence(Row):
    """Somebody who may record has the table open: a phone that joined, or somebody signed in. Kept for the others at
    the table while it is fresh; no fact of the sitting."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    sitting = models.ForeignKey(Sitting, on_delete=models.CASCADE, related_name="presences")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+")
    device = models.ForeignKey(Device, on_delete=models.CASCADE, null=True, related_name="+")
    seen_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "sitting", "user"], name="one_presence_a_person"),
            models.UniqueConstraint(fields=["club", "sitting", "device"], name="one_presence_a_phone"),
        ]
        indexes = [models.Index(fields=["seen_at"], name="presences_by_time")]


class JoinFailure(Row):
    """A code that was no code, by address (hashed): a cache per process would be no lock."""

    address = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["address", "at"], name="failures_of_an_address")]
