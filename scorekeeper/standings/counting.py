"""What of somebody's results counts for a season, and what it comes to: plain values in, sums out. No Django."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, Generic, Literal, NamedTuple, TypeVar
from uuid import UUID

from scorekeeper.pairing.ties import Figure
from scorekeeper.standings.ranking import DIRECT, OF_DUELS, Entry, Lot, Ranked, Sheet, TieBreaks, duel_figures, ranked

P = TypeVar("P")

EVENINGS, EVENINGS_WON, BEST_EVENING = "evenings", "evenings_won", "best_evening"
SPECIAL = (DIRECT, EVENINGS_WON, BEST_EVENING, EVENINGS)
"""Tie-breaks that are no measure of a game, and that every season can ask; of each more is better."""
OF_EACH = frozenset({*SPECIAL, *OF_DUELS})  # those that sums can't answer
HANDS = "hands"  # the measure that every game has
MOST = 99


@dataclass(frozen=True, slots=True)
class Counts:
    """What counts, as a season's director has chosen.

    Of what each has played, the `best` count (0: all), or all but their `drop` worst, of which one always stays; one
    result is a sheet (a list too) or all that an evening brought (`by`). Who has fewer than `least` evenings, sheets or
    hands is listed and not ranked. `tie_breaks` are asked in order; without any, those that are usual for the games.
    """

    best: int = 0
    drop: int = 0
    by: Literal["evening", "sheet"] = "evening"
    least: int = 0
    least_of: Literal["evenings", "sheets", "hands"] = "evenings"
    tie_breaks: tuple[str, ...] = ()

    @classmethod
    def read(cls, kept: Mapping[str, Any]) -> "Counts":
        """From the plain values that `kept` makes."""
        return cls(**{**kept, "tie_breaks": tuple(kept.get("tie_breaks", ()))})

    @property
    def kept(self) -> dict[str, Any]:
        """As the row of a season has them, whose lists are no tuples: what is not as it is at first."""
        usual = asdict(Counts())
        changed = {name: value for name, value in asdict(self).items() if value != usual[name]}
        return {**changed, "tie_breaks": list(self.tie_breaks)} if self.tie_breaks else changed

    @property
    def chooses(self) -> bool:
        """Whether some results may not count."""
        return bool(self.best or self.drop)

    @property
    def asks_each_result(self) -> bool:
        """Whether sums are not enough to say who stands where."""
        return (
            self.chooses or bool(self.least and self.least_of == "evenings") or not OF_EACH.isdisjoint(self.tie_breaks)
        )


class Brought(NamedTuple):
    """What one sheet brought somebody. Sums of sheets that need not be told apart are one too: of `many`.

    A named tuple, as all that a standing makes for each row: a frozen class takes three times as long to make.
    """

    points: int
    measures: Mapping[str, int]
    source: UUID | None = None
    day: date = date.min
    is_sealed: bool = True
    many: int = 1
    game: str = ""


class Account(NamedTuple):
    """What somebody has in a season. `measures` and `brought` are of what counts, `hands` and `evenings` of all they
    have played; `figures` are the measures with the special tie-breaks."""

    points: int
    brought: int
    bonus: int
    measures: Mapping[str, int]
    sheets: int
    evenings: int
    hands: int
    is_sealed: bool
    dropped: tuple[Brought, ...]
    figures: Mapping[str, Figure]


@dataclass(frozen=True, slots=True)
class Table(Generic[P]):
    """Who is ranked, best first; who is not yet, with how much they lack; and the account of each."""

    ranked: list[Ranked[P]]
    lacking: dict[P, int]
    accounts: dict[P, Account]

    @property
    def ranks(self) -> dict[P, int]:
        return {found.row: found.rank for found in self.ranked}


Held = Mapping[P, Sequence[Brought]]


def parted(results: Iterable[Brought], counts: Counts) -> tuple[list[Brought], list[Brought]]:
    """The results that count, and those that don't. Of equal ones the earlier counts."""
    # sums of several sheets may come to nothing in all their measures, and were played all the same
    played = [
        counted_result
        for counted_result in results
        if counted_result.measures or (counted_result.source is None and counted_result.many > 0)
    ]
    if not counts.chooses:
        return played, []
    units: dict[Any, list[Brought]] = {}
    for result in played:
        units.setdefault(result.day if counts.by == "evening" else (result.day, result.source), []).append(result)
    in_order = sorted(
        units, key=lambda unit: (-sum(counted_result.points for counted_result in units[unit]), str(unit))
    )
    many = counts.best or max(len(units) - counts.drop, 1)
    kept = set(in_order[:many])
    parts: tuple[list[Brought], list[Brought]] = ([], [])
    for unit, of_unit in units.items():
        parts[unit not in kept].extend(of_unit)
    return parts


