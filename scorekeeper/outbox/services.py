"""Keep mails in the outbox, and send what waits: by the task when there is a worker, by `manage.py tick` otherwise."""

import time
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from email.utils import parseaddr
from smtplib import SMTPConnectError, SMTPException, SMTPServerDisconnected
from typing import Final
from urllib.parse import urlsplit
from uuid import UUID

import structlog
from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from scorekeeper.common.tasks import wake
from scorekeeper.outbox.models import Mail

log = structlog.get_logger(__name__)
MAX_ATTEMPTS = 10
BATCH = 50
REMEMBERED = timedelta(days=90)
SENDABLE: Final = timedelta(days=14)  # that long what was given up has its text
PROBED_FOR: Final = 60.0  # seconds for which a process remembers whether the mail server answered
PAUSE: Final = timedelta(minutes=1)  # for which a process leaves a mail server alone that did not answer
_probed: dict[str, tuple[float, str]] = {}  # by the backend: when, and what was wrong
_silent: dict[str, datetime] = {}  # by the backend: when it did not answer


def ask_to_drain() -> None:
    """Wake a worker. A broker that is down is no error: the rows wait for the next one who asks, or for `tick`."""
    wake("outbox.drain")


def forget_mail(*, now: datetime) -> int:
    """Delete to whom mail went 90 days ago; returns how many. What was given up two weeks ago loses its text."""
    old = given_up().filter(created_at__lt=now - SENDABLE).exclude(body="")
    old.update(**dict.fromkeys(Mail.TEXTS, ""))
    return Mail.objects.filter(created_at__lt=now - REMEMBERED).delete()[0]


def drain(*, now: datetime) -> int:
    """Send every mail that is due; return how many went out. Safe to run twice at once.

    A mail server that does not answer costs each mail its whole time-out, and in a process without a broker somebody
    waits for a page meanwhile. So it is asked by one mail in a minute, and the others keep their tries.
    """
    sent = 0
    for _ in range(BATCH):
        # The mail server has just left a mail of this process without an answer
        since = _silent.get(settings.SCOREKEEPER_MAIL_BACKEND)
        if since is not None and since <= now < since + PAUSE:
            break
        mail = _claim(now)
        if mail is None:
            break
        sent += _send(mail, now)
    return sent


def given_up() -> QuerySet[Mail]:
    """Mail that was tried as often as it may be, the oldest first."""
    return Mail.objects.filter(sent_at=None, attempts__gte=MAX_ATTEMPTS).order_by("pk")


def sendable() -> QuerySet[Mail]:
    """What was given up and still has its text."""
    return given_up().exclude(body="")


def send_again(*, mails: Collection[UUID], now: datetime) -> int:
    """Have these be tried anew, as if they were written now; returns how many there were to be. `drain` sends them."""
    found = sendable().filter(pk__in=mails)
    return found.update(attempts=0, next_attempt_at=now, error="")


def send_test(*, to: str) -> None:
    """Send a mail at once, past the outbox.

    Raises:
        OSError: the mail server did not take it, and why.
    """
    text = "This is a test: mail from this installation of Scorekeeper arrives."
    mail = Mail(to=[to], subject="Mail from Scorekeeper arrives", body=text, sender=settings.DEFAULT_FROM_EMAIL)
    _message(mail).send()


def trouble() -> str:
    """What keeps mail from being sent; empty while the newest went out, or the mail server answers. A worker may reach
    one that this process does not: what was sent last counts more than what is tried here."""
    newest = Mail.objects.filter(attempts__gt=0).order_by("-pk").only("sent_at").first()
    return "" if newest and newest.sent_at else unanswered()


def unanswered() -> str:
    """What is wrong when this process asks the mail server; empty when it answers. Asked once a minute."""
    backend = settings.SCOREKEEPER_MAIL_BACKEND
    at, found = _probed.get(backend, (float("-inf"), ""))
    if time.monotonic() < at + PROBED_FOR:
        return found
    server = get_connection(backend, timeout=3)
    try:
        server.open()
        server.close()
    except OSError as error:
        found = str(error) or type(error).__name__
        log.warning("mail_unreachable", error=found)
    else:
        found = ""
    _probed[backend] = (time.monotonic(), found)
    return found


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
    try:
        _message(mail).send()
    except (OSError, ValueError) as error:  # smtplib's errors are OSErrors
        # The server could not be reached or went away, rather than refusing this mail
        is_about_the_line = isinstance(error, SMTPConnectError | SMTPServerDisconnected)
        if isinstance(error, OSError) and (is_about_the_line or not isinstance(error, SMTPException)):
            _silent[settings.SCOREKEEPER_MAIL_BACKEND] = now
        _note_failure(mail, str(error))
        return False
    mail.sent_at, mail.error = now, ""
    mail.erase()
    mail.save(update_fields=["sent_at", "error", *Mail.TEXTS])
    return True


def _note_failure(mail: Mail, why: str) -> None:
    mail.error, is_last = why[:200], mail.attempts >= MAX_ATTEMPTS
    if is_last and mail.is_code:
        mail.erase()
    mail.save(update_fields=["error", *Mail.TEXTS])
    if is_last:
        log.error("mail_given_up", mail=str(mail.pk), error=mail.error)
    else:
        log.warning("mail_failed", mail=str(mail.pk), attempts=mail.attempts)


def _message(mail: Mail) -> EmailMultiAlternatives:
    """What is sent. Its id is of the host people know this installation by, and the same each time it is tried."""
    host = urlsplit(settings.SCOREKEEPER_ADDRESS).hostname or parseaddr(mail.sender)[1].rpartition("@")[2]
    headers = {"Message-ID": f"<{mail.pk}@{host}>"}
    message = EmailMultiAlternatives(mail.subject, mail.body, mail.sender, mail.to, headers=headers)
    if mail.html:
        message.attach_alternative(mail.html, "text/html")
    message.connection = get_connection(settings.SCOREKEEPER_MAIL_BACKEND)
    return message


CODE: Final = "X-Scorekeeper-Code"  # a header that is never sent: the mail is of use for minutes only


class OutboxBackend(BaseEmailBackend):
    """Queue the messages and ask for the queue to be drained after the commit."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        now = timezone.now()
        rows = [_row(message, now) for message in email_messages]
        with transaction.atomic():
            Mail.objects.bulk_create(rows)
            transaction.on_commit(ask_to_drain)
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
