"""Hands as they are played in a club: a module a game, named like it, each with a `deal`."""

from collections.abc import Sequence
from importlib import import_module
from random import Random
from typing import Any

from games.core.game import AnyGame
from games.core.record import Record
from games.core.values import Table


def deal(chance: Random, game: AnyGame, rules: Record, table: Table[Any], skills: Sequence[int]) -> dict[str, Any]:
    """The facts of one hand at this table, made up by a seeded chance and always ones the rules accept.

    `skills` belong to its seats in order: how often one wins what one begins, in per cent.
    """
    facts: dict[str, Any] = import_module(f"{__name__}.{game.name}").deal(chance, game, rules, table, skills)
    return facts
