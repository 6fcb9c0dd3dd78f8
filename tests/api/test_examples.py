"""The examples of the API document are real calls: a director asks every address of a club once.

`python -m pytest tests/api/test_examples.py --write-examples` writes them anew.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from scorekeeper.common.schema import EXAMPLES, MediaExample
from tests import factories
from tests.acting import FormBody, bearer, document, matches, send
from tests.api.test_access import ENDPOINTS, OWN, prepare, share
from tests.api.test_access import make_world as make_club_of_each
from tests.rows import undone
from tests.worlds import laid

pytestmark = pytest.mark.django_db

UUIDS = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
TIMES = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
HASHES = re.compile(r"\b[0-9a-f]{64}\b")
SHOWN = 2  # rows of each list: an example is read, and long answers repeat themselves
CALLS = {**{address: (row[0], row[1]) for address, row in ENDPOINTS.items()}, **OWN}


def operation_of(method: str, path: str) -> dict[str, Any]:
    """The operation of the document that answers this call."""
    found = [item for route, item in document()["paths"].items() if matches(route, path)]
    assert found, f"{path} is not in docs/schema.yml: write the document first (manage.py spectacular)"
    return dict(found[0][method.lower()])


def shown(value: Any, ids: dict[str, str]) -> Any:
    """The value as an example shows it: lists cut, and what differs from run to run written alike; `ids` are those met
    so far, which are counted."""
    if isinstance(value, dict):
        return {name: shown(part, ids) for name, part in value.items()}
    if isinstance(value, list):
        return [shown(part, ids) for part in value[:SHOWN]]
    if isinstance(value, str):
        text = TIMES.sub("2026-11-26T19:30:00Z", HASHES.sub("5e" * 32, value))
        return UUIDS.sub(lambda found: ids.setdefault(found[0], f"01a21a00-0000-7000-8000-{len(ids) + 1:012}"), text)
    return value


def example_of(world: Any, address: str, by: Mapping[str, str]) -> tuple[str, MediaExample]:
    """(the operation, what was sent and answered): the call succeeds, or is refused for what the club lacks."""
    method, body = CALLS[address]
    with undone():
        if address in ENDPOINTS:
            prepare(world, address)
        sent, path = body(world) if body else None, address.format(**vars(world))
        answer = send(path, sent, dict(by), method=method)
    ids: dict[str, str] = {}
    is_json = answer.headers.get("Content-Type", "").split(";")[0].endswith("json")
    example: MediaExample = {
        "status": str(answer.status_code),
        "request": shown(json.loads(json.dumps(sent)), ids) if sent and not isinstance(sent, FormBody) else None,
        "response": shown(json.loads(answer.content), ids) if is_json and answer.content else None,
    }
    return operation_of(method, path)["operationId"], example


def fitting(schema: Mapping[str, Any], value: Any) -> list[str]:
    """What of a value does not keep to a schema of the document."""
    whole = {**schema, "components": document()["components"]}
    return [error.message for error in Draft202012Validator(whole).iter_errors(value)]


def test_every_operation_has_an_example_that_keeps_to_the_document() -> None:
    wrong, names = {}, set()
    for item in document()["paths"].values():
        for operation in item.values():
            example = EXAMPLES.get(name := operation["operationId"])
            names.add(name)
            if example is None:
                wrong[name] = ["has no example: run this file with --write-examples"]
                continue
            content = operation["responses"][example["status"]].get("content", {})
            found = [media for media in content.values() if "example" in media]
            if example["response"] is not None:
                wrong[name] = [error for media in found for error in fitting(media["schema"], media["example"])]
                wrong[name] += [] if found else ["the document does not show the answer"]
            if example["request"] is not None:
                media = operation["requestBody"]["content"]["application/json"]
                wrong[name] = wrong.get(name, []) + fitting(media["schema"], media["example"])

    assert {name: faults for name, faults in wrong.items() if faults} == {}
    assert set(EXAMPLES) - names == set()


def test_examples_are_what_is_answered(request: pytest.FixtureRequest) -> None:
    """Each of the calls is made again, of which the usual run takes a part: same status, same fields."""
    world = laid(make_club_of_each)
    by, write = bearer(factories.owner_of(world.club)), request.config.getoption("--write-examples")
    whole = write or request.config.getoption("--long")
    addresses = [*OWN, *share(0, 6, whole=whole)]

    made = dict(example_of(world, address, by) for address in addresses)
    if write:
        EXAMPLES.write(made)

    differ = {name for name, example in made.items() if skeleton(example) != skeleton(EXAMPLES.get(name))}
    assert differ == set()


def skeleton(example: MediaExample | None) -> Any:
    """The status, and the fields of what was sent and answered."""
    if example is None:
        return None
    sides = [set(side) if isinstance(side, dict) else type(side) for side in (example["request"], example["response"])]
    return example["status"], sides
