"""A database that is away, full, or not yet migrated: no fault of the request, so the answer says when to send it
again."""

import os
import sqlite3
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from django.db import connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import InterfaceError, OperationalError, ProgrammingError
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.common.migrating import waiting

POSTGRESQL_DISK_FULL = "53100"
POSTGRESQL_MISSES = {"42P01", "42703"}  # a table, a column
SQLITE_MISSES = ("no such table", "no such column", "table ")  # "table x has no column named y"
ROOM: Final = 64 * 1024  # bytes: what a hand and its journal may need at once
# PostgreSQL sorts on its disk what is more than work_mem: more than `ROOM`, gone with the transaction.
SORT_ON_DISK: Final = "SELECT count(*) FROM (SELECT n FROM generate_series(1, 5000) AS n ORDER BY -n) AS sorted"


@dataclass(frozen=True, slots=True)
class Outage:
    """What is answered: the status, words for people, and after how many seconds to send it again."""

    status: int
    title: str
    detail: str
    wait: int


def outage(error: BaseException | None) -> Outage | None:
    """What this error says of the database; None when it is one of the program."""
    if _misses_something(error) and waiting(connection):
        text = _("The database is being brought up to date. Nothing was saved. Send it again shortly.")
        return Outage(503, pgettext("error", "Busy"), text, 5)
    if not isinstance(error, OperationalError | InterfaceError) or _is_of_the_program(error):
        return None
    if _is_full(error):
        text = _("The server’s disk is full. Nothing was saved. Tell the operator of the server, then send it again.")
        return Outage(507, _("No room left"), text, 60)
    return Outage(503, pgettext("error", "Busy"), _("The database cannot be reached. Send it again shortly."), 2)


def is_out_of_room(database: BaseDatabaseWrapper) -> bool:
    """Whether the disk of the database is full: some pages are written where it keeps its own, and thrown away.

    Raises:
        Error: the database can't be asked.
    """
    if database.vendor != "postgresql":
        return not _takes_a_file(Path(str(database.settings_dict["NAME"])).parent)
    try:
        with transaction.atomic(using=database.alias), database.cursor() as cursor:
            cursor.execute("SET LOCAL work_mem = '64kB'")
            cursor.execute(SORT_ON_DISK)
    except OperationalError as error:
        if _is_full(error):
            return True
        raise
    return False


def _takes_a_file(folder: Path) -> bool:
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(ROOM))
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        return False
    return True


def _misses_something(error: BaseException | None) -> bool:
    """Whether the database has no such table or column."""
    if isinstance(error, ProgrammingError):
        return getattr(error.__cause__, "sqlstate", None) in POSTGRESQL_MISSES
    return isinstance(error, OperationalError) and _is_of_the_program(error) and str(error).startswith(SQLITE_MISSES)


def _is_of_the_program(error: BaseException) -> bool:
    """SQLite calls a statement that it can't understand by the same name."""
    return _sqlite_code(error) == sqlite3.SQLITE_ERROR


def _is_full(error: BaseException) -> bool:
    full = getattr(error.__cause__, "sqlstate", None) == POSTGRESQL_DISK_FULL
    return full or _sqlite_code(error) == sqlite3.SQLITE_FULL


def _sqlite_code(error: BaseException) -> int | None:
    """The first byte says what kind of error it is, the others which."""
    code = getattr(error.__cause__, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF
