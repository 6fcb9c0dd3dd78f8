"""Write down that somebody has a table open."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Presence, Sitting
from scorekeeper.play.selectors.presence import is_of

SEEN_AGAIN = timedelta(seconds=60)  # so that a page which looks every few seconds writes once a minute


def be_seen(sitting: Sitting, by: Actor, presences: Iterable[Presence], now: datetime) -> None:
    """Somebody who may record looks at the table; `presences` are those that are known to be there."""
    mine = next((one for one in presences if is_of(one, by)), None)
    if mine and mine.seen_at > now - SEEN_AGAIN:
        return
    who: dict[str, Any] = {"device": by.device} if by.device else {"user": by.user}
    Presence.objects.bulk_create(
        [Presence(club_id=sitting.club_id, sitting=sitting, seen_at=now, **who)],
        update_conflicts=True,
        unique_fields=["club", "sitting", *who],
        update_fields=["seen_at"],
    )


def forget_presences(*, now: datetime) -> int:
    """Delete those nobody has seen for a day; returns how many."""
    return Presence.objects.filter(seen_at__lt=now - timedelta(days=1)).delete()[0]
