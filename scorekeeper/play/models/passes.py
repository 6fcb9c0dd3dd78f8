"""How phones without an account come to a table: a pass to join with, and the device that joined; and who is there."""

from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.db import models

from scorekeeper.clubs.models import Club
from scorekeeper.common.models import Row
from scorekeeper.play.models.sittings import Seat, Sitting


class DeviceQuerySet(models.QuerySet["Device"]):
    def in_force(self, now: datetime) -> "DeviceQuerySet":
        """The phones that may act: neither they nor the pass they joined with have ended."""
        is_valid = models.Q(table_pass=None) | models.Q(table_pass__revoked_at=None, table_pass__expires_at__gt=now)
        return self.filter(is_valid, revoked_at=None)


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
    `asks_for` is a seat that only somebody who keeps the sheet can give it. `address` is a keyed hash of where it
    joined from, kept as long as a pass is valid.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    sitting = models.ForeignKey(Sitting, on_delete=models.PROTECT, related_name="devices")
    table_pass = models.ForeignKey(TablePass, on_delete=models.PROTECT, null=True, related_name="devices")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, null=True, related_name="devices")
    name = models.CharField(max_length=80)
    asks_for = models.ForeignKey(Seat, on_delete=models.SET_NULL, null=True, related_name="+")
    is_host = models.BooleanField(default=False)
    address = models.CharField(max_length=64, blank=True, default="", db_default="")
    made_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    objects: ClassVar[DeviceQuerySet] = DeviceQuerySet.as_manager()  # type: ignore[assignment]

    def __str__(self) -> str:
        return self.name

    def is_in_force(self, now: datetime) -> bool:
        """Whether it is one of `in_force`; it comes with its pass."""
        table_pass = self.table_pass
        is_valid = table_pass is None or (table_pass.revoked_at is None and table_pass.expires_at > now)
        return is_valid and self.revoked_at is None


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
        indexes = [
            models.Index(fields=["address", "at"], name="failures_of_an_address"),
            models.Index(fields=["at"], name="failures_by_time"),
        ]
