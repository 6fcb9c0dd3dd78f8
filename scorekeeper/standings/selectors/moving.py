"""What other settings of a season would move."""

from dataclasses import dataclass
from uuid import UUID

from scorekeeper.standings.models import Competition
from scorekeeper.standings.selectors.holding import book_of


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
    before, book = book_of(season).table(), book_of(changed)
    after, ranks_before = book.table(), before.ranks
    ranks_after = after.ranks
    found = [
        SettingsMove(
            person,
            book.names[person],
            before.accounts[person].points,
            account.points,
            ranks_before.get(person),
            ranks_after.get(person),
        )
        for person, account in after.accounts.items()
    ]
    moved = [one for one in found if (one.points_before, one.rank_before) != (one.points_after, one.rank_after)]
    return sorted(moved, key=lambda one: one.rank_after or len(found) + 1)
