from celery import shared_task
from celery.signals import worker_ready
from django.utils import timezone

from scorekeeper.outbox.services import drain, forget_mail, unanswered


@shared_task(name="outbox.drain")
def drain_outbox() -> int:
    """Send the waiting mail; safe to run twice."""
    return drain(now=timezone.now())


@shared_task(name="outbox.forget")
def forget_old_mail() -> int:
    """Delete who got mail long ago; safe to run twice."""
    return forget_mail(now=timezone.now())


@worker_ready.connect
def ask_mail_server(**_told: object) -> None:
    """A worker that can send no mail says so when it starts."""
    unanswered()
