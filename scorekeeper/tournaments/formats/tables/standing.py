"""The standing of a stage of tables: rounds, penalties and the sum of everybody."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.core.settling import InUnits
from scorekeeper.common.tables.drawing import figure_html
from scorekeeper.common.tables.values import Cell as TableCell
from scorekeeper.common.tables.values import Column, Figure, Kind, RichCell
from scorekeeper.common.texts import halves
from scorekeeper.common.zero_sums import Checked, TableSum, checked
from scorekeeper.play.offers import difference_sentence
from scorekeeper.standings.standing import Chain, Part, Source, Standing, StandingGroup, StandingRow, Step, in_pencil
from scorekeeper.tournaments.formats.standing import (
    given_steps,
    state_of,
    substitute_sentences,
    waits_for,
    written_note,
)
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.formats.tables.totals import Cell, Line, TableTotals, ranks_before, sat_for, standing_of
from scorekeeper.tournaments.models import Round, RoundPlace, Stage, Tournament
from scorekeeper.tournaments.rounds.results import Read, nameless

NARROW: Final = "ties"  # what phones leave out


def standing(stage: Stage, *, official: bool, read: Read = nameless, is_file: bool = False) -> Standing:
    """As if it ended now, or by rounds alone whose results stand. A file has nobody before the first round."""
    totals = standing_of(stage, official=official, read=read)
    share = Counter(line.rank for line in totals.lines)
    before = {} if is_file else ranks_before(totals)
    columns = [
        *(_round_column(round_, totals.unit) for round_ in totals.rounds),
        Column("penalties", pgettext("column", "Penalties"), Kind.AMOUNT, totals.unit, says_unit=False, classes=NARROW),
        *(_team_columns() if totals.by_team else ()),
        Column(
            "total",
            pgettext("column", "Total") if is_file else totals.unit.unit or pgettext("column", "Points"),
            Kind.AMOUNT,
            totals.unit,
            says_unit=False,
            classes="" if totals.by_team else "tot",
        ),
    ]
    rows = [
        StandingRow(
            first=line.rank,
            last=line.rank + share[line.rank] - 1,
            entrant=line.entrant.pk,
            name=line.name,
            cells=list(_cells(totals, line)),
            total=line.total,
            figure=line.team_said if totals.by_team else "",
            state=state_of(line.entrant),
            reasons=line.why,
            chain=partial(_chain, stage, totals, line),
            movement=before.get(line.entrant.pk, line.rank) - line.rank,
            facts=partial(_facts, totals, line),
        )
        for line in (totals.lines if totals.rounds or not is_file else ())
    ]
    return Standing(
        groups=[StandingGroup(1, columns, rows, notes=notes(totals), warnings=warnings(totals))]
        if rows or is_file
        else [],
        official=official,
        is_final=totals.is_final,
        rounds=len(totals.rounds),
        head=pgettext("column", "Place") if is_file else pgettext("column", "Rank"),
        names=pgettext("column", "Name"),
        unit=totals.unit,
        unsettled=_("Some tables have no final result yet, so their figures can still change."),
        by_team=totals.by_team,
        of_rounds=True,
    )


def notes(totals: TableTotals) -> tuple[str, ...]:
    """What has to be said of the figures: that rounds have different lengths; their sum, where it has to come out."""
    plan, tournament = totals.stage.typed_plan, totals.stage.tournament
    assert isinstance(plan, TablesPlan)  # noqa: S101 totals are of stages of tables alone
    numbers = [round_.number for round_ in totals.rounds]
    lengths = difference_sentence(tournament.plays, tournament.typed_rules, plan.size, plan.lengths, numbers)
    found = sums(totals)
    return tuple(note for note in (lengths, found.note if found else "") if note)


def warnings(totals: TableTotals) -> tuple[str, ...]:
    """The tables at which the sum does not come out, in a sentence."""
    found = sums(totals)
    return (found.warning,) if found and found.warning else ()


def sums(totals: TableTotals) -> Checked | None:
    """What all tables come to together; None where the game has no such sum, or nothing is played."""
    tournament = totals.stage.tournament
    game, rules, tables = tournament.plays, tournament.typed_rules, []
    if game.sum_at is None:
        return None
    for played in (table for table in totals.tables if table.has_begun):
        expected = game.sum_at(rules, played.sitting.typed_state) if played.sitting and played.state != "desk" else 0
        if expected is None:
            return None
        words = pgettext("in a line", "round {round}, table {number}").format(
            round=played.table.round.number, number=played.number
        )
        tables.append(TableSum(words, sum(got.points or 0 for got in played.got.values()), expected))
    return checked(tables, totals.unit) if tables else None


def _facts(totals: TableTotals, line: Line) -> dict[str, Any]:
    return {
        "extra": line.extra,
        "team_points": line.team_points,
        "won": line.won,
        "measures": dict(line.measures),
        "given": line.given,
        "cells": [
            {
                "round": round_.pk,
                "number": round_.number,
                "kind": cell.kind or None,
                "points": cell.points,
                "team_points": cell.team_points,
                "is_final": cell.is_final,
                "tables": [table.table.pk for table in cell.tables],
            }
            for round_, cell in zip(totals.rounds, line.cells, strict=True)
        ],
    }


def not_played(cell: Cell) -> str:
    """What somebody did in a round in which they have no table."""
    if cell.kind == RoundPlace.Kind.BYE:
        return pgettext("in a line", "sat out")
    if cell.kind == RoundPlace.Kind.ABSENT:
        return pgettext("in a line", "missed it")
    return "" if cell.kind else pgettext("in a line", "was not drawn")


def _round_column(round_: Round, unit: InUnits) -> Column:
    return Column(
        f"round-{round_.number}",
        pgettext("column", "Round {number}").format(number=round_.number),
        Kind.AMOUNT,
        unit,
        says_unit=False,
        classes=NARROW,
        link=reverse("round_detail", args=[round_.pk]),
    )


def _team_columns() -> tuple[Column, Column]:
    return (
        Column("rounds-won", pgettext("column", "Rounds won"), Kind.NUMBER, classes=NARROW),
        Column("team-points", pgettext("column", "Team points"), Kind.NUMBER, classes="tot"),
    )


def _cells(totals: TableTotals, line: Line) -> Iterator[TableCell]:
    yield from (_round_cell(totals, cell) for cell in line.cells)
    yield line.extra if line.given else None
    if totals.by_team:
        yield line.won
        yield Figure(line.team_said)
    yield _total_cell(totals, line)


def _total_cell(totals: TableTotals, line: Line) -> TableCell:
    """The sum; of those who are level with what parts them."""
    if not line.parted:
        return line.total
    words = ", ".join(line.parted)
    points = figure_html(line.total, Kind.AMOUNT, totals.unit)
    return RichCell(line.total, html=format_html('{}<small class="lacks muted">{}</small>', points, words))


def _round_cell(totals: TableTotals, cell: Cell) -> TableCell:
    """Of a round that was not played nothing is shown as a result; what can still change stands in pencil."""
    points = cell.points or 0
    figure = figure_html(points, Kind.AMOUNT, totals.unit)
    if cell.is_empty:
        hidden = (
            format_html('<span class="vh">{}</span>', not_played(cell)) if cell.kind != RoundPlace.Kind.SEAT else ""
        )
        return RichCell(cell.points, html=format_html('<span class="muted">–{}</span>', hidden))
    if not cell.tables:
        html = format_html('{}<small class="lacks muted">{}</small>', figure, not_played(cell))
        return RichCell(cell.points, html=html)
    if cell.is_final:
        return cell.points
    words = pgettext("in a line", "not all final yet")
    return in_pencil(cell.points, figure, words)


def _chain(stage: Stage, totals: TableTotals, line: Line) -> Chain:
    is_of_teams = stage.tournament.of == Tournament.Of.TEAMS
    names = sat_for(line.entrant) if is_of_teams else {}
    found = []
    for round_, cell in zip(totals.rounds, line.cells, strict=True):
        sources = []
        for table in cell.tables:
            got = table.got.get(line.entrant.pk)
            shown = is_of_teams and got is not None and got.points is not None
            sources.append(
                Source(
                    text=pgettext("heading", "Table {number}").format(number=table.number),
                    sitting=table.sitting.pk if table.sitting else None,
                    name=names.get(table.table.pk, ""),
                    figure=figure_html(got.points, Kind.AMOUNT, totals.unit) if shown and got else "",
                    note=written_note(got.act if got else None),
                    waits=waits_for(table),
                )
            )
        second = (
            ""
            if cell.team_points is None
            else pgettext("in a line", "team points {points}").format(points=halves(cell.team_points))
        )
        found.append(
            Step(
                label=pgettext("field", "Round {number}").format(number=round_.number),
                text="" if cell.tables else not_played(cell),
                figure=figure_html(cell.points, Kind.AMOUNT, totals.unit) or "–",
                second=second,
                sources=tuple(sources),
            )
        )
    given = given_steps(line.given, lambda points: figure_html(points, Kind.CHANGE, totals.unit))
    return Chain([Part([*found, *given])], reasons=(*line.why, *substitute_sentences(line.entrant)))
