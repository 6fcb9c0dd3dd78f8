from celery import shared_task
from django.utils import timezone

from scorekeeper.jobs.services import drain, forget_jobs


@shared_task(name="jobs.drain")
def drain_jobs() -> int:
    """Run the jobs that are due; safe to run twice."""
    return drain(timezone.now)


@shared_task(name="jobs.forget")
def forget_old_jobs() -> int:
    """Delete old files and jobs; safe to run twice."""
    return forget_jobs(now=timezone.now())
