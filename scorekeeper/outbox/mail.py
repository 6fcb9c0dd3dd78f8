"""An e-mail backend that writes rows: a mail is sent if and only if what caused it was committed."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.utils import timezone

from scorekeeper.outbox.models import Mail

CODE: Final = "X-Scorekeeper-Code"  # a header that is never sent: the mail is of use for minutes only


class OutboxBackend(BaseEmailBackend):
    """Queue the messages and ask for the queue to be drained after the commit."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        now = timezone.now()
        rows = [_row(message, now) for message in email_messages]
        with transaction.atomic():
            Mail.objects.bulk_create(rows)
            transaction.on_commit(_drain)
        return len(rows)


def _row(message: EmailMessage, now: datetime) -> Mail:
    html = ""
    if isinstance(message, EmailMultiAlternatives):
        html = next((str(content) for content, mimetype in message.alternatives if mimetype == "text/html"), "")
    return Mail(
        to=list(message.recipients()),
        subject=message.subject[:200],
        body=str(message.body),
        html=html,
        sender=message.from_email,
        created_at=now,
        next_attempt_at=now,
        is_code=CODE in message.extra_headers,
    )


def _drain() -> None:
    from scorekeeper.outbox.services import ask_to_drain

    ask_to_drain()
