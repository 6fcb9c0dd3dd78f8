"""The final places, and where somebody stands."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.common.tables.values import Cell, Column, Figure, Kind, RichCell, Table, figure, headed
from scorekeeper.common.texts import isolated
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.standing import Stand
from scorekeeper.tournaments.models import Entrant, Stage, Tournament
from scorekeeper.tournaments.rounds.field import active, called, place_words, with_players
from scorekeeper.tournaments.words import stage_title

PODIUM: Final = 3


def places_of(tournament: Tournament, *, official: bool = False) -> list[list[UUID]]:
    """The entrants, best first, those who share a place together; who came no further than an earlier stage stands
    behind all who did. `official`: by rounds whose results stand alone."""
    found: list[list[UUID]] = []
    seen: set[UUID] = set()
    for stage in tournament.stages.exclude(state=Stage.State.PLANNED).order_by("-number"):
        stage.tournament = tournament
        found += [[pk for pk in tied if pk not in seen] for tied in _places(stage, official=official)]
        seen.update(entrant for tied in found for entrant in tied)
    return [tied for tied in found if tied]


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """An entrant with the place it has, and the last one of those that share it."""

    first: int
    last: int
    entrant: Entrant
    name: str
    people: tuple[str, ...]

    @property
    def is_shared(self) -> bool:
        return self.first < self.last

    @property
    def place(self) -> str:
        return place_words(self.first, self.last)


def final_lines(tournament: Tournament, *, official: bool = False) -> list[PlaceLine]:
    """Everybody with their places, best first."""
    entrants = with_players(Entrant.objects.filter(tournament=tournament)).in_bulk()
    lines: list[PlaceLine] = []
    for tied in places_of(tournament, official=official):
        first, last = len(lines) + 1, len(lines) + len(tied)
        for entrant in (entrants[pk] for pk in tied):
            people = tuple(player.name for player in active(entrant)) if entrant.name else ()
            lines.append(PlaceLine(first, last, entrant, called(entrant), people))
    return lines


def podium(lines: Sequence[PlaceLine]) -> list[PlaceLine]:
    """Those of them who have one of the first three places."""
    return [line for line in lines if line.first <= PODIUM]


def _places(stage: Stage, *, official: bool) -> list[list[UUID]]:
    """Those of groups who have the same place in theirs share it."""
    at_place: dict[int, list[UUID]] = defaultdict(list)
    for places in format_of(stage).places(stage, official=official):
        before = 0
        for tied in places:
            at_place[before] += tied
            before += len(tied)
    return [at_place[place] for place in sorted(at_place)]


def points_of_stages(tournament: Tournament) -> list[tuple[str, dict[UUID, Cell]]]:
    """(head, {entrant: points}) of each stage whose standing counts points; several are told apart by their titles."""
    stages = list(tournament.stages.exclude(state=Stage.State.PLANNED).order_by("number"))
    found = []
    for stage in stages:
        stage.tournament = tournament
        standing = format_of(stage).counted_standing(stage, official=tournament.is_ended)
        if standing is None:
            continue
        own: dict[UUID, Cell] = {
            row.entrant: Figure(row.figure) if row.figure else figure(row.total or 0, standing.unit)
            for row in standing.rows
        }
        head = headed(
            pgettext("heading", "Team points") if standing.by_team else pgettext("heading", "Points"), standing.unit
        )
        found.append((f"{head}, {stage_title(stage)}" if len(stages) > 1 else head, own))
    return found


def places_table(tournament: Tournament, lines: Iterable[PlaceLine]) -> Table:
    """Who stands where over all stages, with the points of each stage that gives any."""
    points = points_of_stages(tournament)
    columns = [
        Column("place", pgettext("column", "Place"), classes="rk"),
        Column("name", pgettext("column", "Name"), Kind.NAME, heads_rows=True, classes="pl"),
        *(Column(f"points-{number}", head, Kind.NUMBER) for number, (head, _own) in enumerate(points, 1)),
    ]
    name = _("Places of {name}").format(name=isolated(tournament.name))
    rows = [(line.place, _with_people(line), *(own.get(line.entrant.pk) for _head, own in points)) for line in lines]
    return Table(name, columns, rows, key="places")


def _with_people(line: PlaceLine) -> RichCell:
    """An entrant, and in small letters who that is."""
    if not line.people:
        return RichCell(line.name)
    names = format_html_join(", ", "<bdi>{}</bdi>", ((name,) for name in line.people))
    html = format_html('<bdi>{}</bdi><small class="parts">{}</small>', line.name, names)
    return RichCell(line.name, note=", ".join(line.people), html=html)


def stands_of(tournament: Tournament) -> dict[UUID, Stand]:
    """{entrant: where they stand}; who is not in the stage that is played has the place of the tournament so far."""
    lines = final_lines(tournament, official=tournament.is_ended)
    found = {line.entrant.pk: Stand(line.first, line.last, len(lines)) for line in lines}
    stage = tournament.stages.exclude(state=Stage.State.PLANNED).order_by("number").last()
    if stage is None or tournament.is_ended:
        return found
    stage.tournament = tournament
    return {**found, **format_of(stage).stands(stage, found)}
