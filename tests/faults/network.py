"""Hosts of a test's own, each in a network namespace, on one bridge: any of them can be cut off or killed."""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.bench.cluster import _unprivileged, binaries
from tests.serving import PATIENCE

NETWORK = "10.213.7"
PORT = 5432
CONFIGURATION = """
listen_addresses = '*'
unix_socket_directories = '{folder}'
fsync = on
max_connections = 80
wal_level = replica
"""
HBA = f"host all all {NETWORK}.0/24 trust\nhost replication all {NETWORK}.0/24 trust\n"


@dataclass
class Host:
    """One machine: what is started on it runs in its namespace."""

    name: str
    address: str
    folder: Path
    link: str
    processes: list["subprocess.Popen[bytes]"] = field(default_factory=list)

    def start(self, command: Sequence[str | Path], **options: Any) -> "subprocess.Popen[bytes]":
        """Run it; what it prints goes to the file `log` of the host."""
        with (self.folder / "log").open("a") as log:
            inside = ["ip", "netns", "exec", self.name, *command]
            process = subprocess.Popen(inside, stdout=log, stderr=log, **options)
        self.processes.append(process)
        return process

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text()

    def kill(self) -> None:
        """As by a power cut: what runs dies and the network is gone, without a word to anybody."""
        self.cut()
        self.end()

    def end(self) -> None:
        listed = subprocess.run(["ip", "netns", "pids", self.name], capture_output=True, text=True, check=False)
        subprocess.run(["kill", "-9", *listed.stdout.split()], capture_output=True, check=False)
        for process in self.processes:
            process.wait(PATIENCE)
        self.processes.clear()

    def cut(self) -> None:
        subprocess.run(["ip", "link", "set", self.link, "down"], check=True)

    def mend(self) -> None:
        subprocess.run(["ip", "link", "set", self.link, "up"], check=True)


@contextmanager
def hosts(folder: Path, count: int) -> Iterator[list[Host]]:
    """So many hosts that reach each other and are reached from here; all of it is gone afterwards."""
    bridge, made = f"skb{os.getpid()}", []
    if not shutil.which("ip") or _ip("link", "add", bridge, "type", "bridge").returncode:
        pytest.skip("This test must be allowed to make network namespaces (root, and `ip` of Debian's iproute2)")
    try:
        _done("addr", "add", f"{NETWORK}.1/24", "dev", bridge)
        _done("link", "set", bridge, "up")
        for number in range(count):
            name, link = f"sk{os.getpid()}-{number}", f"skv{os.getpid()}.{number}"
            (folder / name).mkdir()
            host = Host(name, f"{NETWORK}.{11 + number}", folder / name, link)
            _done("netns", "add", name)
            made.append(host)
            _done("link", "add", link, "type", "veth", "peer", "name", "eth0", "netns", name)
            _done("link", "set", link, "master", bridge, "up")
            for words in (["addr", "add", f"{host.address}/24", "dev", "eth0"], ["link", "set", "eth0", "up"]):
                _done("-n", name, *words)
            _done("-n", name, "link", "set", "lo", "up")
        yield made
    finally:
        for host in made:
            host.end()
            _ip("netns", "del", host.name)
        _ip("link", "del", bridge)


def _ip(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(["ip", *words], capture_output=True, text=True, check=False)


def _done(*words: str) -> None:
    done = _ip(*words)
    assert done.returncode == 0, done.stderr


def wait_until(what: Callable[[], bool], patience: float = 4 * PATIENCE) -> float:
    """How many seconds it took until this was so."""
    began = time.monotonic()
    while not what():
        assert time.monotonic() < began + patience, "it never came to be"
        time.sleep(0.1)
    return time.monotonic() - began


class Database:
    """PostgreSQL on a host, which others of the network may sign in to."""

    def __init__(self, host: Host) -> None:
        self.host, self.programs, self.data = host, binaries(), host.folder / "data"
        self.who = _unprivileged(host.folder)

    def make(self) -> None:
        words = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"]
        self._run([self.programs / "initdb", "-D", self.data, *words])
        self.set_up(CONFIGURATION.format(folder=self.host.folder))
        with (self.data / "pg_hba.conf").open("a") as rules:
            rules.write(HBA)

    def copy(self, other: "Database") -> None:
        """Become the standby of the other, which runs."""
        source = f"host={other.host.address} user=postgres application_name=standby"
        self._run([self.programs / "pg_basebackup", "-d", source, "-D", self.data, "-R", "-X", "stream", "-c", "fast"])
        self.set_up(f"unix_socket_directories = '{self.host.folder}'\n")

    def set_up(self, more: str) -> None:
        with (self.data / "postgresql.conf").open("a") as settings:
            settings.write(more)

    def start(self) -> None:
        command: list[Any] = [self.programs / "postgres", "-D", self.data]
        if self.who:
            ids = ["--reuid", str(self.who["user"]), "--regid", str(self.who["group"]), "--clear-groups"]
            command = ["setpriv", *ids, *command]
        self.host.start(command, cwd=self.host.folder)
        wait_until(lambda: "ready to accept" in self.host.log)

    def ask(self, statement: str, name: str = "postgres") -> Any:
        """The first value of the first row, asked on the host itself."""
        with psycopg.connect(host=str(self.host.folder), user="postgres", dbname=name, autocommit=True) as connection:
            cursor = connection.execute(statement)
            row = cursor.fetchone() if cursor.description else None
            return row[0] if row else None

    def _run(self, command: list[Any]) -> None:
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.host.folder, check=False, **self.who)
        assert done.returncode == 0, done.stderr
