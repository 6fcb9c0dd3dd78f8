"""Worlds that many tests read: made once through the services, then laid into the transaction of each test as rows.

    @pytest.fixture
    def world(db: None) -> World:
        return laid(make_world)

A world takes nothing, is the first thing in its test's database, and is made once in each process. Every test gets a
copy of what the function returned, and rows of its own: what it does to either is gone at its end, whatever the order
of the tests. Where two clubs are wanted, one function makes both.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, TypeVar

from django.core.cache import caches
from django.db import connection, transaction

World = TypeVar("World")
LONG_TO_MAKE = {"make_pages", "make_all_pages", "make_forms"}
"""What takes so long to make that one process should do it for all of its readers."""
INSERTS = re.compile(r'INSERT (?:OR IGNORE )?INTO "?(\w+)')


@dataclass(frozen=True, slots=True)
class Made:
    """What the function returned, and the rows it left: {table: rows}, the first written first."""

    value: Any
    rows: dict[str, Any]


_made: dict[Callable[[], Any], Made] = {}


def laid(make: Callable[[], World]) -> World:
    """A copy of what `make` returns, with its rows in the database of this test, which is empty before."""
    from scorekeeper.accounts.models import User

    assert not User.objects.exists(), "a world comes first: its rows have the keys they were made with"
    if make not in _made:
        _made[make] = _make(make)
    made = _made[make]
    for table, rows in made.rows.items():
        _insert(table, rows)
    return deepcopy(made.value)


def _make(make: Callable[[], Any]) -> Made:
    with transaction.atomic():
        with _written() as tables:
            value = make()
        rows = {table: _rows(table) for table in tables}
        transaction.set_rollback(True)
    for cache in caches.all(initialized_only=True):
        cache.clear()
    return Made(value, rows)


def takes_what_is_long_to_make(module: object) -> bool:
    """Whether tests of this module do."""
    return not LONG_TO_MAKE.isdisjoint(vars(module))


@contextmanager
def _written() -> Iterator[dict[str, None]]:
    """The tables that something is inserted into, in the order of their first row: triggers ask for it."""
    tables: dict[str, None] = {}

    def notice(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        for table in INSERTS.findall(sql):
            tables.setdefault(table)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(notice):
        yield tables


def _columns(table: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT * FROM "{table}" LIMIT 0')
        return [f'"{column[0]}"' for column in cursor.description]


def _rows(table: str) -> Any:
    """Every row as it is stored: on SQLite by column (a sign before its name keeps Python from reading it), on
    PostgreSQL as JSON."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f'SELECT json_agg(t)::text FROM "{table}" t')
            return cursor.fetchone()[0]
        columns = _columns(table)
        cursor.execute(f'SELECT {", ".join(f"+{column}" for column in columns)} FROM "{table}" ORDER BY rowid')
        return columns, cursor.fetchall()


def _insert(table: str, rows: Any) -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f'INSERT INTO "{table}" SELECT * FROM json_populate_recordset(NULL::"{table}", %s)', [rows])
            _count_on(cursor, table)
        else:
            columns, values = rows
            places = ", ".join(["%s"] * len(columns))
            cursor.executemany(f'INSERT INTO "{table}" ({", ".join(columns)}) VALUES ({places})', values)


def _count_on(cursor: Any, table: str) -> None:
    """Rows that bring their numbers with them move no sequence: the next row would get one that is taken."""
    cursor.execute(
        "SELECT column_name FROM information_schema.columns WHERE table_name = %s AND is_identity = 'YES'", [table]
    )
    for (column,) in cursor.fetchall():
        cursor.execute(
            f'SELECT setval(pg_get_serial_sequence(%s, %s), (SELECT max("{column}") FROM "{table}"))',
            [f'"{table}"', column],
        )
