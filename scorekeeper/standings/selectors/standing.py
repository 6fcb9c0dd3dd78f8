"""The standing of a season as a value, for its page, its files and programs."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from enum import Enum
from functools import partial
from typing import Any, Final
from uuid import UUID

from django.db.models import Sum
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.common.tables.drawing import figure_html
from scorekeeper.common.tables.values import Cell, Column, Kind, RichCell, Table, moved
from scorekeeper.common.zero_sums import Checked, TableSum, checked
from scorekeeper.pairing.ties import Figure
from scorekeeper.standings.models import Competition, Result
from scorekeeper.standings.ranking import DIRECT, Ranked
from scorekeeper.standings.selectors.rounds import Race, Rounds, SettingsMove
from scorekeeper.standings.selectors.table import EVERY_DAY, Evenings, Line, Lines, evenings
from scorekeeper.standings.selectors.table import Cell as OfDay
from scorekeeper.standings.selectors.why import chain_of
from scorekeeper.standings.standing import (
    NO_FIGURE,
    Bar,
    Standing,
    StandingGroup,
    StandingRow,
    file_of_standing,
    in_pencil,
    spark,
)
from scorekeeper.standings.words import called, game_words, headed, lack_words, short_day, tie_figure, unit_of

NONE = RichCell(None, html=NO_FIGURE)


class For(Enum):
    """Whom a standing is made for: a page; a file, which also has what each game of a mix brought and whether all of it
    is official; a program, which reads facts and no cells."""

    PAGE = "page"
    FILE = "file"
    PROGRAM = "program"


def standing_of(
    season: Competition, found: Lines, days: Evenings, *, official: bool, reader: For = For.PAGE
) -> Standing:
    """Who stands where, with these evenings as columns. For a file of a mix each result must have been read."""
    write = _Writer(season, found, days, official, reader)
    sums = None if reader is For.PROGRAM else sums_of(season, found, official=official)
    group = StandingGroup(
        1,
        [] if reader is For.PROGRAM else list(write.columns()),
        [write.row(row.row, row) for row in found.ranked],
        unranked=[write.row(line, None, missing) for line, missing in found.lacking],
        notes=(sums.note,) if sums and sums.note else (),
        warnings=(sums.warning,) if sums and sums.warning else (),
    )
    return Standing(
        groups=[group],
        official=official,
        is_final=found.is_sealed,
        rounds=len(days.days),
        head=pgettext("column", "Rank"),
        names=pgettext("column", "Player"),
        unit=season.in_unit,
    )


def day_head(season: Competition, day: date) -> str:
    """A day at the head of its column: one of another year is told with its year."""
    return short_day(day, season.year)


class _Writer:
    """The columns and rows of one standing."""

    def __init__(self, season: Competition, found: Lines, days: Evenings, official: bool, reader: For) -> None:
        self.season, self.found, self.days, self.reader = season, found, days, reader
        self.official, self.unit = official, season.in_unit
        self.ties = [name for name, _sign in season.tie_breaks if name != DIRECT]
        self.games = list(season.plays) if season.is_mixed and reader is For.FILE else []
        self.has_bonus = bool(found.book.given)
        points = [cell.points for own in days.cells.values() for cell in own.values()]
        self.most, self.least = max([0, *points]), min([0, *points])

    def columns(self) -> Iterator[Column]:
        unit, is_file = self.unit, self.reader is For.FILE
        for day in self.days.days:
            head = day_head(self.season, day)
            yield Column(day.isoformat(), head, Kind.AMOUNT, unit, says_unit=False, classes="wide", day=day)
        for game in self.games:
            yield Column(game.name, game_words(self.season, game), Kind.NUMBER)
        for name in self.ties:
            head = called(self.season, name) if is_file else headed(self.season, name)
            of_tie = unit_of(self.season, name)
            yield Column(name, head, Kind.AMOUNT, of_tie, says_unit=False, classes="ties")
        if self.has_bonus:
            yield Column("bonus", pgettext("column", "Bonus"), Kind.CHANGE, unit, says_unit=False, classes="ties")
        yield Column("sheets", pgettext("column", "Sheets"), Kind.NUMBER, classes="sheets")
        yield Column(
            "points", unit.unit or pgettext("column", "Points"), Kind.AMOUNT, unit, says_unit=False, classes="tot"
        )
        if is_file:
            yield Column("official", pgettext("column", "All official"))

    def row(self, line: Line, found: Ranked[Line] | None, missing: int = 0) -> StandingRow:
        rank = found.rank if found else 0
        before = self.days.ranks_before.get(line.player_id) if self.days.ranks_before else None
        decided_by = found.decided_by if found else None
        is_program = self.reader is For.PROGRAM
        return StandingRow(
            first=rank,
            last=rank,
            entrant=line.player_id,
            name=line.name,
            cells=() if is_program else list(self._cells(line)),
            total=line.account.points,
            state=lack_words(self.season.counts, missing) if missing and not is_program else "",
            chain=None
            if is_program
            else partial(chain_of, self.season, self.found, line.player_id, official=self.official),
            movement=before - rank if before and rank else 0,
            bars=self._bars(line) if self.reader is For.PAGE else (),
            facts=partial(_facts, line, self.ties, decided_by, missing),
        )

    def _bars(self, line: Line) -> tuple[Bar, ...]:
        """The spark of the evenings that have columns; of a single one nothing is to be seen."""
        own = self.days.cells.get(line.player_id, {})
        if len(self.days.days) < 2:
            return ()
        kinds = {True: "counts", False: "open"}
        evenings = [
            (cell.points, "dropped" if cell.is_dropped else kinds[cell.is_sealed or self.official]) if cell else None
            for cell in (own.get(day) for day in self.days.days)
        ]
        return spark(evenings, self.most, self.least)

    def _cells(self, line: Line) -> Iterator[Cell]:
        account, own = line.account, self.days.cells.get(line.player_id, {})
        for day in self.days.days:
            yield self._of_day(own.get(day))
        yield from self._of_games(line)
        for name in self.ties:
            yield self._tie(name, account.figures.get(name, 0))
        if self.has_bonus:
            yield account.bonus or RichCell(0, html=NO_FIGURE)
        yield RichCell(account.sheets, classes="muted")
        is_sealed = self.official or account.is_sealed
        yield (
            account.points if is_sealed else self._pencil(account.points, pgettext("in a line", "not all official yet"))
        )
        if self.reader is For.FILE:
            yield pgettext("in a line", "yes") if is_sealed else pgettext("in a line", "no")

    def _of_day(self, cell: OfDay | None) -> Cell:
        """What is not official yet stands in pencil, what was dropped is struck through."""
        if cell is None:
            return NONE
        if cell.is_dropped:
            words = pgettext("in a line", "dropped")
            html = format_html('<s class="muted">{}<span class="vh">, {}</span></s>', self._figure(cell.points), words)
            return RichCell(cell.points, html=html)
        return cell.points if cell.is_sealed else self._pencil(cell.points, pgettext("in a line", "not official yet"))

    def _of_games(self, line: Line) -> list[int]:
        """What counts of each game of a mix, in the season's points."""
        if not self.games:
            return []
        dropped = {brought.source for brought in line.account.dropped}
        counted = [
            counted_result
            for counted_result in self.found.book.held.get(line.player_id, ())
            if counted_result.source not in dropped
        ]
        return [sum(result.points for result in counted if result.game == game.name) for game in self.games]

    def _tie(self, name: str, amount: Figure) -> Cell:
        """As a number where that is exact, else as it is written."""
        whole, parts = amount.as_integer_ratio()
        if parts == 1:
            return RichCell(whole, classes="muted")
        words = tie_figure(self.season, name, amount)
        exact = Decimal(whole) / parts if parts in {2, 4, 8} else words
        return RichCell(exact, html=format_html("{}", words), classes="muted")

    def _pencil(self, points: int, words: str) -> RichCell:
        return in_pencil(points, self._figure(points), words)

    def _figure(self, points: int) -> SafeString:
        return figure_html(points, Kind.AMOUNT, self.unit)


