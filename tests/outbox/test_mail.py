"""A mail is a row of the transaction that caused it, and is sent once."""

import socket
from datetime import timedelta
from io import StringIO
from smtplib import SMTPRecipientsRefused

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives, send_mail
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from scorekeeper.common.tasks import task_named
from scorekeeper.outbox.models import Mail
from scorekeeper.outbox.services import MAX_ATTEMPTS, drain
from tests.factories import NOW

pytestmark = pytest.mark.both_engines("rows are locked while a mail is sent", "outbox.services")


class Rejects:
    """A mail server that is down."""

    def __init__(self, **_: object) -> None: ...

    def send_messages(self, _messages: object) -> int:
        raise ConnectionRefusedError("no mail server")


class RefusesOne:
    """A mail server that does not know one address."""

    def __init__(self, **_: object) -> None: ...

    def send_messages(self, messages: list[EmailMultiAlternatives]) -> int:
        if "nobody@example.org" in messages[0].to:
            raise SMTPRecipientsRefused({"nobody@example.org": (550, b"no such mailbox")})
        return 1


@pytest.fixture(autouse=True)
def through_the_outbox(settings):
    """pytest-django puts its own backend in the place of ours."""
    settings.EMAIL_BACKEND = "scorekeeper.outbox.services.OutboxBackend"


def post(subject: str = "A code") -> None:
    send_mail(subject, "ABC-DEF", None, ["anna@example.org"])


def waiting(**more: object) -> Mail:
    plain = {
        "to": ["anna@example.org"],
        "subject": "A code",
        "body": "ABC-DEF",
        "sender": "club@example.org",
        "created_at": NOW,
        "next_attempt_at": NOW,
    }
    return Mail.objects.create(**{**plain, **more})


def test_a_mail_is_a_row_until_the_commit(db, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        post()

        assert Mail.objects.get().sent_at is None
        assert mail.outbox == []

    assert [message.subject for message in mail.outbox] == ["A code"]
    assert Mail.objects.get().sent_at is not None


@pytest.mark.django_db(transaction=True)
def test_a_mail_is_gone_with_a_rollback():
    def fail() -> None:
        with transaction.atomic():
            post()
            raise KeyError

    with pytest.raises(KeyError):
        fail()

    assert Mail.objects.count() == 0
    assert mail.outbox == []


def test_a_mail_is_sent_once_and_loses_its_text(db):
    waiting()

    counts = [drain(now=NOW), drain(now=NOW + timedelta(days=1))]

    row = Mail.objects.get()
    assert counts == [1, 0]
    assert (row.sent_at, row.to) == (NOW, ["anna@example.org"])
    assert [row.subject, row.body, row.html] == ["", "", ""]
    assert len(mail.outbox) == 1


def test_both_forms_of_a_mail_arrive(db, django_capture_on_commit_callbacks):
    message = EmailMultiAlternatives("Sheet", "plain", "club@example.org", ["anna@example.org"])
    message.attach_alternative("<p>rich</p>", "text/html")

    with django_capture_on_commit_callbacks(execute=True):
        message.send()

    (sent,) = mail.outbox
    assert (sent.body, [part.content for part in sent.alternatives]) == ("plain", ["<p>rich</p>"])


def test_a_dead_mail_server_only_delays(db, settings):
    waiting()
    working = settings.SCOREKEEPER_MAIL_BACKEND
    settings.SCOREKEEPER_MAIL_BACKEND = "tests.outbox.test_mail.Rejects"

    assert drain(now=NOW) == 0

    row = Mail.objects.get()
    assert (row.attempts, row.error, row.next_attempt_at) == (1, "no mail server", NOW + timedelta(minutes=2))
    settings.SCOREKEEPER_MAIL_BACKEND = working
    assert drain(now=NOW + timedelta(minutes=1)) == 0
    assert drain(now=NOW + timedelta(minutes=2)) == 1


def test_a_mail_is_given_up_after_many_tries(db, settings):
    settings.SCOREKEEPER_MAIL_BACKEND = "tests.outbox.test_mail.Rejects"
    waiting(attempts=MAX_ATTEMPTS - 1, html="<p>ABC-DEF</p>", is_code=True)

    assert [drain(now=NOW), drain(now=NOW + timedelta(days=30))] == [0, 0]

    row = Mail.objects.get()
    assert (row.attempts, row.sent_at, row.error) == (MAX_ATTEMPTS, None, "no mail server")
    assert [row.subject, row.body, row.html] == ["", "", ""]


def test_one_bad_mail_does_not_stop_the_next(db):
    waiting(sender="a\nb@example.org")
    waiting()

    assert drain(now=NOW) == 1
    assert [message.from_email for message in mail.outbox] == ["club@example.org"]


def test_a_mail_server_that_never_answers_is_asked_by_one_mail_in_a_minute(db, settings):
    """Each try costs its whole time-out: twelve mails kept `tick` for two minutes."""
    settings.SCOREKEEPER_MAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_TIMEOUT = 0.2  # seconds
    for _mail in range(3):
        waiting()

    with socket.create_server(("127.0.0.1", 0)) as listening:
        settings.EMAIL_HOST, settings.EMAIL_PORT = listening.getsockname()
        tries = [_tries_of_all_after(seconds) for seconds in (0, 59, 60)]

    assert tries == [1, 1, 2]


def _tries_of_all_after(seconds: int) -> int:
    """How often mails were tried, all together, once what is due then was sent."""
    assert drain(now=NOW + timedelta(seconds=seconds)) == 0
    return sum(Mail.objects.values_list("attempts", flat=True))


def test_a_mail_that_is_refused_keeps_none_waiting(db, settings):
    settings.SCOREKEEPER_MAIL_BACKEND = "tests.outbox.test_mail.RefusesOne"
    refused, other = waiting(to=["nobody@example.org"]), waiting()

    assert drain(now=NOW) == 1
    refused.refresh_from_db()
    other.refresh_from_db()
    assert ("no such mailbox" in refused.error, other.sent_at) == (True, NOW)


def test_tick_drains(db):
    waiting(next_attempt_at=timezone.now())
    said = StringIO()

    call_command("tick", stdout=said)

    assert said.getvalue().startswith("1 sent")


def test_a_dead_broker_leaves_the_row_and_troubles_nobody(
    db, settings, monkeypatch, django_capture_on_commit_callbacks
):
    from kombu.exceptions import OperationalError

    def no_broker(*_: object) -> None:
        raise OperationalError("no broker")

    monkeypatch.setattr(task_named("outbox.drain"), "delay", no_broker)

    with django_capture_on_commit_callbacks(execute=True):
        post()

    assert Mail.objects.get().sent_at is None
