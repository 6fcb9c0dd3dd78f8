"""The standings of a season as a table for other programs."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from django.utils.translation import gettext as _

from scorekeeper.common.tables.values import Cell, Column, Kind, Table, figure, headed, moved
from scorekeeper.pairing.ties import Figure
from scorekeeper.standings.models import Competition
from scorekeeper.standings.ranking import DIRECT, Ranked
from scorekeeper.standings.selectors.moving import SettingsMove
from scorekeeper.standings.selectors.rounds import Rounds
from scorekeeper.standings.selectors.table import Evenings, Line, Lines, evenings
from scorekeeper.standings.words import called, game_told, tie_figure, unit_of

EVERY_DAY = 1_000


def table_out(season: Competition, found: Lines, *, official: bool, venue: str = "") -> Table:
    """Every row, with all days of the season and not only those that a page has room for, and of a mix what each game
    brought, for which each result must have been read; who is not ranked last."""
    columns = evenings(found, official=official, most=EVERY_DAY)
    ties = [headed(called(season, name), unit_of(season, name)) for name in _figures(season)]
    days = [headed(day.isoformat(), season.in_unit) for day in columns.days]
    points = season.in_unit.unit or _("Points")
    bonus = [headed(_("Bonus"), season.in_unit)] if found.book.given else []
    of_games = [game_told(season, game) for game in season.plays] if season.is_mixed else []
    heads = [_("Rank"), _("Player"), *days, *of_games, *ties, *bonus, _("Sheets"), points, _("All official")]
    over = [season.club.name, *([_("What is official.")] if official else [])]
    name = f"{season.name}, {venue}" if venue else season.name
    return Table(name, heads, _rows(season, found, columns, is_sealed=official), over)


def rounds_out(season: Competition, found: Rounds) -> Table:
    """Who stood where after each evening, of those the page shows."""
    rows = ([course.name, *course.ranks] for course in found.courses)
    heads = [_("Player"), *(day.isoformat() for day in found.days)]
    return Table(_("{season}: rank after each evening").format(season=season.name), heads, rows)


def moves_table(season: Competition, moves: Sequence[SettingsMove]) -> Table:
    """Whose points and rank something would change, and to what."""
    columns = [
        Column("player", _("Player"), Kind.NAME, heads_rows=True),
        Column("points", _("Points"), Kind.AMOUNT, season.in_unit),
        Column("rank", _("Rank"), Kind.NUMBER),
    ]
    rows = [
        (move.name, moved(move.points_before, move.points_after), moved(move.rank_before, move.rank_after))
        for move in moves
    ]
    return Table(season.name, columns, rows, key="moved", caption=_("This moves"))


def equals_table(season: Competition, rank: int, equals: Sequence[Ranked[Line]]) -> Table:
    """Those who share a rank, for lots."""
    columns = [
        Column("player", _("Player"), Kind.NAME, heads_rows=True),
        Column("points", _("Points"), Kind.AMOUNT, season.in_unit),
    ]
    rows = [(row.row.name, row.row.points) for row in equals]
    return Table(_("Those who share rank {rank}").format(rank=rank), columns, rows, key=f"rank-{rank}")


def _of_games(season: Competition, found: Lines, line: Line) -> list[int]:
    """What counts of each game of a mix, in the season's points."""
    if not season.is_mixed:
        return []
    dropped = {one.source for one in line.account.dropped}
    counted = [one for one in found.book.held.get(line.player_id, ()) if one.source not in dropped]
    return [sum(one.points for one in counted if one.game == game) for game in season.systems]


def _figures(season: Competition) -> list[str]:
    """The tie-breaks that are a figure of each row."""
    return [name for name, _sign in season.tie_breaks if name != DIRECT]


def _tie(season: Competition, name: str, amount: Figure) -> Cell:
    """As a number where that is exact, else as it is written."""
    whole, parts = amount.as_integer_ratio()
    if parts == 1:
        return figure(whole, unit_of(season, name))
    return Decimal(whole) / parts if parts in {2, 4, 8} else tie_figure(season, name, amount)


def _rows(season: Competition, found: Lines, columns: Evenings, *, is_sealed: bool) -> Iterator[list[Cell]]:
    ranked: list[tuple[int | None, Line]] = [(row.rank, row.row) for row in found.ranked]
    for rank, line in [*ranked, *((None, line) for line, _missing in found.lacking)]:
        account, of_player = line.account, columns.cells.get(line.player_id, {})
        cells = (of_player.get(day) for day in columns.days)
        yield [
            rank,
            line.name,
            *(figure(cell.points, season.in_unit) if cell else None for cell in cells),
            *_of_games(season, found, line),
            *(_tie(season, name, account.figures.get(name, 0)) for name in _figures(season)),
            *([figure(account.bonus, season.in_unit)] if found.book.given else []),
            account.sheets,
            figure(account.points, season.in_unit),
            _("yes") if is_sealed or account.is_sealed else _("no"),
        ]
