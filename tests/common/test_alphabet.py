"""Lists of names stand in one order wherever they are made: Ä beside A, in Python and in both databases."""

import ast
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.clubs.models import Player
from scorekeeper.common.names import Alphabetical, alphabetical
from tests.factories.clubs import make_club

ROOT = Path(__file__).parents[2] / "scorekeeper"
KEY = "alphabetical"
NAMING = {"called", "name_of", "_name", "translated", "casefold", "lower"}
"""Functions whose answer is a name, or ones that made a key of a name."""
ORDERED = [
    "Aaron",
    "Ägidius",
    "Anna",
    "anna lena",
    "Änne",
    "Annette",
    "Łukasz",
    "Luna",
    "Østen",
    "Oswald",
    "Ümit",
    "Zoë",
]


def unordered(tree: ast.AST) -> Iterator[int]:
    """The lines on which something is put in order by names, by another key than the one."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = _called(node)
        if called == "order_by" and any(map(_is_column_of_names, node.args)):
            yield node.lineno
        if called in ("sorted", "sort"):
            key = next((keyword.value for keyword in node.keywords if keyword.arg == "key"), None)
            sorts = node.args[:1] if key is None else [key]
            if any(map(_names_bare, map(_each, sorts))):
                yield node.lineno


def _called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _is_column_of_names(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and str(node.value).lstrip("-").rpartition("__")[2] == "name"


def _each(node: ast.expr) -> ast.expr:
    """What is compared: each item of a list that is made there, or what a key makes of one."""
    if isinstance(node, ast.GeneratorExp | ast.ListComp | ast.SetComp):
        return node.elt
    return node.body if isinstance(node, ast.Lambda) else node


def _names_bare(node: ast.AST) -> bool:
    """Whether a name is in it that the key was not asked about."""
    if isinstance(node, ast.Call) and _called(node) in (KEY, "sorted", "len", "get"):
        return False
    if isinstance(node, ast.Call) and _called(node) in NAMING:
        return True
    if isinstance(node, ast.Attribute) and node.attr == "name":
        return True
    if isinstance(node, ast.Subscript):
        return _called_names(node.value)
    if isinstance(node, ast.Compare):
        return False
    return any(map(_names_bare, ast.iter_child_nodes(node)))


def _called_names(node: ast.expr) -> bool:
    return isinstance(node, ast.Name | ast.Attribute) and ast.unparse(node).rpartition(".")[2].lstrip("_") == "names"


@pytest.mark.parametrize(
    "line",
    [
        'found.order_by("name", "pk")',
        'found.order_by("table__number", "-player__name")',
        "sorted(people, key=lambda one: (one.name.casefold(), one.pk))",
        "people.sort(key=lambda one: one.player.name)",
        "sorted(one.name for one in people)",
        "sorted(names[pk] for pk in found)",
        "sorted((names[one], names[other]) for one, other in pairs)",
        "sorted(found, key=lambda game: translated(game.title))",
    ],
)
def test_order_by_names_of_another_key_is_seen(line):
    assert list(unordered(ast.parse(line))) == [1]


@pytest.mark.parametrize(
    "line",
    [
        'found.order_by(Alphabetical("player__name"), "pk")',
        'found.order_by("number", "rules_name")',
        "sorted(people, key=lambda one: (alphabetical(one.name), one.pk))",
        "sorted((names[pk] for pk in found), key=alphabetical)",
        "sorted(games, key=lambda game: -often[game.name])",
    ],
)
def test_other_orders_are_let_be(line):
    assert list(unordered(ast.parse(line))) == []


def test_every_list_of_names_is_ordered_by_the_one_key():
    files = [path for path in sorted(ROOT.rglob("*.py")) if "migrations" not in path.parts]
    found = [f"{path.relative_to(ROOT)}:{line}" for path in files for line in unordered(ast.parse(path.read_text()))]

    assert found == []


def test_accents_and_case_stand_beside_plain_letters():
    assert sorted(set(ORDERED), key=alphabetical) == ORDERED


@given(st.lists(st.text(max_size=8), max_size=8))
def test_order_is_the_same_whatever_came_first(names):
    in_order = sorted(names, key=alphabetical)

    assert sorted(Counter(names).elements(), key=alphabetical) == in_order
    assert [alphabetical(name)[1] for name in in_order] == in_order


BY_LANGUAGE = {
    "en": ["12", "Anna", "Muñoz", "Munz", "Mus", "Анна", "Борис", "ਅਮਨ"],
    "es": ["12", "Anna", "Munz", "Muñoz", "Mus", "Анна", "Борис", "ਅਮਨ"],
    "ru": ["12", "Анна", "Борис", "Елена", "Ёлка", "Ерёма", "Жанна", "Anna", "Zoë", "ਅਮਨ"],
    "pa": ["12", "ਅਮਨ", "ਕਮਲ", "ਕਿਰਨ", "ਗੁਰ", "Anna", "Zoë", "Анна"],
    "gu": ["12", "અમિત", "કમલ", "ગીતા", "Anna", "Zoë", "Анна"],
}


@pytest.mark.django_db
@pytest.mark.both_engines("each has its own collations of languages", "common.names")
def test_each_language_has_its_own_order_in_python_and_in_the_database():
    club = make_club()
    for name in set(chain.from_iterable(BY_LANGUAGE.values())):
        Player.objects.create(club=club, name=name)

    for language, names in BY_LANGUAGE.items():
        with translation.override(language):
            found = Player.objects.filter(club=club, name__in=names).order_by(Alphabetical("name"))
            assert list(found.values_list("name", flat=True)) == names
            assert sorted(set(names), key=alphabetical) == names


@pytest.mark.django_db
@pytest.mark.both_engines("each has a collation of its own", "common.names")
def test_database_orders_as_the_key_does():
    club = make_club()
    for name in reversed(ORDERED):
        Player.objects.create(club=club, name=name)

    found = Player.objects.filter(club=club, name__in=ORDERED).order_by(Alphabetical("name"))

    assert list(found.values_list("name", flat=True)) == ORDERED
