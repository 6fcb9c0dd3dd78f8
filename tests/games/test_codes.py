"""Every code with which a game may refuse a hand or rules is among those that it names beforehand."""

import ast
import re
from pathlib import Path

import pytest

import games
from games import all_games, hand_codes, rules_codes, size_codes
from games.core.game import AnyGame
from games.core.record import shape_codes

ROOT = Path(__file__).resolve().parents[2] / "games"
ASKED_BESIDE = ("interchange", "guide")  # what programs and pages ask beside the hands
MAKES = re.compile(r"_?(?:problem|refused|refusal|refusal_of)|REFUSALS|Problem")
CODE = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)+")


def written_out(path: Path) -> set[str]:
    """The codes of the problems that a module makes or names."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(code)), *_]) if MAKES.fullmatch(name):
                found.add(code)
            case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=str(code))) if MAKES.fullmatch(name):
                found.add(code)
    return found


@pytest.mark.parametrize("game", games.all_games().values(), ids=lambda game: game.name)
def test_a_game_names_every_code_it_refuses_with(game: AnyGame) -> None:
    modules = [path for path in (ROOT / game.name).glob("*.py") if not path.stem.startswith(ASKED_BESIDE)]
    found = {code for path in modules for code in written_out(path)}

    assert len(found) > 1
    assert sorted(found - game.hand_codes - game.rules_codes) == []


def test_shapes_of_rules_are_refused_with_known_codes() -> None:
    codes = shape_codes(games.game("skat").rules)

    assert {"list_length_not_integer", "list_length_out_of_range", "field_unknown", "not_an_object"} <= codes
    assert {"system_unknown", "system_malformed"} <= codes
    assert "system_not_integer" not in codes


def test_codes_of_all_games_are_those_of_each():
    for game in all_games().values():
        assert game.hand_codes <= hand_codes()
        assert game.rules_codes <= size_codes() <= rules_codes()
