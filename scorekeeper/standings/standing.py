"""A standing as a value: who stands where, by which columns, and why. Pages, phones, projectors, files and programs
draw it, of seasons, team leagues and tournaments, and know nothing of what is played."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, NamedTuple, TypeAlias
from uuid import UUID

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from games.core.settling import InUnits
from scorekeeper.common.names import alphabetical
from scorekeeper.common.tables.values import Cell, Column, Kind, RichCell, Table, Value
from scorekeeper.common.texts import POINTS

Facts: TypeAlias = Callable[[], Mapping[str, Any]]
NO_FIGURE: Final = SafeString('<span class="muted">–</span>')


@dataclass(frozen=True, slots=True)
class Term:
    """A part of how a figure came about: what was counted, and how much it made."""

    label: str
    figure: str = ""
    is_own: bool = False  # of several sides that of the row


@dataclass(frozen=True, slots=True)
class Source:
    """Where a figure comes from: a table, whose `sitting` may have a sheet, or what stands at the `link`; who sat there
    for a team, what that brought, what was written at the desk, what the sheet still `waits` for."""

    text: str
    sitting: UUID | None = None
    link: str = ""
    name: str = ""
    figure: str = ""
    note: str = ""
    waits: str = ""

    @property
    def address(self) -> str:
        """Where it is to be read, if anywhere."""
        return self.link or (reverse("sitting_detail", args=[self.sitting]) if self.sitting else "")


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the way to a total: a round, a sheet, a penalty. `second` is another figure, in words; `back` the page
    on which a director takes it back; `state` says whether it `is_official`, where it is said of each step. What is
    `dropped`, in words, does not count."""

    label: str
    text: str = ""
    figure: str = ""
    second: str = ""
    note: str = ""
    terms: tuple[Term, ...] = ()
    sources: tuple[Source, ...] = ()
    state: str = ""
    is_official: bool = False
    dropped: str = ""
    back: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """Where more is to be read."""

    text: str
    address: str


@dataclass(frozen=True, slots=True)
class Part:
    """Steps of one evening, or all of them, which have no `head`."""

    steps: Sequence[Step]
    head: Link | None = None


@dataclass(frozen=True, slots=True)
class Questions:
    """What was asked of those who are level, in order, or against whom somebody has played: sentences, as HTML."""

    title: str
    sentences: Sequence[SafeString]


@dataclass(frozen=True, slots=True)
class Chain:
    """What put a row where it stands: what its total comes to, step by step, what was `asked` of those who are level,
    `reasons` as far as the total does not say it, `notes`, and where more is to be read."""

    parts: Sequence[Part]
    total: str = ""
    asked: Sequence[Questions] = ()
    reasons: Sequence[str] = ()
    notes: Sequence[SafeString] = ()
    links: Sequence[Link] = ()

    @property
    def sittings(self) -> set[UUID]:
        """The sheets it names."""
        steps = (step for part in self.parts for step in part.steps)
        return {source.sitting for step in steps for source in step.sources if source.sitting}


@dataclass(frozen=True, slots=True)
class Bar:
    """What an evening brought, as a bar of a spark: from the line at zero up or down; `kind` is `counts`, `dropped` or
    `open`, while a sheet of it is not official."""

    x: int
    y: str
    height: str
    kind: str


SPARK_HIGH: Final = 20
SPARK_STEP: Final = 8


def spark(evenings: Sequence[tuple[int, str] | None], most: int, least: int) -> tuple[Bar, ...]:
    """The bars of the (points, kind) of the newest evenings, oldest first, None where somebody was absent; as high as
    `most`, the best of all in the table, and as low as `least`, at most 0, allow."""
    scale = SPARK_HIGH / max(most - least, 1)
    return tuple(
        Bar(
            place * SPARK_STEP,
            f"{(most - max(evening[0], 0)) * scale:.1f}",
            f"{max(abs(evening[0]) * scale, 1):.1f}",
            evening[1],
        )
        for place, evening in enumerate(evenings)
        if evening
    )


class StandingRow(NamedTuple):
    """An entrant with its place, the last one of those that share it, and its cells. The place 0 is of those who are
    not ranked. `total` is what it is ranked by first, as a whole number where that is one, `figure` as people write it.
    `reasons` say in sentences what put it there as far as the total does not; `chain` is all of it, worked out when it
    is asked for. `is_settled`: nothing that is still to come can move it. `movement` is by how many places it stands
    higher than before the newest evening or round; `bars` are the spark of its newest evenings. `number` is
    that of the entrant where lists name people by it. `facts` are what programs read of it besides."""

    first: int
    last: int
    entrant: UUID
    name: str
    cells: Sequence[Cell]
    total: int | None = None
    figure: str = ""
    state: str = ""
    reasons: tuple[str, ...] = ()
    chain: Callable[[], Chain] | None = None
    is_settled: bool = False
    movement: int = 0
    bars: tuple[Bar, ...] = ()
    number: int | None = None
    facts: Facts = dict

    @property
    def is_shared(self) -> bool:
        return self.first < self.last

    @property
    def opens(self) -> bool:
        return self.chain is not None

    @property
    def down(self) -> int:
        """By how many places it stands lower."""
        return -self.movement

    @property
    def place(self) -> str:
        """The place, or the first and the last of those that are shared."""
        return f"{self.first}–{self.last}" if self.is_shared else str(self.first or "–")


