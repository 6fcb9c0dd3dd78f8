"""What the closed sheets of a month come to, for each person and for the club: sums that pages add up over months, and
so need not read every sheet. Plain values of digests; nothing is read or written here.

Units are told as [unit, decimals]. Where sheets have an order, it is that of closing.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias
from uuid import UUID

from games.core.game import AnyGame
from scorekeeper.ratings.models import Digest, Played

Values: TypeAlias = dict[str, Any]
Facts: TypeAlias = Mapping[str, Mapping[str, Sequence[int]]]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A digest with what it says of those who sat there, by seat; each of the rows knows its `person`."""

    digest: Digest
    rows: Sequence[Any]


@dataclass(frozen=True, slots=True)
class Sat:
    """One row of a sheet."""

    sheet: Sheet
    row: Any

    @property
    def unit(self) -> tuple[str, int]:
        return self.sheet.digest.unit, self.sheet.digest.decimals

    @property
    def day(self) -> str:
        return self.sheet.digest.played_on.isoformat()


class Run(NamedTuple):
    """Sheets of one person in order: the most that were won one after the other, how many were won before the first
    that was not, how many after the last, and how many there are."""

    longest: int = 0
    first: int = 0
    last: int = 0
    sheets: int = 0

    def then(self, later: "Run") -> "Run":
        """These sheets and, after them, those."""
        return Run(
            longest=max(self.longest, later.longest, self.last + later.first),
            first=self.first + later.first if self.first == self.sheets else self.first,
            last=later.last + self.last if later.last == later.sheets else later.last,
            sheets=self.sheets + later.sheets,
        )


def run_of(won: Iterable[bool]) -> Run:
    """The run of sheets of which each was won or not."""
    run = Run()
    for points in won:
        run = run.then(Run(points, points, points, 1))
    return Run(*map(int, run))


def of_people(game: AnyGame, sheets: Iterable[Sheet]) -> dict[UUID, Values]:
    """By person the fields of their month."""
    sat: defaultdict[UUID, list[Sat]] = defaultdict(list)
    for sheet in sheets:
        for row in sheet.rows:
            sat[row.person].append(Sat(sheet, row))
    return {person: _of_person(game, own) for person, own in sat.items()}


def of_club(game: AnyGame, sheets: Sequence[Sheet], people: Mapping[UUID, Values]) -> Values:
    """The fields of the club's month; `people` is what the same sheets say of each person."""
    digests, counts = [sheet.digest for sheet in sheets], Counter[str]()
    for digest in digests:
        counts.update(digest.counts)
    return {
        "sheets": len(digests),
        "hands": sum(digest.hands for digest in digests),
        "units": _units((digest.unit, digest.decimals) for digest in digests),
        "counts": dict(sorted(counts.items())),
        "peaks": _peaks(game, [Sat(sheet, row) for sheet in sheets for row in sheet.rows]),
        "best": _best(people),
        "runs": {str(person): people[person]["run"] for person in sorted(people)},
    }


def facts_added(told: Iterable[Facts]) -> dict[str, dict[str, list[int]]]:
    """Facts of several sheets, or months, as one."""
    sums: dict[str, dict[str, list[int]]] = {}
    for facts in told:
        for group, names in facts.items():
            for name, figures in names.items():
                kept = sums.setdefault(group, {}).setdefault(name, [0, 0, 0, 0])
                kept[:] = [known + more for known, more in zip(kept, figures, strict=True)]
    return sums


def _of_person(game: AnyGame, own: Sequence[Sat]) -> Values:
    return {
        "sheets": len(own),
        "won": sum(sat.row.won for sat in own),
        "hands": sum(sat.row.hands for sat in own),
        "run": [*run_of(sat.row.won for sat in own)],
        "units": _units(sat.unit for sat in own),
        "days": _days(own),
        "facts": facts_added(sat.row.facts for sat in own),
        "peaks": _peaks(game, own),
        "met": _met(own),
    }


def _units(units: Iterable[tuple[str, int]]) -> list[list[Any]]:
    """How many sheets are counted in what: [unit, decimals, sheets], as they first come."""
    return [[*unit, sheets] for unit, sheets in Counter(units).items()]


def _days(own: Iterable[Sat]) -> list[list[Any]]:
    """What each day brought: [day, unit, decimals, total, sheets], a row for each unit."""
    totals: Counter[tuple[Any, ...]] = Counter()
    sheets: Counter[tuple[Any, ...]] = Counter()
    for sat in own:
        totals[sat.day, *sat.unit] += sat.row.total
        sheets[sat.day, *sat.unit] += 1
    return [[*key, totals[key], sheets[key]] for key in sorted(sheets)]


def _peaks(game: AnyGame, sats: Iterable[Sat]) -> list[list[Any]]:
    """The most of each thing, the first time: [name, unit, decimals, figure, number of the hand, sitting, day, person];
    of amounts the most in each unit, of other things just the most."""
    best: dict[tuple[str, str, int], list[Any]] = {}
    for sat in sats:
        for name, (figure, number) in sat.row.peaks.items():
            key = (name, *(sat.unit if name in game.facets.in_units else ("", 0)))
            if figure > (best[key][3] if key in best else 0):
                best[key] = [*key, figure, number, str(sat.sheet.digest.sitting_id), sat.day, str(sat.row.person)]
    return [best[key] for key in sorted(best)]


def _met(own: Iterable[Sat]) -> dict[str, list[int]]:
    """With whom they sat: {person: [sheets as partners, won, sheets against each other, ahead, behind]}."""
    sums: dict[str, list[int]] = {}
    for sat in own:
        mine: Played = sat.row
        for other in sat.sheet.rows:
            if other.person == sat.row.person:
                continue
            if other.side == mine.side:
                more = (1, other.won, 0, 0, 0)
            else:
                more = (0, 0, 1, mine.rank < other.rank, mine.rank > other.rank)
            kept = sums.setdefault(str(other.person), [0, 0, 0, 0, 0])
            kept[:] = [known + int(what) for known, what in zip(kept, more, strict=True)]
    return dict(sorted(sums.items()))


def _best(people: Mapping[UUID, Values]) -> list[list[Any]]:
    """In each unit the evening that brought anybody most, the first: [unit, decimals, total, day, sheets, person]."""
    best: dict[tuple[str, int], list[Any]] = {}
    for person in sorted(people):
        for day, unit, decimals, total, sheets in people[person]["days"]:
            kept = best.get((unit, decimals))
            if kept is None or total > kept[2] or (total == kept[2] and day < kept[3]):
                best[unit, decimals] = [unit, decimals, total, day, sheets, str(person)]
    return [best[key] for key in sorted(best)]
