"""The lines of a standing, as the API says them: what each round has for everybody, and why somebody stands there."""

from collections.abc import Mapping
from typing import Any, Final

from rest_framework import serializers

from scorekeeper.standings.standing import Standing, StandingRow
from scorekeeper.tournaments.api.entry_bodies import DeskActBody, act_body
from scorekeeper.tournaments.models import RoundPlace

Body = dict[str, Any]
MATCH, LEFT, HALF = "match", "left", "half"
CELLS: Final = [*RoundPlace.Kind.values, MATCH, LEFT, HALF]
UNIT: Final = "As `counts` says."
TEAM_POINTS: Final = "In half team points. Null: the stage counts none."
NO_CELL: Final[Mapping[str, Any]] = {"team_points": None, "code": "", "opponent": None, "is_home": None}
NO_FACTS: Final[Mapping[str, Any]] = {
    "group": 1,
    "seed": None,
    "total": None,
    "extra": 0,
    "team_points": None,
    "won": 0,
    "measures": {},
    "figures": {},
}


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


def lines_body(standing: Standing) -> Body:
    """The lines of a standing, and what else its format says of it. A format whose lines are more than the rows of a
    page says them itself."""
    facts = standing.facts()
    lines = facts.get("lines") or [_of_row(group.number, row) for group in standing.groups for row in group.rows]
    return {
        "is_final": standing.is_final,
        "keys": facts.get("keys", []),
        "bracket": facts.get("bracket", []),
        "why": facts.get("why", []),
        "lines": [_line(line) for line in lines],
    }


def _of_row(group: int, row: StandingRow) -> Body:
    return {
        "group": group,
        "rank": row.first,
        "is_shared": row.is_shared,
        "entrant": row.entrant,
        "called": row.name,
        "total": row.total,
        "why": list(row.reasons),
        **row.facts(),
    }


def _line(facts: Mapping[str, Any]) -> Body:
    return {
        **NO_FACTS,
        **facts,
        "cells": [{**NO_CELL, **cell} for cell in facts.get("cells", ())],
        "given": [act_body(act) for act in facts.get("given", ())],
    }
