"""Lots between those who are equal in everything else: drawn because somebody decided it, from a seed that stays."""

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Generic, TypeVar

from scorekeeper.pairing.drawing import shuffled
from scorekeeper.pairing.ties import Figure, Key

T = TypeVar("T", bound=Hashable)
LOT: Final = "LOT"


@dataclass(frozen=True, slots=True)
class Lot(Generic[T]):
    """A lot between these, whoever they were given first."""

    among: Collection[T]
    seed: int

    def order(self) -> list[T]:
        """Best first."""
        return shuffled(sorted(self.among, key=repr), Random(f"{self.seed}:lot"))  # noqa: S311 to be drawn again


def by_lot(lots: Iterable[Lot[T]]) -> list[Key[T]]:
    """A key, if there are lots: one is asked only of exactly those among whom it was drawn, so that a corrected result
    does not give it to others. The last one of them counts."""
    by_group = {frozenset(lot.among): lot for lot in lots}

    def ask(tied: Sequence[T]) -> Mapping[T, Figure] | None:
        lot = by_group.get(frozenset(tied))
        return {one: -place for place, one in enumerate(lot.order(), 1)} if lot else None

    return [Key(LOT, ask)] if by_group else []
