"""A match day: which teams meet, who plays for them, where everybody sits in the series that is next."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations
from uuid import UUID

from django.db.models import Max

from scorekeeper.clubs.models import Player
from scorekeeper.common.ids import digest
from scorekeeper.common.names import alphabetical
from scorekeeper.leagues.models import (
    GroupTeam,
    LineUp,
    MatchDay,
    Series,
    Team,
    TeamGroup,
    TeamLeague,
    TeamMember,
    TeamPlace,
)
from scorekeeper.pairing.drawing import Entry, Pair
from scorekeeper.pairing.teams import FEWEST, SIZE, Seating, seating


@dataclass(frozen=True, slots=True)
class Line:
    """A team on a match day: who plays for it, by slot."""

    team: Team
    slots: dict[int, Player]

    @property
    def players(self) -> list[Player]:
        return [self.slots[slot] for slot in sorted(self.slots)]


@dataclass(frozen=True, slots=True)
class Group:
    """The teams that meet, in the order of their places; where and when, if not as the match day says."""

    number: int
    lines: tuple[Line, ...]
    venue: str = ""
    starts_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Sitting:
    """Somebody at a table of the plan."""

    team: Team
    player: Player


@dataclass(frozen=True, slots=True)
class PlannedTable:
    """A table in the order of its seats; numbered over the groups that open their series together."""

    number: int
    group: int
    seats: tuple[Sitting, ...]


@dataclass(frozen=True, slots=True)
class SeriesPlan:
    """Where everybody sits in a series, of all groups or of one. `hash` names exactly this: tables are opened as they
    were seen."""

    number: int
    tables: tuple[PlannedTable, ...]
    out: tuple[Sitting, ...]

    def has(self, group: int) -> bool:
        """Whether people of this group sit in it."""
        return any(table.group == group for table in self.tables)

    @property
    def hash(self) -> str:
        tables = [[[str(seat.team.pk), str(seat.player.pk)] for seat in table.seats] for table in self.tables]
        out = [[str(seat.team.pk), str(seat.player.pk)] for seat in self.out]
        return digest({"series": self.number, "tables": tables, "out": out})


@dataclass(frozen=True, slots=True)
class Teams:
    """All of a match day: the groups, the teams without a match, and the series whose tables are open."""

    groups: tuple[Group, ...]
    free: tuple[Team, ...]
    opened: tuple[SeriesPlan, ...]

    @property
    def lines(self) -> list[Line]:
        return [line for group in self.groups for line in group.lines]

    @property
    def is_apart(self) -> bool:
        """Whether groups play at venues or hours of their own: each opens its series by itself then."""
        return any(group.venue or group.starts_at for group in self.groups)

    @property
    def courses(self) -> list[int | None]:
        """The numbers of the groups that open series by themselves; None: all together."""
        return [group.number for group in self.groups] if self.is_apart else [None]

    def opened_by(self, group: int | None) -> int:
        """How many series are open, of a group or of all."""
        series = (plan for plan in self.opened if group is None or plan.has(group))
        return max((plan.number for plan in series), default=0)


def teams_of(day: MatchDay) -> Teams:
    """Five statements, whatever the number of teams."""
    slots: dict[UUID, dict[int, Player]] = defaultdict(dict)
    for line_up in LineUp.objects.filter(day=day).select_related("player"):
        slots[line_up.team_id][line_up.slot] = line_up.player.person
    rows = GroupTeam.objects.filter(day=day).select_related("team", "group").order_by("group__number", "place")
    groups: dict[int, list[Line]] = defaultdict(list)
    where: dict[int, TeamGroup] = {}
    free = []
    for row in rows:
        if row.group is None:
            free.append(row.team)
        else:
            where[row.group.number] = row.group
            groups[row.group.number].append(Line(row.team, slots[row.team_id]))
    found = tuple(
        Group(number, tuple(lines), where[number].venue, where[number].starts_at)
        for number, lines in sorted(groups.items())
    )
    return Teams(found, tuple(free), tuple(opened_series(day)))


def next_series(day: MatchDay, group: int | None = None) -> int | None:
    """Which series is opened next, of a group that opens its own; None where all are open."""
    there = Series.objects.filter(day=day, group__number=group) if group else Series.objects.filter(day=day)
    last = there.aggregate(last=Max("number"))["last"] or 0
    return last + 1 if last < day.league.series else None


def plan_of(teams: Teams, number: int, only: int | None = None) -> SeriesPlan:
    """The tables of this series, of all groups or of `only` one, by the line-ups as they are now, after those that are
    open as they were drawn."""
    tables: list[PlannedTable] = []
    out: list[Sitting] = []
    for group in (
        teams.groups if only is None else [found_group for found_group in teams.groups if found_group.number == only]
    ):
        found = _seating(group, teams.opened, number)
        sitting = {
            (team, slot): Sitting(line.team, player)
            for team, line in enumerate(group.lines)
            for slot, player in line.slots.items()
        }
        for table in found.tables:
            seats = tuple(sitting[player] for player in table)
            tables.append(PlannedTable(len(tables) + 1, group.number, seats))
        out += [sitting[player] for player in found.out] if found.tables else []
    return SeriesPlan(number, tuple(tables), tuple(out))


def _seating(group: Group, opened: Sequence[SeriesPlan], number: int) -> Seating:
    """Where the people of a group sit in this series; in those before it that are not open yet, by the same
    line-ups."""
    slots = [list(line.slots) for line in group.lines]
    mine = sorted((plan for plan in opened if plan.has(group.number)), key=lambda plan: plan.number)
    before = [_as_now(group, plan) for plan in mine][: number - 1]
    while len(before) < number:
        before.append(seating(slots, before))
    return before[-1]


def _as_now(group: Group, plan: SeriesPlan) -> Seating:
    """Where those of the group's line-ups sat in this series, by the slots that they have now."""
    place = {player.pk: (team, slot) for team, line in enumerate(group.lines) for slot, player in line.slots.items()}
    tables, out = [table.seats for table in plan.tables], plan.out
    then = [tuple(place[seat.player.pk] for seat in seats if seat.player.pk in place) for seats in (*tables, out)]
    return Seating(tuple(then[:-1]), then[-1])


