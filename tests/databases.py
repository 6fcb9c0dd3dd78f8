"""The databases of the tests: made once by all migrations, then copied.

A template is keyed by a hash of what decides the schema, so that it is made anew as soon as that changes. It gets its
name only when it is whole: a run that was killed half-way leaves nothing that the next one believes.
"""

import hashlib
import os
import shutil
import sqlite3
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
from django.db.backends.base.base import BaseDatabaseWrapper

from scorekeeper.settings.databases import WAL_IS_SAFE
from tests.serving import environ_for, run_python

ROOT = Path(__file__).resolve().parent.parent
TEMPLATES = ROOT / "var" / "templates"
DECIDE = (
    "*/migrations/*.py",
    "*/models.py",
    "*/models/*.py",
    "*/*_models.py",
    "*/guards.py",
    "common/*.py",
    "settings/*.py",
)
LONG_AGO = 24 * 3600  # seconds: no run takes as long, so nobody copies such a template any more
PREFIX = "scorekeeper_template_"
DATED = "for tests of Scorekeeper, made at "  # a comment on a database, with seconds
BESIDES = ("-wal", "-shm", "-journal")  # what SQLite keeps beside a file


@cache
def fingerprint() -> str:
    """That of the code of this process, as it was when it was first asked for."""
    return fingerprint_now()


def fingerprint_now() -> str:
    """Changes with the migrations, with what they import and with the packages that bring tables of their own."""
    found = hashlib.sha256(f"{sys.version_info[:2]} {sqlite3.sqlite_version} {WAL_IS_SAFE}".encode())
    for path in [*schema_files(), ROOT / "requirements" / "base.txt"]:
        found.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes() + b"\0")
    return found.hexdigest()[:20]


def schema_files() -> list[Path]:
    """The modules of ours that decide what `migrate` makes."""
    return sorted({path for pattern in DECIDE for path in (ROOT / "scorekeeper").glob(pattern)})


# --- SQLite ---------------------------------------------------------------------------------------------------------


def sqlite_template() -> Path:
    """A migrated, empty SQLite file that nobody writes to."""
    path = TEMPLATES / f"{fingerprint()}.sqlite3"
    if path.exists():
        return path
    TEMPLATES.mkdir(parents=True, exist_ok=True)
    half = TEMPLATES / f"half-{uuid.uuid4().hex}.sqlite3"
    try:
        migrate(f"sqlite:///{half}")
        with closing(sqlite3.connect(half)) as database:
            database.execute("PRAGMA journal_mode=DELETE")  # one file, nothing beside it
        require_unchanged()
        half.replace(path)
    finally:
        remove_sqlite(half)
    return path


def copy_sqlite(path: Path) -> str:
    """An empty database at `path`, whatever was there before; its address."""
    remove_sqlite(path)
    shutil.copyfile(sqlite_template(), path)
    return f"sqlite:///{path}"


def remove_sqlite(path: Path) -> None:
    for name in (path, *(path.with_name(path.name + ending) for ending in BESIDES)):
        name.unlink(missing_ok=True)


# --- PostgreSQL -----------------------------------------------------------------------------------------------------


def postgres_template(url: str) -> str:
    """The name of a migrated, empty database that nobody is connected to, on the server of `url`."""
    role = hashlib.sha256((urlsplit(url).username or "").encode()).hexdigest()[:6]  # who may copy it
    name = f"{PREFIX}{fingerprint()}_{role}"
    with closing(psycopg.connect(url, autocommit=True)) as server:
        if exists(server, name):
            return name
        sweep_postgres(server)
        half = f"{PREFIX}half_{uuid.uuid4().hex}"
        server.execute(f'CREATE DATABASE "{half}"')
        try:
            date(server, half)
            migrate(address(url, half))
            require_unchanged()
            with suppress(psycopg.errors.DuplicateDatabase):  # a run beside this one was faster
                server.execute(f'ALTER DATABASE "{half}" RENAME TO "{name}"')
        finally:
            server.execute(f'DROP DATABASE IF EXISTS "{half}" WITH (FORCE)')
    return name


