"""Who stands where: plain values in, ranks out. No Django."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")
TieBreaks = Sequence[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Ranked(Generic[T]):
    """A row with its rank (equal ranks share a number, the next one skips) and the measure that put it behind
    the row above: "" where the total did, None where nothing did or there is no row above."""

    rank: int
    row: T
    decided_by: str | None


@dataclass(frozen=True, slots=True)
class Entry(Generic[T]):
    """What ranking looks at: the points, and the measures that break ties."""

    row: T
    points: int
    measures: Mapping[str, int]


def ranked(entries: Sequence[Entry[T]], tie_breaks: TieBreaks) -> list[Ranked[T]]:
    """Highest points first, ties broken by the measures in order (+1: more is better, -1: fewer); equal after the
    last is an equal rank."""
    ordered = sorted(entries, key=lambda entry: _key(entry, tie_breaks), reverse=True)
    rows: list[Ranked[T]] = []
    for place, entry in enumerate(ordered, start=1):
        above = ordered[place - 2] if place > 1 else None
        decided = _decided_by(above, entry, tie_breaks) if above else None
        rank = rows[-1].rank if above and decided is None else place
        rows.append(Ranked(rank, entry.row, decided))
    return rows


def _key(entry: Entry[T], tie_breaks: TieBreaks) -> tuple[int, ...]:
    return (entry.points, *(sign * entry.measures.get(name, 0) for name, sign in tie_breaks))


def _decided_by(above: Entry[T], below: Entry[T], tie_breaks: TieBreaks) -> str | None:
    if above.points != below.points:
        return ""
    for name, _sign in tie_breaks:
        if above.measures.get(name, 0) != below.measures.get(name, 0):
            return name
    return None
