"""How sheets move ratings: OpenSkill (Plackett-Luce), whose numbers are fractions only in here. Pure.

A rating is two whole numbers in thousandths: how strong somebody seems, and how unsure that is. They are rounded after
each sheet, so that going on from any sheet comes to the same as beginning with the first.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

P = TypeVar("P")
K = TypeVar("K")

SCALE = 1000
SURE = 3  # so many times the doubt is taken off
SHOWN = 10  # thousandths in one point of what people see
LEAST_SIDES = 2


class Skill(NamedTuple):
    """Strength and doubt in thousandths, after `sheets` sheets."""

    mu: int
    sigma: int
    sheets: int = 0

    @property
    def points(self) -> int:
        """What people see: the strength that is as good as sure. A newcomer has 0."""
        return points(self.mu, self.sigma)


NEWCOMER = Skill(25_000, 8_333)


def points(mu: int, sigma: int) -> int:
    """The strength that is as good as sure, in points."""
    return (mu - SURE * sigma) // SHOWN


@dataclass(frozen=True, slots=True)
class Sides(Generic[K, P]):
    """A sheet as ratings see it: who was on which side (None: somebody without a rating), and the rank of each side."""

    key: K
    sides: Sequence[Sequence[P | None]]
    ranks: Sequence[int]


class Change(NamedTuple, Generic[K, P]):
    """What one sheet made of one person's rating."""

    key: K
    person: P
    before: Skill
    after: Skill


def changes(sheets: Iterable[Sides[K, P]], start: Mapping[P, Skill]) -> Iterator[Change[K, P]]:
    """Rate these sheets in order; who is not in `start` is a newcomer, who has no rating is one each time. A sheet
    with one side moves nobody."""
    now = dict(start)
    for sheet in sheets:
        if len(sheet.sides) < LEAST_SIDES:
            continue
        before = [
            [NEWCOMER if person is None else now.get(person, NEWCOMER) for person in side] for side in sheet.sides
        ]
        after = _rated(before, sheet.ranks)
        for people, old, new in zip(sheet.sides, before, after, strict=True):
            for person, one, other in zip(people, old, new, strict=True):
                if person is not None:
                    now[person] = other
                    yield Change(sheet.key, person, one, other)


def _rated(sides: Sequence[Sequence[Skill]], ranks: Sequence[int]) -> list[list[Skill]]:
    model = _model()
    teams = [[model.rating(mu=rating.mu / SCALE, sigma=rating.sigma / SCALE) for rating in side] for side in sides]
    rated = model.rate(teams, ranks=[float(rank) for rank in ranks])
    return [
        [
            Skill(round(new.mu * SCALE), round(new.sigma * SCALE), old.sheets + 1)
            for old, new in zip(side, team, strict=True)
        ]
        for side, team in zip(sides, rated, strict=True)
    ]


@cache
def _model() -> Any:
    """The library, which takes a moment to load, only where something is rated."""
    from openskill.models import PlackettLuce

    return PlackettLuce()
