"""The lines of a standing, as the API says them: what each round has for everybody, and why one stands before another.
Each format has its own."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import singledispatch
from typing import Any, Final
from uuid import UUID

from rest_framework import serializers

from scorekeeper.tournaments.api.bracket_bodies import bracket_body
from scorekeeper.tournaments.api.bracket_lines import lines_of_bracket
from scorekeeper.tournaments.api.entry_bodies import DeskActBody, act_body
from scorekeeper.tournaments.formats.bracket.bracket import bracket_of
from scorekeeper.tournaments.formats.bracket.format import BracketFormat
from scorekeeper.tournaments.formats.bracket.picture import came_from
from scorekeeper.tournaments.formats.format import Format
from scorekeeper.tournaments.formats.knockout.course import knockout_of, running_of
from scorekeeper.tournaments.formats.knockout.format import KnockoutFormat
from scorekeeper.tournaments.formats.knockout.tables import PlaceLine, knockout_lines
from scorekeeper.tournaments.formats.tables.format import TablesFormat
from scorekeeper.tournaments.formats.tables.totals import Cell, Line, standing_of
from scorekeeper.tournaments.matches import totals as duel_standing
from scorekeeper.tournaments.matches.format import PointsFormat
from scorekeeper.tournaments.matches.ties import PTS
from scorekeeper.tournaments.matches.totals import duel_standing_of, keys_of
from scorekeeper.tournaments.matches.why import titles_of
from scorekeeper.tournaments.models import RoundPlace, Stage

Body = dict[str, Any]
MATCH, LEFT, HALF = "match", "left", "half"
CELLS: Final = [*RoundPlace.Kind.values, MATCH, LEFT, HALF]
UNIT: Final = "As `counts` says."
TEAM_POINTS: Final = "In half team points. Null: the stage counts none."
BLANK: Final[Mapping[str, Any]] = {"keys": [], "lines": [], "bracket": [], "why": []}


class CellBody(serializers.Serializer[Any]):
    """What a round has for an entrant; of a bracket each match they were in."""

    round = serializers.UUIDField(allow_null=True, help_text="Null: it was decided without being opened.")
    number = serializers.IntegerField(allow_null=True, help_text="Of the round.")
    kind = serializers.ChoiceField(
        choices=CELLS,
        allow_null=True,
        help_text="`left`: the other one had left. `half`: half a bye, because they came late. Null: the round has "
        "nothing for them.",
    )
    points = serializers.IntegerField(allow_null=True, help_text=f"{UNIT} Null: nothing is known yet.")
    team_points = serializers.IntegerField(allow_null=True, help_text=f"{TEAM_POINTS} Null too: nothing is known yet.")
    is_final = serializers.BooleanField()
    tables = serializers.ListField(child=serializers.UUIDField(), help_text="Where they sat; a team at several.")
    code = serializers.CharField(allow_blank=True, help_text="Of a bracket: the match.")
    opponent = serializers.UUIDField(allow_null=True, help_text="Of a match.")
    is_home = serializers.BooleanField(allow_null=True, help_text="Of a match.")


class KeyBody(serializers.Serializer[Any]):
    """What is asked of those who are level on points."""

    name = serializers.CharField()
    title = serializers.CharField()
    meaning = serializers.CharField(allow_blank=True)


class StandingLineBody(serializers.Serializer[Any]):
    """An entrant with its rounds, what they came to, and why it stands there."""

    group = serializers.IntegerField(help_text="From 1.")
    rank = serializers.IntegerField(help_text="In its group.")
    is_shared = serializers.BooleanField()
    entrant = serializers.UUIDField()
    called = serializers.CharField()
    seed = serializers.IntegerField(allow_null=True, help_text="Of a bracket.")
    total = serializers.IntegerField(allow_null=True, help_text=f"{UNIT} Null where nothing is added up.")
    extra = serializers.IntegerField(help_text="Penalties and bonuses in it.")
    team_points = serializers.IntegerField(allow_null=True, help_text=TEAM_POINTS)
    won = serializers.IntegerField(help_text="Where team points count: in how many rounds it was alone in front.")
    measures = serializers.DictField(child=serializers.IntegerField(), help_text="What else its sheets counted.")
    figures = serializers.DictField(
        child=serializers.CharField(), help_text="What `keys` say of it alone: exact decimal numbers."
    )
    cells = CellBody(many=True)
    given = DeskActBody(many=True, help_text="Its penalties and bonuses; of a knock-out how it went out.")
    why = serializers.ListField(
        child=serializers.CharField(), help_text="What put it where it stands, as far as the points do not."
    )


@singledispatch
def lines_body(format_: Format, stage: Stage, *, official: bool) -> Body:
    """The lines of a standing, and what else its format says of it."""
    raise NotImplementedError(format_.name)


@lines_body.register
def _of_tables(_format: TablesFormat, stage: Stage, *, official: bool) -> Body:
    """Rounds whose points add up."""
    found = standing_of(stage, official=official)
    rounds = [(one.pk, one.number) for one in found.rounds]
    return {**BLANK, "is_final": found.is_final, "lines": [_summed(line, rounds) for line in found.lines]}


@lines_body.register
def _of_duels(_format: PointsFormat, stage: Stage, *, official: bool) -> Body:
    """Matches that give points, group by group."""
    found = duel_standing_of(stage, official=official)
    rounds = {one.number: one.pk for one in found.rounds}
    keys = [
        {"name": one.name, "title": one.title, "meaning": one.meaning}
        for one in titles_of(keys_of(stage))
        if one.name != PTS
    ]
    lines = [_duelled(line, group.number, rounds) for group in found.groups for line in group.lines]
    return {**BLANK, "is_final": found.is_final, "keys": keys, "lines": lines}


@lines_body.register
def _of_bracket(format_: BracketFormat, stage: Stage, *, official: bool) -> Body:
    """Who is still in stands before who is out; before its first round as it would be with those who are here."""
    state = bracket_of(stage, official=official)
    if state is None:
        return {**BLANK, "is_final": False}
    places = [tied for group in format_.places(stage, official=official) for tied in group]
    return {
        "is_final": state.is_decided,
        "keys": [],
        "lines": lines_of_bracket(state, places),
        "bracket": bracket_body(state),
        "why": came_from(state),
    }


@lines_body.register
def _of_knockout(_format: KnockoutFormat, stage: Stage, *, official: bool) -> Body:
    """Who went out last stands first."""
    one = running_of(stage)
    if one is None:
        return {**BLANK, "is_final": False}
    one.stage = stage
    lines = [line for tied in knockout_lines(stage, official=official) for line in _knocked(tied)]
    return {**BLANK, "is_final": knockout_of(one).is_over, "lines": lines}


def _summed(line: Line, rounds: Sequence[tuple[UUID, int]]) -> Body:
    return {
        **_line(line),
        "group": 1,
        "measures": dict(line.measures),
        "figures": {},
        "team_points": line.team_points,
        "won": line.won,
        "cells": [_cell(*at, cell) for at, cell in zip(rounds, line.cells, strict=True)],
    }


def _duelled(line: duel_standing.Line, group: int, rounds: Mapping[int, UUID]) -> Body:
    return {
        **_line(line),
        "group": group,
        "team_points": None,
        "won": 0,
        "measures": {},
        "figures": {name: _exact(figure) for name, figure in line.figures.items()},
        "cells": [_matched(cell, rounds.get(cell.number)) for cell in line.cells],
    }


def _line(line: Line | duel_standing.Line) -> Body:
    return {
        "rank": line.rank,
        "is_shared": line.is_shared,
        "entrant": line.entrant.pk,
        "called": line.name,
        "seed": None,
        "total": line.total,
        "extra": line.extra,
        "given": [act_body(act) for act in line.given],
        "why": list(line.why),
    }


def _cell(one: UUID, number: int, cell: Cell) -> Body:
    return {
        "round": one,
        "number": number,
        "kind": cell.kind or None,
        "points": cell.points,
        "team_points": cell.team_points,
        "is_final": cell.is_final,
        "tables": [table.table.pk for table in cell.tables],
        "code": "",
        "opponent": None,
        "is_home": None,
    }


def _matched(cell: duel_standing.Cell, one: UUID | None) -> Body:
    return {
        "round": one,
        "number": cell.number,
        "kind": cell.kind or None,
        "points": cell.points,
        "team_points": None,
        "is_final": cell.is_final,
        "tables": [cell.match.played.table.pk] if cell.match else [],
        "code": "",
        "opponent": cell.opponent_id,
        "is_home": cell.is_home if cell.match else None,
    }


def _knocked(tied: PlaceLine) -> list[Body]:
    return [
        {
            "group": 1,
            "rank": tied.first,
            "is_shared": tied.is_shared,
            "entrant": entrant.pk,
            "called": name,
            "seed": None,
            "total": None,
            "extra": 0,
            "team_points": None,
            "won": 0,
            "measures": {},
            "figures": {},
            "cells": [],
            "given": [act_body(act)] if act else [],
            "why": [],
        }
        for entrant, name, act in zip(tied.entrants, tied.names, tied.acts, strict=True)
    ]


def _exact(figure: int | Fraction) -> str:
    """Points are counted in halves, so that every figure has an end: 6.25."""
    whole = Fraction(figure)
    return str(Decimal(whole.numerator) / whole.denominator)
