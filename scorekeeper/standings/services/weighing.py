"""Other factors for the games of a season: what its sheets brought is made anew."""

from collections import Counter
from collections.abc import Mapping
from uuid import UUID

from django.utils.translation import gettext as _

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club
from scorekeeper.common.errors import Conflict
from scorekeeper.standings.models import Competition, Result, Standing
from scorekeeper.standings.services.acting import locked

AT_ONCE = 500  # rows written by one statement


def locked_with_sheets(competition: Competition, by: User) -> Competition:
    """The season's row, locked for a director as `locked` does, while nothing is recorded for it: whoever records
    holds the sheet, whoever takes over an old list or opens a table the club. In this order, as they do.

    Raises:
        Conflict: `sheet_opened`: one was opened for it meanwhile.
    """
    held = set(competition.sittings.select_for_update().order_by("pk").values_list("pk", flat=True))
    Club.objects.select_for_update(no_key=True).values_list("pk").get(pk=competition.club_id)
    mine = locked(competition, by)
    if not held.issuperset(mine.sittings.values_list("pk", flat=True)):
        raise Conflict("sheet_opened", _("A table was opened for this season just now. Please try again."))
    return mine


def reweigh(competition: Competition) -> None:
    """Write the points of every result and standing as the season's factors make them. The caller holds the season
    and its sheets."""
    results = list(competition.results.only("player", "measures", "points", "is_sealed", "game"))
    changed = []
    for result in results:
        due = competition.points(result.measures, result.game)
        if result.points != due:
            result.points = due
            changed.append(result)
    Result.objects.bulk_update(changed, ["points"], batch_size=AT_ONCE)
    _sum_up(competition, _sums(results, sealed=False), _sums(results, sealed=True))


def _sums(results: list[Result], *, sealed: bool) -> Counter[UUID]:
    """What each player has, of all results or of the sealed ones."""
    sums: Counter[UUID] = Counter()
    for result in results:
        if result.is_sealed or not sealed:
            sums[result.player_id] += result.points
    return sums


def _sum_up(competition: Competition, recorded: Mapping[UUID, int], official: Mapping[UUID, int]) -> None:
    moved = []
    for standing in competition.standings.select_for_update().order_by("player_id"):
        due = (recorded[standing.player_id], official[standing.player_id])
        if (standing.points, standing.official_points) != due:
            standing.points, standing.official_points = due
            standing.revision += 1
            moved.append(standing)
    Standing.objects.bulk_update(moved, ["points", "official_points", "revision"], batch_size=AT_ONCE)
