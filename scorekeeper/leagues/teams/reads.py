"""The tables of a team league, for its pages and for other programs. They are made on reading from what each sheet
brought each player in its season: so a correction moves them at once. A handful of statements, whatever was played."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from uuid import UUID

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scorekeeper.clubs.models import Player
from scorekeeper.common.names import Alphabetical, alphabetical
from scorekeeper.common.tables.values import Cell, Column, Figure, Kind, RichCell, Table
from scorekeeper.common.texts import POINTS, amount_figure, halves, isolated
from scorekeeper.leagues.match_days.reads import Group
from scorekeeper.leagues.models import DrawnTable, GroupTeam, MatchDay, Team, TeamLeague, TeamMember, TeamPlace
from scorekeeper.pairing.teams import shared
from scorekeeper.standings.models import Result
from scorekeeper.standings.ranking import Entry, Ranked, ranked
from scorekeeper.standings.standing import (
    Chain,
    Link,
    Part,
    Source,
    Standing,
    StandingGroup,
    StandingRow,
    Step,
    Term,
    in_pencil,
)

ORDER = (("score", 1), ("won", 1))  # what decides between equal team points; then the rank is shared


@dataclass(frozen=True, slots=True)
class Score:
    """What a player brought their team in a series, and on which sheet; nothing yet where no hand is played."""

    player: Player
    sitting: UUID | None
    table: int
    points: int
    is_sealed: bool


@dataclass(frozen=True, slots=True)
class Side:
    """A team in a series: the sum of its players, its place, and twice its team points."""

    team: Team
    total: int
    place: int
    twice: int
    scores: tuple[Score, ...]

    @property
    def points(self) -> str:
        return halves(self.twice)


@dataclass(frozen=True, slots=True)
class Match:
    """A group in one series, the best side first. It is official when every sheet of it is."""

    day: MatchDay
    number: int
    group: int
    sides: tuple[Side, ...]
    is_official: bool

    def of(self, team: Team) -> Side | None:
        return next((side for side in self.sides if side.team == team), None)

    def won_by(self, team: Team) -> bool:
        """Alone in front."""
        return [side.team for side in self.sides if side.place == 1] == [team]


@dataclass(frozen=True, slots=True)
class Row:
    """A team's season: twice its team points, series won, the sum of its scores, its series."""

    team: Team
    twice: int
    won: int
    score: int
    matches: tuple[Match, ...]
    days: int

    @property
    def points(self) -> str:
        return halves(self.twice)

    @property
    def is_official(self) -> bool:
        return all(match.is_official for match in self.matches)


def table_of(league: TeamLeague, *, official: bool) -> list[Ranked[Row]]:
    """Every team of the league with its rank, from the series that count."""
    played = [match for match in matches_of(league) if match.is_official or not official]
    rows = [_row(team, played) for team in Team.objects.filter(league=league).order_by(Alphabetical("name"), "pk")]
    return _ranked(rows)


def _ranked(rows: Iterable[Row]) -> list[Ranked[Row]]:
    return ranked([Entry(row, row.twice, {"score": row.score, "won": row.won}) for row in rows], ORDER)


def standing_of(league: TeamLeague, *, official: bool, is_file: bool = False) -> Standing:
    """Who stands where; a file also says of each team whether all it has played is official."""
    rows = table_of(league, official=official)
    columns = _columns(is_file=is_file)
    before = {row.row.team: row.rank for row in _before_newest(rows)}
    return Standing(
        groups=[StandingGroup(1, columns, _standing_rows(rows, before, is_file=is_file))] if rows else [],
        official=official,
        is_final=all(row.row.is_official for row in rows),
        rounds=max((row.row.days for row in rows), default=0),
        head=pgettext("column", "Rank"),
        names=pgettext("column", "Team"),
    )


def _before_newest(rows: Sequence[Ranked[Row]]) -> list[Ranked[Row]]:
    """Who stood where before the newest match day that was played; nobody where it was the first."""
    numbers = {match.day.number for row in rows for match in row.row.matches}
    if len(numbers) < 2:
        return []
    earlier = {id(match): match for row in rows for match in row.row.matches if match.day.number < max(numbers)}
    return _ranked(_row(row.row.team, earlier.values()) for row in rows)


def _columns(*, is_file: bool) -> list[Column]:
    return [
        Column("days", pgettext("column", "Match days"), Kind.NUMBER, classes="ties"),
        Column("series", pgettext("column: how many", "Series"), Kind.NUMBER, classes="ties"),
        Column("won", pgettext("column", "Won"), Kind.NUMBER, classes="ties"),
        Column("scores", pgettext("column", "Scores"), Kind.NUMBER),
        Column("points", pgettext("column", "Points"), Kind.NUMBER, classes="tot"),
        *([Column("official", pgettext("column", "All signed"))] if is_file else []),
    ]


