"""A format answers questions; it is not asked what it is. Who branches on one of its flags outside its folder has found
a question that it should answer."""

import ast
import re
from collections.abc import Iterator, Set
from pathlib import Path
from typing import Final

from scorekeeper.tournaments.formats.format import Format

ROOT = Path(__file__).parents[2] / "scorekeeper"
FLAGS = {name for name, value in vars(Format).items() if isinstance(value, bool)} | {"is_by_matches", "no_check_in"}
FEW = 9
"""So many are left in Python and in templates; the number only falls."""
TEMPLATES = ROOT.parent / "templates"
ASKS: Final = re.compile(r"\{%\s*(?:if|elif|ifchanged)\s(.*?)%\}", re.DOTALL)


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


def named_values(tree: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """(name, value) of whatever is handed on under a name: arguments, keys, variables, what a function answers."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from ((keyword.arg, keyword.value) for keyword in node.keywords if keyword.arg)
        elif isinstance(node, ast.Dict):
            keys = ((key.value if isinstance(key, ast.Constant) else None) for key in node.keys)
            yield from ((key, value) for key, value in zip(keys, node.values, strict=True) if isinstance(key, str))
        elif isinstance(node, ast.Assign):
            yield from ((target.id, node.value) for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.FunctionDef):
            answers = (each.value for each in ast.walk(node) if isinstance(each, ast.Return))
            yield from ((node.name, value) for value in answers if value)


def handed_on(source: str) -> set[str]:
    """The names under which a module hands a flag on."""
    return {
        name
        for name, value in named_values(ast.parse(source))
        if isinstance(value, ast.Attribute | ast.UnaryOp | ast.BoolOp)
        if any(isinstance(node, ast.Attribute) and node.attr in FLAGS for node in ast.walk(value))
    }


def template_branches(text: str, flags: Set[str]) -> list[int]:
    """The lines of a template that branch on one of these."""
    return [
        text.count("\n", 0, asks.start()) + 1
        for asks in ASKS.finditer(text)
        if flags & set(re.findall(r"\w+", re.sub(r"\"[^\"]*\"|'[^']*'", "", asks[1])))
    ]


def modules() -> Iterator[Path]:
    return (path for path in sorted(ROOT.rglob("*.py")) if "formats" not in path.parts)


def test_few_places_outside_their_folder_branch_on_what_a_format_is():
    found = [f"{path.relative_to(ROOT)}:{line}" for path in modules() for line in sorted(branches(path.read_text()))]
    flags = FLAGS.union(*(handed_on(path.read_text()) for path in modules()))
    found += [
        f"{path.relative_to(TEMPLATES)}:{line}"
        for path in sorted(TEMPLATES.rglob("*.html"))
        for line in template_branches(path.read_text(), flags)
    ]

    assert len(found) <= FEW, "\n".join(found)


def test_a_branch_of_a_template_is_seen_under_whatever_name():
    page = 'return here.show("x.html", is_of_two=format_of(stage).is_of_matches, rows=[])'
    assert handed_on(f"def page(here):\n    {page}") == {"is_of_two"}
    assert handed_on("class A:\n    def of_two(self):\n        return self.format.is_of_matches") == {"of_two"}

    asking = (
        "{% if one.is_of_two and rows %}a\n{% elif x == 'is_of_two' %}b{% endif %}\n{% if not has_rounds %}c{% endif %}"
    )
    assert template_branches(asking, {"is_of_two", "has_rounds"}) == [1, 3]


def test_a_branch_is_seen_wherever_it_stands():
    assert branches("if format_of(stage).has_rounds:\n    x") == {1}
    assert branches("x = 1 if not format_.is_of_matches else 2") == {1}
    assert branches("[one for one in found\n if one.has_sheets]") == {2}
    assert branches("return format_.gives_points and True") == {1}
    assert branches("found = format_.has_rounds\nreturn Page(has_rounds=format_.has_rounds)") == set()
