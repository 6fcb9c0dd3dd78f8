"""Old results that count in a season without a sitting: taken over as a whole, and taken back as a whole."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final, TypeAlias
from uuid import UUID, uuid5

from django.db import transaction

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.policies import can_direct, role_in
from scorekeeper.common.errors import require
from scorekeeper.standings.models import Competition, Import, ImportedResult, Result
from scorekeeper.standings.services import Change, Source, added, apply, count_in, seal

Due: TypeAlias = dict[tuple[UUID, UUID], ImportedResult]  # {(source, player): the row}
NOTHING: Final[dict[str, int]] = {}


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


@transaction.atomic
def import_results(*, competition: Competition, by: User, old: OldResults, now: datetime) -> tuple[Import, bool]:
    """Count these evenings in the season, as official results; what counts already is found again (False)."""
    require(can_direct(role_in(by, competition.club)))
    Club.objects.select_for_update(no_key=True).values_list("pk").get(pk=competition.club_id)
    standing = Import.objects.filter(
        club=competition.club_id, competition=competition, digest=old.digest, taken_back_at=None
    ).first()
    if standing:
        return standing, False
    count_in([competition], competition.summed_in)
    made = Import.objects.create(
        club_id=competition.club_id, competition=competition, name=old.name, digest=old.digest, at=now, by=by
    )
    rows = [row for number, evening in enumerate(old.evenings) for row in _rows(made, number, evening)]
    ImportedResult.objects.bulk_create(rows, batch_size=500)
    for source, theirs in _by_source(rows).items():
        apply([competition], source, [Change(row.player_id, row.measures, row.measures) for row in theirs])
        seal([competition], source, sealed=True)
    return made, True


@transaction.atomic
def take_back(*, imported: Import, by: User, now: datetime) -> Import:
    """None of it counts any more; what was said stays. An import that was taken back before stays as it is."""
    require(can_direct(role_in(by, imported.club)))
    found = Import.objects.select_for_update(of=("self",)).select_related("competition").get(pk=imported.pk)
    if found.taken_back_at is not None:
        return found
    found.taken_back_at, found.taken_back_by = now, by
    found.save(update_fields=["taken_back_at", "taken_back_by"])
    for source, theirs in _by_source(found.results.order_by("source")).items():
        seal([found.competition], source, sealed=False)
        gone = [Change(row.player_id, NOTHING, added(NOTHING, row.measures, -1)) for row in theirs]
        apply([found.competition], source, gone)
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


def _rows(made: Import, number: int, evening: OldEvening) -> list[ImportedResult]:
    source = uuid5(made.pk, str(number))
    return [
        ImportedResult(
            club_id=made.club_id,
            imported=made,
            player_id=player,
            source=source,
            title=evening.title,
            played_on=evening.played_on,
            measures={name: amount for name, amount in sorted(measures.items()) if amount},
        )
        for player, measures in evening.measures.items()
    ]


def _by_source(rows: Iterable[ImportedResult]) -> dict[Source, list[ImportedResult]]:
    found: defaultdict[Source, list[ImportedResult]] = defaultdict(list)
    for row in rows:
        found[Source(row.source, row.club_id, row.played_on)].append(row)
    return dict(found)