def _standing_rows(rows: Sequence[Ranked[Row]], before: Mapping[Team, int], *, is_file: bool) -> list[StandingRow]:
    share = Counter(row.rank for row in rows)
    return [
        StandingRow(
            first=row.rank,
            last=row.rank + share[row.rank] - 1,
            entrant=row.row.team.pk,
            name=row.row.team.name,
            cells=_cells(row.row, is_file=is_file),
            figure=row.row.points,
            chain=partial(_chain, row, rows[place - 1] if place else None),
            movement=before.get(row.row.team, row.rank) - row.rank,
        )
        for place, row in enumerate(rows)
    ]


def _cells(row: Row, *, is_file: bool) -> list[Cell]:
    points = Figure(row.points)
    return [
        RichCell(row.days, classes="muted"),
        RichCell(len(row.matches), classes="muted"),
        RichCell(row.won, classes="muted"),
        row.score,
        points if row.is_official else in_pencil(points, row.points, pgettext("in a line", "not all official yet")),
        *([pgettext("in a line", "yes") if row.is_official else pgettext("in a line", "no")] if is_file else []),
    ]


def _chain(mine: Ranked[Row], above: Ranked[Row] | None) -> Chain:
    """Match days with their series, players and sheets, and what put the team behind the one above."""
    row, days = mine.row, dict[MatchDay, list[Step]]()
    for match in row.matches:
        if side := match.of(row.team):
            days.setdefault(match.day, []).append(_step(match, side))
    words = ngettext(
        "{points} team points from {number} series, {won} of them won.",
        "{points} team points from {number} series, {won} of them won.",
        len(row.matches),
    )
    points = format_html("<b>{}</b>", row.points)
    sentence = _decision(mine, above)
    return Chain(
        [Part(steps, _day_link(day)) for day, steps in days.items()],
        total=format_html(words, points=points, number=len(row.matches), won=row.won),
        reasons=[sentence] if sentence else [],
        links=[Link(_("Players of the team"), reverse("team_detail", args=[row.team.pk]))],
    )


def _day_link(day: MatchDay) -> Link:
    date = date_format(timezone.localtime(day.evening.starts_at), "SHORT_DATE_FORMAT")
    words = _("Match day {number}, {date}").format(number=day.number, date=date)
    return Link(words, reverse("match_day", args=[day.pk]))


def _step(match: Match, own: Side) -> Step:
    """A series: all sides with their sums, and who of the team brought what."""
    return Step(
        label=pgettext("field", "Series {number}").format(number=match.number),
        terms=tuple(
            Term(format_html("<bdi>{}</bdi>", side.team.name), amount_figure(side.total, POINTS), is_own=side is own)
            for side in match.sides
        ),
        sources=tuple(
            Source(
                format_html("<bdi>{}</bdi>", score.player.name),
                sitting=score.sitting,
                figure=amount_figure(score.points, POINTS) if score.sitting else "",
            )
            for score in own.scores
        ),
        figure=own.points,
        state=pgettext("in a line", "official") if match.is_official else pgettext("in a line", "not official yet"),
        is_official=match.is_official,
    )


def _decision(mine: Ranked[Row], above: Ranked[Row] | None) -> str:
    """What put the row behind the one above, in a sentence."""
    if above is None:
        return ""
    name = isolated(above.row.team.name)
    if mine.decided_by is None:
        return _("Equal with {name} in everything that counts, so they share the rank.").format(name=name)
    if not mine.decided_by:
        gap = halves(above.row.twice - mine.row.twice)
        return _("Team points behind {name}: {gap}.").format(gap=gap, name=name)
    if mine.decided_by == "score":
        words = _("Level with {name} on team points. The sums of the scores decide: {theirs} to {mine}.")
        return words.format(name=name, theirs=above.row.score, mine=mine.row.score)
    words = _("Level with {name} on team points and scores. The series won decide: {theirs} to {mine}.")
    return words.format(name=name, theirs=above.row.won, mine=mine.row.won)


def members_of_teams(league: TeamLeague) -> dict[UUID, list[TeamMember]]:
    """Who belongs to each team now, in the order in which they came: the captain, the players, the substitutes."""
    order, found = list(TeamMember.Role.values), dict[UUID, list[TeamMember]]()
    members = TeamMember.objects.filter(league=league, until=None).select_related("player").order_by("since", "pk")
    for member in sorted(members, key=lambda member: order.index(member.role)):
        found.setdefault(member.team_id, []).append(member)
    return found


def matches_of(league: TeamLeague, day: MatchDay | None = None) -> list[Match]:
    """What has been played in the league, or on one of its days: the newest day first, its series in their order. A
    series counts from its first hand on."""
    places = TeamPlace.objects.filter(series__day__league=league)
    if day:
        places = places.filter(series__day=day)
    results = _results(league, places)
    groups, members = _groups(league), _members(league)
    sizes = Counter((day, number) for (day, _team), number in groups.items())
    found: dict[tuple[int, int, int], list[TeamPlace]] = defaultdict(list)
    rows = places.select_related(
        "team", "series__day__evening", "series__draw", "place__player", "place__table__sitting"
    )
    for row in rows.order_by("place__table__number", "place__seat"):
        found[-row.series.day.number, row.series.number, groups[row.series.day_id, row.team_id]].append(row)
    matches = (
        _match(own, (group, sizes[own[0].series.day_id, group]), results, members)
        for (_day, _series, group), own in sorted(found.items())
    )
    return [match for match in matches if match]


