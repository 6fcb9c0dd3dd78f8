"""Standings and places, as the API says them."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from rest_framework import serializers

from scorekeeper.tournaments.api.entry_bodies import DeskActBody, act_body
from scorekeeper.tournaments.models import Entrant, RoundPlace, Stage, Tournament
from scorekeeper.tournaments.plans import TablesPlan
from scorekeeper.tournaments.selectors.called import called, with_players
from scorekeeper.tournaments.selectors.places import final_lines
from scorekeeper.tournaments.selectors.standing import Cell, Line, standing_of
from scorekeeper.tournaments.selectors.ways import way_of

IN_UNIT = "In the smallest unit of the tournament."


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


class CellBody(serializers.Serializer[Any]):
    """What a round has for an entrant."""

    round = serializers.UUIDField()
    kind = serializers.ChoiceField(
        choices=RoundPlace.Kind.values, allow_null=True, help_text="Null: the round has nothing for them."
    )
    points = serializers.IntegerField(allow_null=True, help_text=f"{IN_UNIT} Null: nothing is known yet.")
    is_final = serializers.BooleanField()
    tables = serializers.ListField(child=serializers.UUIDField(), help_text="Where they sat; a team at several.")


class StandingLineBody(serializers.Serializer[Any]):
    """An entrant with its rounds and their sum."""

    rank = serializers.IntegerField()
    is_shared = serializers.BooleanField()
    entrant = serializers.UUIDField()
    called = serializers.CharField()
    total = serializers.IntegerField(help_text=IN_UNIT)
    extra = serializers.IntegerField(help_text="Penalties and bonuses in it.")
    measures = serializers.DictField(child=serializers.IntegerField(), help_text="What else its sheets counted.")
    cells = CellBody(many=True)
    given = DeskActBody(many=True, help_text="Its penalties and bonuses.")
    why = serializers.ListField(
        child=serializers.CharField(), help_text="What put it where it stands, as far as the points do not."
    )


class StandingOfStageBody(serializers.Serializer[Any]):
    """The standing of a stage."""

    stage = serializers.UUIDField()
    official = serializers.BooleanField(help_text="True: only rounds whose results stand. False: if it ended now.")
    is_final = serializers.BooleanField(help_text="No result is open in these rounds.")
    groups = GroupBody(many=True)
    tied = serializers.ListField(
        child=serializers.ListField(child=serializers.UUIDField()), help_text="Who share a place: what lots can part."
    )
    lines = StandingLineBody(many=True, help_text="Of rounds at tables, the best first; of other formats none.")
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
    groups = way_of(stage).standing(stage, official=official)
    names = _names(stage)
    body: dict[str, Any] = {
        "stage": stage.pk,
        "official": official,
        "is_final": official,
        "groups": [
            {"group": number, "places": list(_ranked(places, names))} for number, places in enumerate(groups, 1)
        ],
        "tied": [list(tied) for places in groups for tied in places if len(tied) > 1],
        "lines": [],
        "lots": [],
    }
    if isinstance(stage.typed_plan, TablesPlan):
        found = standing_of(stage, official=official)
        rounds = [one.pk for one in found.rounds]
        body |= {
            "is_final": found.is_final,
            "lines": [_line(line, rounds) for line in found.lines],
            "lots": [act_body(act) for act in found.lots],
        }
    return body


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


def _line(line: Line, rounds: Sequence[UUID]) -> dict[str, Any]:
    return {
        "rank": line.rank,
        "is_shared": line.is_shared,
        "entrant": line.entrant.pk,
        "called": line.name,
        "total": line.total,
        "extra": line.extra,
        "measures": dict(line.measures),
        "cells": [_cell(one, cell) for one, cell in zip(rounds, line.cells, strict=True)],
        "given": [act_body(act) for act in line.given],
        "why": list(line.why),
    }


def _cell(one: UUID, cell: Cell) -> dict[str, Any]:
    return {
        "round": one,
        "kind": cell.kind or None,
        "points": cell.points,
        "is_final": cell.is_final,
        "tables": [table.table.pk for table in cell.tables],
    }
