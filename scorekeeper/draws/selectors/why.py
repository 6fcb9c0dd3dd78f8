"""A draw as the page shows and explains it, and as its seat plan hangs on the wall: its tables, what it asks of people,
in short and what is folded away."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.common.names import alphabetical
from scorekeeper.common.tables.values import Cell, Table, without_empty
from scorekeeper.common.texts import isolated, ordinal
from scorekeeper.draws.drawn import Concession, Report
from scorekeeper.draws.words import TABLES, TableWords

MOST: Final = 6  # sentences about pairs that stand on the page before they are folded away
NEVER: Final = {"forbidden", "kept_apart"}
"""The kinds of what no draw does while there is any other way: they stand first, and are never folded away."""
Names = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Detail:
    """A part of the explanation of a draw that is folded away: its title, and its sentences."""

    title: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """A report in the reader's language: in short, and what is folded away."""

    reasons: tuple[str, ...]
    details: tuple[Detail, ...] = ()


def asked_of_people(broken: Iterable[Concession], names: Names, instead: Callable[[int], str]) -> list[str]:
    """In short; `instead` says of too many how many there are."""
    broken = list(broken)
    never = [sentence(each, names) for each in broken if each.kind in NEVER]
    return [*never, *folded(about_pairs(broken, names), instead), *_small(broken, names)]


def about_pairs(broken: Iterable[Concession], names: Names) -> list[str]:
    """Who meets again, and who sits out again: a sentence each."""
    return [sentence(each, names) for each in broken if each.kind not in {"small", *NEVER}]


def folded(sentences: list[str], instead: Callable[[int], str]) -> list[str]:
    """These, or of too many how many there are."""
    return sentences if len(sentences) <= MOST else [instead(len(sentences))]


def unfolded(title: str, sentences: list[str]) -> Iterator[Detail]:
    """What was folded away of these."""
    if len(sentences) > MOST:
        yield Detail(title, tuple(sentences))


def sentence(broken: Concession, names: Names) -> str:
    """One of what a draw could not avoid, in words."""
    players, table = broken.players, broken.table
    sentences = {
        "forbidden": _("Table {table}: {first} and {second} sit together although they never should."),
        "kept_apart": _("Table {table}: {first} and {second} sit together although they should be kept apart."),
        "apart": _("Table {table}: {first} and {second} sit together and come from the same club."),
        "met": _("Table {table}: {first} and {second} sit together for the {nth} time."),
        "bye": _("{first} sits out for the {nth} time."),
    }
    return sentences[broken.kind].format(
        first=isolated(names.get(players[0], pgettext("in a line", "somebody"))),
        second=isolated(names.get(players[-1], pgettext("in a line", "somebody"))),
        table=table + 1 if table is not None else 0,
        nth=ordinal(broken.times),
    )


def _small(broken: Iterable[Concession], names: Names) -> Iterator[str]:
    """Who is at a smaller table again, those for the same time in one sentence."""
    small = [each for each in broken if each.kind == "small"]
    for times, own in groupby(small, key=lambda each: each.times):
        people = ", ".join(isolated(names.get(each.players[0], pgettext("in a line", "somebody"))) for each in own)
        yield _("At a smaller table for the {nth} time: {names}.").format(nth=ordinal(times), names=people)


@dataclass(frozen=True, slots=True)
class ExplainedTable:
    """A table with its places in the order of the seats; of a bracket what a match is called."""

    table: Any
    places: tuple[Any, ...]
    title: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainedDraw:
    """What was drawn, what the draw says of itself (`report`), the same in words, and what it was drawn with
    (`drawn_with`). `names` is what everybody is called whom the draw or its report names, by what the draw calls
    them."""

    draw: Any
    report: Report
    tables: tuple[ExplainedTable, ...]
    out: tuple[Any, ...]
    absent: tuple[Any, ...] = ()
    names: Names
    explanation: Explanation
    drawn_with: str
    words: TableWords = TABLES

    @property
    def movable(self) -> list[Any]:
        """Everybody who can change places, by name."""
        places = [place for table in self.tables for place in table.places]
        return sorted([*places, *self.out], key=lambda place: (alphabetical(self.names[place.key]), place.pk))

    @property
    def is_by_hand(self) -> bool:
        return any(place.by_hand for place in self.movable)

    @property
    def is_changed(self) -> bool:
        """Whether people have changed places by hand since it was drawn."""
        return self.report.by_hand

    @property
    def version(self) -> str:
        return str(self.draw.engine)


