"""What must still be done after a commit, as rows: they outlive a dead broker and a killed worker."""

from django.db import models

from scorekeeper.common.models import Row


class Mail(Row):
    """A message to be sent. Sent rows keep who and when, and lose their text."""

    to = models.JSONField()
    subject = models.CharField(max_length=200)
    body = models.TextField()
    html = models.TextField(blank=True)
    sender = models.CharField(max_length=200)
    created_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    next_attempt_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=200, blank=True)

    class Meta:
        indexes = [models.Index(fields=["next_attempt_at"], name="mail_waiting", condition=models.Q(sent_at=None))]
