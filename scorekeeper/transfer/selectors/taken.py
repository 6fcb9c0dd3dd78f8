"""What was taken over: results list by list, each with all that was ever said of it; people, and who of them may leave
the book again."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet

from scorekeeper.clubs.models import Player
from scorekeeper.clubs.selectors import INVITED, with_acts
from scorekeeper.common.names import Alphabetical, alphabetical
from scorekeeper.journal.models import Entry
from scorekeeper.standings.comparing import row_in_force
from scorekeeper.standings.models import Competition, Import, ImportedResult
from scorekeeper.transfer.models import Upload


@dataclass(frozen=True, slots=True)
class Saying:
    """One thing that a file said of a result: the row, its points (None: that there is no result any more), and
    whether it is the one that counts."""

    row: ImportedResult
    points: int | None
    counts: bool


@dataclass(frozen=True, slots=True)
class TakenResult:
    """What somebody brought home from a list: what counts of it (None: nothing), and all that was said of it, oldest
    first."""

    player: Player
    points: int | None
    row: ImportedResult
    sayings: Sequence[Saying]

    @property
    def is_corrected(self) -> bool:
        return len(self.sayings) > 1


@dataclass(frozen=True, slots=True)
class TakenList:
    """A list of an evening that came from files."""

    first: ImportedResult
    results: Sequence[TakenResult]


def lists_of(imported: Import) -> list[TakenList]:
    """The lists in which this import has results, with those alone, in the order of play."""
    own = set(imported.results.values_list("source", "player"))
    found = _lists(rows_of(imported.club_id, {source for source, _player in own}), imported.competition)
    kept = (
        TakenList(taken.first, [result for result in taken.results if (result.row.source, result.row.player_id) in own])
        for taken in found
    )
    return [list_ for list_ in kept if list_.results]


def list_of(club_id: UUID, source: UUID) -> TakenList | None:
    """One list with everybody on it, the best first."""
    rows = list(rows_of(club_id, [source]))
    if not rows:
        return None
    [found] = _lists(rows, rows[0].imported.competition)
    return TakenList(
        found.first, sorted(found.results, key=lambda result: (result.points is None, -(result.points or 0)))
    )


def other_lists(first: ImportedResult) -> list[ImportedResult]:
    """The other lists of the same evening and season, each by a row of it."""
    same = ImportedResult.objects.filter(
        club=first.club_id, imported__competition=first.imported.competition_id, played_on=first.played_on
    )
    rows = same.exclude(source=first.source).filter(imported__taken_back_at=None).order_by("list_place", "title", "pk")
    return list({row.source: row for row in rows}.values())


def rows_of(club_id: UUID, sources: Iterable[UUID]) -> "QuerySet[ImportedResult]":
    rows = ImportedResult.objects.filter(club=club_id, source__in=sources)
    return rows.select_related("player", "imported__competition__club").order_by("played_on", "list_place", "version")


def _lists(rows: Iterable[ImportedResult], season: Competition) -> list[TakenList]:
    by_list: defaultdict[UUID, defaultdict[UUID, list[ImportedResult]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        by_list[row.source][row.player_id].append(row)
    found = []
    for by_player in by_list.values():
        results = [_result(versions, season) for versions in by_player.values()]
        results.sort(key=lambda result: alphabetical(result.player.name))
        found.append(TakenList(results[0].row, results))
    return found


def _result(versions: Sequence[ImportedResult], season: Competition) -> TakenResult:
    row = row_in_force(versions)
    stands = row.imported.taken_back_at is None
    sayings = [Saying(version, _points(version, season), stands and version is row) for version in versions]
    return TakenResult(row.player, _points(row, season) if stands else None, row, sayings)


def _points(row: ImportedResult, season: Competition) -> int | None:
    return season.points(row.measures) if row.measures else None


@dataclass(frozen=True, slots=True)
class WrittenIn:
    """The people that a list brought into the book: who may leave it, who may be retired only as the journal says that
    they were invited, who stays as they came, played, were booked, or anything else names them, and how many have
    left."""

    may_leave: Sequence[Player]
    may_retire: Sequence[Player]
    stay: Sequence[Player]
    left: int

    @property
    def may_go(self) -> list[Player]:
        return [*self.may_leave, *self.may_retire]


def written_in_by(upload: Upload) -> WrittenIn:
    """The people of a list that was taken over."""
    ids = [UUID(text) for text in upload.said.get("written_in", [])]
    people = list(Player.objects.filter(club=upload.club_id, pk__in=ids).order_by(Alphabetical("name"), "pk"))
    lines = [player.pk for player in people]
    acted = with_acts(lines)
    stay = [
        person
        for person in people
        if person.pk in acted or person.user_id or person.merged_into_id or person.retired_at
    ]
    invited = set(Entry.objects.filter(INVITED, player__in=lines).values_list("player", flat=True))
    others = [person for person in people if person not in stay]
    may_leave = [other for other in others if other.pk not in invited]
    return WrittenIn(may_leave, [other for other in others if other.pk in invited], stay, len(ids) - len(people))