Results = Mapping[UUID, Mapping[UUID, Result]]


def _results(league: TeamLeague, places: QuerySet[TeamPlace]) -> Results:
    """Of each sheet what it brought each person."""
    sheets = places.exclude(place__table=None).values("place__table__sitting")
    rows = Result.objects.filter(club=league.club_id, competition=league.season_id, source__in=sheets)
    found: dict[UUID, dict[UUID, Result]] = defaultdict(dict)
    for row in rows.select_related("player"):
        if row.measures:
            found[row.source][row.player.identity] = row
    return found


def _groups(league: TeamLeague) -> dict[tuple[UUID, UUID], int]:
    rows = GroupTeam.objects.filter(day__league=league).exclude(group=None)
    return {(day, team): number for day, team, number in rows.values_list("day", "team", "group__number")}


def _members(league: TeamLeague) -> dict[UUID, list[TeamMember]]:
    """Who was ever in a team, by person: for those who sat down at a table that was open already."""
    found: dict[UUID, list[TeamMember]] = defaultdict(list)
    for team_member in TeamMember.objects.filter(league=league).select_related("player").order_by("since", "pk"):
        found[team_member.player.identity].append(team_member)
    return found


def _match(
    places: Sequence[TeamPlace],
    group: tuple[int, int],
    results: Results,
    members: Mapping[UUID, Sequence[TeamMember]],
) -> Match | None:
    """A series of a group (its number, how many teams it has); None before its first hand."""
    first = places[0]
    tables = {place.place.table.sitting_id: place.place.table for place in places if place.place.table}
    if not any(sheet in results for sheet in tables if sheet):
        return None
    scores: dict[Team, list[Score]] = {place.team: [] for place in places}
    seated = set()
    for place in places:
        table, player = place.place.table, place.place.player
        if table and table.sitting_id:
            seated.add((table.sitting_id, player.identity))
            result = results.get(table.sitting_id, {}).get(player.identity)
            scores[place.team].append(_score(player.person, table, result))
    for sheet, table in tables.items():
        for person, result in results.get(sheet, {}).items() if sheet else ():
            if (sheet, person) not in seated and (team := _team_then(members.get(person, ()), first, scores)):
                scores[team].append(_score(result.player.person, table, result))
    sealed = all(table.sitting is not None and table.sitting.is_official for table in tables.values())
    number, teams = group
    return Match(first.series.day, first.series.number, number, _sides(scores, teams), sealed)


def _score(player: Player, table: DrawnTable, result: Result | None) -> Score:
    points = result.points if result else 0
    return Score(player, table.sitting_id, table.number, points, is_sealed=bool(result and result.is_sealed))


def _team_then(members: Sequence[TeamMember], first: TeamPlace, teams: Iterable[Team]) -> Team | None:
    """The team of the match that somebody who came late was in, at that time or, else, is in since."""
    opened = first.series.draw.made_at
    there = {team.pk: team for team in teams}
    mine = [member for member in members if member.team_id in there and (member.until is None or member.until > opened)]
    return there[mine[0].team_id] if mine else None


def _sides(scores: Mapping[Team, Sequence[Score]], teams: int) -> tuple[Side, ...]:
    totals = {team: sum(score.points for score in own) for team, own in scores.items()}
    twice = dict(zip(totals, shared(list(totals.values()), teams), strict=True))
    best = sorted(totals.values(), reverse=True)
    sides = [
        Side(team, totals[team], best.index(totals[team]) + 1, twice[team], tuple(scores[team])) for team in totals
    ]
    return tuple(sorted(sides, key=lambda side: (side.place, alphabetical(side.team.name), side.team.pk)))


def _row(team: Team, played: Iterable[Match]) -> Row:
    mine = [(match, side) for match in played if (side := match.of(team))]
    return Row(
        team,
        twice=sum(side.twice for _match, side in mine),
        won=sum(match.won_by(team) for match, _side in mine),
        score=sum(side.total for _match, side in mine),
        matches=tuple(match for match, _side in mine),
        days=len({match.day.pk for match, _side in mine}),
    )


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
        [team.name, member.player.name, member.get_role_display(), member.since]
        for team, own in teams
        for member in own
    )
    heads = [
        pgettext("column", "Team"),
        pgettext("column", "Player"),
        pgettext("column", "Role"),
        pgettext("column", "Since"),
    ]
    return Table(pgettext("heading", "{league}: teams").format(league=league.name), heads, cells)
