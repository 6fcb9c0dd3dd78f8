"""Requests recorded from an earlier version are sent again, and answered as they were then.

A club with a clock that stands still and the same chance in each run is asked every address: as it should be, without a
body, with a field that nobody knows, and by a member. `python -m pytest tests/api/test_replayed.py --write-examples`
records what this version answers; run in a checkout of an earlier version it records that one.
"""

import gzip
import json
import random
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import pytest
from django.test import Client

from tests import factories
from tests.acting import bearer
from tests.api.files import ENDPOINTS as OF_FILES
from tests.api.test_access import ENDPOINTS, make_world, prepare
from tests.factories.clubs import marks
from tests.rows import undone

pytestmark = pytest.mark.django_db

RECORDED: Final = Path(__file__).with_name("recorded.json.gz")
NOW: Final = datetime(2026, 11, 26, 19, 30, tzinfo=UTC)
UUIDS = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
# Hashes and what an answer was seen by, secret addresses, numbers of draws, and the codes of tables.
BY_CHANCE = re.compile(r"\b[0-9a-f]{64}\b|\b[0-9a-f]{32}\b|\b[0-9a-f]{16}\b|(?<=/shared/)[\w-]+(?=/)|\b\d{15,}\b")
CODES = re.compile(r"[0-9A-F]{4}-[0-9A-F]{4}")
TIMES = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?(?:Z|\+00:00)")
KEY = str(UUID(int=1, version=4))
UNKNOWN = {"field_that_nobody_knows": 1}

SENTENCES = {"detail", "reasons", "text", "told", "why"}  # fields of sentences, or of lists of them

# What differs from the recorded version, and why: {(address, variant)}. Nothing else may.
_BY_HAND = "a draw says whether its tables were changed by hand, also where they were not"
DIFFERS: Final[dict[str, str]] = {
    "empty clubs/{club.pk}/money/box/entries": "what is missing is named in the order of the fields",
    **dict.fromkeys(
        (f"{variant} clubs/{{club.pk}}" for variant in ("owner", "member")), "the club that is asked has house rules"
    ),
    **dict.fromkeys(
        (
            f"{variant} {address}"
            for variant, address in (
                *((variant, "rounds/{cups.round.pk}/official") for variant in ("owner", "empty", "unknown")),
                *((variant, "stages/{cups.drafted.pk}/draw") for variant in ("owner", "empty")),
                *((variant, "rounds/{cups.round.pk}") for variant in ("owner", "member")),
                *(("owner", f"stages/{{cups.drafted.pk}}/draft/{act}") for act in ("hold", "publish", "swap", "undo")),
            )
        ),
        _BY_HAND,
    ),
}


@pytest.fixture
def chance(monkeypatch: pytest.MonkeyPatch) -> random.Random:
    """The clock stands still, and what is drawn by chance is drawn from here."""
    chance = random.Random(28)
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)
    monkeypatch.setattr("tests.factories.clubs._marks", marks())
    for name, draw in {
        "randbits": chance.getrandbits,
        "randbelow": chance.randrange,
        "choice": chance.choice,
        "token_bytes": lambda size=32: chance.randbytes(size),
        "token_hex": lambda size=32: chance.randbytes(size).hex(),
    }.items():
        monkeypatch.setattr(f"secrets.{name}", draw)
    return chance


def variants() -> Iterator[tuple[str, str]]:
    """(address, how it is asked) of every recorded request. Files came later, and would stand in answers to others."""
    asked = {address: row for address, row in ENDPOINTS.items() if address not in OF_FILES}
    for address, (method, *_rest) in asked.items():
        for variant in ("owner", "member") if method == "GET" else ("owner", "empty", "unknown"):
            yield address, variant


def answered(world: Any, address: str, variant: str, by: dict[str, dict[str, str]]) -> dict[str, Any]:
    """Status and answer of one request. Ids are counted in the order in which they are met, the fields by name: it does
    not matter how many of them were made before."""
    method, body, *_rest = ENDPOINTS[address]
    with undone():
        prepare(world, address)
        sent = body(world) if method != "GET" else None
        if variant == "empty":
            sent = {}
        if variant == "unknown":
            sent = {**(sent or {}), **UNKNOWN}
        headers = {"Idempotency-Key": KEY, **by["member" if variant == "member" else "owner"]}
        data = json.dumps(sent).encode() if method == "POST" else b""
        answer = Client().generic(
            method,
            f"/api/v1/{address.format(**vars(world))}",
            data,
            content_type="application/json",
            headers=headers,
        )
    is_json = answer.headers.get("Content-Type", "").split(";")[0].endswith("json")
    content = json.loads(answer.content) if is_json and answer.content else answer.headers.get("Content-Type")
    return {"status": answer.status_code, "answer": _counted(content, {})}


def _counted(value: Any, met: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {_counted(name, met): _counted(part, met) for name, part in sorted(value.items())}
    if isinstance(value, list):
        return [_counted(part, met) for part in value]
    if isinstance(value, str):
        text = TIMES.sub(r"\1Z", BY_CHANCE.sub("(by chance)", value))
        text = "(code)" if CODES.fullmatch(text) else text
        return UUIDS.sub(lambda found: met.setdefault(found[0], f"(id {len(met) + 1})"), text)
    return value


def test_recorded_requests_are_answered_as_before(request: pytest.FixtureRequest, chance: random.Random) -> None:
    write = request.config.getoption("--write-examples")
    before = {} if write else json.loads(gzip.decompress(RECORDED.read_bytes()))
    world = make_world(has_files=False)
    by = {
        "owner": bearer(factories.owner_of(world.club)),
        "member": bearer(factories.make_member(world.club)),
    }

    found = {}
    for address, variant in variants():
        if write or f"{variant} {address}" in before:
            chance.seed(address)
            found[f"{variant} {address}"] = answered(world, address, variant, by)

    if write:
        RECORDED.write_bytes(gzip.compress(json.dumps(found, indent=1).encode(), mtime=0))
        return
    assert set(before) - set(found) == set()
    compared = {name: differences(before[name], answer) for name, answer in found.items()}
    differ = {name: lines for name, lines in compared.items() if lines}
    assert {name: pair for name, pair in differ.items() if name not in DIFFERS} == {}
    assert {name for name in DIFFERS if name not in differ} == set(), "these are answered as before: take them off"


def differences(before: Any, now: Any, place: str = "") -> list[str]:
    """Where two answers differ, and how. Sentences for people may be put in better words."""
    if before == now or (
        isinstance(before, str) and isinstance(now, str) and SENTENCES.intersection(place.split(".")[-2:])
    ):
        return []
    if isinstance(before, dict) and isinstance(now, dict):
        names = sorted({*before, *now})
        pairs = [(f"{place}.{name}", before.get(name), now.get(name)) for name in names]
    elif isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        pairs = [(f"{place}.{number}", *pair) for number, pair in enumerate(zip(before, now, strict=True))]
    else:
        return [f"{place}: {before!r:.200} -> {now!r:.200}"]
    return [line for where, *pair in pairs for line in differences(*pair, where)]
