"""The rows of the screen in the room, and how many of them fill a page that nobody can scroll."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final, TypeVar

from scorekeeper.tournaments.selectors.bracket_page import Shown

# in rem of css/screen.css, whose page is 120 wide: what is left below the heading, and the parts of a row
HIGH: Final = 46.0
LINE: Final = 3.44
AROUND: Final = 1.6
HEADING: Final = 6.5  # of a second round on a page of a bracket
TABLE_NUMBER: Final = 4.0
LETTERS: Final = 40  # of a row of seats, in a line
OUT_LETTERS: Final = 24  # what stands before those who sit at no table
NAME_LETTERS: Final = 30  # beside place and points
SIDE_LETTERS: Final = 17  # of one side of a match
CHAIRS: Final = 3  # beside one another


@dataclass(frozen=True, slots=True)
class Sat:
    """Who sits at a table: the number of the `chair` where chairs are numbered, and what they `got` there, in words,
    once it is over."""

    name: str
    chair: int | None = None
    got: str = ""


@dataclass(frozen=True, slots=True)
class Seated:
    """A table and who sits there, the first deals; of a match (`is_match`) who is at home and who is away. With the
    number 0 who sits at none."""

    number: int
    state: str
    people: tuple[Sat, ...]
    is_match: bool = False

    @property
    def has_chairs(self) -> bool:
        return any(one.chair is not None for one in self.people)

    @property
    def lines(self) -> int:
        if self.has_chairs:
            return ceil(len(self.people) / CHAIRS)
        said = 0 if self.number else OUT_LETTERS
        return max(1, ceil((said + sum(len(one.name) + len(one.got) + 3 for one in self.people)) / LETTERS))

    @property
    def high(self) -> float:
        return max(self.lines * LINE, TABLE_NUMBER) + AROUND


@dataclass(frozen=True, slots=True)
class Paired:
    """A match of a bracket: the round it belongs to, its two sides, and what became of it."""

    title: str
    match: Shown

    @property
    def high(self) -> float:
        longest = max(len(side.name) + len(str(side.figure or "")) for side in self.match.sides)
        return max(1, ceil(longest / SIDE_LETTERS)) * LINE + AROUND


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of a standing; `said` is the total in words, where it counts in halves: of a team its team points
    (`by_team`), where these count. `on_podium`: one of the first
    three places of a tournament that has ended."""

    rank: str
    name: str
    total: int | None
    said: str = ""
    by_team: bool = False
    on_podium: bool = False

    @property
    def high(self) -> float:
        return max(1, ceil(len(self.name) / NAME_LETTERS)) * LINE + AROUND


Row = Seated | Ranked | Paired
Of = TypeVar("Of", bound=Row)


def paged(rows: Sequence[Of]) -> Iterator[tuple[Sequence[Of], int]]:
    """(rows of a page, how many stand before it): as many as fit, at least one."""
    begin, used = 0, 0.0
    for at, row in enumerate(rows):
        if at > begin and used + row.high > HIGH:
            yield rows[begin:at], begin
            begin, used = at, 0.0
        used += row.high
    if rows:
        yield rows[begin:], begin


def together(rounds: Iterable[Sequence[Paired]]) -> Iterator[Sequence[Paired]]:
    """Pages of rounds: a round begins on the page of the one before it where all of it fits there."""
    page: list[Paired] = []
    used = 0.0
    for rows in rounds:
        high = HEADING + sum(row.high for row in rows)
        if page and used + high > HIGH:
            yield page
            page, used = [], 0.0
        *full, rest = [list(part) for part, _before in paged(rows)] or [[]]
        yield from full
        used += sum(row.high for row in rest) + (HEADING if page else 0)
        page += rest
    if page:
        yield page
