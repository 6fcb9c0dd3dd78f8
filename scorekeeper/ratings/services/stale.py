"""Say that something must be worked out anew, and wake whoever does it."""

from collections.abc import Collection
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import Min

from scorekeeper.clubs.models import Player
from scorekeeper.common.tasks import run_soon
from scorekeeper.ratings.models import Digest, Stale

TASK = "ratings.replay"


def stale(club_id: UUID, game: str, since: datetime) -> None:
    """Whatever was closed since then is read and rated anew, after this transaction. Waits for nobody."""
    Stale.objects.create(club_id=club_id, game=game, since=since)
    transaction.on_commit(partial(run_soon, TASK))


def people_changed(club_id: UUID, lines: Collection[UUID]) -> None:
    """These lines of the book are somebody else's from now on, or want a rating no more, or again: rate anew from the
    first sheet of theirs in each game."""
    theirs = Digest.objects.filter(club=club_id, played__player__in=lines)
    for game, first in theirs.order_by().values_list("game").annotate(Min("at")):
        stale(club_id, game, first)


def lines_of(player: Player) -> list[UUID]:
    """The ids of a person's lines in the book."""
    return list(Player.objects.lines_of(player).values_list("pk", flat=True))