def tables_of(places: Sequence[Any], titles: Mapping[str, str] | None = None) -> tuple[ExplainedTable, ...]:
    """The tables of these places, which come in the order of tables and seats; `titles` are those of matches."""
    seated = groupby((place for place in places if place.table), key=lambda place: place.table)
    return tuple(
        ExplainedTable(table, tuple(own), titles.get(table.code, "") if titles else "") for table, own in seated
    )


NameOf = Callable[[Any], str]
"""Who has a place."""


def plan_title(number: int, *, is_draft: bool, is_matches: bool = False) -> str:
    """What the plan of a round is, in a line."""
    what = pgettext("in a line", "pairings of {round}") if is_matches else pgettext("in a line", "seat plan of {round}")
    return what.format(round=_round(number, is_draft=is_draft))


def names_title(number: int, *, is_draft: bool) -> str:
    """What the plan of a round by name is, in a line."""
    return pgettext("heading", "seats of {round} by name").format(round=_round(number, is_draft=is_draft))


def seats_by_table(
    name: str,
    over: Sequence[str],
    draw: ExplainedDraw,
    name_of: NameOf,
    *,
    is_matches: bool = False,
    codes: Sequence[str] = (),
) -> Table:
    """A line for each table with who sits there, and above them who does not; of matches with room for the result.
    `codes` are what the matches of a bracket are called."""
    most = max((len(table.places) for table in draw.tables), default=0)
    rows: list[list[Cell]] = [
        [table.table.number, *map(name_of, table.places), *[""] * (most - len(table.places))] for table in draw.tables
    ]
    heads = [pgettext("column", "Table"), *(_seat(number, is_matches=is_matches) for number in range(1, most + 1))]
    if any(codes):
        heads.insert(1, pgettext("column", "Match"))
        rows = [[row[0], code, *row[1:]] for row, code in zip(rows, codes, strict=True)]
    if is_matches:
        heads, rows = [*heads, pgettext("column", "Result")], [[*row, "            "] for row in rows]
    return Table(name, heads, rows, [*over, *_left_out(draw, name_of, is_matches=is_matches)], grows=True)


def seats_by_name(name: str, over: Sequence[str], seats: Iterable[tuple[str, int | None, int | None, str]]) -> Table:
    """Everybody by name: (who, their table, their seat from 1, why they have none)."""
    rows: list[list[Cell]] = [list(seat) for seat in sorted(seats, key=lambda seat: alphabetical(seat[0]))]
    heads = [pgettext("column", "Name"), pgettext("column", "Table"), pgettext("column", "Seat"), ""]
    return without_empty(Table(name, heads, rows, over, grows=True))


def _round(number: int, *, is_draft: bool) -> str:
    text = pgettext("in a line", "round {number}, draft") if is_draft else pgettext("in a line", "round {number}")
    return text.format(number=number)


def _seat(number: int, *, is_matches: bool) -> str:
    if is_matches:
        return pgettext("heading", "One side") if number == 1 else pgettext("heading", "Other side")
    if number == 1:
        return _("Seat 1, deals first")
    return pgettext("heading", "Seat {number}").format(number=number)


def _left_out(draw: ExplainedDraw, name_of: NameOf, *, is_matches: bool) -> list[str]:
    sentences = []
    if names := ", ".join(map(name_of, draw.out)):
        words = _("Without an opponent: {names}") if is_matches else _("Sitting out: {names}")
        sentences.append(words.format(names=names))
    if names := ", ".join(map(name_of, draw.absent)):
        sentences.append(_("Missing this round: {names}").format(names=names))
    return sentences
