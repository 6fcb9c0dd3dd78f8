"""The tables of team leagues for other programs."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from scorekeeper.common.tables.values import Cell, Column, Figure, Kind, RichCell, Table
from scorekeeper.leagues.models import MatchDay, Team, TeamLeague, TeamMember
from scorekeeper.leagues.selectors.team_tables import Match


def match_table(match: Match) -> Table:
    """A group in one series, the best side first."""
    columns = [
        Column("team", _("Team"), Kind.NAME, heads_rows=True, classes="who"),
        Column("scores", _("Scores"), Kind.NUMBER),
        Column("points", _("Points"), Kind.NUMBER),
    ]
    rows = [(side.team.name, side.total, RichCell(Figure(side.points), strong=True)) for side in match.sides]
    words = _("Group {number}") if match.is_official else _("Group {number}, not official yet")
    return Table(words.format(number=match.group), columns, rows)


def day_out(day: MatchDay, matches: Iterable[Match]) -> Table:
    """Each series of a match day: one line a team and player."""
    heads = [
        _("Series"), _("Group"), _("Team"), _("Team’s score"), _("Points"), _("Table"), _("Player"), _("Score"),
        _("Signed"),
    ]  # fmt: skip
    cells: Iterable[list[Cell]] = (
        [
            match.number,
            match.group,
            side.team.name,
            side.total,
            Figure(side.points),
            score.table,
            score.player.name,
            score.points,
            _("yes") if match.is_official else _("no"),
        ]
        for match in matches
        for side in match.sides
        for score in side.scores
    )
    return Table(day.evening.name, heads, cells)


def teams_out(league: TeamLeague, teams: Iterable[tuple[Team, Sequence[TeamMember]]]) -> Table:
    """Who is in which team now."""
    cells: Iterable[list[Cell]] = (
        [team.name, one.player.name, one.get_role_display(), one.since] for team, own in teams for one in own
    )
    heads = [_("Team"), _("Player"), _("Role"), _("Since")]
    return Table(_("{league}: teams").format(league=league.name), heads, cells)
