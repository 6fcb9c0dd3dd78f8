"""Standings and places, as the API says them."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any
from uuid import UUID

from pydantic import Field

from scorekeeper.common.acts import Answer, OneOf
from scorekeeper.tournaments.api.bracket_bodies import BracketRoundBody
from scorekeeper.tournaments.api.correction_bodies import COUNTED, COUNTED_HELP
from scorekeeper.tournaments.api.line_bodies import KeyBody, StandingLineBody, lines_of
from scorekeeper.tournaments.formats.registry import all_formats, format_of
from scorekeeper.tournaments.models import DeskAct, Entrant, Stage, Tournament
from scorekeeper.tournaments.records import DeskActBody
from scorekeeper.tournaments.rounds.field import acts_in_force
from scorekeeper.tournaments.rounds.units import called, with_players
from scorekeeper.tournaments.selectors.places import final_lines


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
    names = _names(stage)
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


def _names(stage: Stage) -> dict[UUID, str]:
    entrants = with_players(Entrant.objects.filter(tournament=stage.tournament_id))
    return {entrant.pk: called(entrant) for entrant in entrants}


def _ranked(places: Sequence[Sequence[UUID]], names: Mapping[UUID, str]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for tied in places:
        first, last = len(found) + 1, len(found) + len(tied)
        found += [{"first": first, "last": last, "entrant": one, "called": names[one]} for one in tied]
    return found
