"""Copies of the whole database that are made while people play, and put back whole or not at all."""

import hashlib
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TypeAlias
from uuid import UUID

from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder

from scorekeeper.common.outages import half_way
from scorekeeper.play.upkeep.anchors import anchor, lines

COUNTED = {"hands": "play_hand", "tables": "play_sitting", "players": "clubs_player", "accounts": "accounts_user"}
HEADS = "SELECT id, seq, head FROM play_sitting ORDER BY id"
NAMED_BY_TIME = f"scorekeeper-{'[0-9]' * 8}-{'[0-9]' * 6}.backup"
DEBIAN = Path("/usr/lib/postgresql")  # where each version has its programs
# What of the settings PostgreSQL's programs are told; the password goes through the environment.
LIBPQ = {"dbname", "user", "host", "port", "sslmode", "sslrootcert", "sslcert", "sslkey", "service", "connect_timeout"}
NOTED = MigrationRecorder.Migration._meta.db_table  # noqa: SLF001 the migrations that a database has had
NOTED_COLUMNS = 4  # id, app, name, when
WAIT = 60.0  # seconds for whoever writes just now
Rows: TypeAlias = Callable[[str], Iterable[tuple[object, ...]]]


class Failed(Exception):
    """The backup or the restore did not happen, and why; nothing was left half-done."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What a database holds. `head` is one hash over the heads of all tables: equal means the same hands."""

    counts: dict[str, int]
    head: str

    def __str__(self) -> str:
        counted = ", ".join(f"{count} {what}" for what, count in self.counts.items())
        return f"{counted}; head {self.head[:16]}"


def back_up(path: Path) -> Summary:
    """Write the database as it is at this moment to a new file at `path`; say what is in it.

    Raises:
        Failed: with the reason; there is no file then.
    """
    if path.exists():
        raise Failed(f"{path} is there already; a backup is never written over another")
    if not path.parent.is_dir():
        raise Failed(f"there is no folder {path.parent}")
    part = path.with_name(f"{path.name}.part")
    try:
        part.touch(mode=0o600, exist_ok=False)
        summary = _dump(part) if connection.vendor == "postgresql" else _copy(part)
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.rename(path)
    except FileExistsError:
        raise Failed(f"{part} is there: another backup is being written, or one broke off; delete it then") from None
    except (OSError, sqlite3.Error) as error:
        part.unlink(missing_ok=True)
        raise Failed(f"the backup could not be written: {error}") from error
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    return summary


def delete_older(folder: Path, keep: int) -> list[Path]:
    """Delete all backups in this folder that `backup` has named by the time but the newest so many, with their anchors;
    returns the backups."""
    old = sorted(folder.glob(NAMED_BY_TIME))[:-keep]
    for path in old:
        path.unlink()
        path.with_name(f"{path.name}.anchors").unlink(missing_ok=True)
    return old


@contextmanager
def anchored(path: Path, now: datetime) -> Iterator[Path]:
    """Beside the backup that is made inside: a file of anchors of what was there before it began, which the owner
    alone may read. Where the backup fails there is none.

    Raises:
        Failed: with the reason.
    """
    anchor(now=now)
    anchors, content = path.with_name(f"{path.name}.anchors"), b"".join(lines(now=now))
    yield anchors
    try:
        anchors.touch(mode=0o600)
        anchors.write_bytes(content)
    except OSError as error:
        raise Failed(f"the backup is there, but its anchors could not be written: {error}") from error


def put_back(path: Path, *, force: bool) -> Summary:
    """Make the database what the backup at `path` holds; without `force` only where there is nothing yet.

    Raises:
        Failed: with the reason; the database is as it was.
    """
    if not path.is_file():
        raise Failed(f"there is no file {path}")
    if not force and (there := _rows_there()):
        raise Failed(f"the database has data ({there}); --force replaces all of it")
    if connection.vendor == "postgresql":
        _load(path)
    else:
        _copy_back(path)
    return summary_here()


def _refuse_half_way(path: Path, noted: Iterable[tuple[str, str]]) -> None:
    if reason := half_way(set(noted)):
        raise Failed(f"{path} can't be put back: {reason}")


def summary_here() -> Summary:
    """What the app's own database holds."""
    with connection.cursor() as cursor:

        def rows(statement: str) -> Iterable[tuple[object, ...]]:
            cursor.execute(statement)
            found: list[tuple[object, ...]] = cursor.fetchall()
            return found

        return _summary(rows)


def _summary(rows: Rows) -> Summary:
    counts = {what: int(str(next(iter(rows(f"SELECT count(*) FROM {table}")))[0])) for what, table in COUNTED.items()}  # noqa: S608 our own names
    whole = hashlib.sha256()
    for identity, seq, head in rows(HEADS):
        whole.update(f"{UUID(str(identity)).hex}:{seq}:{head}\n".encode())
    return Summary(counts, whole.hexdigest())


