"""The games: pure rules, found by their folders."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

from games.core.game import AnyGame
from games.core.record import HAND_CODES, shape_codes


@cache
def all_games() -> Mapping[str, AnyGame]:
    """Every game by its slug: each folder here but `core` offers one as `GAME`."""
    names = sorted(found.name for found in iter_modules(__path__) if found.ispkg)
    games = (import_module(f"games.{name}").GAME for name in names if name != "core")
    return MappingProxyType({game.name: game for game in games})


@cache
def hand_codes() -> frozenset[str]:
    """Every code with which some game may refuse a hand."""
    return HAND_CODES.union(*(found.hand_codes for found in all_games().values()))


@cache
def size_codes() -> frozenset[str]:
    """Every code with which the rules of some game may refuse a table of some size, or each other."""
    return frozenset[str]().union(*(found.rules_codes for found in all_games().values()))


@cache
def rules_codes() -> frozenset[str]:
    """Every code with which some game may refuse rules: those, and what is no rule of it."""
    return size_codes().union(*(shape_codes(found.rules) for found in all_games().values()))


def game(slug: str) -> AnyGame:
    """The game of this slug; `KeyError` where there is none."""
    return all_games()[slug]
