"""What a file says against what counts already: new, there already, said otherwise now, gone, or played on sheets."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Any, Final, TypeAlias
from uuid import UUID, uuid5

from django.db.models import CharField, Count, Q, QuerySet, Value
from django.db.models.functions import Cast, Coalesce, Replace, Substr

from scorekeeper.clubs.models import Player
from scorekeeper.common.append_only import ERASED
from scorekeeper.common.names import name_key
from scorekeeper.standings.models import IMPORTED, Competition, Import, ImportedResult, Result

PERSON: Final = Coalesce("player__merged_into", "player")
OF_FILES: Final = Q(source_version=str(IMPORTED))
NUMBERED: Final = re.compile(r"[^\W\d_]*\.? ?(\d{1,4})\.?|(\d{1,4})\. ?[^\W\d_]+")
ListKey: TypeAlias = int | str
Measures: TypeAlias = Mapping[str, int]
NOTHING: Final[Measures] = {}


class ChangeKind(StrEnum):
    """What taking a result over would do."""

    NEW = "new"
    THERE = "there"
    CHANGED = "changed"
    GONE = "gone"  # an earlier state of the same spreadsheet said it, this one does not
    PLAYED = "played"  # the person has a sheet that day: it stays out


@dataclass(frozen=True, slots=True)
class FileResult:
    """What a file says that somebody brought home from one list of an evening. `person` is None for somebody new;
    `line` is the line of the file."""

    name: str
    person: UUID | None
    played_on: date
    measures: Measures
    title: str = ""
    list_place: int = 0
    line: int = 0


@dataclass(frozen=True, slots=True)
class EarlierResult:
    """A result of an earlier import with the row that counts now; `last` is the highest version there is of it."""

    row: ImportedResult
    person: UUID
    last: int


@dataclass(frozen=True, slots=True)
class Compared:
    """A result, what counts instead of it until now, and what taking it over would do. What is gone has no measures."""

    result: FileResult
    change: ChangeKind
    counted: EarlierResult | None = None

    @property
    def before(self) -> Measures:
        return dict(self.counted.row.measures) if self.counted else NOTHING

    @property
    def is_taken(self) -> bool:
        """Whether it is written down."""
        return self.change in {ChangeKind.NEW, ChangeKind.CHANGED, ChangeKind.GONE}


@dataclass(slots=True)
class CountedResults:
    """What counts in a season by earlier imports, by person and day, and who has sheets on which day. `sources` are
    the lists of each day with who has a row in them."""

    competition: Competition
    by_day: defaultdict[tuple[UUID, date], list[EarlierResult]] = field(default_factory=lambda: defaultdict(list))
    sources: defaultdict[tuple[date, ListKey], dict[UUID, set[UUID]]] = field(default_factory=lambda: defaultdict(dict))
    sheets: set[tuple[UUID, date]] = field(default_factory=set)

    @property
    def counted(self) -> Iterator[EarlierResult]:
        return (result for of_day in self.by_day.values() for result in of_day)

    def source_for(self, result: FileResult, person: UUID, imported: UUID) -> UUID:
        """The list that a new result comes into: that of others who have it already, where this person has no row in
        it, else a new one of this import."""
        title, place = result.title, result.list_place
        lists = self.sources[result.played_on, key_of_list(title, place)]
        free = (source for source, people in lists.items() if person not in people)
        source = next(free, None) or uuid5(imported, f"{result.played_on.isoformat()} {place} {title}")
        lists.setdefault(source, set()).add(person)
        return source


def counting_on(competition: Competition, days: Collection[date] | None) -> CountedResults:
    """What counts on these days, or on all. Three statements."""
    found = CountedResults(competition)
    if days is not None and not days:
        return found
    between = {"played_on__range": (min(days), max(days))} if days is not None else {}
    rows: Any = ImportedResult.objects.filter(club=competition.club_id, imported__competition=competition, **between)
    versions: defaultdict[tuple[UUID, UUID], list[Any]] = defaultdict(list)
    people: dict[UUID, UUID] = {}
    came: defaultdict[UUID, set[UUID]] = defaultdict(set)  # {source: who has a row in it}
    imports = Import.objects.filter(club=competition.club_id, competition=competition).in_bulk()
    for row in rows.annotate(person=PERSON).order_by("list_place", "source", "version"):
        row.imported = imports[row.imported_id]  # one object for thousands of rows
        versions[row.source, row.player_id].append(row)
        people[row.player_id] = row.person
        came[row.source].add(row.person)
    for (source, player), own in versions.items():
        row = row_in_force(own)
        if row.imported.taken_back_at is None:
            found.by_day[people[player], row.played_on].append(EarlierResult(row, people[player], own[-1].version))
            found.sources[row.played_on, key_of_list(row.title, row.list_place)][source] = came[source]
    on_sheets = _on_sheets(competition).filter(**between).annotate(person=PERSON)
    for person, day, measures in on_sheets.values_list("person", "played_on", "measures"):
        if measures:
            found.sheets.add((person, day))
    return found


def state_of(competition: Competition) -> tuple[Any, ...]:
    """What says whether anything may count in the season by now that did not before: its imports, those that were taken
    back, and who has sheets on which day. Cheaper than what counts, as imports are never changed."""
    imports = Import.objects.filter(club=competition.club_id, competition=competition)
    sheets = _on_sheets(competition).values_list("player", "played_on", "measures")
    return (
        sorted(imports.values_list("pk", "taken_back_at")),
        sorted((player, day) for player, day, measures in sheets if measures),
    )


def _on_sheets(competition: Competition) -> "QuerySet[Result]":
    """The results that came from sheets: a few of thousands."""
    return _with_source(Result.objects.filter(club=competition.club_id, competition=competition)).exclude(OF_FILES)


def lists_of(lines: "QuerySet[Player]") -> dict[UUID, int]:
    """{person: on how many lists of files they have a result that counts}, of all whom these lines of a book are of."""
    rows = ImportedResult.objects.filter(player__in=lines.values("pk"), imported__taken_back_at=None)
    found = rows.exclude(measures={})  # of files alone: whoever has sat at a thousand tables costs no more
    counted = found.order_by().annotate(person=PERSON).values_list("person")
    return dict(counted.annotate(Count("source", distinct=True)))


def _with_source(results: "QuerySet[Result]") -> "QuerySet[Result]":
    """With what `Result.is_imported` goes by. It asks no other table, as a database that has not counted the rows of a
    new import yet joins them in a way that takes minutes."""
    source = Replace(Cast("source", CharField()), Value("-"))  # SQLite keeps ids without dashes
    return results.annotate(source_version=Substr(source, 13, 1))


def row_in_force(versions: Sequence[ImportedResult]) -> ImportedResult:
    """Of the rows of one source and player the one that counts: the latest whose import stands; where none does, the
    latest of all."""
    if len(versions) == 1:  # as of nearly all
        return versions[0]
    return max(versions, key=lambda row: (row.imported.taken_back_at is None, row.version))


def reverted_by(imported: Import) -> list[tuple[Result, Mapping[str, int], bool]]:
    """The results that would change if this import were taken back, with what they would come to, and whether another
    import stands behind that."""
    club, competition = imported.club_id, imported.competition
    of_it = imported.results.values("source")
    rows = ImportedResult.objects.filter(club=club, source__in=of_it)
    imports = Import.objects.filter(club=club, competition=competition).in_bulk()
    versions: defaultdict[tuple[UUID, UUID], list[ImportedResult]] = defaultdict(list)
    for row in rows.order_by("version"):
        row.imported = imports[row.imported_id]  # one object for thousands of rows
        versions[row.source, row.player_id].append(row)
    found: list[tuple[Result, Mapping[str, int], bool]] = []
    for result in Result.objects.filter(club=club, competition=competition, source__in=of_it).order_by("pk"):
        own = versions.get((result.source, result.player_id), [])
        if own and row_in_force(own).imported_id == imported.pk:
            others = [row for row in own if row.imported_id != imported.pk and row.imported.taken_back_at is None]
            after = dict(others[-1].measures) if others else NOTHING
            found.append((result, after, bool(others)))
    return found


def compared(
    results: Iterable[FileResult], counting: CountedResults, *, leading: str, earlier: Collection[UUID] = ()
) -> list[Compared]:
    """Each result of a file against what counts, and at the end what is gone: what `earlier` imports of the same
    spreadsheet brought and this file does not say any more. A bare total, of the `leading` measure alone, that is as
    before says nothing new of games won and lost."""
    by_day: defaultdict[tuple[UUID | str, date], list[FileResult]] = defaultdict(list)
    for result in results:
        by_day[result.person or result.name, result.played_on].append(result)
    found: list[Compared] = []
    met: set[UUID] = set()
    for (person, day), own in by_day.items():
        counted = counting.by_day.get((person, day), []) if isinstance(person, UUID) else []
        has_sheets = (person, day) in counting.sheets
        for result, other in _paired(own, counted):
            if other is None:
                found.append(Compared(result, ChangeKind.PLAYED if has_sheets else ChangeKind.NEW))
                continue
            met.add(other.row.pk)
            is_there = says_the_same(counting.competition, result.measures, other.row.measures, leading)
            found.append(Compared(result, ChangeKind.THERE if is_there else ChangeKind.CHANGED, other))
    for brought in counting.counted:
        if brought.row.imported_id in earlier and brought.row.measures and brought.row.pk not in met:
            row = brought.row
            gone = FileResult("", brought.person, row.played_on, NOTHING, row.title, row.list_place)
            found.append(Compared(gone, ChangeKind.GONE, brought))
    return found


def says_the_same(competition: Competition, new: Measures, old: Measures, leading: str) -> bool:
    new = kept_measures(competition, new)
    is_bare = set(new) <= {leading} and bool(old)
    return new == dict(old) or (is_bare and competition.points(new) == competition.points(old))


def kept_measures(competition: Competition, measures: Measures) -> dict[str, int]:
    """What is written down of the measures of a result: no zeros, but one where there is nothing else, as who brought
    nothing home has played all the same."""
    return {name: amount for name, amount in sorted(measures.items()) if amount} or {next(iter(competition.weights)): 0}


def key_of_list(title: str, place: int) -> ListKey:
    """What two names of a list of an evening share: their number ("Serie 2", "2. Runde"), else the words; a list
    without a name is known by its place."""
    if numbered := NUMBERED.fullmatch(title):
        return int(numbered[1] or numbered[2])
    return name_key(title) if is_named(title) else place + 1


def is_named(title: str) -> bool:
    return title not in {"", ERASED}


def _paired(
    results: Sequence[FileResult], counted: Sequence[EarlierResult]
) -> list[tuple[FileResult, EarlierResult | None]]:
    """The results of a person on a day, each with what counts of the same list: by its name or place, and what is left
    in order, where one of the two has no name."""
    left = {key_of_list(brought.row.title, brought.row.list_place): brought for brought in reversed(counted)}
    others = [brought for brought in counted if brought not in left.values()]
    pairs = [(result, left.pop(key_of_list(result.title, result.list_place), None)) for result in results]
    others += left.values()
    for place, (result, other) in enumerate(pairs):
        if other is None:
            fitting = (brought for brought in others if not (is_named(result.title) and is_named(brought.row.title)))
            if (taken := next(fitting, None)) is not None:
                others.remove(taken)
                pairs[place] = (result, taken)
    return pairs
