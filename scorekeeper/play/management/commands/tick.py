from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone
from django.utils.module_loading import import_string

from scorekeeper.accounts.services import forget_changes
from scorekeeper.accounts.tries import forget as forget_tries
from scorekeeper.jobs.services import drain as run_jobs
from scorekeeper.jobs.services import forget_jobs
from scorekeeper.notices.services import forget_notices
from scorekeeper.outbox.services import drain, forget_mail
from scorekeeper.play.closing.notices import remind_of_signatures
from scorekeeper.play.parties import parties
from scorekeeper.play.passes.services import forget_presences
from scorekeeper.play.upkeep.anchors import anchor
from scorekeeper.play.upkeep.rebuilding import forget_addresses, forget_failures, forget_unclaimed


class Command(BaseCommand):
    help = "Do once what is due in the background. For a timer, where no Celery worker runs."

    def handle(self, *args: object, **options: object) -> None:
        now = timezone.now()
        remind_of_signatures(now=now)
        for path in settings.SCOREKEEPER_REMINDERS:
            import_string(path)(now=now)
        self.stdout.write(f"{drain(now=now)} sent, {forget_unclaimed(now=now)} unclaimed tables made nameless")
        for party in parties():
            party.work(now)
        anchor(now=now)
        forget_tries(now=now)
        forget_changes(now=now)
        forget_failures(now=now)
        forget_addresses(now=now)
        forget_presences(now=now)
        forget_jobs(now=now)
        forget_mail(now=now)
        forget_notices(now=now)
        run_jobs(timezone.now)