def _rows_there() -> str:
    """What stands in the way of a restore, in words."""
    tables = set(connection.introspection.table_names())
    found = []
    with connection.cursor() as cursor:
        for what, table in COUNTED.items():
            if table in tables:
                cursor.execute(f"SELECT count(*) FROM {table}")  # noqa: S608 our own names
                found += [f"{count} {what}" for (count,) in cursor.fetchall() if count]
    return ", ".join(found)


# SQLite


def _copy(part: Path) -> Summary:
    part.unlink()  # VACUUM INTO wants to make it
    with closing(sqlite3.connect(_file(), timeout=WAIT)) as source:
        source.execute("VACUUM INTO ?", [str(part)])
    part.chmod(0o600)
    with _whole(part) as copy:
        return _summary(copy.execute)


def _copy_back(path: Path) -> None:
    """In one transaction of the database that is written: who has it open sees the old or the new one."""
    connection.close()
    try:
        with _whole(path) as source, closing(sqlite3.connect(_file(), timeout=WAIT)) as target:
            tables = {str(name) for (name,) in source.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            noted = source.execute(f"SELECT app, name FROM {NOTED}").fetchall() if NOTED in tables else []  # noqa: S608 a name of Django's
            _refuse_half_way(path, noted)
            source.backup(target)
    except sqlite3.Error as error:
        raise Failed(f"{path} could not be put back: {error}") from error


@contextmanager
def _whole(path: Path) -> Iterator[sqlite3.Connection]:
    """A copy, looked through: every page, every index, every reference."""
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as copy:
        try:
            found = [str(row[0]) for row in copy.execute("PRAGMA integrity_check")]
            astray = copy.execute("PRAGMA foreign_key_check").fetchall()
            tables = {str(name) for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        except sqlite3.DatabaseError as error:
            raise Failed(f"{path} is no SQLite file: {error}") from None
        if found != ["ok"] or astray:
            raise Failed(f"{path} is damaged: {'; '.join(found[:5])}; {len(astray)} rows refer to nothing")
        if missing := sorted(set(COUNTED.values()) - tables):
            raise Failed(f"{path} is no backup of Scorekeeper: it has no table {missing[0]}")
        yield copy


def _file() -> str:
    return str(connection.settings_dict["NAME"])


# PostgreSQL


def _dump(part: Path) -> Summary:
    """One snapshot for the copy and for what is said of it."""
    program = _program("pg_dump")
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        cursor.execute("SELECT pg_export_snapshot()")
        snapshot = cursor.fetchone()[0]
        summary = summary_here()
        _run([program, "--format=custom", f"--snapshot={snapshot}", f"--file={part}"])
    return summary


def _load(path: Path) -> None:
    """In one transaction; what stands there is dropped in it too."""
    program = _program("pg_restore")
    listed = subprocess.run([program, "--list", path], capture_output=True, text=True, check=False)  # noqa: S603 found on the path
    if listed.returncode or "TABLE DATA public play_hand" not in listed.stdout:
        raise Failed(f"{path} is no backup of Scorekeeper for PostgreSQL: {listed.stderr.strip() or 'no hands in it'}")
    data = subprocess.run(  # noqa: S603 found on the path
        [program, "--data-only", f"--table={NOTED}", "--file=-", path], capture_output=True, text=True, check=False
    )
    rows = [line.split("\t") for line in data.stdout.splitlines()]
    noted = [(row[1], row[2]) for row in rows if len(row) == NOTED_COLUMNS]
    _refuse_half_way(path, noted)
    connection.close()
    once = ["--single-transaction", "--exit-on-error", "--clean", "--if-exists", "--no-owner", "--no-privileges"]
    _run([program, *once, str(path)])


def _run(command: list[str]) -> None:
    from psycopg.conninfo import make_conninfo

    parts = {name: value for name, value in connection.get_connection_params().items() if name in LIBPQ}
    secret = str(connection.settings_dict["PASSWORD"] or "")
    environ = {**os.environ, **({"PGPASSWORD": secret} if secret else {})}
    done = subprocess.run(  # noqa: S603 found on the path; what is sent along comes from the settings
        [*command, "--dbname", make_conninfo(**parts)], env=environ, capture_output=True, text=True, check=False
    )
    if done.returncode:
        why = done.stderr.strip()[:1000]
        hint = (
            "; run it as the role that owns the tables" if "permission denied" in why or "must be owner" in why else ""
        )
        raise Failed(f"{Path(command[0]).name} failed: {why}{hint}")


def _program(name: str) -> str:
    """PostgreSQL's own program, the newest there is: one older than the server refuses to work."""
    versions = sorted(DEBIAN.glob(f"*/bin/{name}"), key=lambda path: float(path.parts[-3]), reverse=True)
    found = str(versions[0]) if versions else shutil.which(name)
    if not found:
        raise Failed(
            f"{name} is not installed; it comes with PostgreSQL's client programs "
            "(on Debian: sudo apt install postgresql-client)"
        )
    return found
