"""The rows of the screen in the room, and how many of them fill a page that nobody can scroll."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from math import ceil
from typing import Final, TypeVar

from scorekeeper.draws.words import TABLES, TableWords
from scorekeeper.tournaments.formats.picture import BracketMatch

# in rem of css/screen.css, whose page is 120 wide: what is left below the heading, and the parts of a row
HIGH: Final = 46.0
LINE: Final = 3.44
AROUND: Final = 1.6
AROUND_RANKED: Final = 0.9
FEWEST: Final = 3  # rows of a last page: it takes them from the page before it
SCALES: Final = (1.6, 1.35, 1.15)  # how much larger the letters of few rows are, so that they fill the wall
HEADING: Final = 6.5  # of a second round on a page of a bracket
GROUP: Final = 2.8  # what a group of a standing is called
TABLE_NUMBER: Final = 4.0
LETTERS: Final = 38  # of a row of seats, in a line
OUT_LETTERS: Final = 24  # what stands before those who sit at no table
NAME_LETTERS: Final = 30  # beside place and points
TEAM_SIZE: Final = 0.65  # of a letter of a team, beside that of a name
SIDE_LETTERS: Final = 15  # of one side of a match
CHAIRS: Final = 3  # beside one another


@dataclass(frozen=True, slots=True)
class Sat:
    """Who sits at a table: the number of the `chair` where chairs are numbered, what they `got` there, in words, once
    it is over, and of single players of teams their `team`, in short."""

    name: str
    chair: int | None = None
    got: str = ""
    team: str = ""

    @property
    def letters(self) -> int:
        """How many there are of it, with what parts them; those of a team are smaller."""
        team = ceil(TEAM_SIZE * len(self.team)) + 1 if self.team else 0
        return len(self.name) + len(self.got) + team + 3


@dataclass(frozen=True, slots=True)
class Seated:
    """A table and who sits there, the first deals; of a match who is at home and who is away, as its `words` say. With
    the number 0 who sits at none. `hands` were played so far, of `length` or of nobody knows how many; None without a
    sheet."""

    number: int
    state: str
    people: tuple[Sat, ...]
    words: TableWords = TABLES
    hands: int | None = None
    length: int | None = None

    @property
    def has_chairs(self) -> bool:
        return any(person.chair is not None for person in self.people)

    def lines(self, scale: float = 1) -> int:
        """How many lines its people need, in letters so much larger."""
        if self.has_chairs:
            return ceil(len(self.people) / CHAIRS)
        letters = 0 if self.number else OUT_LETTERS
        return max(1, ceil((letters + sum(person.letters for person in self.people)) * scale / LETTERS))

    def high(self, scale: float = 1) -> float:
        return max(self.lines(scale) * LINE, TABLE_NUMBER) * scale + AROUND


@dataclass(frozen=True, slots=True)
class Paired:
    """A match of a bracket: the round it belongs to, its two sides, and what became of it."""

    title: str
    match: BracketMatch

    def high(self, scale: float = 1) -> float:
        longest = max(len(side.name) + len(str(side.figure or "")) for side in self.match.sides)
        return max(1, ceil(longest * scale / SIDE_LETTERS)) * LINE * scale + AROUND


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of a standing; `said` is the total in words, where it counts in halves: of a team its team points
    (`by_team`), where these count. `on_podium`: one of the first three places of a tournament that has ended. `group`:
    the number of its group, where there are several; ranks are those of the group then."""

    rank: str
    name: str
    total: int | None
    said: str = ""
    by_team: bool = False
    on_podium: bool = False
    group: int = 0

    def high(self, scale: float = 1) -> float:
        return max(1, ceil(len(self.name) * scale / NAME_LETTERS)) * LINE * scale + AROUND_RANKED


Row = Seated | Ranked | Paired
Of = TypeVar("Of", bound=Row)


def paged(rows: Sequence[Of], high: float = HIGH) -> Iterator[tuple[Sequence[Of], int]]:
    """(rows of a page, how many stand before it): as many as fit, at least one; the last page has a few where the one
    before it can spare them, so that no row stands alone."""
    begins, used = [0], 0.0
    for at, row in enumerate(rows):
        if at > begins[-1] and used + row.high() > high:
            begins.append(at)
            used = 0.0
        used += row.high()
    if len(begins) > 1:
        spare = (begins[-1] - begins[-2]) // 2
        wanted = max(FEWEST - (len(rows) - begins[-1]), 0)
        begin = begins[-1] - min(wanted, spare)
        if sum(row.high() for row in rows[begin:]) <= high:
            begins[-1] = begin
    for begin, end in pairwise([*begins, len(rows)]):
        if begin < end:
            yield rows[begin:end], begin


def scale_of(rows: Sequence[Row], high: float = HIGH) -> int:
    """By how many steps the letters of these rows may be larger so that they still fit: 0 is the usual size."""
    for steps, scale in zip(range(len(SCALES), 0, -1), SCALES, strict=True):
        if sum(row.high(scale) for row in rows) <= high:
            return steps
    return 0


def ranked_pages(rows: Sequence[Ranked]) -> Iterator[tuple[Sequence[Ranked], int]]:
    """Pages of a standing, as `paged`; of several groups each begins on the page of the one before it where all of it
    fits there."""
    if not rows or not rows[0].group:
        yield from paged(rows)
        return
    groups = [list(own) for _number, own in groupby(rows, key=lambda row: row.group)]
    yield from ((page, 0) for page in together(groups, heading=GROUP, first=GROUP))


def together(parts: Iterable[Sequence[Of]], *, heading: float = HEADING, first: float = 0.0) -> Iterator[Sequence[Of]]:
    """Pages of rounds, or of groups: one begins on the page of the one before it where all of it fits there. Its
    heading is so high, that of the first of a page as high as `first`."""
    page: list[Of] = []
    used = 0.0
    for rows in parts:
        high = heading + sum(row.high() for row in rows)
        if page and used + high > HIGH:
            yield page
            page, used = [], 0.0
        *full, rest = [list(part) for part, _before in paged(rows, HIGH - first)] or [[]]
        yield from full
        used += sum(row.high() for row in rest) + (heading if page else first)
        page += rest
    if page:
        yield page
