from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from scorekeeper.outbox.models import Mail
from scorekeeper.outbox.services import drain, given_up, send_again, send_test, sendable


class Command(BaseCommand):
    help = "List the mail that was given up, send it again, or try whether the mail server takes any."

    def add_arguments(self, parser: CommandParser) -> None:
        acts = parser.add_mutually_exclusive_group()
        acts.add_argument("--test", metavar="ADDRESS", help="send a mail there at once, and say what the server says")
        acts.add_argument(
            "--again", metavar="ID", nargs="*", help="send what was given up once more: all of it, or these by id"
        )

    def handle(self, *args: object, test: str | None, again: list[str] | None, **options: Any) -> None:
        if test:
            self._test(test)
        elif again is not None:
            self._again(again)
        else:
            self._list()

    def _test(self, address: str) -> None:
        where = f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
        try:
            send_test(to=address)
        except OSError as error:
            raise CommandError(f"The mail server {where} did not take it: {error}") from None
        self.stdout.write(f"The mail server {where} has taken a mail to {address}. See whether it arrives.")

    def _again(self, ids: list[str]) -> None:
        try:
            chosen = [UUID(text) for text in ids] or list(sendable().values_list("pk", flat=True))
        except ValueError:
            raise CommandError("Name mails by the id at the beginning of their line in `manage.py mail`.") from None
        now = timezone.now()
        count = send_again(mails=chosen, now=now)
        self.stdout.write(f"Tried again: {count}. Sent now: {drain(now=now)}.")

    def _list(self) -> None:
        waiting = Mail.objects.filter(sent_at=None).exclude(pk__in=given_up()).count()
        for mail in given_up():
            words = mail.subject or ("a code, of no use any more" if mail.is_code else "its text is gone")
            to = ", ".join(mail.to)
            self.stdout.write(f"{mail.pk} | {mail.created_at:%Y-%m-%d %H:%M} | {to} | {words} | {mail.error}")
        self.stdout.write(f"Given up: {given_up().count()}. Waiting to be sent: {waiting}.")