def _facts(line: Line, ties: list[str], decided_by: str | None, missing: int) -> Mapping[str, Any]:
    account = line.account
    figures = account.figures
    facts = {
        "bonus": account.bonus,
        "measures": account.measures,
        "ties": {name: str(figures.get(name, 0)) for name in ties},
        "sittings": account.sheets,
        "dropped": len(account.dropped),
    }
    facts["missing" if missing else "decided_by"] = missing or decided_by
    return facts


MOST: Final = 5  # tables that are named


def sums_of(season: Competition, found: Lines, *, official: bool) -> Checked | None:
    """Of a season of one game that counts what a table comes to: the sum of everything played, also of what is dropped,
    without bonuses. None where it can be anything. Only where it is not 0 the sheets are asked, in two statements."""
    game, kept = season.rules, season.systems.get(season.game, "")
    counts_totals = game.systems.get(kept) == game.weights(game.rules())
    accounts = [line.account for line in found.all_of_them]
    if season.is_mixed or season.factors or game.sum_at is None or not counts_totals or not accounts:
        return None
    if sum(account.brought + sum(each.points for each in account.dropped) for account in accounts) == 0:
        return checked([TableSum("", 0)], season.in_unit)
    tables = list(_tables(season, found.book.only, official=official))
    off = [table for table in tables if table.is_off]
    if len(off) > MOST:
        rest = off[MOST - 1 :]
        off[MOST - 1 :] = [
            TableSum(
                pgettext("in a line", "others"),
                sum(total.total for total in rest),
                sum(total.expected for total in rest),
            )
        ]
    return checked([*(table for table in tables if not table.is_off), *off], season.in_unit)


