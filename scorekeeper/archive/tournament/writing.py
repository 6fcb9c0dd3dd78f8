"""Write one tournament into a file."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from io import BytesIO

from django.db import connection, transaction

from scorekeeper.archive.snapshots import snapshot
from scorekeeper.archive.tournament.holds import TOURNAMENT
from scorekeeper.archive.tournament.standings import standings_of
from scorekeeper.archive.writing import Counted, write
from scorekeeper.tournaments.models import Tournament


def tournament_file(tournament: Tournament, *, now: datetime) -> bytes:
    """The tournament as it is at one moment, whatever is recorded meanwhile."""
    file = BytesIO()
    with _one_moment() as using:
        more = {"club": {"name": tournament.club.name}, "standings": standings_of(tournament)}
        count = Counted(lambda _done, _total: None)
        write(TOURNAMENT, tournament, more, file, using=using, now=now, count=count)
    return file.getvalue()


@contextmanager
def _one_moment() -> Iterator[str]:
    """A transaction of SQLite sees one moment by itself; PostgreSQL reads it by a connection of its own."""
    if connection.vendor == "postgresql" and not connection.in_atomic_block:
        with snapshot() as using:
            yield using
    else:
        with transaction.atomic():
            yield "default"
