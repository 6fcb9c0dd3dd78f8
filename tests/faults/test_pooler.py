"""Behind PgBouncer, which gives each transaction another connection of the server, everything works."""

import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import UUID

import psycopg
import pytest

from tests.bench.cluster import _unprivileged
from tests.faults.cluster import Cluster
from tests.faults.conftest import Place
from tests.faults.lines import Line
from tests.faults.load import BAD, acknowledged, playing, stands
from tests.serving import PATIENCE, environ_for, serving

POOLED = {"SCOREKEEPER_DATABASE_POOLER": "on"}
CONFIGURATION = """
[databases]
* = host={server} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 6
max_client_conn = 200
"""


def program() -> str:
    found = shutil.which("pgbouncer", path="/usr/sbin:/usr/bin:/usr/local/bin")
    if not found:
        pytest.skip("This test needs PgBouncer; on Debian: sudo apt install pgbouncer")
    return found


@contextmanager
def pooler(cluster: Cluster, database: str) -> Iterator[str]:
    """The address of this database by way of a pooler of the test's own, with six connections to the server."""
    pgbouncer, folder = program(), Path(tempfile.mkdtemp(prefix="faults-"))
    try:
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port = probe.getsockname()[1]
        settings = folder / "pgbouncer.ini"
        settings.write_text(CONFIGURATION.format(server=cluster.folder, port=port))
        who = _unprivileged(folder)
        with (folder / "log").open("w") as printed:
            process = subprocess.Popen([pgbouncer, settings], cwd=folder, stdout=printed, stderr=printed, **who)
        url = f"postgres://postgres@127.0.0.1:{port}/{database}"
        try:
            wait_for(url, folder / "log")
            yield url
        finally:
            process.terminate()
            process.wait(PATIENCE)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def wait_for(url: str, log: Path) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            psycopg.connect(url).close()
        except psycopg.OperationalError:
            assert time.monotonic() < until, log.read_text()
            time.sleep(0.05)
        else:
            return


def pages(place: Place) -> list[str]:
    season = UUID(place.made["season"])
    sheets = [f"/api/v1/sittings/{UUID(table)}" for table in place.made["tables"][:4]]
    return ["/readyz", "/", f"/api/v1/seasons/{season}/standings", *sheets]


@pytest.mark.long
def test_behind_a_pooler_of_transactions_nothing_breaks(postgresql_place, cluster):
    place, seconds, name = postgresql_place, 60.0, postgresql_place.url.rpartition("/")[2]
    reads = []

    with pooler(cluster, name) as url:
        with (
            serving(url, workers=2, threads=8, environ=POOLED) as server,
            playing(server.url, place.made, 16, trouble=BAD) as phones,
            Line(server.url) as line,
        ):
            until = time.monotonic() + seconds
            while time.monotonic() < until:
                reads += [line.ask("GET", path, place.made["headers"]).status for path in pages(place)]
            sent = server.manage("tick")
        found = stands(environ_for(url, POOLED), place.made, phones)

    others = [answer.status for phone in phones for answer in phone.others]
    print(f"\n{found} hands by 16 phones and {len(reads)} reads in {seconds:.0f} s over 6 connections; ", end="")
    print(f"{others.count(503)} answers were 503, {len([status for status in others if status != 503])} others")
    assert "0 sent" in sent
    assert found == len(acknowledged(phones)) > 0
    assert set(reads) == {200}
    assert set(others) <= {503}
