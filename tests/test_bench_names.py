"""What the measurements import exists: they run by name, outside the suite, so nothing else sees a name that moved."""

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

BENCH = Path(__file__).parent / "bench"
MODULES = sorted(path for path in BENCH.rglob("*.py") if path.name != "settings.py")


def missing(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] in {"games", "scorekeeper"}:
            yield from (f"{node.module}.{alias.name}" for alias in node.names if not is_there(node.module, alias.name))


def is_there(module: str, name: str) -> bool:
    if hasattr(importlib.import_module(module), name):
        return True
    try:
        importlib.import_module(f"{module}.{name}")
    except ModuleNotFoundError:
        return False
    return True


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(BENCH).as_posix())
def test_what_a_measurement_imports_exists(path: Path) -> None:
    assert list(missing(path.read_text())) == []


def test_a_name_that_moved_is_seen() -> None:
    assert list(missing("from scorekeeper.play.records import SentHand")) == ["scorekeeper.play.records.SentHand"]
