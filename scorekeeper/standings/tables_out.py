"""The standings of a season as a table for other programs."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.common.tables.values import Column, Kind, RichCell, Table, moved
from scorekeeper.standings.models import Competition
from scorekeeper.standings.ranking import Ranked
from scorekeeper.standings.selectors.moving import SettingsMove
from scorekeeper.standings.selectors.race import Race
from scorekeeper.standings.selectors.rounds import Rounds
from scorekeeper.standings.selectors.standing import For, day_head, standing_of
from scorekeeper.standings.selectors.table import EVERY_DAY, Line, Lines, evenings
from scorekeeper.standings.standing import file_of_standing

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
