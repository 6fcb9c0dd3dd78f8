"""One caller asks ten times as much as all tables together: it is told to wait, and the tables go on."""

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from tests.faults.lines import Answer
from tests.faults.load import Phone, acknowledged, hand_by, stands
from tests.serving import serving

TABLES = 4
BETWEEN = 0.5  # seconds between two hands of a table
GREED = 10  # times as many requests as all tables together
LINES = 8  # of the caller that asks too much


class Unhurried(Phone):
    """Records a hand, and then the next one is played."""

    def run(self) -> None:
        with self.line, self.side:
            while self.tables and not self.ended.wait(BETWEEN):
                self.record()


class Greedy(threading.Thread):
    """One line of many by which the same caller sends hands."""

    def __init__(self, phone: Phone) -> None:
        super().__init__(daemon=True)
        self.phone, self.ended, self.told = phone, threading.Event(), list[Answer]()

    def run(self) -> None:
        pause = BETWEEN / TABLES / GREED * LINES
        with self.phone.line as line:
            while not self.ended.wait(pause):
                path, headers, body = hand_by(self.phone.table, self.phone.new_key(), self.phone.headers)
                self.told.append(line.ask("POST", path, headers, body))


@contextmanager
def running(threads: Sequence[Any]) -> Iterator[None]:
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        for thread in threads:
            thread.ended.set()
        for thread in threads:
            thread.join(90)
    assert not any(thread.is_alive() for thread in threads)


def p95(phones: Sequence[Phone]) -> float:
    """Of the time from sending a hand to its answer, in seconds; the first of each finds a server that just started."""
    took = sorted(one.seconds for phone in phones for one in phone.acknowledged[1:])
    return took[len(took) * 95 // 100]


def unhurried(url: str, made: Mapping[str, Any], first: int) -> list[Phone]:
    """The phones of so many tables from this one on, each a caller of its own."""
    places = range(first, first + TABLES)
    return [Unhurried(url, [made["tables"][at]], made["phones"][at], seed=at) for at in places]


def test_a_caller_who_asks_too_much_waits_and_the_others_do_not(postgresql_place, size):
    place, hands = postgresql_place, size(6, 120)
    rate = {"SCOREKEEPER_API_RATE": size("30/min", "600/min")}

    with serving(place.url, workers=2, environ=rate, options=["--preload"]) as server:
        alone, beside = (unhurried(server.url, place.made, first) for first in (0, TABLES))
        with running(alone):
            alone[0].reach(hands, 60 + hands)
        owner = [
            Phone(server.url, [place.made["tables"][2 * TABLES]], place.made["headers"], seed=100 + s)
            for s in range(LINES)
        ]
        greedy = [Greedy(phone) for phone in owner]
        with running([*beside, *greedy]):
            beside[0].reach(hands, 60 + hands)
    heard = [answer for one in greedy for answer in one.told]
    refused = [answer for answer in heard if answer.status == 429]
    taken = [answer for answer in heard if answer.status == 201]

    print(
        f"\n{len(acknowledged(beside))} hands at {TABLES} tables beside {len(heard)} of one caller, of which "
        f"{len(refused)} were refused: p95 {1000 * p95(beside):.0f} ms, alone {1000 * p95(alone):.0f} ms: "
        f"{p95(beside) / p95(alone):.1f}x"
    )
    assert refused
    assert all(int(answer.headers["Retry-After"]) > 0 for answer in refused)
    assert {answer.status for answer in heard} <= {201, 409, 422, 429}  # 409: its list is full
    assert [answer for phone in (*alone, *beside) for answer in phone.others] == []
    told = acknowledged([*alone, *beside])
    assert stands(place.environ, place.made, [*alone, *beside]) == len(told) + len(taken)
