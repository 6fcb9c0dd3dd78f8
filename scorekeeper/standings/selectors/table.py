"""The table of a season as its page and programs read it, its days and venues, and the lots between equals.

What each person has is read once: their sums where sums say who stands where, else every result. Rows are kept by line
of the club's book and read by person: those of lines that were merged are added up here. Which results count is decided
here too, on reading: it depends on who is whom, and recording a hand needs not know it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import DateField, QuerySet, UUIDField
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Club, Player
from scorekeeper.common.names import Alphabetical
from scorekeeper.common.prepared import Newest, Prepared, Slot
from scorekeeper.common.texts import isolated
from scorekeeper.standings.counting import Account, Brought, Held, Table, as_one, table_of
from scorekeeper.standings.models import Competition, Result, SeasonAct, SeasonTally
from scorekeeper.standings.ranking import LOT, Lot, Ranked

PERSON = Coalesce("player__merged_into", "player")  # of a result or a standing: the person's id
Measures = Mapping[UUID, Mapping[str, int]]  # of each person


@dataclass(frozen=True, slots=True)
class Given:
    """A bonus or a penalty that stands."""

    act: SeasonAct
    person: UUID

    @property
    def points(self) -> int:
        return self.act.points


@dataclass(frozen=True, slots=True)
class Drawn:
    """A lot that was not taken back: the act, and the people in the order it made. Whether it holds is for the table
    to say: it does among exactly these, while they are equal with as many points as then."""

    act: SeasonAct
    order: tuple[UUID, ...]

    @property
    def lot(self) -> Lot[UUID]:
        return Lot(self.order, self.act.detail["points"])


@dataclass(frozen=True, slots=True)
class Book:
    """What a season has of everybody: names in their order, what each was brought, what each was given beside it, and
    the lots between equals.

    `in_sums`: what was brought is one sum a line, not one result a sheet. `only` are the sheets that are looked at,
    where not all are.
    """

    competition: Competition
    names: Mapping[UUID, str]
    held: Mapping[UUID, tuple[Brought, ...]]
    given: tuple[Given, ...]
    in_sums: bool
    only: frozenset[UUID] | None = None
    lots: tuple[Drawn, ...] = ()

    def table(self, known: Mapping[UUID, Account] | None = None) -> Table[UUID]:
        """Who stands where. Of some sheets only, nobody has played too little. `known` are accounts of what is held,
        made before."""
        counts = self.competition.counts
        if self.only is not None:
            counts = replace(counts, least=0)
        lots = [lot.lot for lot in self.lots]
        return table_of(self.held, self._bonuses(), counts, self.competition.tie_breaks, known, lots)

    def unmoved(self, accounts: Mapping[UUID, Account], moved: "Held[UUID]") -> dict[UUID, Account]:
        """Those of these accounts that stay as they are without these results, whenever a bonus was given."""
        given = {act.person for act in self.given}
        return {person: account for person, account in accounts.items() if person not in moved and person not in given}

    def with_more(self, sheet: Brought, now: Measures, moved: Measures) -> "Book":
        """As it would be if a sheet (which one, when, of which game) brought these people so much now, which is so
        much more than it did."""
        held, points = dict(self.held), self.competition.points
        for person, measures in moved.items():
            own = held.get(person, ())
            if self.in_sums:
                more = sheet._replace(points=points(measures, sheet.game), measures=measures, many=0)
                held[person] = (*own, more)
            else:
                others = tuple(result for result in own if result.source != sheet.source)
                after = now.get(person, {})
                held[person] = (*others, sheet._replace(points=points(after, sheet.game), measures=after))
        return replace(self, held=held)

    def reweighed(self) -> "Book":
        """With the points that the season's factors make of each result, whatever is written there. Each result must
        have been read."""
        points = self.competition.points
        held = {
            person: tuple(result._replace(points=points(result.measures, result.game)) for result in own)
            for person, own in self.held.items()
        }
        return replace(self, held=held)

    def without(self, source: UUID, results: Mapping[UUID, Result]) -> "Book":
        """As it would be without what this sheet has brought these people."""
        held = dict(self.held)
        for person, result in results.items():
            own = held.get(person, ())
            if self.in_sums:
                held[person] = (*own, less(result.points, result.measures))
            else:
                held[person] = tuple(counted_result for counted_result in own if counted_result.source != source)
        return replace(self, held=held)

    def rewritten(self, changes: Iterable[tuple[UUID, Brought, Brought]]) -> "Book":
        """As it would be if results of people came to something else: who, as it is, as it would be."""
        moved: dict[UUID, list[tuple[Brought, Brought]]] = {}
        for person, before, after in changes:
            moved.setdefault(person, []).append((before, after))
        held = dict(self.held)
        for person, own in moved.items():
            sources = {before.source for before, _after in own}
            kept = [result for result in held.get(person, ()) if self.in_sums or result.source not in sources]
            afters = [after for _before, after in own if after.measures]
            if self.in_sums:
                gone = [less(before.points, before.measures) for before, _after in own]
                held[person] = (as_one([*kept, *gone, *afters]),)
            else:
                held[person] = (*kept, *afters)
        return replace(self, held=held)

    def of(self, sheets: frozenset[UUID]) -> "Book":
        """As it would be if only these sheets had been played, without what was given beside them. Each result must
        have been read."""
        held = {person: tuple(result for result in own if result.source in sheets) for person, own in self.held.items()}
        return replace(self, held=held, given=(), lots=(), only=sheets)

    def as_one(self, gone: UUID, kept: UUID) -> "Book":
        """As it would be if these two were one person."""
        held = {person: own for person, own in self.held.items() if person != gone}
        held[kept] = (*self.held.get(kept, ()), *self.held.get(gone, ()))
        given = tuple(replace(bonus, person=kept) if bonus.person == gone else bonus for bonus in self.given)
        lots = tuple(
            replace(lot, order=tuple(kept if person == gone else person for person in lot.order)) for lot in self.lots
        )
        return replace(self, held=held, given=given, lots=lots)

    def before(self, day: date, of_day: "Held[UUID]") -> "Book":
        """As it was before this day, the newest one, on which `of_day` was brought."""
        held = dict(self.held)
        for person, results in of_day.items():
            own = held.get(person, ())
            if self.in_sums:
                held[person] = (as_one([*own, *(less(result.points, result.measures) for result in results)]),)
            else:
                held[person] = tuple(counted_result for counted_result in own if counted_result.day != day)
        return replace(self, held=held, given=tuple(bonus for bonus in self.given if bonus.act.day < day))

    def _bonuses(self) -> dict[UUID, int]:
        found: dict[UUID, int] = {}
        for act in self.given:
            found[act.person] = found.get(act.person, 0) + act.points
        return found


def book_of(competition: Competition, *, official: bool = False, each: bool | None = None) -> Book:
    """The book of a season; `official` has what is sealed. At most three queries, whatever was played; one more where
    lots were drawn."""
    in_sums = not (competition.asks_each_result if each is None else each)
    sums = _SUMS[official].rows(club=competition.club_id, competition=competition.pk)
    names: dict[UUID, str] = {}
    held: dict[UUID, list[Brought]] = {}
    for person, name, points, measures, sources, sealed in sums:
        names.setdefault(person, name)
        own = held.setdefault(person, [])
        if in_sums:
            own.append(Brought(points, measures, is_sealed=sources == sealed, many=sources))
    if not in_sums:
        for person, result in brought(competition, official=official):
            held.setdefault(person, []).append(result)
    kept = {person: tuple(own) for person, own in held.items()}
    acts = _standing_acts(competition)
    given = tuple(Given(act, person) for act, person in acts if act.kind == SeasonAct.Kind.BONUS)
    return Book(competition, names, kept, given, in_sums, lots=_lots([act for act, _person in acts]))


def brought(competition: Competition, *, official: bool = False, since: date = date.min) -> list[tuple[UUID, Brought]]:
    """What each sheet brought each person, from this day on."""
    rows = _BROUGHT[official].rows(club=competition.club_id, competition=competition.pk, since=since)
    return [
        (person, Brought(points, measures, source, day, is_sealed=sealed, game=game or competition.game))
        for person, points, measures, source, day, sealed, game in rows
        if measures
    ]


def newest_days(competition: Competition, *, official: bool, most: int) -> list[date]:
    """The last days on which something was brought, the newest first. One query, however long the season is."""
    return _DAYS[official].values(most, club=competition.club_id, competition=competition.pk)


def _standing_acts(competition: Competition) -> list[tuple[SeasonAct, UUID]]:
    """The bonuses, penalties and lots that stand, oldest first, with the person; where directors have done nothing,
    nothing is asked."""
    if not competition.seq:
        return []
    kinds = [SeasonAct.Kind.BONUS, SeasonAct.Kind.LOT]
    acts = competition.acts.filter(kind__in=kinds, taken_back_by=None).select_related("by").annotate(person=PERSON)
    return [(act, act.person) for act in acts]


def _lots(acts: Iterable[SeasonAct]) -> tuple[Drawn, ...]:
    """The lots among these acts, with whoever was merged as the person they are."""
    orders = {act: [UUID(pk) for pk in act.detail["order"]] for act in acts if act.kind == SeasonAct.Kind.LOT}
    if not orders:
        return ()
    lines = {pk for order in orders.values() for pk in order}
    people = dict(Player.objects.filter(pk__in=lines).values_list("pk", Coalesce("merged_into", "pk")))
    return tuple(Drawn(act, tuple(people[pk] for pk in order)) for act, order in orders.items())


def less(points: int, measures: Mapping[str, int]) -> Brought:
    """What takes a result out of a sum."""
    return Brought(-points, {name: -amount for name, amount in measures.items()}, many=-1 if measures else 0)


def _sums(prefix: str) -> QuerySet[SeasonTally, tuple[Any, ...]]:
    columns = [f"{prefix}{name}" for name in ("points", "measures", "sources")]
    return (
        SeasonTally.objects.filter(
            club=Slot("club", UUIDField()), competition=Slot("competition", UUIDField()), **{f"{columns[2]}__gt": 0}
        )
        .order_by(Alphabetical("player__name"))
        .values_list(PERSON, "player__name", *columns, "official_sources")
    )


_SUMS = {False: Prepared(lambda: _sums("")), True: Prepared(lambda: _sums("official_"))}


def _results(*, official: bool) -> QuerySet[Result]:
    found = Result.objects.filter(club=Slot("club", UUIDField()), competition=Slot("competition", UUIDField()))
    return found.filter(is_sealed=True) if official else found


def _brought(*, official: bool) -> QuerySet[Result, tuple[Any, ...]]:
    since = _results(official=official).filter(played_on__gte=Slot("since", DateField()))
    return since.values_list(PERSON, "points", "measures", "source", "played_on", "is_sealed", "game")


_BROUGHT = {official: Prepared(partial(_brought, official=official)) for official in (False, True)}
_DAYS = {official: Newest(partial(_results, official=official), "played_on") for official in (False, True)}


MOST_DAYS = 6  # columns of evenings that a desk has room for
EVERY_DAY = 1_000  # of a file


class Line(NamedTuple):
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
    names, accounts = book.names, table.accounts
    ranked = [
        Ranked(rank, Line(person, names[person], accounts[person]), decided_by, at, told)
        for rank, person, decided_by, at, told in table.ranked
    ]
    lacking = [(Line(person, names[person], accounts[person]), missing) for person, missing in table.lacking.items()]
    return Lines(book, ranked, lacking)


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
        results = [(person, counted_result) for person, own in book.held.items() for counted_result in own]
        every = sorted({counted_result.day for _person, counted_result in results})
        days = every[-most:]
    lines_ = found.all_of_them
    dropped = {
        line.player_id: {counted_result.source for counted_result in line.account.dropped}
        for line in lines_
        if line.account.dropped
    }
    parts: dict[UUID, dict[date, list[Brought]]] = {}
    for person, result in results:
        if result.day in days:
            parts.setdefault(person, {}).setdefault(result.day, []).append(result)
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
