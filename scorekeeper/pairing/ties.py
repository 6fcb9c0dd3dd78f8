"""Equal entrants keys_asked apart: keys asked one after the other, direct encounter among them."""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Final, Generic, NamedTuple, TypeVar

from scorekeeper.pairing.drawing import shuffled

T = TypeVar("T", bound=Hashable)
Figure = int | Fraction
Meeting = Mapping[T, Figure]
"""What those who met had of it: a game of two, or a table of more."""


@dataclass(frozen=True, slots=True)
class Key(Generic[T]):
    """Something that may tell equal entrants apart: more of what it says is better.

    `ask` gets those who are equal so far; None: it can't be asked of them. One that looks only at those who are equal
    is `again` asked inside each smaller group that it makes.
    """

    name: str
    ask: Callable[[Sequence[T]], Mapping[T, Figure] | None]
    again: bool = False


class KeyFigures(NamedTuple, Generic[T]):
    """What one key said of one group: `figures` is None where it could not be asked."""

    name: str
    figures: Mapping[T, Figure] | None


class Place(NamedTuple, Generic[T]):
    """Those who share a place, best first; `decided_by` is the key that put them behind the place above (None: first).
    `keys_asked` is what each key said that was asked of them, in order."""

    rows: tuple[T, ...]
    decided_by: str | None
    keys_asked: tuple[KeyFigures[T], ...]


def places(rows: Sequence[T], keys: Sequence[Key[T]]) -> list[Place[T]]:
    """Who shares a place with whom, best first; who is equal in everything stays in the order they came."""
    return _places(tuple(rows), tuple(keys), None, ()) if rows else []


def _places(
    tied: tuple[T, ...], keys: tuple[Key[T], ...], decided_by: str | None, keys_asked: tuple[KeyFigures[T], ...]
) -> list[Place[T]]:
    if len(tied) == 1 or not keys:
        return [Place(tied, decided_by, keys_asked)]
    key, rest = keys[0], keys[1:]
    figures = key.ask(tied)
    keys_asked = (*keys_asked, KeyFigures(key.name, figures))
    if figures is None:
        return _places(tied, rest, decided_by, keys_asked)
    groups: dict[Figure, list[T]] = {}
    for row in tied:
        groups.setdefault(figures[row], []).append(row)
    if key.again and len(groups) > 1:
        rest = keys
    found: list[Place[T]] = []
    for figure in sorted(groups, reverse=True):
        behind = key.name if found else decided_by
        if len(group := tuple(groups[figure])) == 1:
            found.append(Place(group, behind, keys_asked))
        else:
            found += _places(group, rest, behind, keys_asked)
    return found


def figure_key(name: str, figures: Mapping[T, Figure]) -> Key[T]:
    """A key of what each has, whoever else is equal."""
    return Key(name, lambda _tied: figures)


def direct_encounter(name: str, meetings: Iterable[Meeting[T]]) -> Key[T]:
    """What those who are equal made of their meetings with each other; only where each has met each.

    Of every meeting each pair has a comparison: 2 for who had more, 1 each where they had the same.
    """
    by_entrant: dict[T, list[Meeting[T]]] = {}
    for meeting in meetings:
        for entrant in meeting:
            by_entrant.setdefault(entrant, []).append(meeting)

    def ask(tied: Sequence[T]) -> Mapping[T, Figure] | None:
        among, seen = set(tied), set()
        figures: dict[T, Figure] = dict.fromkeys(tied, 0)
        met: set[frozenset[T]] = set()
        for entrant in tied:
            for meeting in by_entrant.get(entrant, ()):
                if id(meeting) in seen:
                    continue
                seen.add(id(meeting))
                for one, other in combinations([row for row in meeting if row in among], 2):
                    met.add(frozenset((one, other)))
                    gap = meeting[one] - meeting[other]
                    figures[one] += (gap > 0) * 2 + (gap == 0)
                    figures[other] += (gap < 0) * 2 + (gap == 0)
        return figures if len(met) == len(tied) * (len(tied) - 1) // 2 else None

    return Key(name, ask, again=True)


# Lots between those who are equal in everything else: drawn because somebody decided it, from a seed that stays.

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
        return {player: -place for place, player in enumerate(lot.order(), 1)} if lot else None

    return [Key(LOT, ask)] if by_group else []
