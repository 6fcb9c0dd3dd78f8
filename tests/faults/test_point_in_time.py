"""PostgreSQL's own archive of what it writes: back to any moment, as docs/operating.md says."""

import subprocess
import time
from datetime import datetime

import psycopg
import pytest

from tests.databases import migrate
from tests.faults.cluster import PATIENCE, Cluster, postgresql
from tests.faults.load import acknowledged, playing, seed, stands
from tests.serving import environ_for, serving

ARCHIVING = """
archive_mode = on
archive_command = 'cp %p {folder}/archive/%f'
"""
RECOVERING = """
restore_command = 'cp {folder}/archive/%f %p'
recovery_target_time = '{moment}'
recovery_target_action = promote
"""


def ask(cluster: Cluster, query: str) -> object:
    with psycopg.connect(host=str(cluster.folder), user="postgres", dbname="one", autocommit=True) as connection:
        return connection.execute(query).fetchone()[0]


def set_up(cluster: Cluster, more: str) -> None:
    with (cluster.folder / "data" / "postgresql.conf").open("a") as settings:
        settings.write(more)


def archived(cluster: Cluster) -> None:
    """Returns when all that was written so far is in the archive."""
    file = ask(cluster, "SELECT pg_walfile_name(pg_switch_wal())")
    until = time.monotonic() + PATIENCE
    while not (cluster.folder / "archive" / str(file)).exists():
        assert time.monotonic() < until, file
        time.sleep(0.02)


def lost_and_brought_back(cluster: Cluster, moment: datetime) -> None:
    """The folder of the data is gone; what there is is the base backup and the archive."""
    cluster.stop("immediate")
    (cluster.folder / "data").rename(cluster.folder / "lost")
    (cluster.folder / "base").rename(cluster.folder / "data")
    set_up(cluster, RECOVERING.format(folder=cluster.folder, moment=moment.isoformat()))
    (cluster.folder / "data" / "recovery.signal").touch()
    cluster.start()


def start_archiving(cluster: Cluster) -> None:
    (cluster.folder / "archive").mkdir()
    (cluster.folder / "archive").chmod(0o777)
    cluster.stop()
    set_up(cluster, ARCHIVING.format(folder=cluster.folder))
    cluster.start()


@pytest.mark.long
def test_a_lost_database_comes_back_as_it_was_at_a_moment(capsys: pytest.CaptureFixture[str]):
    with postgresql() as cluster:
        start_archiving(cluster)
        url = migrate(cluster.create("one"))
        made = seed(environ_for(url), 3)
        command = [cluster.programs / "pg_basebackup", "-h", cluster.folder, "-U", "postgres"]
        command += ["-D", cluster.folder / "base", "-X", "none", "-c", "fast"]
        subprocess.run(command, check=True, capture_output=True, cwd=cluster.folder, **cluster.who)

        with serving(url, threads=4) as server, playing(server.url, made, 3) as phones:
            phones[0].reach(30)
            asked = time.monotonic()
            moment = ask(cluster, "SELECT clock_timestamp()")
            phones[0].reach(len(phones[0].acknowledged) + 10)
        archived(cluster)
        began = time.monotonic()
        lost_and_brought_back(cluster, moment)
        took = time.monotonic() - began

        told = acknowledged(phones)
        before = [one for one in told if one.at < asked]
        kept = stands(environ_for(url), made, phones, until=asked)
    with capsys.disabled():
        print(f"\n{kept} of {len(told)} hands are back, {len(before)} of them acknowledged before; {took:.1f} s")
    assert len(before) <= kept <= len(before) + len(phones) < len(told)
