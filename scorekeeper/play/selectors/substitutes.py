"""Who played for whom: the points are those of the seat's holder, the cards were in other hands."""

from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.clubs.models import Player
from scorekeeper.play.models import Act, Seat

PLAYED_FOR = (Act.Kind.SUBSTITUTE, Act.Kind.RETURNED)


@dataclass(frozen=True, slots=True)
class Span:
    """Somebody who plays for a seat, from hand `first` to hand `last` (None: still)."""

    seat: Seat
    player: Player
    first: int
    last: int | None

    def covers(self, number: int) -> bool:
        """Whether it was them at this hand."""
        return self.first <= number and (self.last is None or number <= self.last)


def spans_of(seats: Iterable[Seat], acts: Iterable[Act]) -> tuple[Span, ...]:
    """Who has played for these seats, by the linked acts of their sitting: what is said later holds from its hand
    on."""
    by_pk = {seat.pk: seat for seat in seats}
    lines: dict[Seat, list[tuple[int, Player | None]]] = {}
    for act in acts:
        if act.kind in PLAYED_FOR and act.seat_id:
            first, seat = int(act.detail["from"]), by_pk[act.seat_id]
            kept = [(number, player) for number, player in lines.get(seat, []) if number < first]
            lines[seat] = [*kept, (first, act.player)]
    found = []
    for seat, line in lines.items():
        ends = [number - 1 for number, _player in line[1:]] + [None]
        found += [
            Span(seat, player, first, last)
            for (first, player), last in zip(line, ends, strict=True)
            if player is not None
        ]
    return tuple(sorted(found, key=lambda span: (span.first, span.seat.number)))
