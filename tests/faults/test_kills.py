"""The web worker dies: between every two statements of recording a hand, and at any moment under load."""

import os
import random
import signal
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from tests.faults.conftest import POSTGRESQL_FIRST, SQLITE_FIRST
from tests.faults.load import BAD, Phone, acknowledged, playing, stands
from tests.faults.replays import differing
from tests.serving import Server, serving

FAR = 10_000  # events: further than any hand goes
MOMENT = 0.05  # seconds: the worker dies so much after a hand was acknowledged, at the most


@pytest.mark.parametrize("place", SQLITE_FIRST, indirect=True)
def test_a_hand_is_wholly_there_or_not_at_all_wherever_the_worker_dies(place, faulty, size):
    orders, rounds = Path(faulty["FAULTS"]), size(1, 10)

    with serving(place.url, threads=1, environ=faulty, options=["--preload"]) as server:
        phone = Phone(server.url, place.made["tables"][:1], place.made["headers"])
        with phone.line:
            phone.record()
            orders.write_text(str(FAR))
            phone.record()
            orders.unlink()
            events = orders.with_suffix(".seen").read_text().splitlines()
            points = [*chosen(events, place.url)] * rounds if rounds == 1 else [*range(1, len(events) + 1)] * rounds
            for point in points:
                orders.write_text(str(point))
                phone.record()
                assert not orders.exists(), f"no worker died at {point}: {events}"

    print(f"\n{len(points)} kills at {len(set(points))} of {len(events)} points: {', '.join(events)}")
    assert "commit" in events
    assert events[-1] == "committed"
    assert sum(event.startswith(("INSERT", "WITH", "UPDATE")) for event in events) >= 1
    assert stands(place.environ, place.made, [phone]) == len(phone.acknowledged) == 2 + len(points)


def chosen(events: Sequence[str], url: str) -> Iterable[int]:
    """Every point on SQLite; on PostgreSQL, where the same code runs, the write and both sides of the commit."""
    every = range(1, len(events) + 1)
    return every if url.startswith("sqlite") else every[-3:]


@pytest.mark.parametrize("place", POSTGRESQL_FIRST, indirect=True)
def test_workers_that_die_at_any_moment_lose_and_double_nothing(place, size):
    kills, count, chance = size(3, 200), size(3, 16), random.Random(4)

    with serving(place.url, workers=2, threads=4, options=["--preload"]) as server:
        with playing(server.url, place.made, count, trouble=BAD) as phones:
            for _turn in range(kills):
                one_more(phones)
                time.sleep(chance.uniform(0, MOMENT))
                os.kill(chance.choice(workers_of(server)), signal.SIGKILL)
            one_more(phones)
        told = acknowledged(phones)
        changed = differing(server.url, place.made["headers"], told)

    print(f"\n{kills} kills among {len(told)} hands of {count} phones, all of them sent again")
    assert changed == []
    assert {answer.status for phone in phones for answer in phone.others} <= {503}
    assert stands(place.environ, place.made, phones) >= len(told)


def one_more(phones: Sequence[Phone]) -> None:
    """Wait until a hand is acknowledged by whichever worker is left."""
    chosen = max(phones, key=lambda phone: len(phone.tables))
    chosen.reach(len(chosen.acknowledged) + 1)


def workers_of(server: Server) -> list[int]:
    """The processes of the workers that are there now; waits for one."""
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
    until = time.monotonic() + 30
    while not (found := children.read_text().split()):
        assert time.monotonic() < until, server.log
        os.sched_yield()
    return [int(pid) for pid in found]
