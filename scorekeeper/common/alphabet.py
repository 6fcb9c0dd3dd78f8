"""Names in the order of the alphabet where a database puts them in it: as `names.alphabetical` does in Python."""

import sqlite3
from functools import lru_cache
from typing import Any, Final

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Func

from scorekeeper.common.names import alphabetical

SQLITE: Final = "alphabetical"
POSTGRESQL: Final = '"und-x-icu"'
"""The root collation: letters of all languages, in any case, with or without accents, side by side."""

_key: Final = lru_cache(maxsize=4096)(alphabetical)


class Alphabetical(Func):
    """A column of names to order rows by. The collation of a database itself puts Ä behind Z, or wherever the server it
    was made on would.
    """

    arity = 1

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return self.as_sql(compiler, connection, template=f"%(expressions)s COLLATE {SQLITE}", **context)

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return self.as_sql(compiler, connection, template=f"%(expressions)s COLLATE {POSTGRESQL}", **context)


def teach(connection: BaseDatabaseWrapper, **_signal: Any) -> None:
    """Make the order known to a new connection of SQLite, which has none of its own but that of bytes."""
    if connection.vendor == "sqlite":
        own: sqlite3.Connection = connection.connection
        own.create_collation(SQLITE, _compared)


def _compared(one: str, other: str) -> int:
    mine, theirs = _key(one), _key(other)
    return (mine > theirs) - (mine < theirs)
