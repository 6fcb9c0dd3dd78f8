"""The board beside an entry: the game as it stands, its tally marks, who deals and who leads."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from games.truco.rules import TrucoRules
from games.truco.state import TrucoTable, dealer_after, display
from games.truco.values import HALVES_ABOVE

Square: TypeAlias = tuple[int, int]
Rows: TypeAlias = tuple[tuple[Square, ...], ...]

STROKES: Final = 5
"""A square with its diagonal."""
MOST_TALLIED: Final = 60
"""More than that nobody counts in strokes."""


@dataclass(frozen=True, slots=True)
class Board:
    """A game as it stands before an entry. Pairs count side A first.

    `missing` is what each side still needs, `tallies` its strokes: rows (one a half, where a game is played in
    halves) of squares, each with the strokes made and those there are. `dealer` and `leads` are seats.
    """

    score: tuple[int, int]
    missing: tuple[int, int]
    target: int
    games: tuple[int, int]
    number: int
    tallies: tuple[Rows, ...]
    dealer: int
    leads: int


def board(draft: Mapping[str, Any], rules: TrucoRules, table: TrucoTable) -> Board:
    """The board of an entry; a dealer it names counts if somebody sits there."""
    state, target = table.state, rules.target
    given = draft.get("dealer")
    dealer = given if type(given) is int and given in table.seats else table.dealer
    shown = display(state.score, target)
    return Board(
        score=state.score,
        missing=(target - shown[0], target - shown[1]),
        target=target,
        games=state.games,
        number=state.number,
        tallies=tuple(tally(points, target) for points in shown),
        dealer=dealer,
        leads=dealer_after(table.seats, dealer),
    )


def tally(points: int, target: int) -> Rows:
    """The strokes of a side; none where a game is too long for them."""
    if target > MOST_TALLIED:
        return ()
    rows = (target,) if target <= HALVES_ABOVE else (target - target // 2, target // 2)
    before = 0
    found = []
    for size in rows:
        found.append(tuple(_squares(max(0, min(size, points - before)), size)))
        before += size
    return tuple(found)


def _squares(made: int, size: int) -> Iterator[Square]:
    for first in range(0, size, STROKES):
        there = min(STROKES, size - first)
        yield max(0, min(there, made - first)), there
