"""The ports say what the games say: every text to be translated is one of the game's own, letter by letter.

The words of a quick entry (`screen.js`) are those of the pages, and are looked at where the entry is drawn.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from games import all_games
from tests.agreement.conftest import SCRIPTS

GAMES = Path(__file__).parents[2] / "games"
SAID = re.compile(r'gettext_noop\(\s*"((?:[^"\\]|\\.)*)"')
MARKED = re.compile(r"gettext_noop\((?!message\))")

PORTED = sorted(name for name in all_games() if (SCRIPTS / f"{name}.js").is_file())


def parts(name: str) -> list[Path]:
    return [SCRIPTS / f"{name}.js", *sorted((SCRIPTS / name).glob("*.js"))]


def strings(folder: Path) -> Iterator[str]:
    """Every string in the Python of a folder."""
    for file in folder.glob("*.py"):
        constants = (node for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Constant))
        yield from (node.value for node in constants if isinstance(node.value, str))


@pytest.mark.parametrize("name", PORTED)
def test_texts_are_those_of_the_game(name):
    known = {*strings(GAMES / name), *strings(GAMES / "core")}
    texts = {text for part in parts(name) if part.name != "screen.js" for text in SAID.findall(part.read_text())}

    assert texts
    assert texts <= known


@pytest.mark.parametrize("name", [*PORTED, "core"])
def test_every_text_is_written_out_where_it_is_marked(name):
    """Whoever collects the messages reads strings, and nothing that is made at run time."""
    for part in parts(name):
        script = part.read_text()
        assert len(MARKED.findall(script)) == len(SAID.findall(script)), part
