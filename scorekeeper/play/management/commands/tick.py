from django.core.management.base import BaseCommand
from django.utils import timezone

from scorekeeper.outbox.services import drain
from scorekeeper.play.services.upkeep import forget_failures, forget_unclaimed


class Command(BaseCommand):
    help = "Do once what is due in the background. For a timer, where no Celery worker runs."

    def handle(self, *args: object, **options: object) -> None:
        now = timezone.now()
        self.stdout.write(f"{drain(now=now)} sent, {forget_unclaimed(now=now)} unclaimed tables made nameless")
        forget_failures(now=now)
