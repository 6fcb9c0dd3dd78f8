"""The games: pure rules, found by their folders."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

from games.core.game import AnyGame


@cache
def all_games() -> Mapping[str, AnyGame]:
    """Every game by its slug: each folder here but `core` offers one as `GAME`."""
    names = sorted(found.name for found in iter_modules(__path__) if found.ispkg)
    games = (import_module(f"games.{name}").GAME for name in names if name != "core")
    return MappingProxyType({game.name: game for game in games})


def game(slug: str) -> AnyGame:
    """The game of this slug; `KeyError` where there is none."""
    return all_games()[slug]
