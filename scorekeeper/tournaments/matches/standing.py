"""The standing of a stage of matches that give points: group by group, with the keys of those who are level."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any
from uuid import UUID

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.common.tables.values import Cell as TableCell
from scorekeeper.common.tables.values import Column, Figure, Kind, RichCell, Table
from scorekeeper.common.texts import MINUS, fraction_figure, halves, isolated
from scorekeeper.standings.standing import Chain, Part, Source, Standing, StandingGroup, StandingRow, Step
from scorekeeper.tournaments.formats.standing import (
    given_steps,
    state_of,
    substitute_sentences,
    waits_for,
    written_note,
)
from scorekeeper.tournaments.matches.reasons import Column as Key
from scorekeeper.tournaments.matches.reasons import titles_of
from scorekeeper.tournaments.matches.ties import PTS
from scorekeeper.tournaments.matches.totals import (
    ABSENT,
    BYE,
    HALF,
    LEFT,
    Cell,
    DuelStanding,
    Group,
    Line,
    duel_standing_of,
    keys_of,
    ranks_before,
)
from scorekeeper.tournaments.models import Stage
from scorekeeper.tournaments.rounds.results import Read, nameless


def standing(stage: Stage, *, official: bool, read: Read = nameless, is_file: bool = False) -> Standing:
    """As if it ended now, or by rounds alone whose results stand. A file has nobody before the first round, the same
    columns in each group, and each round in short."""
    totals = duel_standing_of(stage, official=official, read=read)
    return Standing(
        groups=_groups_of_file(totals) if is_file else [_group(totals, group) for group in totals.groups],
        official=official,
        is_final=totals.is_final,
        rounds=len(totals.rounds),
        head=pgettext("column", "Place") if is_file else pgettext("column", "Rank"),
        names=pgettext("column", "Name"),
        unsettled=_("Some matches have no final result yet, so these figures can still change."),
        of_rounds=True,
        facts=partial(_keys, stage),
    )


def _groups_of_file(totals: DuelStanding) -> list[StandingGroup]:
    groups = totals.groups if totals.rounds else ()
    keys = list({key.name: key for group in groups for key in group.columns}.values())
    rounds = sorted({cell.number for group in groups for line in group.lines for cell in line.cells})
    numbers = {line.entrant.pk: line.entrant.number for line in totals.lines}
    found = []
    for nth, group in enumerate(groups):
        plain = _group(totals, group, keys)
        heads = [Column(f"round-{number}", pgettext("column", "R{number}").format(number=number)) for number in rounds]
        rows = []
        for row, line in zip(plain.rows, group.lines, strict=True):
            met = {cell.number: against(cell, numbers) for cell in line.cells}
            cells = [*(met.get(number, "") for number in rounds), *row.cells]
            rows.append(replace(row, number=line.entrant.number, cells=cells))
        notes = (*([_how_rounds_are_written()] if rounds and not nth else ()), *plain.notes)
        found.append(replace(plain, columns=[*heads, *plain.columns], rows=rows, notes=notes))
    return found


def _group(totals: DuelStanding, group: Group, keys: Sequence[Key] | None = None) -> StandingGroup:
    """`keys` are the columns beside the points; None: those of the group."""
    share, keys = Counter(line.rank for line in group.lines), group.columns if keys is None else keys
    before = ranks_before(totals, group)
    columns = [
        *(Column(key.name, key.title, Kind.NUMBER, classes="ties") for key in keys),
        Column("penalties", pgettext("column", "Penalties"), Kind.NUMBER, classes="ties"),
        Column("points", pgettext("column", "Points"), Kind.NUMBER, classes="tot"),
    ]
    rows = [
        StandingRow(
            first=line.rank,
            last=line.rank + share[line.rank] - 1,
            entrant=line.entrant.pk,
            name=line.name,
            cells=list(_cells(keys, line)),
            total=line.total,
            figure=line.said,
            state=state_of(line.entrant),
            reasons=line.why,
            chain=partial(_chain, line),
            movement=before.get(line.entrant.pk, line.rank) - line.rank,
            facts=partial(_facts, totals, line),
        )
        for line in group.lines
    ]
    cross = _crosstable(totals, group) if totals.is_cross and totals.rounds else None
    return StandingGroup(group.number, columns, rows, notes=tuple(_notes(group)), cross=cross)


def _facts(totals: DuelStanding, line: Line) -> dict[str, Any]:
    rounds = {round_.number: round_.pk for round_ in totals.rounds}
    return {
        "extra": line.extra,
        "figures": {name: _exact(figure) for name, figure in line.figures.items()},
        "given": line.given,
        "cells": [
            {
                "round": rounds.get(cell.number),
                "number": cell.number,
                "kind": cell.kind or None,
                "points": cell.points,
                "is_final": cell.is_final,
                "tables": [cell.match.played.table.pk] if cell.match else [],
                "opponent": cell.opponent_id,
                "is_home": cell.is_home if cell.match else None,
            }
            for cell in line.cells
        ],
    }


def _exact(figure: int | Fraction) -> str:
    """Points are counted in halves, so that every figure has an end: 6.25."""
    whole = Fraction(figure)
    return str(Decimal(whole.numerator) / whole.denominator)


def _keys(stage: Stage) -> dict[str, Any]:
    """What is asked of those who are level on points."""
    titles = (key for key in titles_of(keys_of(stage)) if key.name != PTS)
    return {"keys": [{"name": key.name, "title": key.title, "meaning": key.meaning} for key in titles]}


def _notes(group: Group) -> Iterator[str]:
    """Whoever has no line, and whose matches are a dash in those of the others."""
    if group.removed:
        text = _("Left before half of their matches, so none of these counts: {names}.")
        yield text.format(names=", ".join(map(isolated, group.removed)))


def _cells(keys: Sequence[Key], line: Line) -> Iterator[TableCell]:
    for key in keys:
        figure = line.figure_of(key.name)
        if figure is None:
            html = format_html(
                '<span class="muted">–<span class="vh"> {}</span></span>', pgettext("in a line", "not used")
            )
            yield RichCell(None, html=html)
        else:
            yield Figure(fraction_figure(figure))
    yield Figure(line.extra_said) if line.given else None
    yield Figure(line.said)


def _chain(line: Line) -> Chain:
    found = []
    for cell in line.cells:
        outcome, played = (cell.match.outcome, cell.match.played) if cell.match else (None, None)
        act = outcome.act if outcome else None
        source = None
        if played and played.sitting:
            source = Source(pgettext("in a line", "the sheet"), sitting=played.sitting.pk, waits=waits_for(played))
        found.append(
            Step(
                label=pgettext("field", "Round {number}").format(number=cell.number),
                text=_what(cell),
                note=written_note(act),
                figure="–" if cell.points is None else cell.said,
                sources=(source,) if source else (),
            )
        )
    reasons = (*line.why, *substitute_sentences(line.entrant))
    return Chain([Part([*found, *given_steps(line.given, halves)])], reasons=reasons)


def _what(cell: Cell) -> str:
    """What a round was for an entrant."""
    name = isolated(cell.opponent)
    if cell.match is None:
        without = {
            LEFT: pgettext("in a line", "not played against {name}: somebody has left").format(name=name),
            BYE: pgettext("in a line", "no opponent"),
            HALF: pgettext("in a line", "joined later: half a bye"),
            ABSENT: pgettext("in a line", "missed it"),
        }
        return without.get(cell.kind, pgettext("in a line", "was not there"))
    text = (
        pgettext("in a line", "at home against {name}") if cell.is_home else pgettext("in a line", "away at {name}")
    ).format(name=name)
    if cell.match.outcome and cell.match.outcome.is_forfeit:
        return _("{match}, not played").format(match=text)
    if cell.points is None:
        return _("{match}, still undecided").format(match=text)
    return text if cell.is_final else _("{match}, not final yet").format(match=text)


def _crosstable(totals: DuelStanding, group: Group) -> Table:
    """Everybody against everybody, in the order of the standing."""
    title = _("Everybody against everybody")
    if len(totals.groups) > 1:
        title = _("Everybody against everybody, group {number}").format(number=group.number)
    columns = [
        Column("name", pgettext("column", "Name"), Kind.NAME, heads_rows=True),
        *(Column(f"against-{n}", str(n), Kind.NUMBER) for n, _line in enumerate(group.lines, 1)),
        Column("points", pgettext("column", "Points"), Kind.NUMBER, classes="tot"),
    ]
    rows = [
        [
            RichCell(line.name, html=format_html("{} <bdi>{}</bdi>", number, line.name)),
            *(_met(cells, is_own=other == number) for other, cells in enumerate(own, 1)),
            Figure(line.said),
        ]
        for number, (line, own) in enumerate(group.cross, 1)
    ]
    return Table(title, columns, rows, key=f"cross-{group.number}")


def _met(cells: Sequence[Cell], *, is_own: bool) -> TableCell:
    """What somebody has of their matches with another one; what can still change stands in pencil."""
    written = [
        "–"
        if cell.points is None
        else cell.said
        if cell.is_final
        else format_html('<span class="pen">{}</span>', cell.said)
        for cell in cells
    ]
    figure = Figure(cells[0].said) if len(cells) == 1 else " ".join(cell.said or "–" for cell in cells) or None
    html = format_html(" ".join("{}" for _cell in written), *written) if written else SafeString()
    return RichCell(figure, html=html, classes="self" if is_own else "")


def _how_rounds_are_written() -> str:
    return _("Rounds show the opponent’s number with + won, − lost or = drawn. Brackets: not played.")


def against(cell: Cell, numbers: Mapping[UUID, int]) -> str:
    """A round in short: the number of the opponent with +, − or =, nothing behind it while it is open; in brackets
    what was not played. A bye in a word, half a one as a half, a round that was missed as a dash, and so a match that
    counts for nobody because the opponent has left too early to stand anywhere."""
    if cell.opponent_id is None:
        return {BYE: pgettext("in a line", "bye"), HALF: pgettext("heading", "½ bye"), ABSENT: "–"}.get(cell.kind, "")
    if cell.opponent_id not in numbers:
        return "–"
    number, outcome = numbers[cell.opponent_id], cell.match.outcome if cell.match else None
    if cell.match is None:
        return f"({number}{'+' if cell.points else MINUS})"
    if outcome is None:
        return str(number)
    other = outcome.of(cell.opponent_id)
    mine = outcome.of_home if cell.is_home else outcome.of_away
    sign = "+" if mine > other else MINUS if mine < other or outcome.is_forfeit else "="
    return f"({number}{sign})" if outcome.is_forfeit else f"{number}{sign}"
