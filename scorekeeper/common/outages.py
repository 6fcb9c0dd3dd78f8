"""A database that is away, full, or not yet migrated: no fault of the request, so the answer says when to send it
again; and what a database has yet to be given, and whether it can be given that at all.

Each app begins with one migration, `0001_release`, in place of all that there were before the first release. A database
that had all of them is taken over as it is. One that was left half-way can't be: what it lacks is no longer here.
"""

import os
import sqlite3
import tempfile
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from django.db import connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.utils import InterfaceError, OperationalError, ProgrammingError
from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def waiting(connection: BaseDatabaseWrapper) -> list[tuple[str, str]]:
    """The migrations, (app, name), that this database has not had. Raises Error: it can't be asked."""
    if unfinished := _unfinished(MigrationRecorder(connection).applied_migrations()):
        return unfinished
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [(migration.app_label, migration.name) for migration, _backwards in plan]


def refusal(connection: BaseDatabaseWrapper) -> str:
    """Why this database can't be migrated, in a sentence; empty when it can. Raises Error: it can't be asked."""
    return half_way(MigrationRecorder(connection).applied_migrations())


def half_way(applied: Collection[tuple[str, str]]) -> str:
    """Why a database that has had these migrations can't be migrated; empty when it can."""
    apps = ", ".join(app for app, _name in _unfinished(applied))
    return apps and (
        f"the database stopped half-way through migrations that are no longer here ({apps}): "
        "finish them with the version of Scorekeeper that began them, then use this one"
    )


def _unfinished(applied: Collection[tuple[str, str]]) -> list[tuple[str, str]]:
    """Migrations that stand for others of which the database has had some, but not all."""
    begun = {app for app, _name in applied}
    return [
        key
        for key, migration in sorted(_replacing().items())
        if key[0] in begun and key not in applied and not all(old in applied for old in migration.replaces)
    ]


def _replacing() -> dict[tuple[str, str], Migration]:
    """The migrations that stand for others that are gone."""
    loader = MigrationLoader(None, load=False)
    loader.load_disk()
    disk = loader.disk_migrations
    return {key: found for key, found in disk.items() if found.replaces and not set(found.replaces) & set(disk)}


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
