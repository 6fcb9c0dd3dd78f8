"""The one reader of every import: which sheet, where its table begins, which column is what, what is not read."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from games.core.text import Text, gettext_noop
from scorekeeper.spreadsheets.cells import dated, is_day, joined
from scorekeeper.spreadsheets.files import opened
from scorekeeper.spreadsheets.heads import Columns, column_of, head_key, is_round, is_sum, round_of
from scorekeeper.spreadsheets.tables import Row, Table, is_example, table_in
from scorekeeper.spreadsheets.texts import Unreadable

ROUND: Final = "round"  # what somebody chooses for a column of an evening without a day
RUNNING: Final = "running"  # a column of running totals, of which there may be several
NAMES: Final = ("name", "first", "last")
OF_EVENINGS: Final = {"", "date", "list"}  # what a head with a day may say beside it
BY_PLACE: Final = "#"  # how the key of a column without a head begins
MOST_SHOWN: Final = 40  # blank lines in words
MOST_FORMULAS: Final = 10  # without a value, in words
COMPARED: Final = 60  # lines that say whether a word is a head or a cell
ENOUGH: Final = 20_000  # more lines say nothing more for a sheet


@dataclass(frozen=True, slots=True)
class Wanted:
    """What an import asks of a file: its columns (see `heads.OF_COLUMNS`), an earlier one before a later one where they
    share a head; the measures of its game by title; whether days and rounds may be heads; the columns of which a line
    of heads names at least one (empty: any); what the columns hold in order where a file has no heads (empty: it
    must have some); and `cells` by the column they stand in, as `head_key` has them, where they are words that may also
    be heads, as "Player" is a role and a head of names."""

    columns: tuple[str, ...]
    measures: Mapping[str, str] = field(default_factory=dict)
    has_evenings: bool = False
    needs: tuple[str, ...] = ()
    in_order: tuple[str, ...] = ()
    cells: Mapping[str, frozenset[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Choices:
    """What a person has chosen where the reader cannot know: the sheet, the number of the line of heads (0: there are
    none), {key of a head: column, or empty for "not read"}, and the encoding of a text that does not say it."""

    sheet: str = ""
    heads: int | None = None
    columns: Mapping[str, str] = field(default_factory=dict)
    letters: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """A file as an import reads it. `heads_at` is the number of the line of heads, 0 where there is none. `sums` are
    lines that sum the others up; `passed` are lines passed over, `blank` the numbers of those without anything; `notes`
    say what was guessed and what has no value, `letters` is the encoding of a text that does not say it, `as_sent` its
    bytes where a page keeps them."""

    sheet: str
    sheets: tuple[str, ...]
    heads_at: int
    heads: tuple[str, ...]
    rows: tuple[Row, ...]
    sums: tuple[Row, ...]
    passed: tuple[Row, ...]
    blank: tuple[int, ...]
    columns: Columns
    notes: tuple[Text, ...]
    letters: str = ""
    as_sent: bytes = b""

    @property
    def lines(self) -> list[Row]:
        """All that stands in the sheet, line by line."""
        heads = [Row(self.heads_at, self.heads)] if self.heads_at else []
        return sorted([*self.passed, *heads, *self.rows, *self.sums], key=lambda row: row.number)

    @property
    def unread(self) -> list[str]:
        """The heads of the columns that are not read."""
        return [title_of(self.heads, place) for place in self.columns.unread]

    @property
    def width(self) -> int:
        """How many columns the table has."""
        return max(len(self.heads), max((len(row.cells) for row in self.rows), default=0))

    @property
    def passed_over(self) -> int:
        """How many lines are no part of the table."""
        return len(self.passed) + len(self.sums) + len(self.blank)

    @property
    def blank_lines(self) -> str:
        """The numbers of the lines without anything, those in a row together: "2, 5-7"."""
        parts: list[list[int]] = []
        for number in self.blank:
            if parts and number == parts[-1][-1] + 1:
                parts[-1] = [parts[-1][0], number]
            else:
                parts.append([number])
        shown = ["–".join(map(str, part)) for part in parts[:MOST_SHOWN]]
        return ", ".join(shown) + (" …" if len(parts) > MOST_SHOWN else "")

    def partner(self, row: Row) -> str:
        """Who a line names beside that person."""
        return joined(*(self.columns.of(row.cells, name) for name in ("partner", "partner_first", "partner_last")))

    def person(self, row: Row) -> str:
        """Who a line is about, as people are called; empty where it says nobody."""
        return _person(self.columns, row)


def read(data: bytes, wanted: Wanted, choices: Choices | None = None) -> Reading:
    """The table in a file.

    Raises:
        Unreadable: it is none, or too large.
    """
    choices = choices or Choices()
    file = opened(data, sheet=choices.sheet, letters=choices.letters, worth=partial(_worth_of_all, wanted=wanted))
    tables = {
        name: table_in(lines, _worth_in(lines, wanted), choices.heads, partial(_together, wanted=wanted))
        for name, lines in file.sheets.items()
        if lines
    }
    sheet = choices.sheet if choices.sheet in tables else _likeliest(tables, wanted)
    table = tables[sheet]
    if table.heads is None and not wanted.in_order and choices.heads != 0:
        table = replace(table, heads=table.rows[0], rows=table.rows[1:])
    if not table.rows:
        raise Unreadable(ONLY_HEADS)
    heads = table.heads.cells if table.heads else ()
    columns = columns_of(heads, table.rows, wanted, choices.columns)
    sums = tuple(row for row in table.rows if _sums_up(columns, row))
    of_sums = {row.number for row in sums}
    return Reading(
        sheet=sheet,
        sheets=tuple(file.sheets),
        heads_at=table.heads.number if table.heads else 0,
        heads=heads,
        rows=tuple(row for row in table.rows if row.number not in of_sums) if sums else table.rows,
        sums=sums,
        passed=table.passed,
        blank=table.blank,
        columns=columns,
        notes=(*file.notes, *_without_value(file.unvalued.get(sheet, ()))),
        letters=file.letters,
    )


def _without_value(places: Sequence[str]) -> Iterator[Text]:
    """What to do about formulas that have no value."""
    if len(places) == 1:
        yield Text(FORMULA, {"cell": places[0]})
    elif places:
        shown = ", ".join(places[:MOST_FORMULAS]) + (" …" if len(places) > MOST_FORMULAS else "")
        yield Text(FORMULAS, {"cells": shown})


def columns_of(
    heads: tuple[str, ...], rows: tuple[Row, ...], wanted: Wanted, chosen: Mapping[str, str] | None = None
) -> Columns:
    """Which column stands where: what was chosen, else by its head, the first of each."""
    chosen = chosen or {}
    width = max(len(heads), max((len(row.cells) for row in rows), default=0))
    keys = [key_of(heads, place) for place in range(width)]
    places: dict[str, int] = {}
    days: dict[int, str] = {}
    rounds: dict[int, int] = {}
    running: list[int] = []
    for place, key in enumerate(keys):
        if chosen.get(key) == ROUND:
            rounds[place] = len(rounds) + 1
        elif chosen.get(key) == RUNNING:
            running.append(place)
        elif name := chosen.get(key, ""):
            places.setdefault(name, place)
    for place, key in enumerate(keys):
        if key in chosen:
            continue
        head = heads[place] if place < len(heads) else ""
        name = column_of(head, wanted.columns, wanted.measures) if heads else _in_order(wanted, place)
        if heads and name in NAMES and any(row[place] for row in rows[:COMPARED]):
            name = next(_columns_of_cells(head, place, rows[:COMPARED], wanted), name)
        if wanted.has_evenings and name in OF_EVENINGS and dated(head):
            days[place] = head
        elif name == RUNNING:
            running.append(place)
        elif name and name not in places:
            places[name] = place
        elif wanted.has_evenings and (number := round_of(head)) is not None:
            rounds[place] = number
    read = {*places.values(), *days, *rounds, *running}
    filled = {place for place in range(width) if place < len(heads) and heads[place]}
    filled |= {place for row in rows for place, cell in enumerate(row.cells) if cell} if width > len(filled) else set()
    return Columns(
        places, days, rounds, tuple(place for place in range(width) if place in filled - read), tuple(running)
    )


def key_of(heads: tuple[str, ...], place: int) -> str:
    """What a column is remembered by: its head, or where it has none its place."""
    return (head_key(heads[place]) if place < len(heads) else "") or f"{BY_PLACE}{place + 1}"


def title_of(heads: tuple[str, ...], place: int) -> str:
    """What to call a column: its head, or where it has none the letter of spreadsheets."""
    if place < len(heads) and heads[place]:
        return heads[place]
    letters = ""
    place += 1
    while place:
        place, letter = divmod(place - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters


def _in_order(wanted: Wanted, place: int) -> str:
    return wanted.in_order[place] if place < len(wanted.in_order) else ""


def _worth_in(lines: Sequence[Row], wanted: Wanted) -> Callable[[Row], int]:
    """How many heads a line among these names, without words that are cells of a column there."""

    def worth(row: Row) -> int:
        others = [line for line in lines[:COMPARED] if line.number != row.number]
        cells = tuple(
            "" if any(_columns_of_cells(cell, place, others, wanted)) else cell for place, cell in enumerate(row.cells)
        )
        return _worth(Row(row.number, cells), wanted)

    return worth if wanted.cells else partial(_worth, wanted=wanted)


def _columns_of_cells(head: str, place: int, others: Sequence[Row], wanted: Wanted) -> Iterator[str]:
    """The column of `Wanted.cells` that this word belongs into, where at least half of what the other lines have at
    this place belongs there too."""
    for column, words in wanted.cells.items():
        if head_key(head) in words:
            filled = [head_key(row[place]) for row in others if row[place]]
            if 2 * sum(word in words for word in filled) >= len(filled):
                yield column


def _worth(row: Row, wanted: Wanted) -> int:
    """How many heads a line names; days and rounds count beside a column only, as they stand in other lines too."""
    named = {name for cell in row.cells if (name := column_of(cell, wanted.columns, wanted.measures))}
    if wanted.needs and named.isdisjoint(wanted.needs):
        return 0
    if not named or not wanted.has_evenings:
        return len(named)
    return len(named) + sum(dated(cell) is not None or round_of(cell) is not None for cell in row.cells)


def _together(upper: Row, lower: Row, *, heads: Row, wanted: Wanted) -> Row | None:
    """Two lines as one line of heads, where one of them is `heads` and the other names parts of the same columns, as
    the days below "Serie 1" and "Serie 2" do; None where the other is none."""
    pairs = [(upper[place], lower[place]) for place in range(max(len(upper.cells), len(lower.cells)))]
    joined_heads = Row(heads.number, tuple(_one_head(one, other) for one, other in pairs))
    before, after = _worth(heads, wanted), _worth(joined_heads, wanted)
    if after > before:
        return joined_heads
    other = [cell for cell in (upper if heads is lower else lower).cells if cell]
    if not wanted.has_evenings or after < before:
        return None
    if heads is lower:
        return joined_heads if all(map(is_round, other)) else None
    of_rounds = all(is_round(one) or not one for one, other in pairs if other)
    return joined_heads if other and of_rounds and all(map(is_day, other)) else None


def _one_head(upper: str, lower: str) -> str:
    if not (upper and lower):
        return upper or lower
    if is_day(lower) and is_round(upper):
        return f"{upper} ({lower})"
    return upper[:-1] + lower if upper.endswith("-") else f"{upper} {lower}"


def _worth_of_all(lines: Sequence[Row], wanted: Wanted) -> int:
    """How well the first lines of a text read: by the heads they name, less lines that are wider than these."""
    table = table_in(lines, _worth_in(lines, wanted))
    if table.heads is None:
        return 0
    wider = sum(any(row.cells[len(table.heads.cells) :]) for row in table.rows)
    return len(lines) * _worth(table.heads, wanted) - wider


def _person(columns: Columns, row: Row) -> str:
    name, first, last = (columns.of(row.cells, name) for name in ("name", "first", "last"))
    return joined(name or columns.of(row.cells, "first_of_two"), first, last)


def _sums_up(columns: Columns, row: Row) -> bool:
    """Whether a line sums the others up, by the name in it or, where it has none, by its first cell. In a list of
    hands nobody has a line, and its plan reads the sums."""
    if not any(name in columns for name in NAMES):
        return False
    return is_sum(_person(columns, row) or next(filter(None, row.cells), ""))


def _likeliest(tables: Mapping[str, Table], wanted: Wanted) -> str:
    """The sheet whose heads name most of what is wanted; of equals the longest one, then the first. The example in a
    file of ours is none of them where there is another sheet."""

    def weight(name: str) -> tuple[bool, int, int]:
        table = tables[name]
        worth = _worth(table.heads, wanted) if table.heads else 0
        return (not is_example(name), worth, min(len(table.rows), ENOUGH))

    return max(tables, key=weight)


ONLY_HEADS: Final = gettext_noop("Only the line that names the columns is there. Fill in the lines below it.")
FORMULA: Final = gettext_noop(
    "Cell {cell} is a formula without a value, and is read as empty. Open and save the file once in your spreadsheet "
    "program, then send it again."
)
FORMULAS: Final = gettext_noop(
    "Cells {cells} are formulas without a value, and are read as empty. Open and save the file once in your"
    " spreadsheet program, then send it again."
)
