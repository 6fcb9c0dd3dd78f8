"""The database as it is at one moment, to be read for as long as it takes while people go on recording."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from django.db import connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

ALIAS: Final = "snapshot"
WAIT: Final = 60.0  # seconds for whoever writes just now


@contextmanager
def snapshot() -> Iterator[str]:
    """The alias of a connection of its own that sees one moment, whatever is written meanwhile.

    On PostgreSQL that is a transaction that only reads. On SQLite it is a copy of the file: whoever reads there keeps
    others from writing, and copying takes a moment where reading and packing takes long.
    """
    with _postgresql() if connection.vendor == "postgresql" else _sqlite() as alias:
        yield alias


@contextmanager
def _postgresql() -> Iterator[str]:
    options = {name: value for name, value in connection.settings_dict["OPTIONS"].items() if name != "pool"}
    with _connected({**connection.settings_dict, "OPTIONS": options}) as own, transaction.atomic(using=ALIAS):
        with own.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            cursor.execute("SELECT 1")  # the moment is that of the first question
        yield ALIAS


@contextmanager
def _sqlite() -> Iterator[str]:
    settings = connection.settings_dict
    with TemporaryDirectory(prefix="scorekeeper-") as folder:
        copy = Path(folder) / "copy.sqlite3"
        source = sqlite3.connect(str(settings["NAME"]), timeout=WAIT)
        with closing(source), closing(sqlite3.connect(copy)) as target:
            source.backup(target)
        with _connected({**settings, "NAME": str(copy)}):
            yield ALIAS


@contextmanager
def _connected(settings: dict[str, Any]) -> Iterator[BaseDatabaseWrapper]:
    """A connection beside the usual one, of this thread alone and for as long as it is needed."""
    made: Any = type(connections["default"])
    own: BaseDatabaseWrapper = made(settings, ALIAS)
    connections[ALIAS] = own
    try:
        yield own
    finally:
        own.close()
        del connections[ALIAS]