@dataclass(frozen=True, slots=True)
class StandingGroup:
    """A group with its rows, the best first, and those who are not ranked; `columns` stand after place and name.
    `notes` are said below it, `warnings` too, and stand out; `cross` is everybody against everybody."""

    number: int
    columns: Sequence[Column]
    rows: Sequence[StandingRow]
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    cross: Table | None = None
    unranked: Sequence[StandingRow] = ()

    @property
    def width(self) -> int:
        """How many columns a table of it may have: place, movement, name and spark stand before its own."""
        return len(self.columns) + 4

    @property
    def has_sparks(self) -> bool:
        return any(row.bars for row in (*self.rows, *self.unranked))

    @property
    def tied(self) -> Iterator[list[StandingRow]]:
        """Those who share a place, each time there are any."""
        for _first, tied in groupby(self.rows, key=lambda row: row.first):
            if len(rows := list(tied)) > 1:
                yield rows


@dataclass(frozen=True, slots=True)
class Standing:
    """All groups. `official`: by what stands, else as if it ended now; `is_final`: no result is open in its
    `rounds`. `head` names the column of places, `names` that of entrants; `unsettled` says what is still open.
    `by_team`: team points come first. `shares_places`: a list too has the first and the last of the places that
    are shared. `of_rounds`: rows have moved
    since the round before, else since the evening before. `facts` are what programs read of it besides."""

    groups: Sequence[StandingGroup]
    official: bool
    is_final: bool
    rounds: int
    head: str
    names: str
    unit: InUnits = POINTS
    unsettled: str = ""
    by_team: bool = False
    shares_places: bool = False
    of_rounds: bool = False
    facts: Facts = dict

    @property
    def moved_since(self) -> str:
        return (
            pgettext("in a line", "since the round before")
            if self.of_rounds
            else pgettext("in a line", "since the evening before")
        )

    @property
    def rows(self) -> list[StandingRow]:
        return [row for group in self.groups for row in group.rows]

    @property
    def everybody(self) -> Iterator[StandingRow]:
        """The rows, and those who are not ranked."""
        for group in self.groups:
            yield from group.rows
            yield from group.unranked

    @property
    def settled(self) -> list[StandingRow]:
        """Those who have a place that nothing can move, the best first, equal ones by name."""
        rows = (row for row in self.rows if row.is_settled)
        return sorted(rows, key=lambda row: (row.first, row.last, alphabetical(row.name)))

    @property
    def has_moved(self) -> bool:
        """Whether anybody stands elsewhere than before: only then rows say how far."""
        return any(row.movement for row in self.rows)

    @property
    def is_narrow(self) -> bool:
        """Whether a page needs little width for it: nobody has more than one figure."""
        return bool(self.groups) and all(len(group.columns) == 1 for group in self.groups)

    @property
    def is_in_groups(self) -> bool:
        return len(self.groups) > 1

    def row_of(self, entrant: UUID | None) -> StandingRow | None:
        return next((row for row in self.everybody if row.entrant == entrant), None)


def place_cell(first: int, last: int) -> int | str | None:
    """A place as files have it: a number, or the first and the last of those that are shared; None: not ranked."""
    return f"{first}–{last}" if first < last else first or None


def file_of_standing(standing: Standing, name: str, over: Sequence[str] = ()) -> Table:
    """The rows for paper and for other programs, all groups below one another; these have the same columns."""
    columns = standing.groups[0].columns if standing.groups else ()
    has_numbers = any(row.number is not None for row in standing.everybody)
    heads = [
        Column("rank", standing.head, Kind.ORDINAL),
        *([Column("number", pgettext("note", "No."), Kind.ORDINAL)] if has_numbers else ()),
        Column("name", standing.names, Kind.NAME),
        *([Column("group", pgettext("column", "Group"), Kind.ORDINAL)] if standing.is_in_groups else ()),
    ]
    rows = [
        (
            place_cell(row.first, row.last if standing.shares_places else row.first),
            *([row.number] if has_numbers else ()),
            row.name,
            *([group.number] if standing.is_in_groups else ()),
            *row.cells,
        )
        for group in standing.groups
        for row in (*group.rows, *group.unranked)
    ]
    return Table(name, [*heads, *columns], rows, over)


def in_pencil(value: Value, figure: str, words: str) -> RichCell:
    """A figure that can still change, as a page writes it, and why."""
    return RichCell(value, html=format_html('<span class="pen">{}<span class="vh">, {}</span></span>', figure, words))
