"""PostgreSQL goes away under load and comes back: a clear answer soon, and nothing acknowledged is lost."""

import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

from scorekeeper.common.problems import CONTENT_TYPE
from tests.faults.lines import Answer, Line
from tests.faults.load import acknowledged, playing, stands
from tests.serving import serving

SOON = 8.0  # seconds: more than the 5 that are promised, because a machine that runs tests is busy
PARALLEL = 40  # requests at once: enough to fill the pool of each worker
SESSION = {"Cookie": "sessionid=abcdefghijklmnopqrstuvwxyz012345"}


def is_an_outage(answer: Answer, status: int, words: str) -> None:
    """A problem or a page that says what is wrong, and when to send it again."""
    assert answer.status == status
    assert int(answer.headers["Retry-After"]) > 0
    assert words in str(answer.body)
    assert "Traceback" not in str(answer.body)


def test_postgresql_stops_and_starts_again_under_load(postgresql_place, cluster, size):
    place, rounds, away = postgresql_place, size(2, 20), size(0, 10)
    back, slowest = 0.0, 0.0

    with (
        serving(place.url, workers=2, threads=4, options=["--preload"]) as server,
        playing(server.url, place.made, 3) as phones,
    ):
        for turn in range(rounds):
            phones[0].reach(len(phones[0].acknowledged) + 3)
            cluster.stop("fast" if turn == 1 else "immediate")
            if turn == 0:
                gone = time.monotonic()
                slowest = answers_while_it_is_away(server.url, place.made)
                time.sleep(max(0.0, away - (time.monotonic() - gone)))
            cluster.start()
            began = time.monotonic()
            for phone in phones:
                phone.reach(len(phone.acknowledged) + 1)
            back = max(back, time.monotonic() - began)
    told = acknowledged(phones)
    assert stands(place.environ, place.made, phones) >= len(told) >= 3 * rounds

    others = [answer for phone in phones for answer in phone.others]
    assert others
    for answer in others:
        is_an_outage(answer, 503, "cannot be reached")
        assert answer.headers["Content-Type"] == CONTENT_TYPE
    slowest = max(slowest, *(answer.seconds for answer in others))
    print(
        f"\n{rounds} stops among {len(told)} hands; every phone was served again {back:.1f} s after a start at the ",
        end="",
    )
    print(f"latest; {len(others)} hands were refused meanwhile, the slowest answer took {slowest:.1f} s")
    assert slowest < SOON
    assert "WORKER TIMEOUT" not in server.log


def answers_while_it_is_away(url: str, made: Mapping[str, Any]) -> float:
    """A page, the API and both questions about health, all at once; how long the slowest took."""
    asked = {
        "api": (f"/api/v1/seasons/{UUID(made['season'])}/standings", made["headers"]),
        "page": ("/accounts/", SESSION),
        "ready": ("/readyz", {}),
        "healthy": ("/healthz", {}),
    }

    def ask(one: tuple[str, Mapping[str, str]]) -> Answer:
        with Line(url) as line:
            return line.ask("GET", *one)

    with ThreadPoolExecutor(len(asked)) as pool:
        told = dict(zip(asked, pool.map(ask, asked.values()), strict=True))
    is_an_outage(told["page"], 503, "cannot be reached")
    assert "<h1>" in told["page"].body["text"]
    is_an_outage(told["api"], 503, "cannot be reached")
    assert (told["ready"].status, told["healthy"].status) == (503, 200)
    return max(answer.seconds for answer in told.values())


def test_after_a_restart_nobody_is_answered_by_a_connection_of_before(postgresql_place, cluster, size):
    place, quiet = postgresql_place, size(0, 30)

    with serving(place.url, workers=2, threads=8, options=["--preload"]) as server:
        warm = all_at_once(server.url, place.made)
        cluster.stop()
        cluster.start()
        time.sleep(quiet)
        began = time.monotonic()
        answers = after_each_other(server.url, place.made)
        took = time.monotonic() - began
        after_each_other(server.url, place.made)
        cluster.stop("immediate")
        cluster.start()
        time.sleep(quiet)
        again = all_at_once(server.url, place.made)

    slowest = max(answer.seconds for answer in (*answers, *again))
    served = [answer.status for answer in (*answers, *again)].count(200)
    print(
        f"\n{served} of {2 * PARALLEL} served {quiet} s after a restart, the first {PARALLEL} in {took:.1f} s", end=""
    )
    print(f"; the slowest answer took {slowest:.1f} s")
    assert {answer.status for answer in warm} == {200}
    assert served == 2 * PARALLEL


def one_read(url: str, made: Mapping[str, Any], number: int) -> Answer:
    """A question that the database answers, of this kind or that, on a line of its own."""
    with Line(url) as line:
        if number % 2:
            return line.ask("GET", "/readyz", {})
        return line.ask("GET", f"/api/v1/seasons/{UUID(made['season'])}/standings", made["headers"])


def after_each_other(url: str, made: Mapping[str, Any]) -> list[Answer]:
    return [one_read(url, made, number) for number in range(PARALLEL)]


def all_at_once(url: str, made: Mapping[str, Any]) -> list[Answer]:
    with ThreadPoolExecutor(PARALLEL) as pool:
        return list(pool.map(lambda number: one_read(url, made, number), range(PARALLEL)))
