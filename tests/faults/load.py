"""Phones that go on sending until each hand is acknowledged, and the look afterwards whether all of them stand."""

import json
import random
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from tests.faults.lines import Answer, Line
from tests.serving import run_python

PAUSE = 0.05  # seconds until a phone sends again
SAVED = frozenset({200, 201})
SEED = """
import django; django.setup()
import json
from django.utils import timezone
from scorekeeper.play.actors import COOKIE
from tests import factories as f
from tests.acting import bearer, csrf, holding

def phone(sitting):
    browser = holding(f.make_device(sitting, 1, now=timezone.now()))
    token = csrf(browser)
    cookies = "; ".join(f"{{name}}={{browser.cookies[name].value}}" for name in (COOKIE, "csrftoken"))
    return {{"Cookie": cookies, **token}}

club, other = f.make_club(owner=f.make_user("Anna Vogt", email="anna@example.org")), f.make_club()
season = f.make_season(club)
rules = {{"list_length": 480}}
tables = [f.make_sitting(club, seasons=[season], rules=rules) for _table in range({tables})]
print(json.dumps({{
    "tables": [table.pk.hex for table in tables],
    "headers": bearer(f.owner_of(club)),
    "season": season.pk.hex,
    "phones": [phone(table) for table in tables],
    "other": {{"table": f.make_sitting(other, rules=rules).pk.hex, "headers": bearer(f.owner_of(other))}},
}}))
"""
LOOK = """
import django; django.setup()
import json
from scorekeeper.play.models import Hand
from scorekeeper.play.upkeep.verifying import Count, verify
hands = Hand.objects.filter(sitting__in={tables}).order_by("sitting", "seq")
print(json.dumps({{
    "hands": [
        [row[0].hex, row[1], row[2].hex, row[3].hex, row[4].timestamp()]
        for row in hands.values_list("sitting", "number", "key", "id", "at")
    ],
    "wrong": [str(difference) for difference in verify(Count())],
}}))
"""


@dataclass(frozen=True, slots=True)
class Trouble:
    """What goes wrong between a phone and the server, as shares of the hands."""

    unheard: float = 0.0  # sent, and hung up before the answer
    at_once: float = 0.0  # sent by two lines at the same moment
    twice: float = 0.0  # sent once more after the answer


NONE, BAD = Trouble(), Trouble(unheard=0.1, at_once=0.2, twice=0.3)


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """A hand that a phone was told to be saved, what it was told, when that was, and how long the answer took."""

    table: str
    key: str
    hand: dict[str, Any]
    at: float
    seconds: float

    @property
    def identity(self) -> str:
        return UUID(self.hand["id"]).hex


class Phone(threading.Thread):
    """Records one hand after the other at its tables, one table after the other."""

    def __init__(
        self, url: str, tables: Sequence[str], headers: Mapping[str, str], *, seed: int = 0, trouble: Trouble = NONE
    ) -> None:
        super().__init__(daemon=True)
        self.line, self.side = Line(url), Line(url)
        self.tables, self.headers = list(tables), dict(headers)
        self.acknowledged: list[Acknowledged] = []
        self.others: list[Answer] = []  # all answers but "it is saved"
        self.silences: list[Answer] = []  # what was never answered, though the phone listened
        self.chance, self.trouble = random.Random(seed), trouble
        self.ended = threading.Event()
        self.told = threading.Condition()

    @property
    def table(self) -> str:
        return self.tables[0]

    def run(self) -> None:
        with self.line, self.side:
            while self.tables and not self.ended.is_set():
                self.record()

    def record(self, *, patience: float = 60.0) -> Acknowledged:
        """Send one hand until it is acknowledged."""
        key, until = self.new_key(), time.monotonic() + patience
        while time.monotonic() < until:
            answer = self._send_somehow(key)
            if answer.status in SAVED:
                return self._note(key, answer)
            self.ended.wait(PAUSE if answer.status or answer.seconds else 0)
        raise AssertionError(f"not acknowledged in {patience} s: {self.others[-3:]}")

    def new_key(self) -> str:
        return str(UUID(int=self.chance.getrandbits(128), version=4))

    def send(self, key: str, *, listen: bool = True) -> Answer:
        """One hand, once."""
        path, headers, body = hand_by(self.table, key, self.headers)
        answer = self.line.ask("POST", path, headers, body, listen=listen)
        if listen and not answer.status:
            self.silences.append(answer)
        return self._heard(answer)

    def reach(self, count: int, patience: float = 60.0) -> None:
        """Wait until so many hands are acknowledged."""
        with self.told:
            reached = self.told.wait_for(lambda: len(self.acknowledged) >= count, patience)
        assert reached, f"{len(self.acknowledged)} of {count} hands acknowledged; first told {self.others[:2]}"

    def _send_somehow(self, key: str) -> Answer:
        """As the line has it: unheard, from two sides at once, or twice; all answers must name one hand."""
        if self.chance.random() < self.trouble.unheard:
            return self.send(key, listen=False)
        answers = self._at_once(key) if self.chance.random() < self.trouble.at_once else [self.send(key)]
        if self.chance.random() < self.trouble.twice:
            answers.append(self.send(key))
        saved = [answer for answer in answers if answer.status in SAVED]
        assert len({answer.body["id"] for answer in saved}) <= 1, saved
        assert [answer.status for answer in saved].count(201) <= 1, saved
        return saved[0] if saved else answers[0]

    def _at_once(self, key: str) -> list[Answer]:
        path, headers, body = hand_by(self.table, key, self.headers)
        self.side.say("POST", path, headers, body)
        first = self.send(key)
        return [first, self._heard(self.side.hear())]

    def _heard(self, answer: Answer) -> Answer:
        if answer.status not in {0, *SAVED}:
            self.others.append(answer)
        return answer

    def _note(self, key: str, answer: Answer) -> Acknowledged:
        hand = {name: value for name, value in answer.body.items() if name != "state"}
        told = Acknowledged(self.table, key, hand, time.monotonic(), answer.seconds)
        if answer.body["state"]["status"] != "playing":
            self.tables.pop(0)
        with self.told:
            self.acknowledged.append(told)
            self.told.notify_all()
        return told


