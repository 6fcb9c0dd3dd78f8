"""No room is left: it is said (507), reading goes on, and the same hand is taken once there is room again."""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from uuid import UUID

import pytest

from scorekeeper.common.problems import CONTENT_TYPE
from tests.databases import migrate
from tests.faults.cluster import postgresql
from tests.faults.conftest import Place
from tests.faults.lines import Answer
from tests.faults.load import PAUSE, SAVED, Phone, seed, stands
from tests.faults.test_outages import is_an_outage
from tests.serving import PATIENCE, environ_for, serving

KEY = "00000000-0000-4000-8000-{:012}"
FULL = "server’s disk is full"
MEGABYTE = 1 << 20


def test_a_full_disk_is_said_and_nothing_is_lost(sqlite_place, faulty):
    full = Path(faulty["FAULTS"]).with_suffix(".pages")
    more = {**faulty, "SCOREKEEPER_GUEST_TABLES": "1000"}

    def fill(phone: Phone) -> None:
        full.write_text("1")  # SQLite takes the size it has for the least
        until_it_is_full(lambda _number: phone.line.ask("POST", "/tables/new/skat/", *a_table()))

    fills_and_goes_on(sqlite_place, fill, full.unlink, more)


def fills_and_goes_on(
    place: Place, fill: Callable[[Phone], None], clear: Callable[[], None], environ: Mapping[str, str]
) -> None:
    """One phone, on a server that runs out of room and then has some again."""
    with serving(place.url, threads=1, environ=environ) as server:
        phone = Phone(server.url, place.made["tables"][:1], place.made["headers"])
        with phone.line as line:
            phone.record()
            fill(phone)
            number, answer = until_it_is_full(lambda number: phone.send(KEY.format(number)))
            read = line.ask("GET", f"/api/v1/sittings/{UUID(phone.table)}", phone.headers)

            clear()
            again = phone.send(KEY.format(number))
            phone.record()

    print(f"\nfull after {number} hands")
    assert answer.headers["Content-Type"] == CONTENT_TYPE
    assert (read.status, len(read.body["hands"])) == (200, 1 + number)
    assert again.status == 201
    assert {answer.status for answer in phone.others} == {507}
    assert stands(place.environ, place.made, [phone]) == number + 3


def until_it_is_full(send: Callable[[int], Answer]) -> tuple[int, Answer]:
    """Send one after the other until there is no room: how many there were, and what is said then."""
    for number in range(500):
        answer = send(number)
        if answer.status not in {201, 302}:
            is_an_outage(answer, 507, FULL)
            return number, answer
    raise AssertionError("the disk never was full")


def a_table() -> tuple[dict[str, str], bytes]:
    """What a browser sends to open a table without an account."""
    token = "a" * 32
    headers = {"Cookie": f"csrftoken={token}", "Content-Type": "application/x-www-form-urlencoded"}
    names = "&".join(f"seats.{seat}.name=Guest{seat}" for seat in range(3))
    return headers, f"csrfmiddlewaretoken={token}&form=1&{names}".encode()


@contextmanager
def small_disk(size: int) -> Iterator[Path]:
    """A disk of so many bytes, in memory."""
    folder = Path(tempfile.mkdtemp(prefix="faults-"))
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], capture_output=True, text=True, check=False
    )
    if made.returncode:
        folder.rmdir()
        pytest.skip(f"This test must be allowed to mount a disk in memory: {made.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)
        folder.rmdir()


class Ballast:
    """A file that takes what room there is but for a little."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def drop(self, leaving: int) -> None:
        room = os.statvfs(self.path.parent)
        with self.path.open("wb") as file, suppress(OSError):
            os.posix_fallocate(file.fileno(), 0, max(1, room.f_bavail * room.f_frsize - leaving))

    def lift(self) -> None:
        self.path.unlink()


@pytest.mark.long
def test_sqlite_on_a_disk_that_is_really_full(sqlite_place):
    with small_disk(8 * MEGABYTE) as folder:
        shutil.copy(sqlite_place.url.removeprefix("sqlite:///"), folder / "one.sqlite3")
        place, ballast = replace(sqlite_place, url=f"sqlite:///{folder / 'one.sqlite3'}"), Ballast(folder / "ballast")
        fills_and_goes_on(place, lambda _phone: ballast.drop(leaving=64 * 1024), ballast.lift, {})


@pytest.mark.long
def test_postgresql_on_a_disk_that_is_really_full():
    with small_disk(400 * MEGABYTE) as folder, postgresql(folder) as cluster:
        url = migrate(cluster.create("one"))
        place, ballast = Place(url, seed(environ_for(url), 1), ""), Ballast(folder / "ballast")
        with serving(url, workers=2, threads=4) as server:
            phone = Phone(server.url, place.made["tables"], place.made["headers"])
            with phone.line:
                phone.record()
                ballast.drop(leaving=32 * 1024)
                keys = [KEY.format(number) for number in range(200)]
                refused = [key for key in keys if phone.send(key).status != 201]
                ready = phone.line.ask("GET", "/readyz", {})
                ballast.lift()
                if cluster.process and cluster.process.poll() is not None:
                    cluster.start()  # without room for its log it ends by itself
                for key in refused:
                    until_it_is_saved(phone, key)
        assert stands(place.environ, place.made, [phone]) == 1 + len(keys)

    statuses = [answer.status for answer in phone.others]
    print(
        f"\n{len(refused)} of {len(keys)} hands refused, {statuses.count(507)} with 507, {statuses.count(503)} with 503"
    )
    print(f"/readyz said meanwhile: {ready.status} {ready.body}")
    assert 507 in statuses
    assert ready.status == 503
    for answer in phone.others:
        is_an_outage(answer, answer.status, FULL if answer.status == 507 else "cannot be reached")


def until_it_is_saved(phone: Phone, key: str) -> None:
    until = time.monotonic() + PATIENCE
    while phone.send(key).status not in SAVED:
        assert time.monotonic() < until, phone.others[-3:]
        time.sleep(PAUSE)
