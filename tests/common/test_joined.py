"""What is fetched by key is fetched by more keys than SQLite takes in one statement once a club is large, so nothing
is: rows that others point to are joined."""

import ast
from collections.abc import Iterator
from pathlib import Path

from django.apps import apps
from django.db.models import ForeignKey
from django.db.models.constants import LOOKUP_SEP

ROOT = Path(__file__).resolve().parents[2]
FETCHES = {"prefetch_related", "prefetch_related_objects", "Prefetch", "with_legs"}


def fetched() -> Iterator[tuple[str, str]]:
    """(where, path) of everything that is fetched in a statement of its own."""
    for file in sorted(ROOT.glob("scorekeeper/**/*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and _called(node.func) in FETCHES:
                paths = node.args[:1] if _called(node.func) == "Prefetch" else node.args
                paths = [*paths, *(one.value for one in node.keywords if one.arg == "at")]
                yield from (
                    (f"{file.relative_to(ROOT)}:{node.lineno}", one.value)
                    for one in paths
                    if isinstance(one, ast.Constant) and isinstance(one.value, str)
                )


def _called(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def by_themselves(path: str) -> list[str]:
    """The parts of a path that are asked for in a statement of their own; what begins one was joined before."""
    parts = path.split(LOOKUP_SEP)
    return parts[1:] or parts


def test_no_statement_names_the_rows_that_others_point_to_one_by_one():
    keys, many = set(), set()
    for model in apps.get_models():
        for field in model._meta.get_fields():
            (keys if isinstance(field, ForeignKey) else many).add(field.name)
    keys -= many
    paths = list(fetched())

    assert len(paths) > 30
    assert [(where, path) for where, path in paths if not keys.isdisjoint(by_themselves(path))] == []
