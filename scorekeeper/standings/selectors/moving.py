"""What other settings of a season, or taking old results back, would move; and what later files have said otherwise."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.db.models import Count

from scorekeeper.clubs.models import Player
from scorekeeper.standings.comparing import reverted_by, row_in_force
from scorekeeper.standings.counting import Brought
from scorekeeper.standings.models import Competition, Import, ImportedResult
from scorekeeper.standings.selectors.holding import PERSON, Book, book_of


@dataclass(frozen=True, slots=True)
class SettingsMove:
    """One person's points and rank before and after; no rank: too little was played to have one."""

    player_id: UUID
    name: str
    points_before: int
    points_after: int
    rank_before: int | None
    rank_after: int | None


def settings_moves(season: Competition, changed: Competition) -> list[SettingsMove]:
    """Whoever would have other points or another rank, in the order they would stand. Six queries at most."""
    if season.factors == changed.factors:
        return moves_between(book_of(season), book_of(changed))
    return moves_between(book_of(season), book_of(changed, each=True).reweighed())


def moves_of_taking_back(imported: Import) -> list[SettingsMove]:
    """Whoever would have other points or another rank if none of these old results counted any more."""
    season, changes = imported.competition, []
    people = dict(imported.results.values_list("player", PERSON))
    for result, after, _stands in reverted_by(imported):
        brought = Brought(result.points, result.measures, result.source, result.played_on, game=season.game)
        other = replace(brought, points=season.points(after), measures=after)
        changes.append((people[result.player_id], brought, other))
    book = book_of(season)
    return moves_between(book, book.rewritten(changes))


def moves_between(book_before: Book, book: Book) -> list[SettingsMove]:
    """Whoever has other points or another rank in the second of two books, in the order they stand there; who has
    nothing there any more comes last."""
    before, after = book_before.table(), book.table()
    ranks_before = before.ranks
    ranks_after = after.ranks
    found = [
        SettingsMove(
            person,
            book.names[person],
            before.accounts[person].points if person in before.accounts else 0,
            after.accounts[person].points if person in after.accounts else 0,
            ranks_before.get(person),
            ranks_after.get(person),
        )
        for person in {**after.accounts, **before.accounts}
    ]
    moved = [one for one in found if (one.points_before, one.rank_before) != (one.points_after, one.rank_after)]
    return sorted(moved, key=lambda one: one.rank_after or len(found) + 1)


@dataclass(frozen=True, slots=True)
class Correction:
    """A result that a later file corrected: what counts of it (None: nothing), what was said before that, and the file
    that said it otherwise last."""

    row: ImportedResult
    season: Competition
    before: int | None
    after: int | None

    @property
    def file(self) -> Import:
        return self.row.imported


def corrections_of(player: Player) -> list[Correction]:
    """The corrected results of a person with all their lines, the newest day first; those whose files were taken back
    are left out."""
    rows = ImportedResult.objects.filter(club=player.club_id, player__in=Player.objects.lines_of(player))
    often = rows.order_by().values("source", "player").annotate(many=Count("pk")).filter(many__gt=1)
    stand = rows.filter(source__in=often.values("source"), imported__taken_back_at=None)
    versions: defaultdict[tuple[UUID, UUID], list[ImportedResult]] = defaultdict(list)
    for row in stand.select_related("imported__competition").order_by("-played_on", "list_place", "version"):
        versions[row.source, row.player_id].append(row)
    return [_correction(results) for results in versions.values() if len(results) > 1]


def _correction(results: Sequence[ImportedResult]) -> Correction:
    row = row_in_force(results)
    earlier = [result for result in results if result.version < row.version]
    season = row.imported.competition
    return Correction(row, season, _points(earlier[-1], season), _points(row, season))


def _points(row: ImportedResult, season: Competition) -> int | None:
    return season.points(row.measures) if row.measures else None
