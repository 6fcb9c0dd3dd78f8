"""The tables of team leagues for other programs."""

from collections.abc import Iterable, Sequence
from decimal import Decimal

from django.utils.translation import gettext as _

from scorekeeper.common.tables.values import Cell, Table
from scorekeeper.leagues.models import MatchDay, Team, TeamLeague, TeamMember
from scorekeeper.leagues.selectors.team_tables import Match


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
            points(side.twice),
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


def points(twice: int) -> int | Decimal:
    """Team points as a number: 7, or 7.5 where a place was shared."""
    return Decimal(twice) / 2 if twice % 2 else twice // 2
