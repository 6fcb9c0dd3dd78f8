from celery import shared_task
from django.utils import timezone

from scorekeeper.accounts import tries
from scorekeeper.accounts.services import forget_changes


@shared_task(name="accounts.forget")
def forget_what_counts_no_more() -> int:
    """Delete wrong tries of yesterday, and changes of address that can be taken back no more; safe to run twice."""
    now = timezone.now()
    return tries.forget(now=now) + forget_changes(now=now)
