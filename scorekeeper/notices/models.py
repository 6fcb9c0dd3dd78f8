"""What waits for a person: a signature, a dispute or how it was decided, the next evening.

Shown on the first page and told by mail.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scorekeeper.clubs.models import Club
from scorekeeper.common.models import Row


class Kind(models.TextChoices):
    SIGNATURE = "signature", _("My signature is missing")
    DISPUTE = "dispute", _("A dispute is waiting for me as a director")
    EVENING = "evening", _("The next evening of a club")
    SETTLED = "settled", _("A hand I disputed is decided")
    PAYMENT = "payment", _("A payment is waiting for my confirmation")
    MOVED_UP = "moved_up", _("I have moved up from a waiting list")
    CLEAN_UP = "clean_up", _("Old names will soon be removed from a club I own")


class Channel(models.TextChoices):
    SCREEN = "screen", pgettext_lazy("choice", "on the home page")
    MAIL = "mail", pgettext_lazy("choice", "by mail")


class Notice(Row):
    """One thing told to one person, once: `key` says which. It holds no names of people.

    `thing` is the table, hand or evening it is about, `values` fill its sentence, `link` is where to go. It is shown
    until it is read, done (`done_at`) or over (`until`).
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=12)
    key = models.CharField(max_length=100)
    thing = models.UUIDField()
    values = models.JSONField(default=dict)
    link = models.CharField(max_length=200)
    at = models.DateTimeField()
    until = models.DateTimeField()
    read_at = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="one_notice_a_key")]
        indexes = [models.Index(fields=["thing"], name="notices_of_a_thing")]


class SwitchedOff(Row):
    """A person does not want this kind of notice in this way. Without a row they get it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    channel = models.CharField(max_length=6, choices=Channel.choices)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "kind", "channel"], name="switched_off_once")]
