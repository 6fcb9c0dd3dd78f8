"""The API document read as a program reads it that makes a client from it."""

from collections.abc import Iterator
from typing import Any

import pytest

from scorekeeper.common.schema import PROBLEM
from tests.acting import document

COMPONENTS = document()["components"]["schemas"]
OPERATIONS = [operation for item in document()["paths"].values() for operation in item.values()]


def schemas(found: Any) -> Iterator[dict[str, Any]]:
    """Every part of the document that is a dictionary."""
    if isinstance(found, dict):
        yield found
        for part in found.values():
            yield from schemas(part)
    elif isinstance(found, list):
        for part in found:
            yield from schemas(part)


def test_values_have_plain_names() -> None:
    assert [name for name in COMPONENTS if name.endswith("RequestRequest")] == []
    assert [name for name in COMPONENTS if name.endswith(("Body", "Serializer"))] == []


def test_no_title_competes_with_the_name_of_a_component() -> None:
    titles = [part["title"] for part in schemas(COMPONENTS) if isinstance(part.get("title"), str)]

    assert titles == []


def test_operations_have_names_of_their_own_a_summary_and_a_description() -> None:
    names = [operation["operationId"] for operation in OPERATIONS]

    assert len(names) == len(set(names))
    assert [operation["operationId"] for operation in OPERATIONS if not operation.get("description")] == []
    assert [operation["operationId"] for operation in OPERATIONS if not operation.get("summary")] == []
    assert [operation["operationId"] for operation in OPERATIONS if len(operation.get("summary", "")) > 70] == []


def test_errors_have_the_type_that_is_sent() -> None:
    types = {
        name
        for operation in OPERATIONS
        for status, answer in operation["responses"].items()
        if status >= "400"
        for name in answer["content"]
    }

    assert types == {PROBLEM}


@pytest.mark.parametrize("name", ["SkatRecord", "TrucoRecord", "TonkRecord", "PalacePokerRecord", "StagePlan"])
def test_kinds_are_told_apart_by_their_word(name: str) -> None:
    kinds = COMPONENTS[name]["discriminator"]["mapping"]

    assert [part["$ref"] for part in COMPONENTS[name]["oneOf"]] == list(kinds.values())
    for kind, reference in kinds.items():
        component = COMPONENTS[reference.rpartition("/")[2]]
        assert component["properties"]["kind"]["const"] == kind
        assert "kind" in component["required"]


def test_rules_and_records_are_typed() -> None:
    bare = {
        f"{name}.{field}"
        for name, component in COMPONENTS.items()
        for field, part in component.get("properties", {}).items()
        if field in ("rules", "record", "plan") and "$ref" not in str(part)
    }

    assert bare == set()
