"""The broker goes away: recording goes on, and what it should have carried is done when it is back, or by `tick`."""

import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.bench.meter import percentile
from tests.faults.load import Phone, acknowledged, playing, stands
from tests.outbox.test_worker import ask_for_code
from tests.serving import PATIENCE, Running, environ_for, serving

ANNA = "anna@example.org"


@pytest.fixture
def folder() -> Iterator[Path]:
    """With a path short enough for a unix socket."""
    made = Path(tempfile.mkdtemp(prefix="faults-"))
    yield made
    shutil.rmtree(made)


@contextmanager
def redis(folder: Path) -> Iterator["subprocess.Popen[bytes]"]:
    """A broker of the test's own, on a unix socket; killed at the end."""
    program = shutil.which("redis-server")
    if not program:
        pytest.skip("This test needs Redis; on Debian: sudo apt install redis-server")
    options = ["--port", "0", "--unixsocket", folder / "redis", "--save", "", "--dir", folder]
    process = subprocess.Popen([program, *options], stdout=subprocess.PIPE)
    try:
        assert any(b"eady to accept" in line for line in process.stdout or ())
        yield process
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE)
        if process.stdout:
            process.stdout.close()


def addresses(folder: Path) -> dict[str, str]:
    return {"REDIS_URL": f"unix://{folder}/redis", "CELERY_BROKER_URL": f"redis+socket://{folder}/redis"}


def more_hands(phones: Sequence[Phone], count: int) -> None:
    for phone in phones:
        phone.reach(len(phone.acknowledged) + -(-count // len(phones)), 240)


def test_the_broker_goes_away_and_recording_goes_on(sqlite_place, folder):
    place = sqlite_place

    with redis(folder) as broker, serving(place.url, environ=addresses(folder)) as server:
        with playing(server.url, place.made, 2) as phones:
            phones[0].reach(5)
            assert ask_for_code(server, ANNA) == 302  # waits for a worker that never comes
            broker.send_signal(signal.SIGKILL)
            broker.wait(PATIENCE)
            more_hands(phones, 20)
            assert ask_for_code(server, ANNA) == 302
        sent = server.manage("tick")

    assert sent.count(f"To: {ANNA}") == 2
    assert [answer for phone in phones for answer in phone.others] == []
    assert "Traceback" not in server.log
    stands(place.environ, place.made, phones)


@contextmanager
def working(url: str, folder: Path) -> Iterator[Running]:
    """The worker with its timer, as an installation runs them."""
    words = ["worker", "--beat", "--schedule", str(folder / "schedule"), "--concurrency", "1", "--loglevel", "info"]
    running = Running(["-m", "celery", "--app", "scorekeeper.celery", *words], environ_for(url, addresses(folder)))
    try:
        yield running
    finally:
        running.stop()


@pytest.mark.long
def test_a_minute_without_broker_delays_mail_and_no_hand(postgresql_place, folder):
    place, away, hands = postgresql_place, 60.0, 1_000

    with serving(place.url, workers=2, environ=addresses(folder)) as server, working(place.url, folder) as worker:
        with redis(folder) as broker, playing(server.url, place.made, 8) as phones:
            assert ask_for_code(server, ANNA) == 302
            mails(worker, 1, 90)
            more_hands(phones, hands // 4)
            with_it = [one.seconds for one in acknowledged(phones)]
            broker.send_signal(signal.SIGKILL)
            broker.wait(PATIENCE)
            began = time.monotonic()
            assert ask_for_code(server, ANNA) == 302
            more_hands(phones, hands)
            time.sleep(max(0.0, away - (time.monotonic() - began)))
            without = [one.seconds for one in acknowledged(phones) if one.at > began]
            seconds = time.monotonic() - began
        with redis(folder):
            back = time.monotonic()
            mails(worker, 2, 180)
            late = time.monotonic() - back

    before, meanwhile = (1000 * percentile(waits, 0.95) for waits in (with_it, without))
    print(
        f"\n{len(without)} hands in {seconds:.0f} s without a broker; p95 {before:.0f} and then {meanwhile:.0f} ms",
        end="",
    )
    print(f"; the mail went out {late:.0f} s after the broker was back")
    assert len(without) >= hands
    assert [answer for phone in phones for answer in phone.others] == []
    stands(place.environ, place.made, phones)


def mails(worker: Running, count: int, patience: float) -> None:
    """Wait until the worker has sent so many."""
    until = time.monotonic() + patience
    while worker.log.count(f"To: {ANNA}") < count:
        assert time.monotonic() < until, worker.log
        time.sleep(0.2)
