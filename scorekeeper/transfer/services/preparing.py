"""Work out what a file would bring and write it down beside, where it counts nowhere, in short steps."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any, Final, TypeAlias
from uuid import UUID

from django.db.models import QuerySet

from games.core.values import Problem
from scorekeeper.clubs.models import Player
from scorekeeper.common.errors import Refused
from scorekeeper.common.ids import digest, uuid7
from scorekeeper.standings.comparing import state_of
from scorekeeper.standings.importing import Prepared, forget_prepared, prepare, to_be_written
from scorekeeper.transfer.models import PreparedPerson, Upload
from scorekeeper.transfer.selectors.looking import Look, look_at

A_STEP: Final = 500  # people of a transaction
Seen: TypeAlias = tuple[Any, ...]


class Changed(Exception):
    """What was worked out was worked out from something that is so no more."""


@dataclass(frozen=True, slots=True)
class Course:
    """The work that takes a file over: which it is, who hears how far it is (done, of so many), and who may stop it in
    the last transaction; what they raise undoes all."""

    run: UUID
    tell: Callable[[int, int], None] = lambda _done, _total: None
    go_on: Callable[[], None] = lambda: None


@dataclass(frozen=True, slots=True)
class Ready:
    """A file that is worked out: what was seen then, who everybody in it is (by id, new ones too), and their results;
    None for a list of people."""

    look: Look
    seen: Seen
    pk: UUID
    people: dict[str, UUID]
    results: Prepared | None

    @property
    def known(self) -> int:
        """How many are in the book already."""
        return sum(bool(match.chosen) for match in self.look.matching.matches)

    @property
    def digest(self) -> str:
        """The hash of what is taken over, with the ids of who is new."""
        return digest([self.look.shown, sorted(map(str, self.people.values()))])

    def new(self, course: Course) -> "QuerySet[PreparedPerson]":
        """Who is not in the book yet."""
        return PreparedPerson.objects.filter(run=course.run, imported=self.pk)


def prepared(upload: Upload, now: datetime, course: Course) -> Ready:
    """Write down all that the file brings. Not inside a transaction, or nobody sees how far it is.

    Raises:
        Refused: `not_ready`: something has to be said or mended first.
    """
    course.tell(0, 0)  # who was taken for dead stops here, before anything of another turn is touched
    forget(course.run)
    seen = seen_of(upload)  # before who is who and what counts are read
    look = look_at(upload, now)
    if look.obstacle:
        raise Refused([Problem("not_ready", "", look.obstacle)])
    pk = uuid7()
    new = [match.name for match in look.matching.matches if not match.chosen]
    total = len(new) + sum(change.is_taken for change in look.changes)
    people = {match.name: match.chosen.pk for match in look.matching.matches if match.chosen}
    for step in _write_people(upload, pk, new, course):
        people |= step
        course.tell(len(people) + len(new) - len(look.matching.matches), total)
    results = None
    if upload.competition and look.counting:
        results = Prepared(upload.competition, course.run, pk)
        for many in prepare(results, to_be_written(results, look.changes, look.counting, people)):
            course.tell(len(new) + many, total)
    return Ready(look, seen, pk, people, results)


def seen_of(upload: Upload) -> Seen:
    """All that who is who and what counts depend on: what was said, the book, how the season counts, and what may
    count there already."""
    season = upload.competition
    if season is None:
        return upload.said, _book(upload)
    return upload.said, _book(upload), season.weights, season.summed_in, state_of(season)


def forget(run: UUID) -> None:
    """Nothing is left of what this work has written beside."""
    PreparedPerson.objects.filter(run=run).delete()
    forget_prepared(run)


def _book(upload: Upload) -> str:
    """A hash of who stands in the club's book."""
    lines = (
        Player.objects.filter(club=upload.club_id).order_by("pk").values_list("pk", "name", "full_name", "merged_into")
    )
    return digest([[str(pk), name, full, str(merged)] for pk, name, full, merged in lines])


def _write_people(upload: Upload, pk: UUID, names: list[str], course: Course) -> Iterator[dict[str, UUID]]:
    """The ids of those who are new, a step at a time."""
    left = iter(names)
    while step := list(islice(left, A_STEP)):
        rows = [PreparedPerson(club_id=upload.club_id, run=course.run, imported=pk, name=name) for name in step]
        PreparedPerson.objects.bulk_create(rows)
        yield {row.name: row.pk for row in rows}
