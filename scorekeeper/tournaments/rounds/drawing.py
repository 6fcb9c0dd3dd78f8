"""A round as it is drawn, whatever the format: what the database keeps of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from scorekeeper.pairing.schedules.instance import Round as Seated

BY_HAND: Final = "by_hand"
"""What the report of a round says where people have changed places by hand since it was drawn: then its number and its
fingerprint are those of the draw before."""
UNSAID: Final = "unsaid"  # in a draft's report: pairs nobody has said they want together, though the report names them


@dataclass(frozen=True, slots=True)
class Held:
    """A lock: somebody stays at this table (from 0; None: sits out), on this `seat` where that was chosen too; who said
    so, and when."""

    table: int | None
    seat: int | None = None
    by: UUID | None = None
    at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is asked of a draw. `shown` are the next round and those after it as people have seen them: with
    `few_changes` as few as possible get other table mates. With `despite` those for whom no other way is found sit
    together though they never should. `smaller`: where somebody sits out anyway tables are smaller, and more do. `stop`
    is asked now and then, and may raise. Penalties and bonuses count that were given `until` then, of old draws."""

    seed: int
    held: Mapping[str, Held] = field(default_factory=dict)
    shown: Sequence[Seated] = ()
    few_changes: bool = False
    despite: bool = False
    smaller: bool = False
    stop: Callable[[], bool] | None = None
    until: datetime | None = None

    @property
    def fixed(self) -> dict[str, int | None]:
        """{who: the table where they stay, or None: they sit out}"""
        return {key: held.table for key, held in self.held.items()}


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
    all it started from, let it be drawn again; `fixed` are those who stand where a lock holds them."""

    tables: tuple[DrawnTable, ...]
    out: tuple[str, ...]
    seed: int
    engine: str
    facts: str
    report: Mapping[str, Any]
    fixed: frozenset[str] = frozenset()
