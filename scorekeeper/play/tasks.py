from celery import shared_task
from django.utils import timezone

from scorekeeper.notices.services import forget_notices
from scorekeeper.play.closing.notices import remind_of_signatures
from scorekeeper.play.passes.services import forget_presences
from scorekeeper.play.upkeep.anchors import anchor
from scorekeeper.play.upkeep.rebuilding import forget_addresses, forget_failures, forget_unclaimed


@shared_task(name="play.forget_unclaimed")
def forget_unclaimed_tables() -> int:
    """Take the names from tables nobody has claimed; safe to run twice."""
    return forget_unclaimed(now=timezone.now())


@shared_task(name="play.forget_failures")
def forget_old_failures() -> int:
    """Delete old wrong codes, and who had which table open; safe to run twice."""
    now = timezone.now()
    return forget_failures(now=now) + forget_addresses(now=now) + forget_presences(now=now) + forget_notices(now=now)


@shared_task(name="play.anchor")
def anchor_chains() -> int:
    """Chain and anchor what was written; safe to run twice."""
    return anchor(now=timezone.now())


@shared_task(name="play.remind")
def remind() -> int:
    """Tell members of missing signatures; safe to run twice."""
    return remind_of_signatures(now=timezone.now())
