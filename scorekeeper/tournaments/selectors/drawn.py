"""A round as it is drawn, whatever the format: what the database keeps of it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """Who sits at a table, by what a draw calls them, in the order of the seats; in rounds of two a match, seat 0 at
    home, in its `group`, in a bracket with its `code`."""

    keys: tuple[str, ...]
    group: int = 1
    code: str = ""


@dataclass(frozen=True, slots=True)
class Drawn:
    """The tables in their order, who sits out, and why it is so (`report`). `seed`, `engine` and `facts`, the hash of
    all it started from, let it be drawn again; `fixed` are those who stand where they were put by hand."""

    tables: tuple[DrawnTable, ...]
    out: tuple[str, ...]
    seed: int
    engine: str
    facts: str
    report: Mapping[str, Any]
    fixed: Collection[str] = ()
