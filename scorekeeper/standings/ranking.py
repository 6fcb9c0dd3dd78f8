"""Who stands where: plain values in, ranks out. No Django."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Generic, TypeVar
from uuid import UUID

from scorekeeper.pairing.ties import Figure, Key, KeyFigures, direct_encounter, places

T = TypeVar("T")
TieBreaks = Sequence[tuple[str, int]]
POINTS = ""  # what the points are called among the keys
DIRECT = "direct_encounter"
LOT = "lot"


@dataclass(frozen=True, slots=True)
class Ranked(Generic[T]):
    """A row with its rank (equal ranks share a number, the next one skips) and the measure that put it behind
    the row above: "" where the total did, None where nothing did or there is no row above.

    `told` is what each key said that was asked of the row and those equal with it, by their places among the entries;
    `at` is its own.
    """

    rank: int
    row: T
    decided_by: str | None
    at: int = field(default=-1, compare=False)
    told: tuple[KeyFigures[int], ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Entry(Generic[T]):
    """What ranking looks at: the points, and the measures that break ties."""

    row: T
    points: int
    measures: Mapping[str, Figure]


@dataclass(frozen=True, slots=True)
class Lot(Generic[T]):
    """A lot between those who were equal in everything with so many points: best first."""

    order: tuple[T, ...]
    points: int


def ranked(
    entries: Sequence[Entry[T]],
    tie_breaks: TieBreaks,
    meetings: Iterable[Mapping[T, int]] = (),
    lots: Sequence[Lot[T]] = (),
) -> list[Ranked[T]]:
    """Highest points first, ties broken by the measures in order (+1: more is better, -1: fewer), then by lots; equal
    after the last is an equal rank. `meetings` are what the direct encounter is told from, where it is one of the
    tie-breaks."""
    keys = [Key(POINTS, lambda tied: {at: entries[at].points for at in tied})]
    for name, sign in tie_breaks:
        keys.append(_met(entries, meetings) if name == DIRECT else _measured(entries, name, sign))
    if lots:
        keys.append(_drawn(entries, lots))
    rows: list[Ranked[T]] = []
    for place in places(range(len(entries)), keys):
        rank, decided = len(rows) + 1, place.decided_by
        for at in place.rows:
            rows.append(Ranked(rank, entries[at].row, decided, at, place.keys_asked))
            decided = None
    return rows


def _measured(entries: Sequence[Entry[T]], name: str, sign: int) -> Key[int]:
    return Key(name, lambda tied: {at: sign * entries[at].measures.get(name, 0) for at in tied})


def _drawn(entries: Sequence[Entry[T]], lots: Sequence[Lot[T]]) -> Key[int]:
    """A lot is asked only of exactly those among whom it was drawn, with as many points as they had then."""
    by_group = {(frozenset(lot.order), lot.points): lot for lot in lots}

    def ask(tied: Sequence[int]) -> dict[int, int] | None:
        own = {entries[at].row: at for at in tied}
        lot = by_group.get((frozenset(own), entries[tied[0]].points))
        return {own[row]: -place for place, row in enumerate(lot.order, start=1)} if lot else None

    return Key(LOT, ask)


def _met(entries: Sequence[Entry[T]], meetings: Iterable[Mapping[T, int]]) -> Key[int]:
    at = {entry.row: place for place, entry in enumerate(entries)}
    return direct_encounter(
        DIRECT, [{at[row]: points for row, points in meeting.items() if row in at} for meeting in meetings]
    )


def drawn(seed: int, among: Iterable[UUID]) -> tuple[UUID, ...]:
    """These ids in the order of the SHA-256 of "SEED:ID" in hexadecimal figures, whatever order they come in."""
    return tuple(sorted(among, key=lambda one: sha256(f"{seed}:{one}".encode()).hexdigest()))
