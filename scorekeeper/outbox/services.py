"""Send what waits in the outbox: by the task when there is a worker, by `manage.py tick` otherwise."""

from datetime import datetime, timedelta

import structlog
from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.db import transaction

from scorekeeper.common.tasks import wake
from scorekeeper.outbox.models import Mail

log = structlog.get_logger(__name__)
MAX_ATTEMPTS = 10
BATCH = 50
REMEMBERED = timedelta(days=90)


def ask_to_drain() -> None:
    """Wake a worker. A broker that is down is no error: the rows wait for the next one who asks, or for `tick`."""
    wake("outbox.drain")


def forget_mail(*, now: datetime) -> int:
    """Delete to whom mail went 90 days ago; returns how many."""
    return Mail.objects.filter(created_at__lt=now - REMEMBERED).delete()[0]


def drain(*, now: datetime) -> int:
    """Send every mail that is due; return how many went out. Safe to run twice at once."""
    sent = 0
    for _ in range(BATCH):
        mail = _claim(now)
        if mail is None:
            break
        sent += _send(mail, now)
    return sent


@transaction.atomic
def _claim(now: datetime) -> Mail | None:
    """Take one due mail by pushing its next attempt away, so that no lock is held while it is sent."""
    mail = (
        Mail.objects.select_for_update(skip_locked=True)
        .filter(sent_at=None, next_attempt_at__lte=now, attempts__lt=MAX_ATTEMPTS)
        .order_by("next_attempt_at", "id")
        .first()
    )
    if mail:
        mail.attempts += 1
        mail.next_attempt_at = now + timedelta(minutes=2**mail.attempts)
        mail.save(update_fields=["attempts", "next_attempt_at"])
    return mail


def _send(mail: Mail, now: datetime) -> bool:
    message = EmailMultiAlternatives(mail.subject, mail.body, mail.sender, mail.to)
    if mail.html:
        message.attach_alternative(mail.html, "text/html")
    message.connection = get_connection(settings.SCOREKEEPER_MAIL_BACKEND)
    try:
        message.send()
    except (OSError, ValueError) as error:  # smtplib's errors are OSErrors
        mail.error = str(error)[:200]
        if mail.attempts >= MAX_ATTEMPTS:
            mail.erase()
        mail.save(update_fields=["error", *Mail.TEXTS])
        log.warning("mail_failed", mail=str(mail.pk), attempts=mail.attempts)
        return False
    mail.sent_at, mail.error = now, ""
    mail.erase()
    mail.save(update_fields=["sent_at", "error", *Mail.TEXTS])
    return True
