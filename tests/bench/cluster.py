"""A PostgreSQL of our own for one run: in a temporary folder, on the loopback, with fsync, gone afterwards."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

PORTS = range(8150, 8170)
PATIENCE = 30  # seconds
UNPRIVILEGED = ("postgres", "nobody")  # PostgreSQL refuses to run as root
CONFIGURATION = """
listen_addresses = '127.0.0.1'
port = {port}
unix_socket_directories = ''
fsync = on
shared_buffers = 256MB
max_wal_size = 2GB
max_connections = 60
"""


@dataclass(frozen=True, slots=True)
class Cluster:
    """A running server; `pid` is its first process, whose children are the backends."""

    pid: int
    port: int
    log: Path

    @property
    def url(self) -> str:
        return self._url("postgres")

    def another(self, name: str) -> str:
        """The address of one more database, new and empty."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        return self._url(name)

    def _url(self, name: str) -> str:
        return f"postgres://postgres@127.0.0.1:{self.port}/{name}"

    @contextmanager
    def logging_statements(self) -> Iterator[Callable[[], list[str]]]:
        """Inside, every statement goes to the log; the function given reads what has come."""
        begin = 0

        def lines() -> list[str]:
            return self.log.read_text()[begin:].splitlines()

        with psycopg.connect(self.url, autocommit=True) as connection:
            _set(connection, "ALTER SYSTEM SET log_statement = 'all'")
            begin = len(self.log.read_text())
            yield lines
            _set(connection, "ALTER SYSTEM RESET log_statement")


@contextmanager
def postgresql() -> Iterator[Cluster]:
    """Start it, and end it by its process id."""
    programs = binaries()
    folder = Path(tempfile.mkdtemp(prefix="bench-postgresql-"))
    who = _unprivileged(folder)
    try:
        words = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"]
        command = [programs / "initdb", "-D", folder / "data", *words]
        subprocess.run(command, check=True, capture_output=True, cwd=folder, **who)
        port = free_port()
        with (folder / "data" / "postgresql.conf").open("a") as settings:
            settings.write(CONFIGURATION.format(port=port))
        log = folder / "log"
        with log.open("w") as printed:
            command = [programs / "postgres", "-D", folder / "data"]
            process = subprocess.Popen(command, cwd=folder, stdout=printed, stderr=printed, **who)
        try:
            _wait(process, port, log)
            yield Cluster(process.pid, port, log)
        finally:
            process.send_signal(signal.SIGINT)  # a fast shutdown: sessions are ended, nothing is lost
            process.wait(PATIENCE)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def binaries() -> Path:
    """Where PostgreSQL's programs are; ends the run with a sentence when there are none."""
    on_path = [Path(found).resolve().parent for found in (shutil.which("initdb"),) if found]
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name), reverse=True)
    for folder in (*on_path, *debian):
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    raise SystemExit("This measurement needs PostgreSQL's programs (initdb); on Debian: sudo apt install postgresql")


def free_port() -> int:
    for port in PORTS:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                return port
    raise SystemExit(f"The ports {PORTS.start} to {PORTS.stop - 1} are all taken.")


def _unprivileged(folder: Path) -> dict[str, Any]:
    """Options for subprocess: as root, somebody else owns and runs the server."""
    if os.geteuid() != 0:
        return {}
    known = {entry.pw_name: entry for entry in pwd.getpwall()}
    someone = next(known[name] for name in UNPRIVILEGED if name in known)
    os.chown(folder, someone.pw_uid, someone.pw_gid)
    return {"user": someone.pw_uid, "group": someone.pw_gid, "extra_groups": []}


def _set(connection: psycopg.Connection[Any], statement: str) -> None:
    """Change the configuration, and let every session see it."""
    connection.execute(statement)
    connection.execute("SELECT pg_reload_conf()")
    time.sleep(0.3)


def _wait(process: "subprocess.Popen[bytes]", port: int, log: Path) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        if "ready to accept connections" in log.read_text():
            return
        time.sleep(0.05)
    raise SystemExit(f"PostgreSQL did not start on port {port}:\n{log.read_text()}")
