"""Old results that count in a season without a sitting: taken over as a whole, and taken back as a whole."""

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from itertools import islice
from typing import Any, Final, TypeAlias
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import F, QuerySet

from scorekeeper.accounts.models import User
from scorekeeper.chains.models import Salt, Waiting, digest_of
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.policies import can_direct, role_in
from scorekeeper.common.errors import require
from scorekeeper.common.ids import uuid7
from scorekeeper.common.inserting import insert_from
from scorekeeper.standings.models import Competition, Import, ImportedResult, PreparedResult, Result
from scorekeeper.standings.services import count_in
from scorekeeper.standings.services.sums import Sums, post_sums

Due: TypeAlias = dict[tuple[UUID, UUID], ImportedResult]  # {(source, player): the row}
NOTHING: Final[dict[str, int]] = {}
A_STEP: Final = 500  # rows of a transaction


@dataclass(frozen=True, slots=True)
class OldEvening:
    """An evening as an old list tells it: what it was called, its day, and the measures of each player."""

    title: str
    played_on: date
    measures: Mapping[UUID, Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class OldResults:
    """What is taken over at once: the name it is known by, the hash of its content, the evenings."""

    name: str
    digest: str
    evenings: Sequence[OldEvening]


class Incomplete(Exception):
    """What was prepared is not there any more, as other work has tidied up, or would count otherwise by now."""


@dataclass(slots=True)
class Prepared:
    """An import in the making: its id once it counts, the work that makes it, how many rows are written down and what
    they bring each player."""

    competition: Competition
    run: UUID
    pk: UUID = field(default_factory=uuid7)
    many: int = 0
    sums: defaultdict[UUID, Sums] = field(default_factory=lambda: defaultdict(Sums))

    @property
    def rows(self) -> "QuerySet[PreparedResult]":
        return PreparedResult.objects.filter(run=self.run, imported=self.pk)


def prepare(prepared: Prepared, evenings: Iterable[OldEvening]) -> Iterator[int]:
    """Write these evenings down, not counting yet, in steps of a transaction each; after each how many rows there are.
    Whoever asks for no further step leaves what `forget_prepared` deletes."""
    rows = _prepared_rows(prepared, evenings)
    while step := list(islice(rows, A_STEP)):
        PreparedResult.objects.bulk_create(step)
        prepared.many += len(step)
        yield prepared.many


@transaction.atomic
def count_prepared(*, prepared: Prepared, name: str, digest: str, by: User, now: datetime) -> tuple[Import, bool]:
    """Count what is prepared in its season, as official results: in a few statements, so that nobody who records waits
    for long. What counts already is found again (False).

    Raises:
        Incomplete: it can be prepared anew.
    """
    competition = prepared.competition
    require(can_direct(role_in(by, competition.club)))
    Club.objects.select_for_update(no_key=True).values_list("pk").get(pk=competition.club_id)
    factors = dict(competition.factors)
    competition.refresh_from_db(fields=["factors"])  # whoever changes them holds the club
    if factors != competition.factors:
        raise Incomplete
    if standing := counting(competition, digest):
        return standing, False
    count_in([competition], competition.summed_in)
    made = Import.objects.create(
        pk=prepared.pk, club_id=competition.club_id, competition=competition, name=name, digest=digest, at=now, by=by
    )
    same: dict[str, Any] = {name: F(name) for name in ("id", "player", "source", "played_on", "measures")}
    same["club"] = competition.club_id
    game = {"competition": competition.pk, "game": competition.game}
    said = insert_from(ImportedResult, prepared.rows, **same, imported=made.pk, title=F("title"))
    counts = insert_from(Result, prepared.rows, **same, **game, points=F("points"), is_sealed=True)
    _have_linked(prepared)
    if (said, counts) != (prepared.many, prepared.many):
        raise Incomplete
    post_sums(competition, prepared.sums)
    return made, True


def _have_linked(prepared: Prepared) -> None:
    """In the chain of the import, by what was prepared for it: as few statements as the rows themselves."""
    table = ImportedResult.columns().table
    same: dict[str, Any] = {"id": F("id"), "club": prepared.competition.club_id, "table": table, "row": F("id")}
    insert_from(Waiting, prepared.rows, **same, owner=prepared.pk, digest=F("digest"))
    titled = prepared.rows.exclude(salted="")
    insert_from(Salt, titled, **same, column="title", salt=F("salt"), hash=F("salted"))


def counting(competition: Competition, digest: str) -> Import | None:
    """The import by which this content counts in the season now."""
    same = Import.objects.filter(club=competition.club_id, competition=competition, digest=digest)
    return same.filter(taken_back_at=None).first()


def forget_prepared(run: UUID) -> None:
    """Nothing is left of what this work has prepared."""
    PreparedResult.objects.filter(run=run).delete()


@transaction.atomic
def import_results(*, competition: Competition, by: User, old: OldResults, now: datetime) -> tuple[Import, bool]:
    """Count these evenings in the season at once, as official results; what counts already is found again (False)."""
    require(can_direct(role_in(by, competition.club)))
    Club.objects.select_for_update(no_key=True).values_list("pk").get(pk=competition.club_id)
    competition.refresh_from_db(fields=["factors"])
    prepared = Prepared(competition, uuid7())
    deque(prepare(prepared, old.evenings), maxlen=0)
    made = count_prepared(prepared=prepared, name=old.name, digest=old.digest, by=by, now=now)
    forget_prepared(prepared.run)
    return made


@transaction.atomic
def take_back(*, imported: Import, by: User, now: datetime) -> Import:
    """None of it counts any more; what was said stays. An import that was taken back before stays as it is."""
    require(can_direct(role_in(by, imported.club)))
    Club.objects.select_for_update(no_key=True).values_list("pk").get(pk=imported.club_id)
    found = Import.objects.select_for_update(of=("self",)).select_related("competition").get(pk=imported.pk)
    if found.taken_back_at is not None:
        return found
    found.taken_back_at, found.taken_back_by = now, by
    found.save(update_fields=["taken_back_at", "taken_back_by"])
    sums = defaultdict[UUID, Sums](Sums)
    results = Result.objects.filter(competition=found.competition_id, source__in=found.results.values("source"))
    for player, points, measures in results.values_list("player", "points", "measures"):
        sums[player].add(points, measures)
    post_sums(found.competition, sums, sign=-1)
    results.update(measures=NOTHING, points=0, is_sealed=False)
    return found


def due_of(competition: Competition) -> Due:
    """The imported rows that results of this season are made of; those of an import that was taken back bring
    nothing."""
    rows = ImportedResult.objects.filter(club=competition.club_id, imported__competition=competition)
    return {(row.source, row.player_id): row for row in rows.select_related("imported")}


def brings(row: ImportedResult) -> dict[str, int]:
    """What it counts now."""
    return NOTHING if row.imported.taken_back_at else dict(row.measures)


def differing(competition: Competition, due: Due) -> list[tuple[ImportedResult, Result | None]]:
    """The imported rows whose result is not what they say, with that result."""
    kept = {(result.source, result.player_id): result for result in competition.results.all() if result.is_imported}
    return [(row, kept.get(key)) for key, row in due.items() if not _agrees(competition, row, kept.get(key))]


def result_of(competition: Competition, row: ImportedResult, result: Result | None) -> Result:
    """The result as the row makes it; not saved."""
    result = result or Result(
        club_id=row.club_id,
        competition=competition,
        player_id=row.player_id,
        source=row.source,
        played_on=row.played_on,
        game=competition.game,
    )
    result.measures = brings(row)
    result.points = competition.points(result.measures)
    result.is_sealed = row.imported.taken_back_at is None
    return result


def _agrees(competition: Competition, row: ImportedResult, result: Result | None) -> bool:
    due = brings(row)
    has = (result.measures, result.points, result.played_on, result.is_sealed) if result else None
    return has == (due, competition.points(due), row.played_on, row.imported.taken_back_at is None)


def _prepared_rows(prepared: Prepared, evenings: Iterable[OldEvening]) -> Iterator[PreparedResult]:
    came = {next(iter(prepared.competition.weights)): 0}  # who came and brought nothing home has played all the same
    for number, evening in enumerate(evenings):
        source = uuid5(prepared.pk, str(number))
        for player, said in evening.measures.items():
            measures = {name: amount for name, amount in sorted(said.items()) if amount} or came
            points = prepared.competition.points(measures)
            prepared.sums[player].add(points, measures)
            facts: dict[str, Any] = {
                "club_id": prepared.competition.club_id,
                "source": source,
                "title": evening.title,
                "played_on": evening.played_on,
                "measures": measures,
            }
            row = ImportedResult(imported_id=prepared.pk, player_id=player, **facts)
            waiting, salts = digest_of(row)
            yield PreparedResult(
                pk=row.pk,
                run=prepared.run,
                imported=prepared.pk,
                player=player,
                points=points,
                digest=waiting.digest,
                salt="".join(salt.salt for salt in salts),
                salted="".join(salt.hash for salt in salts),
                **facts,
            )
