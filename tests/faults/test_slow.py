"""Who sends slowly, packed or only a part: no thread waits for it for ever, and a part is never taken for the whole."""

import contextlib
import gzip
import json
import socket
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

from tests.databases import copy_sqlite
from tests.serving import Server, serving

THREADS = 2
TIMEOUT = 2  # seconds gunicorn waits for a whole request here
PATIENCE = 20.0  # seconds until a test gives up
MAKE = """
from tests import factories
user = factories.make_user()
secret = factories.make_token(user, "read", "record", "manage")
club = factories.make_club(owner=user)
print(json.dumps([str(club.pk), secret]))
"""
TABLES = "from scorekeeper.play.models import Sitting; print(json.dumps(Sitting.objects.count()))"
GUESTS = {"form": "1", **{f"seats.{place}.name": f"Guest {place}" for place in range(3)}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    url = copy_sqlite(tmp_path_factory.mktemp("slow") / "scorekeeper.sqlite3")
    with serving(url, threads=THREADS, options=["--timeout", str(TIMEOUT)]) as running:
        yield running


def connected(server: Server) -> socket.socket:
    address = urlsplit(server.url)
    return socket.create_connection((address.hostname, address.port), timeout=PATIENCE)


def head(path: str, length: int, *more: str) -> bytes:
    lines = (f"POST {path} HTTP/1.1", "Host: localhost", f"Content-Length: {length}", *more)
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def is_served(server: Server) -> float:
    """How many seconds a plain request took."""
    began = time.monotonic()
    with urllib.request.urlopen(f"{server.url}/healthz", timeout=PATIENCE) as answer:
        assert json.load(answer) == {"status": "ok"}
    return time.monotonic() - began


@pytest.mark.parametrize("beginning", [head("/clubs/new/", 100_000), b"POST /clubs/new/ HTTP/1.1\r\nX-A: "])
def test_bytes_that_come_now_and_then_hold_no_thread_for_ever(server: Server, beginning: bytes):
    slow = [connected(server) for _thread in range(THREADS)]
    for connection in slow:
        connection.sendall(beginning)
        connection.settimeout(0.1)

    until, ended = time.monotonic() + PATIENCE, 0
    while ended < THREADS and time.monotonic() < until:
        ended = sum(dripped(connection) for connection in slow)

    assert ended == THREADS, "they would have kept every thread"
    assert is_served(server) < PATIENCE
    for connection in slow:
        connection.close()


def dripped(connection: socket.socket) -> bool:
    """Send one more byte; whether the other side has ended it or answered."""
    try:
        connection.sendall(b"x")
        connection.recv(1)
    except TimeoutError:
        return False
    except OSError:
        return True
    return True


def test_a_form_cut_off_in_the_middle_starts_no_table(server: Server):
    before = server.python(TABLES)
    body = urlencode(GUESTS).encode()
    kind = "Content-Type: application/x-www-form-urlencoded"
    page = urllib.request.urlopen(f"{server.url}/tables/new/skat/", timeout=PATIENCE)
    cookie = page.headers["Set-Cookie"].split(";")[0]
    token = f"X-CSRFToken: {cookie.split('=')[1]}"

    said = []
    for sent in (body[:-4], body):
        with connected(server) as connection:
            more = (kind, f"Cookie: {cookie}", token, "Connection: close")
            connection.sendall(head("/tables/new/skat/", len(body), *more) + sent)
            connection.shutdown(socket.SHUT_WR)
            said.append(everything_of(connection).split(b"\r\n")[0])

    assert said == [b"HTTP/1.1 400 Bad Request", b"HTTP/1.1 302 Found"]
    assert server.python(TABLES) == before + 1


def everything_of(connection: socket.socket) -> bytes:
    answer = b""
    with contextlib.suppress(ConnectionResetError):  # it was refused while more was on its way
        while more := connection.recv(65536):
            answer += more
    return answer


@pytest.mark.long
def test_bodies_nobody_means_are_refused_soon_and_leave_nothing_in_memory(
    server: Server, capsys: pytest.CaptureFixture[str]
):
    """The memory is printed, not asserted."""
    club, secret = server.python(MAKE)
    path = f"/api/v1/clubs/{club}/sittings"
    who = (f"Authorization: Bearer {secret}", "Connection: close")
    found, tried, before = {}, bodies(), 0

    for name, body in {"to load what is loaded late": b"[]", **tried}.items():
        kind = "text/plain" if name == "a text" else "application/json"
        packed = ("Content-Encoding: gzip",) if name == "gzip bomb" else ()
        with connected(server) as connection:
            connection.sendall(head(path, len(body), f"Content-Type: {kind}", *who, *packed))
            with contextlib.suppress(OSError):  # refused before all of it was sent
                connection.sendall(body)
            found[name] = everything_of(connection).split(b" ", 2)[1]
        before = before or resident(server)

    assert {name: status for name, status in found.items() if not status.startswith(b"4")} == {}
    assert len(found) >= 25
    with capsys.disabled():
        sys.stdout.write(f"\n{len(found)} bodies, the worker grew by {(resident(server) - before) / 1024:.1f} MB\n")


def bodies() -> dict[str, bytes]:
    """What is wrong with each, and the bytes."""
    from tests.api.test_bodies import bodies as unusable

    large = {
        "100 MB": b"[" + b"0," * 50_000_000,
        "depth": b"[" * 900_000,
        "many keys": b"{" + b",".join(b'"%d":0' % key for key in range(80_000)) + b"}",
        "one key twice": b"{" + b",".join(b'"%d":0' % (key % 79_999) for key in range(80_000)) + b"}",
        "long number": b"9" * 900_000,
        "long text": b'{"game":"' + b"x" * 900_000 + b'"}',
        "gzip bomb": gzip.compress(b" " * 100_000_000),
        "a text": b"hand",
    }
    return {**unusable(), **large}


def resident(server: Server) -> int:
    """The memory of its workers in kB."""
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    pages = [Path(f"/proc/{child}/statm").read_text().split()[1] for child in children]
    return sum(int(number) for number in pages) * 4