def table_of(
    held: Held[P],
    bonuses: Mapping[P, int],
    counts: Counts,
    tie_breaks: TieBreaks,
    known: Mapping[P, Account] | None = None,
    lots: Sequence[Lot[P]] = (),
) -> Table[P]:
    """The table of a season, from what each has been brought, what each was given or fined beside it, and lots. Who has
    played nothing is left out; equal ones stay in the order they come. Accounts that are `known` are not made anew."""
    names = {name for name, _sign in tie_breaks}
    won = evenings_won(held) if EVENINGS_WON in names else {}
    accounts: dict[P, Account] = {}
    for person, results in held.items():
        found = known.get(person) if known else None
        found = found or account(results, bonuses.get(person, 0) if bonuses else 0, counts, won.get(person, 0))
        if found.sheets or found.dropped:
            accounts[person] = found
    if asked := [name for name in OF_DUELS if name in names]:
        of_duels = duel_figures(accounts, sheets(held, accounts), asked)
        accounts = {
            p: own_account._replace(figures={**own_account.figures, **of_duels[p]})
            for p, own_account in accounts.items()
        }
    lacking = (
        {person: missing for person, own_account in accounts.items() if (missing := lacks(own_account, counts))}
        if counts.least
        else {}
    )
    entries = [
        Entry(person, own_account.points, own_account.figures)
        for person, own_account in accounts.items()
        if not lacking or person not in lacking
    ]
    met = meetings(held) if DIRECT in names else ()
    in_order = sorted(lacking, key=lambda person: (lacking[person], -accounts[person].points))
    return Table(ranked(entries, tie_breaks, met, lots), {person: lacking[person] for person in in_order}, accounts)


def account(results: Sequence[Brought], bonus: int, counts: Counts, won: int = 0) -> Account:
    """What these results come to. One pass: a standing is read by everybody, and has an account a row."""
    if len(results) == 1 and results[0].measures and not counts.chooses:
        return _of_one(results[0], bonus, won)
    counted, dropped = parted(results, counts)
    brought = sheets_ = hands = 0
    is_sealed, by_day = True, dict[date, int]()
    for result in counted:
        brought += result.points
        sheets_ += result.many
    for result in (*counted, *dropped) if dropped else counted:
        by_day[result.day] = by_day.get(result.day, 0) + result.points
        hands += result.measures.get(HANDS, 0)
        is_sealed = is_sealed and result.is_sealed
    measures, evenings = _summed(counted), len(by_day)
    best = max(by_day.values(), default=0)
    figures = {**measures, EVENINGS: evenings, EVENINGS_WON: won, BEST_EVENING: best}
    return Account(
        brought + bonus, brought, bonus, measures, sheets_, evenings, hands, is_sealed, tuple(dropped), figures
    )


def _of_one(one: Brought, bonus: int, won: int) -> Account:
    """The same of a single result that counts, as a row of sums has it."""
    points, played, figures = one.points, one.measures, {}
    for name in sorted(played):
        if played[name]:
            figures[name] = played[name]
    measures = {**figures}
    figures[EVENINGS], figures[EVENINGS_WON], figures[BEST_EVENING] = 1, won, points
    hands = played.get(HANDS, 0)
    return Account(points + bonus, points, bonus, measures, one.many, 1, hands, one.is_sealed, (), figures)


def as_one(results: Sequence[Brought]) -> Brought:
    """Sums that need not be told apart as one sum."""
    return Brought(
        sum(result.points for result in results),
        _summed(results),
        is_sealed=all(result.is_sealed for result in results),
        many=sum(result.many for result in results),
    )


def lacks(account: Account, counts: Counts) -> int:
    """How many evenings, sheets or hands are missing to be ranked."""
    has = {"evenings": account.evenings, "sheets": account.sheets + len(account.dropped), "hands": account.hands}
    return max(counts.least - has[counts.least_of], 0)


def evenings_won(held: Held[P]) -> dict[P, int]:
    """On how many evenings each had the most of all, alone or with others."""
    by_day: defaultdict[date, Counter[P]] = defaultdict(Counter)
    for person, results in held.items():
        for result in results:
            if result.measures:
                by_day[result.day][person] += result.points
    won: Counter[P] = Counter()
    for of_day in by_day.values():
        most = max(of_day.values())
        won.update(person for person, points in of_day.items() if points == most)
    return dict(won)


def meetings(held: Held[P]) -> list[dict[P, int]]:
    """What those who sat at one table had of it, table by table."""
    by_source: dict[UUID, dict[P, int]] = {}
    for person, results in held.items():
        for result in results:
            if result.measures and result.source:
                of_table = by_source.setdefault(result.source, {})
                of_table[person] = of_table.get(person, 0) + result.points
    return [found for found in by_source.values() if len(found) > 1]


def sheets(held: Held[P], accounts: Mapping[P, Account]) -> list[Sheet[P]]:
    """What was brought, sheet by sheet in the order of play, and for whom it does not count."""
    took: dict[tuple[date, int], dict[P, list[Brought]]] = {}
    for person, results in held.items():
        for result in results:
            if result.measures and result.source:
                took.setdefault((result.day, result.source.int), {}).setdefault(person, []).append(result)
    dropped = {
        person: {counted_result.source for counted_result in account.dropped} for person, account in accounts.items()
    }
    found = []
    for at in sorted(took):
        first = next(iter(took[at].values()))[0]
        of_each = {person: _as_one_sheet(own) for person, own in took[at].items()}
        found.append(
            Sheet(first.source, first.game, of_each, {p for p in of_each if first.source in dropped.get(p, ())})
        )
    return found


def _as_one_sheet(own: Sequence[Brought]) -> tuple[int, Mapping[str, int]]:
    """What one sheet brought somebody, by whichever of their lines in the book."""
    if len(own) == 1:
        return own[0].points, own[0].measures
    return sum(result.points for result in own), _summed(own)


def _summed(results: Sequence[Brought]) -> dict[str, int]:
    sums: Mapping[str, int]
    if len(results) == 1:
        sums = results[0].measures
    else:
        sums = added = Counter[str]()
        for result in results:
            added.update(result.measures)
    return {name: sums[name] for name in sorted(sums) if sums[name]}
