"""Standings, brackets and places as the API says them."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final
from uuid import UUID

from pydantic import Field

from scorekeeper.common.acts import Answer, OneOf
from scorekeeper.standings.standing import Standing, StandingRow
from scorekeeper.tournaments.draft.shown import COUNTED, COUNTED_HELP
from scorekeeper.tournaments.formats.format import all_formats, format_of
from scorekeeper.tournaments.models import DeskAct, Entrant, RoundPlace, Stage, Tournament
from scorekeeper.tournaments.records import DeskActBody
from scorekeeper.tournaments.rounds.field import acts_in_force, called, with_players
from scorekeeper.tournaments.standing.reads import final_lines

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


MATCH_STATES: Final = ["waits", "open", "playing", "level", "played", "walkover", "bye", "none"]


class SideBody(Answer):
    """One side of a match."""

    entrant: UUID | None = Field(description="Null: not known yet, or nobody.")
    seed: int | None
    called: str = Field(description="The name, or where they come from while nobody is known.")
    comes: str = Field(description="Where they come from: `winner of W1.2`.")
    figure: str = Field(description="What they have won in it, as far as anybody knows.")
    has_won: bool


class BracketMatchBody(Answer):
    """A match of a bracket."""

    code: str = Field(description="W1.2, L3.1, GF1: upper and lower bracket, finals; P3 for third place.")
    title: str
    state: Annotated[str, OneOf(MATCH_STATES)] = Field(
        description="`open`: both are known, and no round has opened it; `level`: over without a winner; `walkover`: "
        "somebody had left; `none`: nobody comes."
    )
    words: str = Field(description="The state as a page says it.")
    round: UUID | None = Field(description="The round that has opened it.")
    table: UUID | None
    sides: list[SideBody]


class BracketRoundBody(Answer):
    """A round of a bracket."""

    part: Annotated[str, OneOf(["all", "upper", "lower", "finals"])] = Field(description="`all`: of one life.")
    name: str = Field(description="What the codes of its matches begin with.")
    title: str
    is_over: bool
    matches: list[BracketMatchBody]


class RankBody(Answer):
    """An entrant with its place; equal ones share it."""

    first: int = Field(description="The place.")
    last: int = Field(description="The last one of those that share it.")
    entrant: UUID
    called: str


class GroupBody(Answer):
    """A group of a stage, the best first."""

    group: int = Field(description="From 1.")
    places: list[RankBody]


class StandingOfStageBody(Answer):
    """The standing of a stage."""

    stage: UUID
    format: Annotated[str, OneOf(list(all_formats()))]
    counts: Annotated[str, OneOf(COUNTED)] = Field(description=COUNTED_HELP)
    official: bool = Field(description="True: only rounds whose results stand. False: if it ended now.")
    is_final: bool = Field(description="No result is open in these rounds.")
    groups: list[GroupBody]
    tied: list[list[UUID]] = Field(description="Who share a place: what lots can part.")
    keys: list[KeyBody] = Field(
        description="Of matches: what is asked of those who are level on points, in this order."
    )
    lines: list[StandingLineBody] = Field(description="Group by group, the best first.")
    bracket: list[BracketRoundBody] = Field(description="Of a bracket: its rounds, from the first to the finals.")
    why: list[str] = Field(description="Of a bracket: how the seeds stand in it.")
    lots: list[DeskActBody] = Field(description="Lots in force; `detail` has the seed and the order.")


class PlaceOfAllBody(RankBody):
    """An entrant with its place in the whole tournament."""

    people: list[str] = Field(description="Where the name does not say them.")


class PlacesBody(Answer):
    """Who stands where over all stages."""

    is_final: bool = Field(description="The tournament has ended; else as if it ended now.")
    places: list[PlaceOfAllBody]


def standing_of(stage: Stage, *, official: bool) -> StandingOfStageBody:
    """The standing of a stage: as it is now, or by rounds whose results stand."""
    groups = format_of(stage).places(stage, official=official)
    entrants = with_players(Entrant.objects.filter(tournament=stage.tournament_id))
    names = {entrant.pk: called(entrant) for entrant in entrants}
    format_ = format_of(stage)
    facts = {
        "stage": stage.pk,
        "format": format_.name,
        "counts": format_.counts,
        "official": official,
        "groups": [
            {"group": number, "places": list(_ranked(places, names))} for number, places in enumerate(groups, 1)
        ],
        "tied": [list(tied) for places in groups for tied in places if len(tied) > 1],
        "lots": [DeskActBody.of(act) for act in acts_in_force(stage, DeskAct.Kind.LOT)],
        **lines_of(format_.standing(stage, official=official)),
    }
    return StandingOfStageBody.model_validate(facts)


def places_of(found: Tournament) -> PlacesBody:
    """The places as they are final, or as they would be now."""
    places = [
        PlaceOfAllBody(
            first=line.first, last=line.last, entrant=line.entrant.pk, called=line.name, people=list(line.people)
        )
        for line in final_lines(found, official=found.is_ended)
    ]
    return PlacesBody(is_final=found.is_ended, places=places)


def _ranked(places: Sequence[Sequence[UUID]], names: Mapping[UUID, str]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for tied in places:
        first, last = len(found) + 1, len(found) + len(tied)
        found += [{"first": first, "last": last, "entrant": entrant, "called": names[entrant]} for entrant in tied]
    return found
