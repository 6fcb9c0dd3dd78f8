"""The official list of Skat, as it is printed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.core.record import load_kind
from scorekeeper.play.models import Sitting
from scorekeeper.play.selectors.sheet import Column, Row, Sheet

MOST_ON_WIDE_ROWS = 40
MOST_ON_A_PAGE = 48


@dataclass(frozen=True, slots=True)
class Cells:
    """One printed row: the hand, the columns of the list, and each player's points, won and lost where they moved."""

    row: Any
    record: Mapping[str, Any]
    players: tuple[Any, ...]
    ends_round: bool


@dataclass(frozen=True, slots=True)
class Official:
    """The whole list. The check says that won, lost and passed hands make all of them."""

    cells: tuple[Cells, ...]
    columns: tuple[Column, ...]
    struck: tuple[Row, ...]
    won: int
    lost: int
    passed: int
    other: int

    @property
    def is_long(self) -> bool:
        return MOST_ON_WIDE_ROWS < len(self.cells) <= MOST_ON_A_PAGE

    @property
    def flows(self) -> bool:
        """More than one page holds: the rows go on over the next ones."""
        return len(self.cells) > MOST_ON_A_PAGE

    @property
    def has_marks(self) -> bool:
        return any(cell.row.marks for cell in self.cells)

    @property
    def hands(self) -> int:
        return len(self.cells)


def official_list(sitting: Sitting, sheet: Sheet) -> Official:
    """The hands that count, numbered as on paper."""
    game = sitting.plays
    counted = [row for row in sheet.rows if not row.hand.is_void and row.detail.get("counted", True)]
    read = [(load_kind(game.hands, row.record), load_kind(game.details, row.detail)) for row in counted]
    cells = tuple(
        Cells(written, row.record, _players(written, sheet.columns), number % len(row.hand.table["seats"]) == 0)
        for number, (written, row) in enumerate(zip(game.sheet(read), counted, strict=True), 1)
    )
    won = sum(cell.row.value_won is not None for cell in cells)
    lost = sum(cell.row.value_lost is not None for cell in cells)
    passed = sum(cell.row.passed is not None for cell in cells)
    struck = tuple(row for row in sheet.rows if row.hand.is_void)
    return Official(cells, sheet.columns, struck, won, lost, passed, len(cells) - won - lost - passed)


def _players(written: Any, columns: tuple[Column, ...]) -> tuple[Any, ...]:
    moved = {column.seat: column for column in written.columns}
    return tuple(moved.get(column.seat.number) for column in columns)
