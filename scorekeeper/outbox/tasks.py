from celery import shared_task
from django.utils import timezone

from scorekeeper.outbox.services import drain


@shared_task(name="outbox.drain")
def drain_outbox() -> int:
    """Send the waiting mail; safe to run twice."""
    return drain(now=timezone.now())
