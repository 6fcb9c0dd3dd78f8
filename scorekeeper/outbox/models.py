"""What must still be done after a commit, as rows: they outlive a dead broker and a killed worker."""

from typing import Final

from django.db import models

from scorekeeper.common.models import Row


class Mail(Row):
    """A message to be sent. A row that was sent keeps who and when, and loses its text: it may hold a code or a link
    that lets somebody in. One that was given up can be sent again, and so has its text for two weeks; but for the code
    of a sign-in, which nobody can use any more."""

    TEXTS: Final = ("subject", "body", "html")

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
    is_code = models.BooleanField(default=False, db_default=False)

    class Meta:
        indexes = [models.Index(fields=["next_attempt_at"], name="mail_waiting", condition=models.Q(sent_at=None))]

    def erase(self) -> None:
        """Take the text away; whoever calls saves it."""
        for name in self.TEXTS:
            setattr(self, name, "")
