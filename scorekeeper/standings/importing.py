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
from scorekeeper.chains.models import Salt, Waiting, digest_of_values
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.policies import can_direct, role_in
from scorekeeper.common.errors import require
from scorekeeper.common.ids import uuid7
from scorekeeper.common.inserting import count_rows_anew, insert_from, insert_rows, update_from
from scorekeeper.standings.comparing import Compared, CountedResults, kept_measures, reverted_by, row_in_force
from scorekeeper.standings.models import Competition, Import, ImportedResult, PreparedResult, Result, Spreadsheet
from scorekeeper.standings.services import count_in
from scorekeeper.standings.services.posting import Sums, post_sums

Due: TypeAlias = dict[tuple[UUID, UUID], ImportedResult]  # {(source, player): the row}
NOTHING: Final[dict[str, int]] = {}
A_STEP: Final = 1_000  # rows of a transaction
MANY: Final = 1_000  # new rows after which the database counts all of them anew
KEPT: Final = ("source", "title", "played_on", "measures", "version", "list_place", "line")
IMPORTED: Final = ("id", "club_id", "imported_id", "player_id", *KEPT)  # as their chain reads them
PREPARED: Final = ("id", "club", "imported", "player", *KEPT, "run", "points", "digest", "salt", "salted")


@dataclass(frozen=True, slots=True)
class OldEvening:
    """A list of an evening as an old file tells it: what it was called, its day, and the measures of each player."""

    title: str
    played_on: date
    measures: Mapping[UUID, Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class OldResults:
    """What is taken over at once: the name it is known by, the hash of its content, the evenings."""

    name: str
    digest: str
    evenings: Sequence[OldEvening]


@dataclass(frozen=True, slots=True)
class OldResult:
    """What a player brought home from one list (`source`), as it is to be written down. A `version` above 0 corrects
    what counts until now (`before`); without measures nothing counts of it any more."""

    player: UUID
    source: UUID
    title: str
    played_on: date
    measures: Mapping[str, int]
    list_place: int = 0
    line: int = 0
    version: int = 0
    before: Mapping[str, int] = field(default_factory=dict)


class Incomplete(Exception):
    """What was prepared is not there any more, as other work has tidied up, or would count otherwise by now."""


@dataclass(slots=True)
class Prepared:
    """An import in the making: its id once it counts, the work that makes it, how many rows are written down, whether
    any of them corrects what counts, and what they bring each player."""

    competition: Competition
    run: UUID
    pk: UUID = field(default_factory=uuid7)
    many: int = 0
    corrects: bool = False
    sums: defaultdict[UUID, Sums] = field(default_factory=lambda: defaultdict(Sums))

    @property
    def rows(self) -> "QuerySet[PreparedResult]":
        return PreparedResult.objects.filter(run=self.run, imported=self.pk)


def to_be_written(
    prepared: Prepared, found: Iterable[Compared], counting: CountedResults, people: Mapping[str, UUID]
) -> Iterator[OldResult]:
    """What is written down of a file that was compared; `people` are the ids of those of the file by name."""
    for compared in found:
        if not compared.is_taken:
            continue
        result = compared.result
        if compared.counted:
            row, version = compared.counted.row, compared.counted.last + 1
            of_list = (row.player_id, row.source, row.title, row.played_on, result.measures, row.list_place)
            yield OldResult(*of_list, result.line, version, compared.before)
        else:
            person = people[result.name]
            source = counting.source_for(result, person, prepared.pk)
            of_list = (person, source, result.title, result.played_on, result.measures, result.list_place)
            yield OldResult(*of_list, result.line)


def prepare(prepared: Prepared, results: Iterable[OldResult]) -> Iterator[int]:
    """Write these results down, not counting yet, in steps of a transaction each; after each how many rows there are.
    Whoever asks for no further step leaves what `forget_prepared` deletes."""
    rows = (_prepared_row(prepared, result) for result in results)
    while step := list(islice(rows, A_STEP)):
        with transaction.atomic():
            insert_rows(PreparedResult, PREPARED, step)
        prepared.many += len(step)
        yield prepared.many


@transaction.atomic
def count_prepared(
    *,
    prepared: Prepared,
    name: str,
    digest: str,
    by: User,
    now: datetime,
    sheet: str = "",
    spreadsheet: Spreadsheet | None = None,
) -> tuple[Import, bool]:
    """Count what is prepared in its season, as official results: in a few statements, so that nobody who records waits
    for long. Corrections take the place of what they correct. What counts already is found again (False).

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
    facts: dict[str, Any] = {"name": name, "sheet": sheet, "digest": digest, "at": now, "by": by}
    facts["spreadsheet"] = spreadsheet
    made = Import.objects.create(pk=prepared.pk, club_id=competition.club_id, competition=competition, **facts)
    same: dict[str, Any] = {name: F(name) for name in ("id", "player", "source", "played_on", "measures")}
    same["club"] = competition.club_id
    more = {name: F(name) for name in ("title", "version", "list_place", "line")}
    game = {"competition": competition.pk, "game": competition.game}
    inserted = insert_from(ImportedResult, prepared.rows, **same, **more, imported=made.pk)
    first = prepared.rows.filter(version=0)
    counts = insert_from(Result, first, **same, **game, points=F("points"), is_sealed=True) + _correct(prepared)
    _have_linked(prepared)
    if (inserted, counts) != (prepared.many, prepared.many):
        raise Incomplete
    post_sums(competition, prepared.sums)
    return made, True


def settle_prepared(prepared: Prepared) -> None:
    """After the last transaction: whatever reads the season next finds thousands of new rows as fast as old ones."""
    if prepared.many >= MANY:
        count_rows_anew(ImportedResult, Result)


def _correct(prepared: Prepared) -> int:
    """The results that are corrected come to what their corrections say; how many."""
    if not prepared.corrects:
        return 0
    season: Any = {"club": prepared.competition.club_id, "competition": prepared.competition.pk}
    corrections = prepared.rows.filter(version__gt=0)
    return update_from(
        Result, corrections, on=("source", "player"), of=season, sets=("measures", "points"), is_sealed=True
    )


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
    rows = (
        OldResult(player, uuid5(prepared.pk, str(number)), evening.title, evening.played_on, measures)
        for number, evening in enumerate(old.evenings)
        for player, measures in evening.measures.items()
    )
    deque(prepare(prepared, rows), maxlen=0)
    made = count_prepared(prepared=prepared, name=old.name, digest=old.digest, by=by, now=now)
    forget_prepared(prepared.run)
    return made


@transaction.atomic
def take_back(*, imported: Import, by: User, now: datetime) -> Import:
    """None of it counts any more; what was said stays, and what it had corrected counts again. An import that was taken
    back before stays as it is."""
    require(can_direct(role_in(by, imported.club)))
    Club.objects.select_for_update(no_key=True).values_list("pk").get(pk=imported.club_id)
    found = Import.objects.select_for_update(of=("self",)).select_related("competition").get(pk=imported.pk)
    if found.taken_back_at is not None:
        return found
    reverted = reverted_by(found)
    found.taken_back_at, found.taken_back_by = now, by
    found.save(update_fields=["taken_back_at", "taken_back_by"])
    sums = defaultdict[UUID, Sums](Sums)
    for result, after, stands in reverted:
        own, points = sums[result.player_id], found.competition.points(after)
        own.add(result.points, result.measures, -1)
        own.add(points, after)
        result.measures, result.points, result.is_sealed = dict(after), points, stands
    post_sums(found.competition, sums)
    _write([result for result, _after, _stands in reverted])
    return found


def _write(results: Sequence[Result]) -> None:
    """Results of imported evenings that come to something else now."""
    Result.objects.bulk_create(
        results,
        batch_size=A_STEP,
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=["measures", "points", "is_sealed"],
    )


def due_of(competition: Competition) -> Due:
    """The imported rows that results of this season are made of: of each source and player the one in force; those of
    an import that was taken back bring nothing."""
    rows = ImportedResult.objects.filter(club=competition.club_id, imported__competition=competition)
    versions = defaultdict[tuple[UUID, UUID], list[ImportedResult]](list)
    for row in rows.select_related("imported"):
        versions[row.source, row.player_id].append(row)
    return {key: row_in_force(own) for key, own in versions.items()}


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


def _prepared_row(prepared: Prepared, result: OldResult) -> tuple[Any, ...]:
    """The row of a result in the order of `PREPARED`, with the digest of its chain; the sums of the player move."""
    competition = prepared.competition
    measures = kept_measures(competition, result.measures) if result.measures else dict(NOTHING)
    points = competition.points(measures)
    prepared.sums[result.player].add(points, measures)
    if result.before:
        prepared.sums[result.player].add(competition.points(result.before), result.before, -1)
    prepared.corrects = prepared.corrects or result.version > 0
    pk, club, title, day = uuid7(), competition.club_id, result.title, result.played_on
    kept = (result.version, result.list_place, result.line)
    values = (pk, club, prepared.pk, result.player, result.source, title, day, measures, *kept)
    digest, salts = digest_of_values(ImportedResult, pk, dict(zip(IMPORTED, values, strict=True)))
    salt, salted = salts.get("title", ("", ""))
    return (*values, prepared.run, points, digest, salt, salted)
