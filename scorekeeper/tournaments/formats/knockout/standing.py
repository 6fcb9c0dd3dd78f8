"""The standing of a knock-out at tables: who is out, at which place; who still plays shares the first."""

from functools import partial
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import pgettext

from scorekeeper.common.tables.values import Column, Kind
from scorekeeper.standings.standing import Standing, StandingGroup, StandingRow
from scorekeeper.tournaments.formats.knockout.course import knockout_of, running_of
from scorekeeper.tournaments.formats.knockout.tables import PlaceLine, knockout_lines
from scorekeeper.tournaments.formats.standing import Stand
from scorekeeper.tournaments.models import DeskAct, Stage


def standing(stage: Stage, *, official: bool, is_file: bool = False) -> Standing:
    """As if it ended now; officially once its one round is official."""
    running = running_of(stage)
    rows = [
        StandingRow(
            first=line.first,
            last=line.last,
            entrant=entrant.pk,
            name=name,
            cells=[_plays(line, act) if is_file else _out_at(line, act)],
            is_settled=act is not None or not line.is_shared,
            facts=partial(_facts, act),
        )
        for line in knockout_lines(stage, official=official)
        for entrant, name, act in zip(line.entrants, line.names, line.acts, strict=True)
    ]
    column = (
        Column("state", pgettext("column", "State"))
        if is_file
        else Column("out", pgettext("column", "Out at"), Kind.NUMBER)
    )
    return Standing(
        groups=[StandingGroup(1, [column], rows)] if rows or is_file else [],
        official=official,
        is_final=running is not None and knockout_of(running).is_over,
        rounds=0,
        head=pgettext("column", "Place"),
        names=pgettext("column", "Name"),
        shares_places=True,
    )


def _facts(act: DeskAct | None) -> dict[str, Any]:
    """How somebody went out."""
    return {"given": [act] if act else []}


def _out_at(line: PlaceLine, act: DeskAct | None) -> str | None:
    if act:
        return date_format(timezone.localtime(act.at), "TIME_FORMAT")
    return _plays(line, act)


def _plays(line: PlaceLine, act: DeskAct | None) -> str | None:
    return pgettext("in a line", "plays") if act is None and line.is_shared else None


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
            is_settled=True,
        )
        for line in lines
        for entrant, act in zip(line.entrants, line.acts, strict=True)
    }