def require_unchanged() -> None:
    """Raise RuntimeError where the code was changed while the template was made: it would bear the name of another."""
    if fingerprint_now() != fingerprint():
        raise RuntimeError("migrations or models were changed while the tests ran; start them again")


def copy_postgres(url: str, name: str) -> None:
    """An empty database of this name on the server of `url`, whatever was there before."""
    template = postgres_template(url)
    with closing(psycopg.connect(url, autocommit=True)) as server:
        server.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        server.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        date(server, name)


def date(server: "psycopg.Connection[Any]", name: str) -> None:
    """Write down when a database was made: the server does not say."""
    server.execute(f"COMMENT ON DATABASE \"{name}\" IS '{DATED}{int(time.time())}'")


def sweep_postgres(server: "psycopg.Connection[Any]") -> None:
    """Drop what runs that were killed, and code that has changed since, left on the server more than a day ago."""
    found = server.execute(
        "SELECT datname, shobj_description(oid, 'pg_database') FROM pg_database "
        "WHERE starts_with(shobj_description(oid, 'pg_database'), %s)",
        [DATED],
    ).fetchall()
    for name, comment in found:
        if time.time() - int(comment.removeprefix(DATED)) > LONG_AGO:
            with suppress(psycopg.Error):  # another role's, or somebody is connected
                server.execute(f'DROP DATABASE IF EXISTS "{name}"')


def drop_postgres(url: str, name: str) -> None:
    with closing(psycopg.connect(url, autocommit=True)) as server:
        server.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def exists(server: "psycopg.Connection[Any]", name: str) -> bool:
    return server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone() is not None


def address(url: str, name: str) -> str:
    """The address of another database on the same server."""
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))


def migrate(url: str) -> str:
    """The address of a database that has every table now."""
    run_python(["-m", "django", "migrate", "--verbosity=0"], environ_for(url))
    return url


# --- the database of a run ------------------------------------------------------------------------------------------


def prepare(url: str) -> None:
    """Make the template that the processes of a run will copy, before they ask for it side by side."""
    if url:
        postgres_template(url)
    else:
        sqlite_template()


def lend(connection: BaseDatabaseWrapper, url: str) -> Iterator[None]:
    """Give Django's connection an empty database of this process, and take it away again."""
    given = connection.settings_dict["NAME"]
    name = connection.settings_dict["TEST"]["NAME"]
    connection.settings_dict["NAME"] = name
    restore(connection, url)
    yield
    disconnect(connection)
    connection.settings_dict["NAME"] = given
    if url:
        drop_postgres(url, name)
    else:
        remove_sqlite(Path(name))


def restore(connection: BaseDatabaseWrapper, url: str) -> None:
    """Empty the database of this process: what a test committed is gone, and the triggers stand."""
    disconnect(connection)
    name = connection.settings_dict["NAME"]
    if url:
        copy_postgres(url, name)
    else:
        copy_sqlite(Path(name))


def disconnect(connection: BaseDatabaseWrapper) -> None:
    connection.close()
    if hasattr(connection, "close_pool"):
        connection.close_pool()


def sweep() -> None:
    """Remove the SQLite files of runs that were killed, and templates that nobody has copied for a day."""
    for path in TEMPLATES.glob("*.sqlite3"):
        if time.time() - path.stat().st_atime > LONG_AGO and time.time() - path.stat().st_mtime > LONG_AGO:
            path.unlink(missing_ok=True)
    for path in (ROOT / "var").glob("test-*.sqlite3*"):
        number = path.name.removeprefix("test-").split(".")[0]
        if number.isdigit() and not is_running(int(number)):
            path.unlink(missing_ok=True)


def is_running(process: int) -> bool:
    if os.name == "nt":
        return True  # there signal 0 is no question
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
