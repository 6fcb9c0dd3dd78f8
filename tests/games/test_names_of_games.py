"""Outside its own folder no game is asked for by its name: what the app has to know of one is a word of `Game`."""

import ast
from collections.abc import Iterator
from pathlib import Path

from games import all_games

APP = Path(__file__).resolve().parents[2] / "scorekeeper"
MAY = {
    "accounts/passwords.py": "words that nobody takes for a password",
    "languages/spoken.py": "the words of games in other languages",
    "people/management/commands/permissions.py": "a made-up hand",
}
READERS = {"transfer/plans/lists.py", "transfer/services/typing.py"}  # how people write the games of Skat on lists


def modules() -> Iterator[tuple[str, ast.Module]]:
    """All but the demo, which plays the games, and migrations."""
    for path in sorted(APP.rglob("*.py")):
        here = path.relative_to(APP)
        if here.parts[0] != "demo" and "migrations" not in here.parts:
            yield str(here), ast.parse(path.read_text())


def names_in(tree: ast.Module) -> Iterator[str]:
    """Names of games in a module, but for the contexts of words."""
    contexts = {
        id(node.args[0])
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and node.args and "pgettext" in ast.unparse(node.func)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and node.value in all_games() and id(node) not in contexts:
            yield str(node.value)


def imported(tree: ast.Module) -> Iterator[str]:
    """Games of which a module imports something."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("games."):
            yield str(node.module).split(".")[1]


def test_nobody_asks_for_a_game_by_its_name():
    found = {path: names for path, tree in modules() if (names := sorted({*names_in(tree)}))}

    assert set(found) == set(MAY), found


def test_the_rules_of_a_game_are_asked_by_its_words():
    found = {path for path, tree in modules() if {*imported(tree)} & set(all_games())}

    assert found == READERS
