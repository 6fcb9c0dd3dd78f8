from celery import shared_task
from django.utils import timezone

from scorekeeper.play.services.upkeep import forget_failures, forget_unclaimed


@shared_task(name="play.forget_unclaimed")
def forget_unclaimed_tables() -> int:
    """Take the names from tables nobody has claimed; safe to run twice."""
    return forget_unclaimed(now=timezone.now())


@shared_task(name="play.forget_failures")
def forget_old_failures() -> int:
    """Delete old wrong codes; safe to run twice."""
    return forget_failures(now=timezone.now())
