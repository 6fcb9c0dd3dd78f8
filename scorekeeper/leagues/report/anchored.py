"""Where the chains that an evening is part of stand: its sheets, its seasons, the club's money book and log."""

from collections.abc import Iterator
from datetime import datetime

from scorekeeper.chains.contents import book_of
from scorekeeper.leagues.evenings.reads import sittings_of
from scorekeeper.leagues.models import Evening
from scorekeeper.play.upkeep.anchors import lines, mark_of


def anchors_of(evening: Evening, now: datetime) -> Iterator[bytes]:
    """A file of anchors, line by line."""
    sheets = {sitting.pk for sitting in sittings_of(evening)}
    seasons = set(evening.seasons.values_list("pk", flat=True))
    owners = {evening.pk, evening.club_id, book_of(evening.club_id), *sheets, *seasons}
    return lines(now=now, club_id=evening.club_id, owners=owners)


def marks_of(evening: Evening) -> list[str]:
    """The check marks of its sheets, as they stand on paper."""
    return [f"{sitting.code} {mark_of(sitting)}" for sitting in sittings_of(evening) if sitting.head]