def hand_by(table: str, key: str, headers: Mapping[str, str], **more: object) -> tuple[str, dict[str, str], bytes]:
    """Path, headers and body that record the hand that belongs to this key."""
    facts = {
        "kind": "played",
        "declarer": int(key[0], 16) % 3,
        "contract": "clubs",
        "matadors": 1 + int(key[1], 16) % 4,
        "with": True,
        "declarer_points": 75,
        **more,
    }
    said = {**headers, "Idempotency-Key": key, "Content-Type": "application/json"}
    return f"/api/v1/sittings/{UUID(table)}/hands", said, json.dumps({"record": facts}).encode()


def seed(environ: Mapping[str, str], tables: int) -> dict[str, Any]:
    """A club with so many open tables in the database of this environment, a phone that joined each at seat 1, and
    another club with one table."""
    return dict(json.loads(run_python(["-c", SEED.format(tables=tables)], environ).splitlines()[-1]))


@contextmanager
def playing(url: str, made: Mapping[str, Any], count: int, *, trouble: Trouble = NONE) -> Iterator[list[Phone]]:
    """So many phones, each at tables of its own, recording until the end."""
    phones = [
        Phone(url, made["tables"][number::count], made["headers"], seed=number, trouble=trouble)
        for number in range(count)
    ]
    for phone in phones:
        phone.start()
    try:
        yield phones
    finally:
        for phone in phones:
            phone.ended.set()
        for phone in phones:
            with suppress(RuntimeError):
                phone.join(90)
    assert not any(phone.is_alive() for phone in phones)


def acknowledged(phones: Sequence[Phone]) -> list[Acknowledged]:
    """All hands that were told to be saved, the oldest first."""
    return sorted((one for phone in phones for one in phone.acknowledged), key=lambda one: one.at)


def look(environ: Mapping[str, str], made: Mapping[str, Any]) -> dict[str, Any]:
    """The hands at the tables of the phones, and what `verify` finds in all of the database."""
    return dict(json.loads(run_python(["-c", LOOK.format(tables=made["tables"])], environ).splitlines()[-1]))


def stands(
    environ: Mapping[str, str], made: Mapping[str, Any], phones: Sequence[Phone], *, until: float = float("inf")
) -> int:
    """No hand acknowledged before `until` is missing, none is there twice, all adds up. How many there are."""
    seen = look(environ, made)
    there: dict[str, list[str]] = {}
    numbers: dict[str, list[int]] = {}
    for table, number, key, identity, _at in seen["hands"]:
        there.setdefault(key, []).append(identity)
        numbers.setdefault(table, []).append(number)
    told = [one for one in acknowledged(phones) if one.at < until]
    assert [one for one in told if there.get(UUID(one.key).hex) != [one.identity]] == []
    assert all(len(identities) == 1 for identities in there.values())
    assert all(found == list(range(1, len(found) + 1)) for found in numbers.values())
    assert seen["wrong"] == []
    return len(seen["hands"])
