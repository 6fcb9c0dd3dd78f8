"""The standing of a knock-out at tables: who is out, at which place; who still plays shares the first."""

from functools import partial
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scorekeeper.common.tables.values import Cell, Column, Kind, Table
from scorekeeper.standings.standing import Standing, StandingGroup, StandingRow
from scorekeeper.tournaments.formats.knockout.course import knockout_of, running_of
from scorekeeper.tournaments.formats.knockout.tables import PlaceLine, knockout_lines
from scorekeeper.tournaments.formats.lists import over, titled, without_empty
from scorekeeper.tournaments.formats.standing import Stand
from scorekeeper.tournaments.models import DeskAct, Stage
from scorekeeper.tournaments.rounds.units import place_words


def standing(stage: Stage, *, official: bool) -> Standing:
    """As if it ended now; officially once its one round is official."""
    running = running_of(stage)
    rows = [
        StandingRow(
            first=line.first,
            last=line.last,
            entrant=entrant.pk,
            name=name,
            cells=[_out_at(line, act)],
            is_settled=act is not None or not line.is_shared,
            facts=partial(_facts, act),
        )
        for line in knockout_lines(stage, official=official)
        for entrant, name, act in zip(line.entrants, line.names, line.acts, strict=True)
    ]
    return Standing(
        groups=[StandingGroup(1, [Column("out", _("Out at"), Kind.NUMBER)], rows)] if rows else [],
        official=official,
        is_final=running is not None and knockout_of(running).is_over,
        rounds=0,
        head=_("Place"),
        names=_("Name"),
    )


def _facts(act: DeskAct | None) -> dict[str, Any]:
    """How somebody went out."""
    return {"given": [act] if act else []}


def _out_at(line: PlaceLine, act: DeskAct | None) -> str | None:
    if act:
        return date_format(timezone.localtime(act.at), "TIME_FORMAT")
    return _("plays") if line.is_shared else None


def stands(stage: Stage) -> dict[UUID, Stand]:
    """Who is out has their place; who still plays is in."""
    lines = knockout_lines(stage, official=False)
    people = sum(len(line.entrants) for line in lines)
    return {
        entrant.pk: Stand(
            line.first,
            line.last,
            people,
            stage.pk,
            is_out=act is not None,
            is_in=act is None and line.is_shared,
        )
        for line in lines
        for entrant, act in zip(line.entrants, line.acts, strict=True)
    }


def standing_list(stage: Stage, *, official: bool) -> Table:
    """Who is out, at which place; who still plays shares the first."""
    lines = knockout_lines(stage, official=official)
    rows: list[list[Cell]] = [
        [place_words(line.first, line.last), name, _("plays") if plays else None]
        for line in lines
        for name, plays in ((name, act is None and line.is_shared) for name, act in line.rows)
    ]
    said = [] if official else [_("As if it ended now; not official.")]
    title = titled(stage, _("official standing") if official else _("standing"))
    return without_empty(Table(title, [_("Place"), _("Name"), _("State")], rows, over(stage.tournament, *said)))
