"""Very many rows written at once past the ORM: by COPY on PostgreSQL, by `executemany` on SQLite.

Every cell is spelled as a text that both engines read as the value of its column.
"""

import json
import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime
from typing import Any, TypeAlias
from uuid import UUID

from django.db import connection
from django.db.models import AutoField, Field, Model

Cell: TypeAlias = str | int | None
AT_ONCE = 50_000  # rows
UNGUARDED = {  # what a fill may do without: it is made anew if it breaks off, and `verify` looks at what it made
    "sqlite": (
        "PRAGMA foreign_keys=OFF",
        "PRAGMA synchronous=OFF",
        "PRAGMA journal_mode=OFF",
        "PRAGMA cache_size=-400000",
    ),
    "postgresql": ("SET session_replication_role = replica", "SET synchronous_commit = off"),
}
GUARDED = {  # a connection of a pool comes back; one to SQLite is made anew
    "sqlite": (),
    "postgresql": ("SET session_replication_role = DEFAULT", "SET synchronous_commit = DEFAULT"),
}


LARGEST = ("play_hand", "play_ledgerentry")
INDEXES = {  # those of the largest tables that are no part of a constraint
    "sqlite": "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN (%s, %s)",
    "postgresql": "SELECT indexname, indexdef FROM pg_indexes WHERE tablename IN (%s, %s) "
    "AND indexname NOT IN (SELECT conname FROM pg_constraint)",
}


class Ids:
    """New ids of version 7, each greater than the one before: as `uuid7` makes them, in a tenth of the time."""

    def __init__(self) -> None:
        self._from = time.time_ns() // 1_000_000 - 86_400_000
        self._tail, self._made = f"8{secrets.token_hex(8)[:15]}", 0

    def next(self) -> str:
        made = self._made = self._made + 1
        return f"{self._from + (made >> 12):012x}7{made & 0xFFF:03x}{self._tail}"


def fields_of(model: type[Model]) -> list["Field[Any, Any]"]:
    """The columns that are written: all but a number that the database counts by itself."""
    return [field for field in model._meta.concrete_fields if not isinstance(field, AutoField)]


def spelled(value: Any) -> Cell:
    """A value as a cell."""
    match value:
        case None | str():
            return value
        case bool() | int():
            return int(value)
        case UUID():
            return value.hex
        case datetime():
            return moment(value)
        case date():
            return value.isoformat()
    return json.dumps(value)


def moment(value: datetime) -> str:
    """As SQLite has it; PostgreSQL is told that its session lives in UTC."""
    return str(value.astimezone(UTC).replace(tzinfo=None))


class Writer:
    """Keeps rows, and writes them when there are enough."""

    def __init__(self) -> None:
        self._rows: dict[type[Model], list[Sequence[Cell]]] = {}

    def add(self, model: type[Model], row: Sequence[Cell]) -> None:
        """Cells in the order of `fields_of`."""
        rows = self._rows.setdefault(model, [])
        rows.append(row)
        if len(rows) >= AT_ONCE:
            self._write(model, rows)

    def flush(self) -> None:
        for model, rows in self._rows.items():
            self._write(model, rows)

    def _write(self, model: type[Model], rows: list[Sequence[Cell]]) -> None:
        columns = ", ".join(f'"{field.column}"' for field in fields_of(model))
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                with cursor.copy(f'COPY "{model._meta.db_table}" ({columns}) FROM STDIN') as copy:
                    copy.write("".join(map(_line, rows)))
            else:
                places = ", ".join(["%s"] * len(fields_of(model)))
                cursor.executemany(f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES ({places})', rows)
        rows.clear()


@contextmanager
def writing() -> Iterator[Writer]:
    """A writer on a connection that waits for no disk and checks no keys, to tables whose indexes are made afterwards,
    in one go each."""
    connection.ensure_connection()
    _say(*UNGUARDED[connection.vendor])
    with connection.cursor() as cursor:
        cursor.execute(INDEXES[connection.vendor], LARGEST)
        indexes = cursor.fetchall()
    _say(*(f'DROP INDEX "{name}"' for name, _made in indexes))
    writer = Writer()
    yield writer
    writer.flush()
    _say(*(made for _name, made in indexes))
    _say(*GUARDED[connection.vendor])
    connection.close()


def _say(*statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def _line(row: Sequence[Cell]) -> str:
    return "\t".join(map(_escaped, row)) + "\n"


def _escaped(cell: Cell) -> str:
    """As COPY reads it; no name and no record of a fill has a tab or a line end in it."""
    if cell is None:
        return r"\N"
    return cell.replace("\\", r"\\") if type(cell) is str else str(cell)
