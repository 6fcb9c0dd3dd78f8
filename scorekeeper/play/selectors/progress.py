"""How far a sitting has come, and how it stands by its game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.core.values import Table
from scorekeeper.common.texts import translated
from scorekeeper.play.models import Seat, Sitting


@dataclass(frozen=True, slots=True)
class Progress:
    """`played` hands count so far, of `length` or of nobody knows how many (None); `stands` is what the game says
    of it in a few words, or nothing."""

    played: int
    length: int | None
    stands: str


def progress_of(sitting: Sitting, seats: Sequence[Seat], names: Mapping[int, str]) -> Progress:
    """Where the sitting stands before its next hand."""
    game, rules, state = sitting.plays, sitting.typed_rules, sitting.typed_state
    active = tuple(seat.number for seat in seats if seat.is_active)
    played, length = game.progress(state, rules, active)
    table = Table(active, sitting.next_number, sitting.dealer, state)
    stands = game.stands(rules, table) if game.stands else None
    return Progress(played, length, translated(stands, names) if stands else "")