def _tables(season: Competition, only: frozenset[UUID] | None, *, official: bool) -> Iterator[TableSum]:
    """The sheets, and evenings of old lists, whose results do not come to 0."""
    results = Result.objects.filter(club=season.club_id, competition=season)
    if official:
        results = results.filter(is_sealed=True)
    if only is not None:
        results = results.filter(source__in=only)
    sums = results.order_by("source").values_list("source").annotate(together=Sum("points")).exclude(together=0)
    of_source = dict(sums)
    sittings = season.sittings.in_bulk(list(of_source))
    for source, points in of_source.items():
        sitting = sittings.get(source)
        if sitting is None:
            yield TableSum(pgettext("in a line", "an old list"), points)
            continue
        sum_at = sitting.plays.sum_at
        expected = sum_at(sitting.typed_rules, sitting.typed_state) if sum_at else None
        yield TableSum(sitting.name, points, points if expected is None else expected)


NO_RANK: Final = RichCell(None, html=SafeString("–"))


def table_out(season: Competition, found: Lines, *, official: bool, venue: str = "") -> Table:
    """Every row, with all days of the season and not only those that a page has room for, and of a mix what each game
    brought, for which each result must have been read; who is not ranked last."""
    days = evenings(found, official=official, most=EVERY_DAY)
    standing = standing_of(season, found, days, official=official, reader=For.FILE)
    group = standing.groups[0]
    over = [season.club.name, *([_("Official results only.")] if official else []), *group.notes, *group.warnings]
    return file_of_standing(standing, f"{season.name}, {venue}" if venue else season.name, over)


def rounds_table(season: Competition, found: Rounds, first: UUID | None = None) -> Table:
    """Who stood where after each evening, the newest first; who is `first` stands out."""
    columns = [
        Column("player", pgettext("column", "Player"), Kind.NAME, heads_rows=True),
        *(Column(day.isoformat(), day_head(season, day), Kind.NUMBER, day=day) for day in reversed(found.days)),
    ]
    rows = [
        (
            RichCell(course.name, strong=course.player_id == first),
            *(NO_RANK if rank is None else rank for rank in reversed(course.ranks)),
        )
        for course in found.courses
    ]
    name = _("{season}: rank after each evening").format(season=season.name)
    caption = _("Rank after each evening, the latest first")
    return Table(name, columns, rows, key="ranks", caption=caption)


def race_table(season: Competition, found: Race, first: UUID | None = None) -> Table:
    """What everybody had after each evening, the newest first; who is `first` stands out."""
    unit = season.in_unit
    columns = [
        Column("player", pgettext("column", "Player"), Kind.NAME, heads_rows=True),
        *(
            Column(day.isoformat(), day_head(season, day), Kind.AMOUNT, unit, says_unit=False, day=day)
            for day in reversed(found.days)
        ),
    ]
    rows = [
        (
            RichCell(runner.name, strong=runner.player_id == first),
            *(NO_RANK if points is None else points for points in reversed(runner.points)),
        )
        for runner in found.runners
    ]
    name = _("{season}: points after each evening").format(season=season.name)
    caption = _("Points after each evening, the latest first")
    return Table(name, columns, rows, key="race", caption=caption)


def moves_table(season: Competition, moves: Sequence[SettingsMove]) -> Table:
    """Whose points and rank something would change, and to what."""
    columns = [
        Column("player", pgettext("column", "Player"), Kind.NAME, heads_rows=True),
        Column("points", pgettext("column", "Points"), Kind.AMOUNT, season.in_unit),
        Column("rank", pgettext("column", "Rank"), Kind.NUMBER),
    ]
    rows = [
        (move.name, moved(move.points_before, move.points_after), moved(move.rank_before, move.rank_after))
        for move in moves
    ]
    return Table(season.name, columns, rows, key="moved", caption=pgettext("heading", "What changes"))


def equals_table(season: Competition, rank: int, equals: Sequence[Ranked[Line]]) -> Table:
    """Those who share a rank, for lots."""
    columns = [
        Column("player", pgettext("column", "Player"), Kind.NAME, heads_rows=True),
        Column("points", pgettext("column", "Points"), Kind.AMOUNT, season.in_unit),
    ]
    rows = [(row.row.name, row.row.points) for row in equals]
    return Table(_("Players who share rank {rank}").format(rank=rank), columns, rows, key=f"rank-{rank}")
