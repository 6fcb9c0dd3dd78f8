"""A PostgreSQL of a test's own, to be stopped and started: in a temporary folder, on a unix socket, with fsync."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.bench.cluster import _unprivileged, binaries

PATIENCE = 120.0  # seconds: a disk that others write to takes its time
CONFIGURATION = """
listen_addresses = ''
unix_socket_directories = '{folder}'
fsync = on
max_connections = 60
"""
HOW = {"fast": signal.SIGINT, "immediate": signal.SIGQUIT}


class Cluster:
    """`immediate` is the server's own power cut: nothing is written down any more."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.programs = folder, binaries()
        self.who = _unprivileged(folder)
        self.process: subprocess.Popen[bytes] | None = None
        words = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"]
        command = [self.programs / "initdb", "-D", folder / "data", *words]
        subprocess.run(command, check=True, capture_output=True, cwd=folder, **self.who)
        with (folder / "data" / "postgresql.conf").open("a") as settings:
            settings.write(CONFIGURATION.format(folder=folder))

    def url(self, name: str = "postgres") -> str:
        return f"postgres://postgres@/{self.folder}/{name}"

    def start(self) -> None:
        """Run it; returns once it takes connections."""
        log = self.folder / "log"
        with log.open("w") as printed:
            command = [self.programs / "postgres", "-D", self.folder / "data"]
            self.process = subprocess.Popen(command, cwd=self.folder, stdout=printed, stderr=printed, **self.who)
        until = time.monotonic() + PATIENCE
        while "ready to accept connections" not in log.read_text():
            assert time.monotonic() < until, log.read_text()
            assert self.process.poll() is None, log.read_text()
            os.sched_yield()
            time.sleep(0.02)

    def start_again(self) -> None:
        """Run it where it was left stopped."""
        if not self.process:
            self.start()

    def stop(self, how: str = "fast") -> None:
        if self.process:
            self.process.send_signal(HOW[how])
            self.process.wait(PATIENCE)
        self.process = None

    def create(self, name: str, like: str = "template1") -> str:
        """One more database, empty or a copy of another one; its address."""
        import psycopg

        with psycopg.connect(host=str(self.folder), user="postgres", dbname="postgres", autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{like}"')
        return self.url(name)


@contextmanager
def postgresql(folder: Path | None = None) -> Iterator[Cluster]:
    """A running cluster (in this folder), gone afterwards; where its programs are missing the test is skipped and says
    so."""
    try:
        binaries()
    except SystemExit as missing:
        pytest.skip(str(missing))
    folder = folder or Path(tempfile.mkdtemp(prefix="faults-"))
    try:
        cluster = Cluster(folder)
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop("immediate")  # nothing of it is needed any more
    finally:
        shutil.rmtree(folder, ignore_errors=True)
