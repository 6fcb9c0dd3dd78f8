"""Names in the code: a loop variable is the noun of the thing."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def loops_over_one(path: Path) -> Iterator[str]:
    """Where a loop calls what it takes `one`; beside an `other` that says which of two it is."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for loop in ast.walk(tree):
        if not isinstance(loop, (ast.For, ast.comprehension)):
            continue
        names = {name.id: name for name in ast.walk(loop.target) if isinstance(name, ast.Name)}
        inside = loop.body if isinstance(loop, ast.For) else []
        near = {name.id for part in inside for name in ast.walk(part) if isinstance(name, ast.Name)}
        if "one" in names and not {"other", "two"} & {*names, *near}:
            yield f"{path.relative_to(ROOT)}:{names['one'].lineno}"


def test_a_loop_names_the_thing_that_it_takes() -> None:
    files = [path for top in ("games", "scorekeeper") for path in sorted((ROOT / top).rglob("*.py"))]

    assert len(files) > 500
    assert [place for path in files for place in loops_over_one(path)] == []
