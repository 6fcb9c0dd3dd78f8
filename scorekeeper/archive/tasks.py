from celery import shared_task
from django.utils import timezone

from scorekeeper.archive.services import forget_files


@shared_task(name="archive.forget_files")
def forget_tournament_files() -> int:
    """Delete the files of tournaments that nobody opened for a day; safe to run twice."""
    return forget_files(now=timezone.now())
