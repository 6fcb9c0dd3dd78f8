"""A format answers questions; it is not asked what it is. Who branches on one of its flags outside its folder has found
a question that it should answer."""

import ast
from collections.abc import Iterator
from pathlib import Path

from scorekeeper.tournaments.formats.format import Format

ROOT = Path(__file__).parents[2] / "scorekeeper"
FLAGS = {name for name, value in vars(Format).items() if isinstance(value, bool)} | {"is_by_matches", "no_check_in"}
FEW = 10
"""So many are left; the number only falls."""


def conditions(tree: ast.AST) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.If | ast.IfExp | ast.While):
            yield node.test
        elif isinstance(node, ast.comprehension):
            yield from node.ifs
        elif isinstance(node, ast.BoolOp):
            yield node


def branches(source: str) -> set[int]:
    """The lines of a module that branch on what a format is."""
    return {
        condition.lineno
        for condition in conditions(ast.parse(source))
        for node in ast.walk(condition)
        if isinstance(node, ast.Attribute) and node.attr in FLAGS
    }


def test_few_places_outside_their_folder_branch_on_what_a_format_is():
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in sorted(ROOT.rglob("*.py"))
        if "formats" not in path.parts
        for line in sorted(branches(path.read_text()))
    ]

    assert len(found) <= FEW, "\n".join(found)


def test_a_branch_is_seen_wherever_it_stands():
    assert branches("if format_of(stage).has_rounds:\n    x") == {1}
    assert branches("x = 1 if not format_.is_of_matches else 2") == {1}
    assert branches("[one for one in found\n if one.has_sheets]") == {2}
    assert branches("return format_.gives_points and True") == {1}
    assert branches("found = format_.has_rounds\nreturn Page(has_rounds=format_.has_rounds)") == set()
