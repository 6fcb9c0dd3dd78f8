"""An evening on bad lines, and a later day: what is sent again is the same hand, what is another one is refused."""

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from email.utils import formatdate
from itertools import cycle

import pytest

from tests.bench.app import prepared
from tests.faults.conftest import SQLITE_FIRST, NewPlace, Place, Size
from tests.faults.lines import Line
from tests.faults.load import BAD, Acknowledged, Phone, acknowledged, hand_by, look, playing, stands
from tests.faults.replays import differing, is_same
from tests.serving import Server, serving

DAY = 24 * 3600  # seconds
OTHER_FACTS = (
    {"matadors": 11},
    {"contract": "spades"},
    {"declarer_points": 61},
    {"with": False},
    {"hand": True},
)


@dataclass
class Evening:
    """Hands recorded with all that can happen on the way; the server of a later day."""

    place: Place
    phones: Sequence[Phone]
    told: list[Acknowledged]
    server: Server
    began: float


@pytest.fixture(scope="module", params=SQLITE_FIRST)
def evening(request: pytest.FixtureRequest, new_place: NewPlace, size: Size) -> Iterator[Evening]:
    place, began = new_place(request.param), time.time()
    with (
        serving(place.url, workers=2, threads=8, options=["--preload"]) as server,
        playing(server.url, place.made, size(3, 16), trouble=BAD) as phones,
    ):
        for phone, days in zip(phones, cycle((-1, 0, 1))):
            phone.headers["Date"] = formatdate(began + days * DAY, usegmt=True)
        play_until(phones, size(30, 5_000), size(0, 60))
    told = acknowledged(phones)
    if others := size(0, 10_000):
        prepared(place.url, "history", others)
    with serving(place.url, workers=2, threads=8, options=["--preload"]) as again:
        print(f"\n{request.param}: {len(told)} hands of {len(phones)} phones in {time.time() - began:.0f} s", end=" ")
        yield Evening(place, phones, told, again, began)


def play_until(phones: Sequence[Phone], hands: int, seconds: float) -> None:
    """So many hands in all, and for so long at the least."""
    until = time.monotonic() + seconds
    for phone in phones:
        phone.reach(-(-hands // len(phones)), 420)
    time.sleep(max(0.0, until - time.monotonic()))


def test_each_key_makes_one_hand(evening):
    place, told = evening.place, evening.told

    assert stands(place.environ, place.made, evening.phones) == len(told)
    assert len({one.key for one in told}) == len({one.identity for one in told}) == len(told)
    assert all(answer.status == 503 for phone in evening.phones for answer in phone.others)


def test_order_and_times_are_those_of_the_server_whatever_the_clocks_of_phones_say(evening):
    stored = look(evening.place.environ, evening.place.made)["hands"]

    for table in {one.table for one in evening.told}:
        times = [at for sitting, *_, at in stored if sitting == table]
        assert times == sorted(times)
        assert evening.began - 1 < times[0] <= times[-1] < time.time() + 1


def test_a_replay_on_a_later_day_answers_with_the_first_hand(evening, size):
    first = evening.told[: size(12, 1_000)]

    changed = differing(evening.server.url, evening.place.made["headers"], reversed(first))

    assert changed == []


def test_a_key_with_other_facts_or_for_another_table_is_refused(evening, size):
    made, tried = evening.place.made, evening.told[: size(12, 200)]
    tables, before = made["tables"], len(look(evening.place.environ, made)["hands"])

    with Line(evening.server.url) as line:
        others = [
            line.ask("POST", *hand_by(one.table, one.key, made["headers"], **facts))
            for one, facts in zip(tried, cycle(OTHER_FACTS))
        ]
        elsewhere = [
            line.ask("POST", *hand_by(tables[tables.index(one.table) - 1], one.key, made["headers"])) for one in tried
        ]

    refused = [(answer.status, answer.body.get("code")) for answer in (*others, *elsewhere)]
    assert refused == [(409, "key_reused")] * (2 * len(tried))
    assert all(one.hand["id"] not in str(answer.body) for one, answer in zip(tried, elsewhere, strict=True))
    assert len(look(evening.place.environ, made)["hands"]) == before


def test_another_phone_of_the_table_that_sends_the_hand_is_answered_with_it(evening, size):
    made, tried = evening.place.made, evening.told[: size(12, 200)]
    phones = dict(zip(made["tables"], made["phones"], strict=True))

    with Line(evening.server.url) as line:
        answers = [line.ask("POST", *hand_by(one.table, one.key, phones[one.table])) for one in tried]

    assert all(is_same(one, answer) for one, answer in zip(tried, answers, strict=True))


def test_the_same_key_in_another_club_is_a_hand_of_its_own(evening, size):
    other, tried = evening.place.made["other"], random.Random(1).sample(evening.told, size(12, 100))

    with Line(evening.server.url) as line:
        asked = [hand_by(other["table"], one.key, other["headers"], contract="hearts") for one in tried]
        answers = [line.ask("POST", *request) for request in asked]
        again = [line.ask("POST", *request) for request in asked]

    assert [answer.status for answer in (*answers, *again)] == [201] * len(tried) + [200] * len(tried)
    assert len({answer.body["id"] for answer in answers} - {one.hand["id"] for one in tried}) == len(tried)
    assert [answer.body["number"] for answer in answers] == list(range(1, len(tried) + 1))
    assert {answer.body["record"]["contract"] for answer in (*answers, *again)} == {"hearts"}
    assert all(one.hand["id"] not in str(answer.body) for one, answer in zip(tried, answers, strict=True))
