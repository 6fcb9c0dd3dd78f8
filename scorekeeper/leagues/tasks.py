from celery import shared_task
from django.utils import timezone

from scorekeeper.leagues.evenings.mails import remind_of_evenings


@shared_task(name="leagues.remind")
def remind() -> int:
    """Tell members of the next evening; safe to run twice."""
    return remind_of_evenings(now=timezone.now())
