"""Chain and anchor in the background what was written: of every club, or of one before its anchors are written out."""

import logging
from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError
from django.db.models import Q

from scorekeeper.chains.models import Chain, Waiting
from scorekeeper.chains.services import Heads, chain_up, clubs_waiting
from scorekeeper.clubs.models import Club
from scorekeeper.play.models import Sitting
from scorekeeper.standings.models import Competition

logger = logging.getLogger(__name__)


def anchor(*, now: datetime) -> int:
    """Chain all that waits in all clubs, and anchor the ends of the chains of hands, marks and directors' acts; returns
    how many links were made. A club whose chains can't be made longer, because somebody has tampered with them, is left
    as it is: `verify` names it."""
    tips = dict(Chain.objects.filter(pk__in=Club.objects.values("pk")).values_list("pk", "tips"))
    found, waiting = _heads(Q(), tips), clubs_waiting()
    clubs = set(Club.objects.exclude(pk__in=tips).values_list("pk", flat=True))
    clubs |= waiting | {club for club, heads in found.items() if heads.moved}
    return sum(_anchor(club_id, found.get(club_id) or Heads(), now) for club_id in sorted(clubs))


def anchor_club(club_id: UUID, *, now: datetime) -> int:
    """The same of one club."""
    tips = dict(Chain.objects.filter(pk=club_id).values_list("pk", "tips"))
    return _anchor(club_id, _heads(Q(club=club_id), tips).get(club_id) or Heads(), now)


def _anchor(club_id: UUID, heads: Heads, now: datetime) -> int:
    try:
        return chain_up(club_id, heads, now)
    except IntegrityError:
        logger.exception("the chains of club %s can't be made longer: run verify", club_id)
        return 0


def _heads(of_club: Q, tips: Mapping[UUID, Mapping[str, str]]) -> dict[UUID, Heads]:
    """Of each club where its chains stand; only open tables, and those of which something waits, can have moved."""
    found: dict[UUID, Heads] = defaultdict(Heads)
    lately = Q(closed_at=None) | Q(pk__in=Waiting.objects.filter(of_club).values("owner"))
    sittings = Sitting.objects.filter(of_club & lately).exclude(seq=0, marked=0).order_by()
    seasons = Competition.objects.filter(of_club, seq__gt=0).order_by()
    places: list[tuple[Any, ...]] = [
        *sittings.values_list("club", "pk", "closed_at", "seq", "head", "marked", "marks_head"),
        *((club, pk, None, seq, head) for club, pk, seq, head in seasons.values_list("club", "pk", "seq", "head")),
    ]
    for club, pk, closed_at, *head in places:
        tip = ":".join(map(str, head[::2]))
        if closed_at is None:
            found[club].tips[pk.hex] = tip
        if tips.get(club, {}).get(pk.hex) != tip:
            found[club].moved[pk] = head
    return found
