"""A draw as the page shows and explains it: its tables, what it asks of people, in short and what is folded away."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.common.names import alphabetical
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
