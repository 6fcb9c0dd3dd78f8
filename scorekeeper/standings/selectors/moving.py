"""What other settings of a season would move."""

from dataclasses import dataclass
from uuid import UUID

from scorekeeper.standings.models import Competition
from scorekeeper.standings.selectors.holding import Book, book_of


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


def moves_between(book_before: Book, book: Book) -> list[SettingsMove]:
    """Whoever has other points or another rank in the second of two books, in the order they stand there."""
    before, after = book_before.table(), book.table()
    ranks_before = before.ranks
    ranks_after = after.ranks
    found = [
        SettingsMove(
            person,
            book.names[person],
            before.accounts[person].points if person in before.accounts else 0,
            account.points,
            ranks_before.get(person),
            ranks_after.get(person),
        )
        for person, account in after.accounts.items()
    ]
    moved = [one for one in found if (one.points_before, one.rank_before) != (one.points_after, one.rank_after)]
    return sorted(moved, key=lambda one: one.rank_after or len(found) + 1)
