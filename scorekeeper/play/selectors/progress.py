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
    return progress_with(sitting, tuple(seat.number for seat in seats if seat.is_active), names)


def progress_with(sitting: Sitting, active: tuple[int, ...], names: Mapping[int, str]) -> Progress:
    """The same for whoever has the numbers of the seats that are still played at (`active`), and not the seats."""
    game, rules, state = sitting.plays, sitting.typed_rules, sitting.typed_state
    played, length = game.progress(state, rules, active)
    table = Table(active, sitting.next_number, sitting.dealer, state)
    stands = game.stands(rules, table) if game.stands else None
    return Progress(played, length, translated(stands, names) if stands else "")
