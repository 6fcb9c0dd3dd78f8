"""The sheet as it is printed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.core.record import load_kind
from scorekeeper.play.marks.reads import Said
from scorekeeper.play.models import Sitting, State
from scorekeeper.play.sheet.reads import Sheet
from scorekeeper.play.sheet.rows import Row

MOST_ON_WIDE_ROWS = 40
MOST_ON_A_PAGE = 48
MOST_WITH_MORE = 30  # hands, where more than the sums stands below them


@dataclass(frozen=True, slots=True)
class Cell:
    """One printed row: `row` as the sheet on screen has it, `own` as the game writes it on its own paper sheet,
    whether the deal has gone round with it, and how far it binds."""

    row: Row
    own: Any
    ends_round: bool
    state: State

    @property
    def is_disputed(self) -> bool:
        return self.state == State.DISPUTED


@dataclass(frozen=True, slots=True)
class Paper:
    """Every hand that counts, for a sheet of one line a hand; `own` is all that the game writes on its own sheet."""

    cells: tuple[Cell, ...]
    own: Sequence[Any]
    struck: tuple[Row, ...]
    has_more: bool

    @property
    def is_long(self) -> bool:
        return self.hands > MOST_ON_WIDE_ROWS and not self.flows

    @property
    def flows(self) -> bool:
        """More than one page holds: the rows go on over the next ones."""
        return self.hands > (MOST_WITH_MORE if self.has_more else MOST_ON_A_PAGE)

    @property
    def disputed(self) -> tuple[Cell, ...]:
        return tuple(cell for cell in self.cells if cell.is_disputed)

    @property
    def confirmed(self) -> int:
        """How many somebody has agreed to, while the sheet is open; a closed one is official as a whole."""
        return sum(cell.state == State.CONFIRMED for cell in self.cells)

    @property
    def hands(self) -> int:
        return len(self.cells)


def paper_of(sitting: Sitting, sheet: Sheet, said: Said) -> Paper:
    """The hands that count, numbered as on paper: one that moved nothing, as where the cards are dealt again, is not
    among them."""
    game = sitting.plays
    rows = [row for row in sheet.rows if not row.hand.is_void and row.hand.outcome["lines"]]
    own = game.sheet([(load_kind(game.hands, row.record), load_kind(game.details, row.detail)) for row in rows])
    written = own if len(own) == len(rows) else [None] * len(rows)
    cells = tuple(
        Cell(row, line, number % len(row.hand.table["seats"]) == 0, said.state(row.hand))
        for number, (row, line) in enumerate(zip(rows, written, strict=True), 1)
    )
    return Paper(cells, own, tuple(row for row in sheet.rows if row.hand.is_void), bool(sheet.beside or sheet.spans))
