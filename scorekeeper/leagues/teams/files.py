"""The tables of team leagues for other programs."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.common.names import alphabetical
from scorekeeper.common.tables.values import Cell, Column, Figure, Kind, RichCell, Table
from scorekeeper.common.texts import halves
from scorekeeper.leagues.match_days.reads import Group
from scorekeeper.leagues.models import MatchDay, Team, TeamLeague, TeamMember
from scorekeeper.leagues.teams.reads import Match


def match_table(match: Match) -> Table:
    """A group in one series, the best side first."""
    columns = [
        Column("team", pgettext("column", "Team"), Kind.NAME, heads_rows=True, classes="who"),
        Column("scores", pgettext("column", "Scores"), Kind.NUMBER),
        Column("points", pgettext("column", "Points"), Kind.NUMBER),
    ]
    rows = [(side.team.name, side.total, RichCell(Figure(side.points), strong=True)) for side in match.sides]
    words = pgettext("heading", "Group {number}") if match.is_official else _("Group {number}, not official yet")
    return Table(words.format(number=match.group), columns, rows)


def group_out(day: MatchDay, group: Group, matches: Iterable[Match]) -> Table:
    """How a match day came out in a group: of each team the score and the points of each series, and their sums, the
    best first."""
    played = sorted(matches, key=lambda match: match.number)
    sums = {line.team: (0, 0) for line in group.lines}
    for match in played:
        for side in match.sides:
            twice, total = sums.get(side.team, (0, 0))
            sums[side.team] = twice + side.twice, total + side.total
    columns = [
        Column("place", pgettext("column", "Place"), Kind.ORDINAL),
        Column("team", pgettext("column", "Team"), Kind.NAME, heads_rows=True, classes="who"),
    ]
    for match in played:
        columns.append(
            Column(
                f"scores-{match.number}", pgettext("column", "Series {number}").format(number=match.number), Kind.NUMBER
            )
        )
        columns.append(Column(f"points-{match.number}", pgettext("column", "Points"), Kind.NUMBER))
    columns += [
        Column("scores", pgettext("column", "Scores"), Kind.NUMBER),
        Column("points", pgettext("column", "All points"), Kind.NUMBER),
    ]
    in_order = sorted(sums, key=lambda team: (-sums[team][0], -sums[team][1], alphabetical(team.name), team.pk))
    ranks = [1 + sum(other > sums[team] for other in sums.values()) for team in in_order]
    rows = [[rank, team.name, *_of_team(team, played, sums[team])] for rank, team in zip(ranks, in_order, strict=True)]
    name = _("{day}, group {number}").format(day=day.evening.name, number=group.number)
    return Table(name, columns, rows, key="day", caption=_("All series of the day"))


def _of_team(team: Team, played: Iterable[Match], sums: tuple[int, int]) -> Iterator[Cell]:
    for match in played:
        side = match.of(team)
        yield side.total if side else None
        yield Figure(side.points) if side else None
    twice, total = sums
    yield total
    yield RichCell(Figure(halves(twice)), strong=True)


def boards_out(day: MatchDay, group: Group, matches: Iterable[Match]) -> Table:
    """What each player of a group brought their team in each series."""
    found = day_out(day, sorted(matches, key=lambda match: match.number))
    name = _("{day}, group {number}: players").format(day=day.evening.name, number=group.number)
    return replace(found, name=name, key="boards", caption=_("Player by player"))


def day_out(day: MatchDay, matches: Iterable[Match]) -> Table:
    """Each series of a match day: one line a team and player."""
    heads = [
        pgettext("column", "Series"),
        pgettext("column", "Group"),
        pgettext("column", "Team"),
        pgettext("column", "Team’s score"),
        pgettext("column", "Points"),
        pgettext("column", "Table"),
        pgettext("column", "Player"),
        pgettext("column", "Score"),
        pgettext("column", "Signed"),
    ]
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
            pgettext("in a line", "yes") if match.is_official else pgettext("in a line", "no"),
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
    heads = [
        pgettext("column", "Team"),
        pgettext("column", "Player"),
        pgettext("column", "Role"),
        pgettext("column", "Since"),
    ]
    return Table(pgettext("heading", "{league}: teams").format(league=league.name), heads, cells)
