"""Workers are replaced while people record: everybody is answered, and nobody waits until the app is loaded."""

import re
import signal
import threading
import time
from typing import Any
from uuid import UUID

from tests.bench.meter import percentile
from tests.faults.lines import Answer, Line
from tests.faults.load import acknowledged, playing, stands
from tests.serving import PATIENCE, Server, serving

PAUSE = 0.02  # seconds between two questions of a visitor
LONGEST = 8.0  # seconds: what a busy machine may need for an answer; the app takes longer than that to load there


class Visitor(threading.Thread):
    """Asks one thing after the other, each on a line of its own."""

    def __init__(self, url: str, made: dict[str, Any]) -> None:
        super().__init__(daemon=True)
        season = UUID(made["season"])
        self.url, self.headers = url, made["headers"]
        self.paths = ["/readyz", "/", f"/api/v1/seasons/{season}/standings"]
        self.answers: list[Answer] = []
        self.ended = threading.Event()

    def run(self) -> None:
        while not self.ended.wait(PAUSE):
            with Line(self.url) as line:
                self.answers.append(line.ask("GET", self.paths[len(self.answers) % 3], self.headers))


def workers(server: Server) -> list[str]:
    """Those that have begun to start."""
    return re.findall(r"Booting worker with pid: (\d+)", server.log)


def replaced(server: Server, old: list[str]) -> bool:
    return all(f"Worker exiting (pid: {worker})" in server.log for worker in old)


def test_workers_are_replaced_without_a_gap(postgresql_place, size):
    place, times, phones_there = postgresql_place, size(1, 5), size(2, 8)
    took = []

    with (
        serving(place.url, workers=2, threads=8) as server,
        playing(server.url, place.made, phones_there) as phones,
    ):
        phones[0].reach(size(5, 200), 120)
        before = [hand.seconds for hand in acknowledged(phones)][phones_there:]
        visitor = Visitor(server.url, place.made)
        visitor.start()
        began = time.monotonic()
        for _time in range(times):
            old, asked = workers(server)[-2:], time.monotonic()
            server.process.send_signal(signal.SIGHUP)
            while not replaced(server, old):
                assert time.monotonic() < asked + 4 * PATIENCE, server.log
                time.sleep(PAUSE)
            took.append(time.monotonic() - asked)
            for phone in phones:
                phone.reach(len(phone.acknowledged) + 2, 120)
        visitor.ended.set()
        visitor.join(PATIENCE)
        during = [hand.seconds for hand in acknowledged(phones) if hand.at > began]

    stands(place.environ, place.made, phones)
    seconds = [*during, *(answer.seconds for answer in visitor.answers)]
    failed = [answer for answer in visitor.answers if answer.status != 200]
    failed += [answer for phone in phones for answer in (*phone.others, *phone.silences)]
    print(f"\n{times} replacements of 2 workers in {max(took):.1f} s at most, during {len(during)} hands by ", end="")
    print(f"{phones_there} phones and {len(visitor.answers)} reads: {len(failed)} not answered; ", end="")
    print(f"p99 of a hand {percentile(before, 0.99):.2f} s before, {percentile(during, 0.99):.2f} s ", end="")
    print(f"meanwhile; the longest wait {max(seconds):.1f} s")
    assert failed == []
    assert max(seconds) < LONGEST


def test_a_server_that_is_told_to_end_ends_at_once(sqlite_place):
    with serving(sqlite_place.url, workers=2) as server:
        with Line(server.url) as line:
            assert line.ask("GET", "/healthz", {}).status == 200
        began = time.monotonic()
        server.process.terminate()
        server.process.wait(PATIENCE)

    assert time.monotonic() - began < LONGEST
