"""The formats there are, found by the folders they stand in."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module

from scorekeeper.tournaments.formats.format import Format
from scorekeeper.tournaments.formats.plan import folders
from scorekeeper.tournaments.models import Stage


@cache
def all_formats() -> Mapping[str, Format]:
    """{kind: the format}, as they are offered one after the other."""
    found: list[Format] = [one for folder in folders() for one in import_module(f"{folder}.format").FORMATS]
    return {one.name: one for one in sorted(found, key=lambda one: one.order)}


def format_named(kind: str) -> Format:
    """Raises KeyError: no format is called so."""
    return all_formats()[kind]


def format_of(stage: Stage) -> Format:
    """In which a stage is played."""
    return all_formats()[stage.plan["kind"]]
