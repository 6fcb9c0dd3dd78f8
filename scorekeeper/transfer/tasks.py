from celery import shared_task
from django.utils import timezone

from scorekeeper.transfer.services.showing import forget_shown


@shared_task(name="transfer.forget_shown")
def forget_shown_tables() -> int:
    """Delete the tables that were shown more than an hour ago; safe to run twice."""
    return forget_shown(now=timezone.now())
