"""A database that is away, full, or not yet migrated: no fault of the request, so the answer says when to send it
again."""

import sqlite3
from dataclasses import dataclass

from django.db import connection
from django.db.utils import InterfaceError, OperationalError, ProgrammingError
from django.utils.translation import gettext as _

from scorekeeper.common.migrating import waiting

POSTGRESQL_DISK_FULL = "53100"
POSTGRESQL_MISSES = {"42P01", "42703"}  # a table, a column
SQLITE_MISSES = ("no such table", "no such column", "table ")  # "table x has no column named y"


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
        return Outage(503, _("Busy"), text, 5)
    if not isinstance(error, OperationalError | InterfaceError) or _is_of_the_program(error):
        return None
    if _is_full(error):
        text = _("The disk of the server is full. Nothing was saved. Tell whoever runs it, then send it again.")
        return Outage(507, _("No room left"), text, 60)
    return Outage(503, _("Busy"), _("The database cannot be reached. Send it again shortly."), 2)


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
