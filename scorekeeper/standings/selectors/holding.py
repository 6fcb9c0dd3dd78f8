"""What each person has in a season, read once: their sums where sums say who stands where, else every result.

Rows are kept by line of the club's book and read by person: those of lines that were merged are added up here. Which
results count is decided here too, on reading: it depends on who is whom, and recording a hand needs not know it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import DateField, QuerySet, UUIDField
from django.db.models.functions import Coalesce

from scorekeeper.clubs.models import Player
from scorekeeper.common.names import Alphabetical
from scorekeeper.common.prepared import Newest, Prepared, Slot
from scorekeeper.standings.counting import Account, Brought, Held, Table, as_one, table_of
from scorekeeper.standings.models import Competition, Result, SeasonAct, SeasonTally
from scorekeeper.standings.ranking import Lot

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
        given = {one.person for one in self.given}
        return {person: one for person, one in accounts.items() if person not in moved and person not in given}

    def with_more(self, sheet: Brought, now: Measures, moved: Measures) -> "Book":
        """As it would be if a sheet (which one, when, of which game) brought these people so much now, which is so
        much more than it did."""
        held, points = dict(self.held), self.competition.points
        for person, measures in moved.items():
            own = held.get(person, ())
            if self.in_sums:
                more = replace(sheet, points=points(measures, sheet.game), measures=measures, many=0)
                held[person] = (*own, more)
            else:
                others = tuple(one for one in own if one.source != sheet.source)
                after = now.get(person, {})
                held[person] = (*others, replace(sheet, points=points(after, sheet.game), measures=after))
        return replace(self, held=held)

    def reweighed(self) -> "Book":
        """With the points that the season's factors make of each result, whatever is written there. Each result must
        have been read."""
        points = self.competition.points
        held = {
            person: tuple(replace(one, points=points(one.measures, one.game)) for one in own)
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
                held[person] = tuple(one for one in own if one.source != source)
        return replace(self, held=held)

    def rewritten(self, changes: Iterable[tuple[UUID, Brought, Brought]]) -> "Book":
        """As it would be if results of people came to something else: who, as it is, as it would be."""
        moved: dict[UUID, list[tuple[Brought, Brought]]] = {}
        for person, before, after in changes:
            moved.setdefault(person, []).append((before, after))
        held = dict(self.held)
        for person, own in moved.items():
            sources = {before.source for before, _after in own}
            kept = [one for one in held.get(person, ()) if self.in_sums or one.source not in sources]
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
        held = {person: tuple(one for one in own if one.source in sheets) for person, own in self.held.items()}
        return replace(self, held=held, given=(), lots=(), only=sheets)

    def as_one(self, gone: UUID, kept: UUID) -> "Book":
        """As it would be if these two were one person."""
        held = {person: own for person, own in self.held.items() if person != gone}
        held[kept] = (*self.held.get(kept, ()), *self.held.get(gone, ()))
        given = tuple(replace(one, person=kept) if one.person == gone else one for one in self.given)
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
                held[person] = tuple(one for one in own if one.day != day)
        return replace(self, held=held, given=tuple(one for one in self.given if one.act.day < day))

    def _bonuses(self) -> dict[UUID, int]:
        found: dict[UUID, int] = {}
        for one in self.given:
            found[one.person] = found.get(one.person, 0) + one.points
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
        for person, one in brought(competition, official=official):
            held.setdefault(person, []).append(one)
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
