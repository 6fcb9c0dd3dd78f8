"""What is asked of the draw of a round, what is drawn, whoever draws it, and the draft of one as it stands."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final
from uuid import UUID

from scorekeeper.draws.models import BaseDraw
from scorekeeper.draws.report import Report
from scorekeeper.pairing.schedules.instance import Round as Seated

SEED_BITS: Final = 62  # what every database holds in a whole number with a sign


@dataclass(frozen=True, slots=True)
class Locked:
    """A lock: somebody stays at this table (from 0; None: sits out), on this `seat` where that was chosen too; who said
    so, and when."""

    table: int | None
    seat: int | None = None
    by: UUID | None = None
    at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawRequest:
    """What is asked of a draw. `shown` are the next round and those after it as people have seen them: with
    `few_changes` as few as possible get other table mates. With `despite` those for whom no other way is found sit
    together though they never should. `smaller`: where somebody sits out anyway tables are smaller, and more do. `stop`
    is asked now and then, and may raise. Penalties and bonuses count that were given `until` then, of old draws."""

    seed: int
    held: Mapping[str, Locked] = field(default_factory=dict)
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
class SeatedTable:
    """Who sits at a table, by what a draw calls them, in the order of the seats; in rounds of two a match, seat 0 at
    home, in its `group`, in a bracket with its `code`."""

    keys: tuple[str, ...]
    group: int = 1
    code: str = ""


@dataclass(frozen=True, slots=True)
class Drawn:
    """The tables in their order, who sits out, and why it is so (`report`). `seed`, `engine` and `facts`, the hash of
    all it started from, let it be drawn again; `fixed` are those who stand where a lock holds them."""

    tables: tuple[SeatedTable, ...]
    out: tuple[str, ...]
    seed: int
    engine: str
    facts: str
    report: Report
    fixed: frozenset[str] = frozenset()


def places_of(draft: BaseDraw) -> tuple[list[list[str]], list[str]]:
    """The tables of a draw in the order of their seats, and who sits out, as a draw calls them."""
    tables: dict[UUID, list[str]] = {}
    out = []
    for place in draft.present.order_by("table__number", "seat", "pk"):
        if place.table_id is None:
            out.append(place.key)
        else:
            tables.setdefault(place.table_id, []).append(place.key)
    return list(tables.values()), out


def held_in(draft: BaseDraw) -> dict[str, Locked]:
    """{who: where a lock holds them}"""
    places = draft.present.filter(by_hand=True).select_related("table").order_by("table__number", "seat")
    return {
        place.key: Locked(
            table=place.table.number - 1 if place.table else None,
            seat=place.seat if place.holds_seat else None,
            by=place.held_by_id,
            at=place.held_at,
        )
        for place in places
    }
