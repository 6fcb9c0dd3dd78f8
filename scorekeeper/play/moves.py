"""What a correction would move, said before anything is written."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.play.ledger import difference
from scorekeeper.play.models import Hand, Seat, Sitting
from scorekeeper.play.replaying import Judged, Replayed, replayed_with
from scorekeeper.standings.models import Competition
from scorekeeper.standings.ranking import Entry, ranked
from scorekeeper.standings.selectors import entries_of
from scorekeeper.standings.services import added

Measures = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class SeatMove:
    """A seat's total and rank in the list before and after."""

    seat: Seat
    total_before: int
    total_after: int
    rank_before: int
    rank_after: int

    @property
    def by(self) -> int:
        return self.total_after - self.total_before


@dataclass(frozen=True, slots=True)
class SeasonMove:
    """A player's points and rank in an open season before and after."""

    competition: Competition
    seat: Seat
    points_before: int
    points_after: int
    rank_before: int
    rank_after: int


@dataclass(frozen=True, slots=True)
class Moves:
    """The hand as it would stand (None: struck), the later hands that follow, and who moves."""

    hand: Hand
    judged: Judged | None
    followers: tuple[Judged, ...]
    seats: tuple[SeatMove, ...]
    seasons: tuple[SeasonMove, ...]

    @property
    def changes_nothing(self) -> bool:
        return not self.followers and all(move.by == 0 for move in self.seats)


def moves(sitting: Sitting, hand: Hand, record: Mapping[str, Any] | None) -> Moves:
    """What another record (None: striking it) for this version of a hand would move.

    Raises:
        Refused: the record is refused, or a later hand would become impossible.
    """
    after = replayed_with(sitting, hand, record)
    moved = _moved(after)
    return Moves(
        hand=hand,
        judged=after.judged,
        followers=after.followers,
        seats=_seat_moves(sitting, after.seats, moved),
        seasons=tuple(
            move
            for competition in sitting.competitions.filter(ended_at=None)
            for move in _season_moves(competition, after.seats, moved)
        ),
    )


def totals(sitting: Sitting, seats: Sequence[Seat]) -> dict[int, int]:
    """Each seat's total by the sitting's own system."""
    weights = sitting.plays.weights(sitting.typed_rules)
    return {seat.number: weighed(seat.tally, weights) for seat in seats}


def weighed(measures: Measures, weights: Measures) -> int:
    """The linear rule: each measure times its weight."""
    return sum(weight * measures.get(name, 0) for name, weight in weights.items())


def list_ranks(sitting: Sitting, seats: Iterable[Seat], tallies: Mapping[int, Measures]) -> dict[int, int]:
    """The rank of each seat in the list, equal ones sharing it."""
    weights = sitting.plays.weights(sitting.typed_rules)
    rows = [Entry(seat.number, weighed(tallies[seat.number], weights), tallies[seat.number]) for seat in seats]
    return {row.row: row.rank for row in ranked(rows, sitting.plays.ranking)}


def _moved(after: Replayed) -> dict[int, dict[str, int]]:
    """{seat number: {measure: difference}} of the change and all that follows from it."""
    pairs = [(after.hand, after.judged), *((judged.hand, judged) for judged in after.followers)]
    moved: dict[int, dict[str, int]] = {seat.number: {} for seat in after.seats}
    for hand, judged in pairs:
        new = Hand(outcome=judged.outcome).moved if judged else {}
        for (number, measure), amount in difference(new, hand.moved).items():
            moved[number] = added(moved[number], {measure: amount})
    return moved


def _seat_moves(sitting: Sitting, seats: Sequence[Seat], moved: Mapping[int, Measures]) -> tuple[SeatMove, ...]:
    before = {seat.number: seat.tally for seat in seats}
    after = {number: added(tally, moved[number]) for number, tally in before.items()}
    weights = sitting.plays.weights(sitting.typed_rules)
    ranks_before, ranks_after = list_ranks(sitting, seats, before), list_ranks(sitting, seats, after)
    return tuple(
        SeatMove(
            seat,
            weighed(before[seat.number], weights),
            weighed(after[seat.number], weights),
            ranks_before[seat.number],
            ranks_after[seat.number],
        )
        for seat in seats
    )


def _season_moves(competition: Competition, seats: Sequence[Seat], moved: Mapping[int, Measures]) -> list[SeasonMove]:
    by_player = {seat.player_id: seat for seat in seats}
    before = entries_of(competition)
    after = [
        Entry(
            entry.row,
            entry.points + competition.points(moved[by_player[entry.row].number]),
            added(entry.measures, moved[by_player[entry.row].number]),
        )
        if entry.row in by_player
        else entry
        for entry in before
    ]
    breaks = competition.rules.ranking
    ranks_before = {row.row: row.rank for row in ranked(before, breaks)}
    ranks_after = {row.row: row.rank for row in ranked(after, breaks)}
    points = {entry.row: (entry.points, later.points) for entry, later in zip(before, after, strict=True)}
    return [
        SeasonMove(competition, by_player[player], *points[player], ranks_before[player], ranks_after[player])
        for player in by_player
        if player in points and (points[player][0] != points[player][1] or ranks_before[player] != ranks_after[player])
    ]
