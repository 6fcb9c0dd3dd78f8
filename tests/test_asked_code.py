"""The Python that journeys send to a process beside their server: no tool reads it, so its calls are held here against
the functions they mean."""

import ast
import importlib
import inspect
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

PLACE = re.compile(r"\{\w+(!r)?\}")  # of a text that is filled in later
JOURNEYS = sorted((Path(__file__).resolve().parent / "journeys").glob("*.py"))


def pieces(path: Path) -> Iterator[tuple[int, ast.Module]]:
    """(line, code) of each text in this file that is Python and calls something; what is put into it is a name."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.JoinedStr):
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else "put_in" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        else:
            continue
        if "(" not in text:
            continue
        try:
            yield node.lineno, ast.parse(PLACE.sub("put_in", text))
        except (SyntaxError, ValueError):
            continue  # words for people, or an address


def meant(codes: Iterable[ast.Module]) -> dict[str, Any]:
    """{name: what it is imported from our modules as}: of all pieces of a file, which are put together."""
    found: dict[str, Any] = {}
    for node in (node for code in codes for node in ast.walk(code)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(("scorekeeper", "tests", "games")):
            module = importlib.import_module(node.module)
            for alias in node.names:
                found[alias.asname or alias.name] = _part(module, alias.name)
    return found


def _part(module: ModuleType, name: str) -> Any:
    return getattr(module, name) if hasattr(module, name) else importlib.import_module(f"{module.__name__}.{name}")


def misfits(code: ast.Module, names: dict[str, Any]) -> Iterator[str]:
    """Calls whose arguments the function does not take, or that leave out what it needs."""
    for call in (node for node in ast.walk(code) if isinstance(node, ast.Call)):
        named = isinstance(call.func, ast.Name) and inspect.isfunction(names.get(call.func.id))
        spread = any(isinstance(argument, ast.Starred) for argument in call.args)
        if not named or spread or any(keyword.arg is None for keyword in call.keywords):
            continue
        try:
            given = {str(keyword.arg): None for keyword in call.keywords}
            inspect.signature(names[call.func.id]).bind(*call.args, **given)
        except TypeError as error:
            yield f"{call.func.id}: {error}"


@pytest.mark.parametrize("path", JOURNEYS, ids=lambda path: path.stem)
def test_calls_fit_what_they_call(path: Path) -> None:
    sent = list(pieces(path))
    names = meant(code for _line, code in sent)
    found = [f"line {line}: {misfit}" for line, code in sent for misfit in misfits(code, names)]

    assert found == []


def test_pieces_are_found() -> None:
    assert sum(1 for path in JOURNEYS for _piece in pieces(path)) > 40
