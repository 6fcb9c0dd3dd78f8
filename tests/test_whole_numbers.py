"""Points and money are whole numbers: where they are scored, kept, summed and shown, no code makes a fraction."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
COUNTING = ("games", "scorekeeper/play", "scorekeeper/standings", "scorekeeper/offline")
# What is a fraction there, and neither points nor money.
OTHERS = {
    "games/core/values.py": "mm of a column on paper",
    "games/skat/sheet.py": "mm of the columns of the official list",
    "games/core/cases.py": "a number of somebody's JSON, read to be refused where a whole one is wanted",
    "games/svoi_kozyri/rules.py": "the same: told apart to be refused",
    "scorekeeper/play/upkeep/backups.py": "the versions of PostgreSQL",
    "scorekeeper/play/home/reads.py": "how tall a bar is drawn",
    "scorekeeper/standings/ranking.py": "the mean of exact fractions: what opponents of one side have",
    "scorekeeper/standings/standing.py": "how tall the bar of an evening is drawn",
    "scorekeeper/standings/selectors/rounds.py": "where a bar begins and how long it is drawn",
    "scorekeeper/standings/selectors/standing.py": "exact halves and quarters of a tie-break, for a spreadsheet",
    "scorekeeper/offline/views.py": "folders joined by the same sign",
}


def sources() -> Iterator[Path]:
    for folder in COUNTING:
        yield from (path for path in sorted((ROOT / folder).rglob("*.py")) if "migrations" not in path.parts)


def fractions(code: str) -> list[str]:
    """What makes a fraction, or could: a float written down, `float`, `/`, and roots and means of a library."""
    return [f"line {node.lineno}: {found}" for node in ast.walk(ast.parse(code)) if (found := _fraction(node))]


def _fraction(node: ast.AST) -> str:
    match node:
        case ast.Constant(value=float()):
            return str(node.value)
        case ast.Name(id="float" | "round" | "sqrt" | "mean" | "fmean"):
            return node.id
        case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
            return "/" if _divides(node) else ""
    return ""


def _divides(node: ast.BinOp | ast.AugAssign) -> bool:
    """Paths are joined by the same sign: those say so by a text, or a name for one, on the right."""
    right = node.right if isinstance(node, ast.BinOp) else node.value
    return not isinstance(right, ast.JoinedStr) and not (
        isinstance(right, ast.Constant) and isinstance(right.value, str)
    )


def test_no_fraction_is_made_where_points_and_money_are_counted():
    found = {str(path.relative_to(ROOT)): fractions(path.read_text()) for path in sources()}

    assert {path: lines for path, lines in found.items() if lines and path not in OTHERS} == {}


def test_each_exception_is_still_one():
    assert [path for path in OTHERS if not fractions((ROOT / path).read_text())] == []


@pytest.mark.parametrize("code", ["x = 0.5", "x = a / b", "x /= 2", "x = float(y)", "x = round(y)", "mean(x)"])
def test_a_fraction_is_seen(code):
    assert fractions(code)


@pytest.mark.parametrize("code", ["x = a // b", "x = folder / 'name'", "x = 5", "x = divmod(a, b)"])
def test_a_whole_number_is_none(code):
    assert not fractions(code)
