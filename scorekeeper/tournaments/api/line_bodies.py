"""The lines of a standing, as the API says them: what each round has for everybody, and why somebody stands there."""

from collections.abc import Mapping
from typing import Annotated, Any, Final
from uuid import UUID

from pydantic import Field

from scorekeeper.common.acts import Answer, OneOf
from scorekeeper.standings.standing import Standing, StandingRow
from scorekeeper.tournaments.models import RoundPlace
from scorekeeper.tournaments.records import DeskActBody

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


class CellBody(Answer):
    """What a round has for an entrant; of a bracket each match they were in."""

    round: UUID | None = Field(description="Null: it was decided without being opened.")
    number: int | None = Field(description="Of the round.")
    kind: Annotated[str, OneOf(CELLS)] | None = Field(
        description="`left`: the other one had left. `half`: half a bye, because they came late. Null: the round has "
        "nothing for them."
    )
    points: int | None = Field(description=f"{UNIT} Null: nothing is known yet.")
    team_points: int | None = Field(description=f"{TEAM_POINTS} Null too: nothing is known yet.")
    is_final: bool
    tables: list[UUID] = Field(description="Where they sat; a team at several.")
    code: str = Field(description="Of a bracket: the match.")
    opponent: UUID | None = Field(description="Of a match.")
    is_home: bool | None = Field(description="Of a match.")


class KeyBody(Answer):
    """What is asked of those who are level on points."""

    name: str
    title: str
    meaning: str


class StandingLineBody(Answer):
    """An entrant with its rounds, what they came to, and why it stands there."""

    group: int = Field(description="From 1.")
    rank: int = Field(description="In its group.")
    is_shared: bool
    entrant: UUID
    called: str
    seed: int | None = Field(description="Of a bracket.")
    total: int | None = Field(description=f"{UNIT} Null where nothing is added up.")
    extra: int = Field(description="Penalties and bonuses in it.")
    team_points: int | None = Field(description=TEAM_POINTS)
    won: int = Field(description="Where team points count: in how many rounds it was alone in front.")
    measures: dict[str, int] = Field(description="What else its sheets counted.")
    figures: dict[str, str] = Field(description="What `keys` say of it alone: exact decimal numbers.")
    cells: list[CellBody]
    given: list[DeskActBody] = Field(description="Its penalties and bonuses; of a knock-out how it went out.")
    why: list[str] = Field(description="What put it where it stands, as far as the points do not.")


def lines_of(standing: Standing) -> Body:
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
        "given": [DeskActBody.of(act) for act in facts.get("given", ())],
    }
