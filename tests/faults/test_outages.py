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
