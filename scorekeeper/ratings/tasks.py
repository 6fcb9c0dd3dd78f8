from celery import shared_task

from scorekeeper.ratings.services import TASK, replay_stale

PIECES = 5  # at most, where it runs in place; the rest is for the timer


@shared_task(name=TASK)
def replay_ratings() -> int:
    """Read and rate what has changed; safe to run twice, and twice at once."""
    return replay_stale(PIECES)
