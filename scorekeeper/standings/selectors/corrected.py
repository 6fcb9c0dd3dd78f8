"""What files have said otherwise later of somebody's imported results."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count

from scorekeeper.clubs.models import Player
from scorekeeper.standings.comparing import row_in_force
from scorekeeper.standings.models import Competition, Import, ImportedResult


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
    return [_correction(said) for said in versions.values() if len(said) > 1]


def _correction(said: Sequence[ImportedResult]) -> Correction:
    row = row_in_force(said)
    earlier = [one for one in said if one.version < row.version]
    season = row.imported.competition
    return Correction(row, season, _points(earlier[-1], season), _points(row, season))


def _points(row: ImportedResult, season: Competition) -> int | None:
    return season.points(row.measures) if row.measures else None