def members_of(team: Team) -> list[TeamMember]:
    """Who belongs to it now: the captain, the players, the substitutes, each by name."""
    order = list(TeamMember.Role.values)
    found = TeamMember.objects.filter(team=team, until=None).select_related("player")
    return sorted(found, key=lambda member: (order.index(member.role), alphabetical(member.player.name), member.pk))


def usual_of(league: TeamLeague) -> dict[UUID, list[UUID]]:
    """Of each team whom a match day begins with: the captain and the players, as they came, so many as there are
    slots; nobody where they are too few."""
    found: dict[UUID, list[tuple[bool, datetime, UUID]]] = defaultdict(list)
    regular = TeamMember.objects.filter(league=league, until=None).exclude(role=TeamMember.Role.SUBSTITUTE)
    for member in regular.select_related("player"):
        found[member.team_id].append((not member.is_captain, member.since, member.player.identity))
    plays: set[UUID] = set()  # two lines of the book may turn out to be one person in two teams
    first: dict[UUID, list[UUID]] = {}
    for team, own in found.items():
        first[team] = [player for _rest, _since, player in sorted(own) if player not in plays][:SIZE]
        plays.update(first[team])
    return {team: own for team, own in first.items() if len(own) >= FEWEST}


def entry_of_groups(league: TeamLeague, teams: Iterable[Team], but: MatchDay, seed: int) -> Entry:
    """What the draw of a match day's groups starts from: who has met, who was in a small group or had no match."""
    there = {str(team.pk) for team in teams}
    met: Counter[Pair] = Counter()
    small: Counter[str] = Counter()
    free: Counter[str] = Counter()
    for group in _groups_before(league, but).values():
        own = sorted(str(row.team_id) for row in group)
        if group[0].group_id is None:
            free.update(own)
            continue
        met.update(map(frozenset, combinations(own, 2)))
        if len(own) < but.size:
            small.update(own)
    sizes = set(range(FEWEST, but.size + 1)) if len(there) >= FEWEST else {len(there)}
    return Entry(players=there, sizes=sizes, preferred=but.size, seed=seed, meetings=met, small=small, byes=free)


def _groups_before(league: TeamLeague, but: MatchDay) -> dict[tuple[UUID, UUID | None], Sequence[GroupTeam]]:
    found: dict[tuple[UUID, UUID | None], list[GroupTeam]] = defaultdict(list)
    for row in GroupTeam.objects.filter(day__league=league).exclude(day=but):
        found[row.day_id, row.group_id].append(row)
    return dict(found)


def opened_series(day: MatchDay) -> list[SeriesPlan]:
    """The series whose tables are open, as they were drawn; of groups apart those that each has opened."""
    groups = dict(GroupTeam.objects.filter(day=day, group__isnull=False).values_list("team", "group__number"))
    rows = TeamPlace.objects.filter(series__day=day).select_related("team", "series", "place__player", "place__table")
    tables: dict[tuple[int, UUID], list[TeamPlace]] = defaultdict(list)
    out: dict[int, list[Sitting]] = defaultdict(list)
    for row in rows.order_by("series__number", "place__table__number", "place__seat"):
        if row.place.table:
            tables[row.series.number, row.place.table.pk].append(row)
        else:
            out[row.series.number].append(Sitting(row.team, row.place.player.person))
    found: dict[int, list[PlannedTable]] = defaultdict(list)
    for (series, _table), own in tables.items():
        seats = tuple(Sitting(row.team, row.place.player.person) for row in own)
        number = own[0].place.table.number if own[0].place.table else 0
        found[series].append(PlannedTable(number, groups[own[0].team_id], seats))
    return [SeriesPlan(series, tuple(own), tuple(out[series])) for series, own in found.items()]
