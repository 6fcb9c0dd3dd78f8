from django.core.management.base import BaseCommand
from django.utils import timezone

from scorekeeper.outbox.services import drain


class Command(BaseCommand):
    help = "Do what waits in the outbox once. For a timer, where no Celery worker runs."

    def handle(self, *args: object, **options: object) -> None:
        self.stdout.write(f"{drain(now=timezone.now())} sent")
