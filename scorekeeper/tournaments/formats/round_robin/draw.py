"""The rounds of a round robin: its groups and numbers are drawn once, all matches follow from them."""

from typing import Final
from uuid import UUID

from scorekeeper.common.ids import digest
from scorekeeper.draws.drawn import Drawn, Report, SeatedTable
from scorekeeper.pairing.round_robin import numbered
from scorekeeper.tournaments.formats.round_robin.plan import RoundRobinPlan
from scorekeeper.tournaments.matches.play import GONE, schedule_of
from scorekeeper.tournaments.models import Entrant, Stage
from scorekeeper.tournaments.rounds.field import Field, in_line, with_players

ENGINE: Final = "berger 1"
Lines = list[tuple[Entrant, int, int]]


def robin_plan(stage: Stage) -> RoundRobinPlan:
    plan = stage.typed_plan
    assert isinstance(plan, RoundRobinPlan)  # noqa: S101 asked for round robins alone
    return plan


def lines_for(stage: Stage, field: Field, seed: int) -> Lines:
    """(who, group, number): by their seeds from group to group and back (the first group has the first and the sixth
    seed of three groups), then by lot in each group."""
    there = {entrant.pk for entrant in (*field.here, *field.absent)}
    entrants = [entrant for entrant in in_line(stage) if entrant.pk in there]
    groups = min(robin_plan(stage).groups, max(len(entrants) // 2, 1))
    members: list[list[Entrant]] = [[] for _group in range(groups)]
    for place, entrant in enumerate(entrants):
        turn, at = divmod(place, groups)
        members[groups - 1 - at if turn % 2 else at].append(entrant)
    return [
        (entrant, group, number)
        for group, own in enumerate(members, 1)
        for number, entrant in enumerate(numbered(own, seed + group), 1)
    ]


def lines_of(stage: Stage) -> Lines:
    """As they were drawn with the first round."""
    entrants = with_players(Entrant.objects.filter(stages__stage=stage)).in_bulk()
    rows = stage.entrants.order_by("group", "line").values_list("entrant", "group", "line")
    return [(entrants[entrant], group, line) for entrant, group, line in rows]


def rounds_in(stage: Stage, field: Field) -> int:
    """How many rounds it has: those of its largest group."""
    return max((len(schedule_of(stage, own)) for own in _numbers(lines_in(stage, field)).values()), default=0)


def plays_in(stage: Stage, field: Field) -> list[Entrant]:
    """Who has a match in this round or sits out; who has left has neither."""
    return [entrant for entrant, _group, _line in lines_in(stage, field) if entrant.state not in GONE]


def drawn_robin(stage: Stage, field: Field, seed: int) -> Drawn:
    """The matches of a round; whose opponent has left sits out."""
    lines = lines_in(stage, field, seed)
    tables: list[SeatedTable] = []
    seated: set[UUID] = set()
    for group, numbers in _numbers(lines).items():
        by_number = {line: entrant for entrant, own, line in lines if own == group}
        schedule = schedule_of(stage, numbers)
        for home, away in schedule[field.number - 1] if field.number <= len(schedule) else ():
            two = by_number[home], by_number[away]
            if not any(one.state in GONE for one in two):
                tables.append(SeatedTable((str(two[0].pk), str(two[1].pk)), group=group))
                seated.update(one.pk for one in two)
    out = tuple(str(one.pk) for one, _group, _line in lines if one.pk not in seated and one.state not in GONE)
    facts_of_draw = {"lines": [[str(one.pk), group, line] for one, group, line in lines], "round": field.number}
    facts = digest({**facts_of_draw, "legs": robin_plan(stage).legs, "seed": seed if field.number == 1 else 0})
    return Drawn(tuple(tables), out, seed, ENGINE, facts, Report(broken=()))


def lines_in(stage: Stage, field: Field, seed: int = 0) -> Lines:
    """Of this round; before the first one as they are drawn with this seed, which says nothing of the groups."""
    return lines_for(stage, field, seed) if field.number == 1 else lines_of(stage)


def _numbers(lines: Lines) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for _entrant, group, line in lines:
        found.setdefault(group, []).append(line)
    return found
