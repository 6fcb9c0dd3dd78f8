from celery import shared_task
from django.utils import timezone

from scorekeeper.privacy.services import keep_up


@shared_task(name="privacy.keep_up")
def keep_up_with_names() -> int:
    """Announce and remove old names where a club wants it done by itself; safe to run twice."""
    return keep_up(now=timezone.now())
