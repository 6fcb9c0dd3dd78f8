"""Write one tournament into a file."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from io import BytesIO
from typing import Any

from django.db import connection, transaction

from scorekeeper.archive.snapshots import snapshot
from scorekeeper.archive.tournament.holds import TOURNAMENT
from scorekeeper.archive.writing import Counted, write
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.models import Stage, Tournament
from scorekeeper.tournaments.standing.reads import final_lines

# Who stands where in a tournament, by the numbers of the entry list: what two installations must agree on.


def standings_of(tournament: Tournament) -> dict[str, Any]:
    """The places of the whole tournament, and of each stage that was begun its groups: as if it ended now, and
    official. Plain values, each place with the numbers of those who share it."""
    numbers = dict(tournament.entrants.values_list("pk", "number"))
    stages = []
    for stage in tournament.stages.order_by("number"):
        stage.tournament = tournament
        if stage.entrants.exists():
            found = [_places(stage, numbers, official=official) for official in (False, True)]
            stages.append({"stage": stage.number, "now": found[0], "official": found[1]})
    lines = final_lines(tournament, official=tournament.is_ended)
    return {"places": sorted([line.first, line.last, line.entrant.number] for line in lines), "stages": stages}


def _places(stage: Stage, numbers: dict[Any, int], *, official: bool) -> list[list[list[int]]]:
    groups = format_of(stage).places(stage, official=official)
    return [[sorted(numbers[pk] for pk in shared) for shared in group] for group in groups]


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
