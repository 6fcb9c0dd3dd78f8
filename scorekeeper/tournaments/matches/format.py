"""What all formats of matches have in common, and what those share that give points."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import partial
from itertools import groupby
from typing import Any, Final
from uuid import UUID

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, pgettext

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.common.tables.values import Cell as TableCell
from scorekeeper.common.tables.values import Column, Figure, Kind, RichCell, Table
from scorekeeper.common.texts import MINUS, fraction_figure, halves, isolated
from scorekeeper.draws.selectors.why import Explanation
from scorekeeper.draws.words import MATCHES
from scorekeeper.standings.standing import Chain, Part, Source, Standing, StandingGroup, StandingRow, Step
from scorekeeper.tournaments.formats.format import Format, Places
from scorekeeper.tournaments.formats.next_round import Entering
from scorekeeper.tournaments.formats.standing import (
    Stand,
    given_steps,
    state_of,
    substitute_sentences,
    waits_for,
    written_note,
)
from scorekeeper.tournaments.matches.play import Outcome, is_decided, outcome_of, undecided_tables
from scorekeeper.tournaments.matches.reasons import Column as Key
from scorekeeper.tournaments.matches.reasons import duel_reasons, titles_of
from scorekeeper.tournaments.matches.ties import PTS, points_in, totals_before
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
from scorekeeper.tournaments.models import Round, RoundPlace, Stage
from scorekeeper.tournaments.rounds.field import Field
from scorekeeper.tournaments.rounds.results import Played, Read, nameless


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
            rows.append(row._replace(number=line.entrant.number, cells=cells))
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


NO_DUEL: Final = Text(
    gettext_noop("By these rules two entrants cannot play against each other. Choose another format.")
)
NO_SIDE: Final = Text(gettext_noop("Pairs and teams of this size have no table of this game. Choose single players."))


class MatchFormat(Format):
    """Each table is a match of two entrants."""

    is_of_matches = True
    words = MATCHES
    table_template = "tournaments/_match.html"
    next_place = gettext_lazy("Your next match appears here as soon as its round is open.")

    def unsuited(self, who: Entering) -> Iterator[Problem]:
        """Refuses `format_unsuited`."""
        if not who.duels:
            yield Problem("format_unsuited", "kind", NO_DUEL if who.team_size == 1 else NO_SIDE)

    def outcome(self, stage: Stage, played: Played) -> Outcome | None:
        return outcome_of(played, stage.tournament.plays)

    def result(self, stage: Stage, played: Played, entrant: UUID) -> str:
        if played.state == "playing":
            return ""
        found = self.outcome(stage, played)
        if found is None:
            return "level"
        if found.winner:
            return "won" if found.winner == entrant else "lost"
        if found.is_forfeit:
            return "lost"
        return "drawn" if self.may_draw(stage) else "level"

    def table_points(self, played: Played, entrant: UUID) -> int | None:
        return None

    def figure(self, stage: Stage, played: Played, entrant: UUID) -> str:
        found = self.outcome(stage, played)
        return self.match_figure(found, entrant) if found else ""

    def seats_stay(self, stage: Stage) -> bool:
        """Who does not come has lost."""
        return False

    def has_result(self, stage: Stage, played: Played) -> bool:
        return is_decided(played, stage.tournament.plays)

    def others(self, played: Played, place: RoundPlace) -> tuple[RoundPlace, ...]:
        return tuple(other for other in played.places if other.entrant_id != place.entrant_id)


class PointsFormat(MatchFormat):
    """Matches that give points, and a standing by group."""

    counts = "half_points"
    gives_points = True

    def basis(self, stage: Stage, field: Field, read: Read = nameless) -> dict[str, Any]:
        return {"points": totals_before(stage, field.number, read=read)}

    def explanation(
        self, round_: Round, places: Sequence[RoundPlace], names: Mapping[str, str], *, for_desk: bool
    ) -> Explanation:
        return Explanation(tuple(duel_reasons(round_, places, names, for_desk=for_desk)))

    def points(self, round_: Round, read: Read = nameless) -> dict[str, int]:
        return points_in(round_, read)

    def has_cross_table(self, plan: Any) -> bool:
        return not getattr(plan, "in_groups", False)

    def may_draw(self, stage: Stage) -> bool:
        """Not where the game itself has a winner."""
        duel = stage.tournament.plays.duel
        return duel is not None and duel.by == "points"

    def missing(self, round_: Round, read: Read = nameless) -> list[int]:
        return undecided_tables(round_, read)

    def places(self, stage: Stage, *, official: bool) -> Places:
        groups = duel_standing_of(stage, official=official).groups
        return [
            [[line.entrant.pk for line in tied] for _rank, tied in groupby(group.lines, key=lambda line: line.rank)]
            for group in groups
        ]

    def standing(self, stage: Stage, *, official: bool, read: Read = nameless, is_file: bool = False) -> Standing:
        return standing(stage, official=official, read=read, is_file=is_file)

    def stands(self, stage: Stage, so_far: dict[UUID, Stand]) -> dict[UUID, Stand]:
        found = self.standing(stage, official=False)
        return {
            row.entrant: Stand(
                row.first, row.last, len(group.rows), stage.pk, group.number if found.is_in_groups else 0
            )
            for group in found.groups
            for row in group.rows
        }
