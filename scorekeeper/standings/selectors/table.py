"""The table of a season as its page and programs read it, its days and venues, and the lots between equals."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from uuid import UUID

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Club
from scorekeeper.common.texts import isolated
from scorekeeper.standings.counting import Account, Brought
from scorekeeper.standings.models import Competition
from scorekeeper.standings.ranking import LOT, Ranked
from scorekeeper.standings.selectors.holding import Book, Drawn, book_of, brought, newest_days

MOST_DAYS = 6  # columns of evenings that a desk has room for
EVERY_DAY = 1_000  # of a file


@dataclass(frozen=True, slots=True)
class Line:
    """A person's row."""

    player_id: UUID
    name: str
    account: Account

    @property
    def points(self) -> int:
        return self.account.points


@dataclass(frozen=True, slots=True)
class Lines:
    """The rows of a season: who is ranked, best first, and who is not yet, with how much they lack."""

    book: Book
    ranked: list[Ranked[Line]]
    lacking: list[tuple[Line, int]]

    @property
    def all_of_them(self) -> list[Line]:
        return [*[found.row for found in self.ranked], *[line for line, _missing in self.lacking]]

    @property
    def is_sealed(self) -> bool:
        """Whether every sheet that brought something is official."""
        return all(line.account.is_sealed for line in self.all_of_them)


def lines(
    competition: Competition, *, official: bool, only: frozenset[UUID] | None = None, each: bool | None = None
) -> Lines:
    """Who stands where. One query; two where bonuses may be, one more where each result must be looked at, as where
    `only` these sheets are, or where the caller wants `each`."""
    if only is None:
        return lines_of(book_of(competition, official=official, each=each))
    return lines_of(book_of(competition, official=official, each=True).of(only))


def lines_of(book: Book) -> Lines:
    table = book.table()
    rows = {person: Line(person, book.names[person], account) for person, account in table.accounts.items()}
    ranked = [
        Ranked(found.rank, rows[found.row], found.decided_by, at=found.at, told=found.told) for found in table.ranked
    ]
    return Lines(book, ranked, [(rows[person], missing) for person, missing in table.lacking.items()])


def newest_game(club: Club) -> str | None:
    """The game of the club's newest table."""
    return club.sittings.order_by("-opened_at").values_list("game", flat=True).first()


@dataclass(frozen=True, slots=True)
class Cell:
    """What an evening brought somebody; `is_sealed` is false while a sheet of it is not official, `is_dropped` where
    nothing of it counts."""

    points: int
    is_sealed: bool
    is_dropped: bool


@dataclass(frozen=True, slots=True)
class Evenings:
    """The newest evenings of a season, oldest first, what each brought each person, and the ranks before the last.
    `is_cut` where older ones are left out."""

    days: list[date]
    cells: dict[UUID, dict[date, Cell]]
    ranks_before: dict[UUID, int]
    is_cut: bool = False

    @property
    def has_dropped(self) -> bool:
        return any(cell.is_dropped for own in self.cells.values() for cell in own.values())


def evenings(found: Lines, *, official: bool, most: int = MOST_DAYS) -> Evenings:
    """Two queries, whatever has been played; none where each result was read anyway."""
    book = found.book
    if book.in_sums:
        every = newest_days(book.competition, official=official, most=most + 1)[::-1]
        days = every[-most:]
        results = brought(book.competition, official=official, since=days[0]) if days else []
    else:
        results = [(person, one) for person, own in book.held.items() for one in own]
        every = sorted({one.day for _person, one in results})
        days = every[-most:]
    lines_ = found.all_of_them
    dropped = {line.player_id: {one.source for one in line.account.dropped} for line in lines_ if line.account.dropped}
    parts: dict[UUID, dict[date, list[Brought]]] = {}
    for person, one in results:
        if one.day in days:
            parts.setdefault(person, {}).setdefault(one.day, []).append(one)
    cells = {
        person: {day: _cell(of_day, dropped.get(person, set())) for day, of_day in own.items()}
        for person, own in parts.items()
    }
    before: dict[UUID, int] = {}
    if len(days) > 1:
        of_last = {person: own[days[-1]] for person, own in parts.items() if days[-1] in own}
        accounts = {line.player_id: line.account for line in lines_}
        before = book.before(days[-1], of_last).table(book.unmoved(accounts, of_last)).ranks
    return Evenings(days, cells, before, is_cut=len(every) > len(days))


def _cell(results: list[Brought], dropped: set[UUID | None]) -> Cell:
    return Cell(
        sum(result.points for result in results),
        is_sealed=all(result.is_sealed for result in results),
        is_dropped=all(result.source in dropped for result in results),
    )


def venues_of(competition: Competition) -> list[str]:
    """The venues of its evenings, by name. One query, as many rows as there are venues."""
    named = competition.evenings.exclude(venue="").order_by("venue")
    return list(named.values_list("venue", flat=True).distinct())


def played_at(competition: Competition, venue: str) -> frozenset[UUID]:
    """The sheets of the season that were played there. One query; none for what can be no name."""
    if "\x00" in venue:
        return frozenset()
    sheets = competition.sittings.filter(drawn_table__draw__evening__venue=venue)
    return frozenset(sheets.values_list("pk", flat=True))


@dataclass(frozen=True, slots=True)
class LotShown:
    """A lot, the names in the order it made, and whether it holds: exactly these are equal, as they were then."""

    drawn: Drawn
    names: tuple[str, ...]
    holds: bool

    @property
    def sentence(self) -> SafeString:
        """When it was drawn, by whom, its seed, the order it made, and that it no longer holds."""
        act = self.drawn.act
        words = _("Lot of {day}, drawn by {name}, seed {seed}: {order}.").format(
            day=date_format(timezone.localtime(act.at), "SHORT_DATETIME_FORMAT"),
            name=isolated(act.by.name) if act.by else "",
            seed=act.detail["seed"],
            order=", ".join(f"{place}. {isolated(name)}" for place, name in enumerate(self.names, 1)),
        )
        if self.holds:
            return format_html("{}", words)
        lost = _("This lot no longer holds: other people are equal now, or the points have changed.")
        return format_html("{} <b>{}</b>", words, lost)


def equals(found: Lines) -> list[list[Ranked[Line]]]:
    """Those who share a rank, best first."""
    groups = (list(rows) for _rank, rows in groupby(found.ranked, key=lambda row: row.rank))
    return [rows for rows in groups if len(rows) > 1]


def lots_of(found: Lines) -> list[LotShown]:
    """Every lot that was not taken back, oldest first; without a query."""
    names = found.book.names
    return [
        LotShown(lot, tuple(names.get(person, "") for person in lot.order), _holds(lot, found.ranked))
        for lot in found.book.lots
    ]


def _holds(drawn: Drawn, ranked: Sequence[Ranked[Line]]) -> bool:
    """Whether the lot was asked of exactly those among whom it was drawn."""
    rows = [row for row in ranked if row.row.player_id in drawn.order]
    if len(rows) < len(drawn.order) or any(row.row.points != drawn.lot.points for row in rows):
        return False
    asked = [
        counted.figures for row in rows for counted in row.told if counted.name == LOT and counted.figures is not None
    ]
    return len(asked) == len(rows) and all(figures.keys() == {row.at for row in rows} for figures in asked)
