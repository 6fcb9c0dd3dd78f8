"""What SQLite and PostgreSQL could answer differently is asked of both: each module that depends on the engine is named
by a test marked `both_engines`, with the reason."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.apps import apps
from django.db import connection

ROOT = Path(__file__).resolve().parent.parent
SQL_CALLS = {"select_for_update", "raw", "cursor", "RawSQL", "RunSQL", "Func", "Cast", "KT"}
LOOKUPS = {"iexact", "icontains", "istartswith", "iendswith", "regex", "iregex", "has_key", "has_keys"}
CONSTRAINTS = {"CheckConstraint", "UniqueConstraint", "protect"}


def reasons(source: str) -> set[str]:
    """Why what this module does depends on the engine: the names it uses for it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)) if name in SQL_CALLS | CONSTRAINTS:
                found.add(name)
            case ast.Attribute(attr="vendor"):
                found.add("vendor")
            case ast.ClassDef(bases=bases) if any(_name(base) == "Func" for base in bases):
                found.add("Func")
            case ast.keyword(arg=str(arg)) if set(arg.split("__")[1:]) & LOOKUPS:
                found.add("lookup")
            case ast.keyword(arg="ignore_conflicts" | "update_conflicts"):
                found.add("upsert")
    return found


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


@cache
def modules_of_the_engine() -> dict[str, set[str]]:
    """{module without the package: reasons}."""
    found = {}
    for path in sorted((ROOT / "scorekeeper").rglob("*.py")):
        if "migrations" in path.parts or "demo" in path.parts:
            continue
        if why := reasons(path.read_text(encoding="utf-8")):
            found[".".join(path.relative_to(ROOT / "scorekeeper").with_suffix("").parts)] = why
    return found


def named_by_marks() -> Iterator[tuple[str, list[str]]]:
    """(file of tests, the words of a mark `both_engines`: the reason and then modules)."""
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(attr="both_engines"), args=words):
                    yield path.name, [word.value for word in words if isinstance(word, ast.Constant)]


def test_each_module_that_depends_on_the_engine_is_tried_on_both():
    needed = {module: why - CONSTRAINTS for module, why in modules_of_the_engine().items() if why - CONSTRAINTS}
    named = {module for _file, words in named_by_marks() for module in words[1:]}

    assert {module: why for module, why in needed.items() if module not in named} == {}


def test_each_mark_has_a_reason_and_names_modules_that_depend_on_the_engine():
    strangers = [
        (file, words)
        for file, words in named_by_marks()
        if not words or not set(words[1:]) <= set(modules_of_the_engine())
    ]

    assert strangers == []


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("Player.objects.select_for_update().get()", {"select_for_update"}),
        ("connection.cursor()", {"cursor"}),
        ("if connection.vendor == 'sqlite': pass", {"vendor"}),
        ("class Median(Func): pass", {"Func"}),
        ("people.filter(name__iexact=name)", {"lookup"}),
        ("Result.objects.bulk_create(rows, update_conflicts=True)", {"upsert"}),
        ("people.filter(name=name)", set()),
    ],
)
def test_what_depends_on_the_engine_is_seen(source, why):
    assert reasons(source) == why


CATALOGUE = {
    "sqlite": "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL",
    "postgresql": "SELECT conname FROM pg_constraint UNION SELECT indexname FROM pg_indexes",
}


@pytest.mark.django_db
@pytest.mark.both_engines("each engine writes down constraints in its own way")
def test_every_constraint_of_every_model_stands_in_the_database():
    """The modules of models are tried by this: a constraint that a database lost refuses nothing."""
    with connection.cursor() as cursor:
        cursor.execute(CATALOGUE[connection.vendor])
        there = set(re.findall(r"\w+", " ".join(row[0] for row in cursor.fetchall())))
    models = [model for model in apps.get_models() if model._meta.constraints]
    tried = {model.__module__.removeprefix("scorekeeper.") for model in models}
    needed = {
        module for module, why in modules_of_the_engine().items() if why & {"CheckConstraint", "UniqueConstraint"}
    }

    assert [
        f"{model._meta.label}: {constraint.name}"
        for model in models
        for constraint in model._meta.constraints
        if constraint.name not in there
    ] == []
    assert needed <= tried
