"""The standing of a stage of matches, group by group: points in halves, then the keys of `pairing.keys`; and who goes
on from a stage before whom: what compares between groups, and those who share a place all the same."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Final
from uuid import UUID

from scorekeeper.common.names import alphabetical
from scorekeeper.common.texts import halves
from scorekeeper.pairing.keys import Part, among, figures
from scorekeeper.pairing.ties import Figure, Key, Place, figure_key, places
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.matches.play import GroupPlayed, Match, groups_played, half_points, plan_of
from scorekeeper.tournaments.matches.reasons import Column, Sentences, titles_of
from scorekeeper.tournaments.matches.ties import PTS, asked_ties
from scorekeeper.tournaments.models import DeskAct, Entrant, Round, RoundPlace, Stage
from scorekeeper.tournaments.rounds.field import acts_in_force, called, given_in, rounds_played, with_players
from scorekeeper.tournaments.rounds.results import Read, lot_key, nameless

Kind = DeskAct.Kind
DIRECT: Final = "DE"
BYE, ABSENT, LEFT, HALF = RoundPlace.Kind.BYE.value, RoundPlace.Kind.ABSENT.value, "left", "half"


@dataclass(frozen=True, slots=True)
class Cell:
    """What a round has for an entrant: a match (against `opponent`; without a table where somebody had left), a bye,
    half a bye of who came late, a round they missed, or nothing (`kind` empty). `points` are halves; None: undecided.
    """

    number: int
    kind: str
    points: int | None = None
    opponent: str = ""
    opponent_id: UUID | None = None
    is_home: bool = False
    match: Match | None = None

    @property
    def is_final(self) -> bool:
        return self.match is None or (self.match.outcome is not None and self.match.outcome.is_final)

    @property
    def said(self) -> str:
        return "" if self.points is None else halves(self.points)


@dataclass(frozen=True, slots=True)
class Line:
    """An entrant with its rounds, penalties and bonuses, and the sum in half points; equal ones share a rank. `figures`
    are those of the keys that can be told of one alone, `direct` what the direct encounter said where it was asked,
    `why` sentences that say what put it where it stands."""

    rank: int
    entrant: Entrant
    name: str
    number: int
    cells: tuple[Cell, ...]
    given: tuple[DeskAct, ...]
    total: int
    figures: Mapping[str, Figure]
    why: tuple[str, ...] = ()
    is_shared: bool = False
    direct: Figure | None = None

    def figure_of(self, key: str) -> Figure | None:
        """What a key says of it; None where it was not asked."""
        return self.direct if key == DIRECT else self.figures.get(key)

    @property
    def extra(self) -> int:
        return sum(act.points for act in self.given)

    @property
    def said(self) -> str:
        return halves(self.total)

    @property
    def extra_said(self) -> str:
        return halves(self.extra)


@dataclass(frozen=True, slots=True)
class Group:
    """A group with its lines, the best first; `columns` are the keys that stand beside the points. `removed` are those
    who left before half of their matches: none of these counts."""

    number: int
    lines: tuple[Line, ...]
    columns: tuple[Column, ...]
    removed: tuple[str, ...]
    played: GroupPlayed

    @property
    def tied(self) -> list[tuple[Line, ...]]:
        """Those who share a place, each time there are any: only the lot can part them."""
        ranks: dict[int, list[Line]] = defaultdict(list)
        for line in self.lines:
            ranks[line.rank].append(line)
        return [tuple(tied) for tied in ranks.values() if len(tied) > 1]

    @property
    def cross(self) -> list[tuple[Line, list[list[Cell]]]]:
        """Of each line what it has against each other one, in the order of the lines."""
        return [
            (line, [[cell for cell in line.cells if cell.opponent_id == other.entrant.pk] for other in self.lines])
            for line in self.lines
        ]


@dataclass(frozen=True, slots=True)
class DuelStanding:
    """All groups; `is_final` says that no match is open in its rounds. `is_cross`: everybody meets everybody."""

    stage: Stage
    rounds: tuple[Round, ...]
    groups: tuple[Group, ...]
    is_final: bool
    is_cross: bool
    lots: tuple[DeskAct, ...] = ()

    @property
    def lines(self) -> list[Line]:
        return [line for group in self.groups for line in group.lines]


def duel_standing_of(stage: Stage, *, official: bool = False, read: Read = nameless) -> DuelStanding:
    """As it is now over all published rounds ("if it ended now"); or over those whose results stand."""
    rounds = rounds_played(stage, official=official)
    lots = tuple(acts_in_force(stage, Kind.LOT))
    played = groups_played(stage, rounds, read=read)
    entrants = with_players(Entrant.objects.filter(stages__stage=stage)).in_bulk()
    names = {pk: called(entrant) for pk, entrant in entrants.items()}
    given = given_in(stage, rounds)
    around = _Around(stage, rounds, entrants, names, given, lots)
    groups = [_group(around, group) for group in played]
    is_final = all(cell.is_final for group in groups for line in group.lines for cell in line.cells)
    return DuelStanding(stage, tuple(rounds), tuple(groups), is_final, plan_of(stage).is_cross, lots)


def keys_of(stage: Stage) -> list[str]:
    """The keys that are asked, in order: those of the plan, or the usual ones of its kind."""
    return [PTS, *asked_ties(plan_of(stage), stage.tournament.plays)]


@dataclass(frozen=True, slots=True)
class _Around:
    """What all groups of a stage have in common."""

    stage: Stage
    rounds: Sequence[Round]
    known: Mapping[UUID, Entrant]
    names: Mapping[UUID, str]
    given: Mapping[UUID, Sequence[DeskAct]]
    lots: Sequence[DeskAct]


def _group(around: _Around, played: GroupPlayed) -> Group:
    plan, asked = plan_of(around.stage), keys_of(around.stage)
    entrants, names = around.known, around.names
    found, parts = figures(played.event), played.parts()
    lines = {}
    for pk, own in parts.items():
        number, extra = played.numbers[pk], tuple(around.given.get(pk, ()))
        total = sum(half_points(part, plan) for part in own.values()) + sum(act.points for act in extra)
        cells = _cells(around, played, pk, own)
        own_figures = {name: found[number][name] for name in asked if name in found[number] and name != PTS}
        lines[pk] = Line(0, entrants[pk], names[pk], number, cells, extra, total, own_figures)
    by_name = {pk: lines[pk] for pk in sorted(lines, key=lambda pk: (alphabetical(lines[pk].name), pk))}
    columns = tuple(title for title in titles_of(asked) if _tells(title.name, lines.values()))
    removed = tuple(sorted((names[pk] for pk in played.removed), key=alphabetical))
    ranked = tuple(_ranked(played, by_name, asked, around.lots))
    return Group(played.number, ranked, columns, removed, played)


def _tells(name: str, lines: Iterable[Line]) -> bool:
    """Whether a key has a column: the direct encounter also where nobody was level, for it comes before others."""
    return name == DIRECT or any(name in line.figures for line in lines)


def _cells(around: _Around, played: GroupPlayed, pk: UUID, own: Mapping[int, Part]) -> tuple[Cell, ...]:
    """Of each round that was opened, and of those to come what is certain already."""
    entrants, names, plan = played.entrants, around.names, plan_of(around.stage)
    numbers = sorted({round_.number for round_ in around.rounds} | set(own))
    found = []
    for number in numbers:
        part, match = own.get(number), played.matches.get((number, pk))
        points = half_points(part, plan) if part else None
        if match:
            home, away = (place.entrant_id for place in match.played.places)
            other = away if pk == home else home
            found.append(Cell(number, "match", points, names[other], other, pk == home, match))
        elif part and part.opponents:
            other = entrants[part.opponents[0]]
            found.append(Cell(number, LEFT, points, names[other], other))
        else:
            found.append(_without(played.kinds.get((number, pk), ""), number, points, part))
    return tuple(found)


def _without(kind: str, number: int, points: int | None, part: Part | None) -> Cell:
    """In a round robin who has no opponent gets nothing for it."""
    return Cell(number, HALF if part and part.bye == HALF else kind, points if part else 0)


def _ranked(
    played: GroupPlayed,
    lines: Mapping[UUID, Line],
    asked: Sequence[str],
    lots: Sequence[DeskAct],
) -> list[Line]:
    totals, figures_ = {pk: line.total for pk, line in lines.items()}, {pk: line.figures for pk, line in lines.items()}
    keys = _keys(played, totals, figures_, asked, lots)
    found: list[Line] = []
    sentences = Sentences({pk: line.name for pk, line in lines.items()})
    for place in places(list(lines), keys):
        rank = len(found) + 1
        why = sentences.of(place)
        is_shared = len(place.rows) > 1
        found += [
            replace(lines[pk], rank=rank, why=why, is_shared=is_shared, direct=_first_encounter(place, pk))
            for pk in place.rows
        ]
    return found


def ranks_before(standing: DuelStanding, group: Group) -> dict[UUID, int]:
    """{entrant: the place before the newest round}, with the penalties, bonuses and lots of now, and without those who
    have left early; empty in the first."""
    if len(standing.rounds) < 2:
        return {}
    newest, event, plan = standing.rounds[-1].number, group.played.event, plan_of(standing.stage)
    earlier = replace(
        event,
        rounds=event.rounds if event.round_robin else newest - 1,
        games=[game for game in event.games if game.round < newest],
        byes=[bye for bye in event.byes if bye.round < newest],
    )
    played, asked = replace(group.played, event=earlier), keys_of(standing.stage)
    said, parts, extra = figures(earlier), played.parts(), {line.entrant.pk: line.extra for line in group.lines}
    totals = {pk: sum(half_points(part, plan) for part in own.values()) + extra[pk] for pk, own in parts.items()}
    figures_ = {pk: said[played.numbers[pk]] for pk in parts}
    found: dict[UUID, int] = {}
    for place in places(list(parts), _keys(played, totals, figures_, asked, standing.lots)):
        found |= dict.fromkeys(place.rows, len(found) + 1)
    return found


def _keys(
    played: GroupPlayed,
    totals: Mapping[UUID, int],
    figures_: Mapping[UUID, Mapping[str, Figure]],
    asked: Sequence[str],
    lots: Sequence[DeskAct],
) -> list[Key[UUID]]:
    """What is asked of these, one after the other."""
    keys: list[Key[UUID]] = []
    for name in asked:
        if name == PTS:
            keys.append(figure_key(PTS, totals))
        elif name == DIRECT:
            keys.append(Key(DIRECT, partial(_direct, played), again=True))
        else:
            keys.append(figure_key(name, {pk: own[name] for pk, own in figures_.items()}))
    return [*keys, lot_key(lots)]


def _first_encounter(place: Place[UUID], pk: UUID) -> Figure | None:
    """What the direct encounter said of one against all who were level; smaller groups of them are asked after that."""
    of_encounter = (
        counted.figures for counted in place.keys_asked if counted.name == DIRECT and counted.figures is not None
    )
    return next((figures[pk] for figures in of_encounter), None)


def _direct(played: GroupPlayed, tied: Sequence[UUID]) -> Mapping[UUID, Figure] | None:
    entrants = played.entrants
    said = among([played.numbers[pk] for pk in tied], played.event)
    return None if said is None else {entrants[number]: points for number, points in said.items()}


Level = tuple[int, list[str]]
"""A group (0: there are none), and who of it shares a place, in the order in which they go on."""


def stage_before(stage: Stage) -> Stage | None:
    return stage.tournament.stages.filter(number__lt=stage.number).order_by("number").last()


def gone_before(following: Stage) -> set[UUID]:
    """Who has left before a later stage that takes only some, and makes room for the next; where all go on, nobody."""
    if not following.typed_plan.takes.best:
        return set()
    left = following.tournament.entrants.filter(state__in=(Entrant.State.WITHDRAWN, Entrant.State.CANCELLED))
    return set(left.values_list("pk", flat=True))


def is_cut(before: int, tied: int, best: int | None) -> bool:
    """Whether so many who share a place, after so many others, are more than have room among the best."""
    return best is not None and before < best < before + tied


def shares_of(stage: Stage) -> dict[UUID, tuple[Fraction, ...]]:
    """What each has of one match on average, by those keys: groups of any size compare. Nothing without groups."""
    keys = format_of(stage).keys_across(stage)
    lines = duel_standing_of(stage, official=True).lines if keys else []
    return {line.entrant.pk: _share(line, keys) for line in lines}


def _share(line: Line, keys: Sequence[str]) -> tuple[Fraction, ...]:
    matches = sum(cell.opponent_id is not None and cell.points is not None for cell in line.cells)
    found = (Fraction(line.total if key == PTS else line.figures[key]) for key in keys)
    return tuple(figure / max(matches, 1) for figure in found)


def numbers_of(stage: Stage) -> dict[UUID, int]:
    """In whose order those go on who share a place: the number drawn in a group, else the seed."""
    return dict(stage.entrants.values_list("entrant", "line"))


def level_before(stage: Stage) -> list[Level]:
    """Who comes into this stage with a place that they share."""
    before = stage_before(stage)
    if before is None:
        return []
    numbers, here = numbers_of(before), set(stage.entrants.values_list("entrant", flat=True))
    found = []
    for group, shared in _shared(before):
        if len(there := [pk for pk in shared if pk in here]) > 1:
            found.append((group, [str(pk) for pk in sorted(there, key=lambda pk: numbers.get(pk, 0))]))
    return found


def _shared(stage: Stage) -> list[tuple[int, list[UUID]]]:
    groups = format_of(stage).places_by_points(stage)
    return [
        (number if len(groups) > 1 else 0, tied)
        for number, group in enumerate(groups, 1)
        for tied in group
        if len(tied) > 1
    ]
