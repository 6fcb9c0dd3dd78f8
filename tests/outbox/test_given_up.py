"""Mail that was given up is listed and can be sent again; whoever needs mail to work is told when it does not."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.core.management import CommandError, call_command
from django.test import Client

from scorekeeper.outbox import services
from scorekeeper.outbox.models import Mail
from scorekeeper.outbox.services import MAX_ATTEMPTS, SENDABLE, drain, forget_mail, trouble
from tests.factories import NOW
from tests.outbox.test_mail import waiting

pytestmark = pytest.mark.django_db

STUCK = "Mail cannot be sent at the moment"


class Down(EmailBackend):
    """A mail server that is not there."""

    def open(self) -> bool:
        raise ConnectionRefusedError("nobody listens")

    def send_messages(self, _messages: object) -> int:
        self.open()
        return 0


@pytest.fixture
def down(settings):
    """The mail server is away; called, it is back."""
    working = settings.SCOREKEEPER_MAIL_BACKEND
    settings.SCOREKEEPER_MAIL_BACKEND = f"{__name__}.Down"

    def back() -> None:
        settings.SCOREKEEPER_MAIL_BACKEND = working
        services._probed.clear()

    return back


def command(*words: str) -> str:
    out = StringIO()
    call_command("mail", *words, stdout=out)
    return out.getvalue()


def test_what_was_given_up_is_listed_and_arrives_when_it_is_sent_again(down):
    waiting(subject="Report of the evening", body="Anna won.")
    waiting(subject="Your code", is_code=True)
    for turn in range(2 * MAX_ATTEMPTS):  # each asks a server that is away by one mail
        drain(now=NOW + timedelta(days=turn))
    first, code, last = command().splitlines()
    down()

    said = command("--again")

    assert "anna@example.org | Report of the evening | nobody listens" in first
    assert "a code, of no use any more" in code
    assert last == "Given up: 2. Waiting to be sent: 0."
    assert said == "Tried again: 1. Sent now: 1.\n"
    assert [(message.subject, message.body) for message in mail.outbox] == [("Report of the evening", "Anna won.")]
    assert Mail.objects.exclude(body="").count() == 0


def test_one_of_those_that_were_given_up_is_sent_alone():
    chosen, other = (waiting(attempts=MAX_ATTEMPTS, error="no") for _time in range(2))

    assert command("--again", str(chosen.pk)) == "Tried again: 1. Sent now: 1.\n"
    assert Mail.objects.get(sent_at=None).pk == other.pk
    with pytest.raises(CommandError, match="Name mails by the id"):
        command("--again", "the first")


def test_what_was_given_up_has_its_text_for_two_weeks():
    waiting(attempts=MAX_ATTEMPTS, error="no")

    forget_mail(now=NOW + SENDABLE)
    before = Mail.objects.get().body
    forget_mail(now=NOW + SENDABLE + timedelta(seconds=1))

    assert (before, Mail.objects.get().body) == ("ABC-DEF", "")
    assert command("--again") == "Tried again: 0. Sent now: 0.\n"


def test_a_mail_has_the_same_id_of_the_host_each_time_it_is_tried(settings, down):
    settings.SCOREKEEPER_ADDRESS = "https://scores.example.org"
    row = waiting()
    drain(now=NOW)
    down()
    drain(now=NOW + timedelta(days=1))

    assert mail.outbox[0].message()["Message-ID"] == f"<{row.pk}@scores.example.org>"


def test_the_mail_server_can_be_tried(settings, down):
    with pytest.raises(CommandError, match="localhost:25 did not take it: nobody listens"):
        command("--test", "anna@example.org")
    down()

    assert "has taken a mail to anna@example.org" in command("--test", "anna@example.org")
    assert [message.to for message in mail.outbox] == [["anna@example.org"]]


def test_the_page_to_make_an_account_says_when_no_mail_can_be_sent(down):
    without = Client().get("/accounts/signup/").content.decode()
    down()
    with_it = Client().get("/accounts/signup/").content.decode()

    assert STUCK in without
    assert STUCK not in with_it


def test_a_worker_that_sends_counts_more_than_what_this_process_reaches(down):
    assert trouble() == "nobody listens"
    waiting(attempts=1, sent_at=NOW)

    assert trouble() == ""


def test_mail_of_a_code_is_marked_for_the_outbox(settings, django_capture_on_commit_callbacks):
    from tests import factories

    factories.make_user("Anna Vogt", email="anna@example.org")
    settings.EMAIL_BACKEND = "scorekeeper.outbox.services.OutboxBackend"
    Client().post("/accounts/login/code/", {"email": "anna@example.org"})

    assert [(row.to, row.is_code) for row in Mail.objects.all()] == [(["anna@example.org"], True)]
