"""Standings and places, as the API says them."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from rest_framework import serializers

from scorekeeper.tournaments.api.bracket_bodies import BracketRoundBody
from scorekeeper.tournaments.api.correction_bodies import COUNTED, COUNTED_HELP
from scorekeeper.tournaments.api.entry_bodies import DeskActBody, act_body
from scorekeeper.tournaments.api.line_bodies import KeyBody, StandingLineBody, lines_body
from scorekeeper.tournaments.formats.registry import all_formats, format_of
from scorekeeper.tournaments.models import DeskAct, Entrant, Stage, Tournament
from scorekeeper.tournaments.rounds.field import acts_in_force
from scorekeeper.tournaments.rounds.units import called, with_players
from scorekeeper.tournaments.selectors.places import final_lines


class RankBody(serializers.Serializer[Any]):
    """An entrant with its place; equal ones share it."""

    first = serializers.IntegerField(help_text="The place.")
    last = serializers.IntegerField(help_text="The last one of those that share it.")
    entrant = serializers.UUIDField()
    called = serializers.CharField()


class GroupBody(serializers.Serializer[Any]):
    """A group of a stage, the best first."""

    group = serializers.IntegerField(help_text="From 1.")
    places = RankBody(many=True)


class StandingOfStageBody(serializers.Serializer[Any]):
    """The standing of a stage."""

    stage = serializers.UUIDField()
    format = serializers.ChoiceField(choices=list(all_formats()))
    counts = serializers.ChoiceField(choices=COUNTED, help_text=COUNTED_HELP)
    official = serializers.BooleanField(help_text="True: only rounds whose results stand. False: if it ended now.")
    is_final = serializers.BooleanField(help_text="No result is open in these rounds.")
    groups = GroupBody(many=True)
    tied = serializers.ListField(
        child=serializers.ListField(child=serializers.UUIDField()), help_text="Who share a place: what lots can part."
    )
    keys = KeyBody(many=True, help_text="Of matches: what is asked of those who are level on points, in this order.")
    lines = StandingLineBody(many=True, help_text="Group by group, the best first.")
    bracket = BracketRoundBody(many=True, help_text="Of a bracket: its rounds, from the first to the finals.")
    why = serializers.ListField(child=serializers.CharField(), help_text="Of a bracket: how the seeds stand in it.")
    lots = DeskActBody(many=True, help_text="Lots in force; `detail` has the seed and the order.")


class PlaceOfAllBody(RankBody):
    """An entrant with its place in the whole tournament."""

    people = serializers.ListField(child=serializers.CharField(), help_text="Where the name does not say them.")


class PlacesBody(serializers.Serializer[Any]):
    """Who stands where over all stages."""

    is_final = serializers.BooleanField(help_text="The tournament has ended; else as if it ended now.")
    places = PlaceOfAllBody(many=True)


def standing_body(stage: Stage, *, official: bool) -> dict[str, Any]:
    """The standing of a stage: as it is now, or by rounds whose results stand."""
    groups = format_of(stage).places(stage, official=official)
    names = _names(stage)
    format_ = format_of(stage)
    return {
        "stage": stage.pk,
        "format": format_.name,
        "counts": format_.counts,
        "official": official,
        "groups": [
            {"group": number, "places": list(_ranked(places, names))} for number, places in enumerate(groups, 1)
        ],
        "tied": [list(tied) for places in groups for tied in places if len(tied) > 1],
        "lots": [act_body(act) for act in acts_in_force(stage, DeskAct.Kind.LOT)],
        **lines_body(format_.standing(stage, official=official)),
    }


def places_body(found: Tournament) -> dict[str, Any]:
    """The places as they are final, or as they would be now."""
    return {
        "is_final": found.is_ended,
        "places": [
            {
                "first": line.first,
                "last": line.last,
                "entrant": line.entrant.pk,
                "called": line.name,
                "people": list(line.people),
            }
            for line in final_lines(found, official=found.is_ended)
        ],
    }


def _names(stage: Stage) -> dict[UUID, str]:
    entrants = with_players(Entrant.objects.filter(tournament=stage.tournament_id))
    return {entrant.pk: called(entrant) for entrant in entrants}


def _ranked(places: Sequence[Sequence[UUID]], names: Mapping[UUID, str]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for tied in places:
        first, last = len(found) + 1, len(found) + len(tied)
        found += [{"first": first, "last": last, "entrant": one, "called": names[one]} for one in tied]
    return found
