"""Rounds with their draws and tables, as the API says them."""

from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

from rest_framework import serializers

from scorekeeper.tournaments.api.plan_bodies import ROUND_STATES
from scorekeeper.tournaments.api.why_bodies import WhyBody, why_body
from scorekeeper.tournaments.formats.registry import format_of
from scorekeeper.tournaments.formats.tables.ahead import coming_of
from scorekeeper.tournaments.models import Round, RoundPlace
from scorekeeper.tournaments.rounds.results import Played, asked_of_equals, unsigned_of
from scorekeeper.tournaments.rounds.units import name_of
from scorekeeper.tournaments.selectors.held_back import tables_for_others
from scorekeeper.tournaments.selectors.tables import explained

IN_UNIT = "In the smallest unit of the tournament; null: nothing is known yet."
TABLE_STATES: Final = ["draft", "playing", "unsigned", "to_be_accepted", "closed", "desk"]


class PlaceBody(serializers.Serializer[Any]):
    """What a round has for an entrant, or for a player of a team."""

    id = serializers.UUIDField(help_text="Of the place: what a swap names.")
    entrant = serializers.UUIDField()
    player = serializers.UUIDField(allow_null=True, help_text="Of a team who sits there.")
    called = serializers.CharField()
    seat = serializers.IntegerField(allow_null=True, help_text="From 0; the first deals.")
    by_hand = serializers.BooleanField(help_text="A lock: put there by hand, or held there.")
    held_by = serializers.CharField(allow_null=True, help_text="The name of who has put it on.")
    held_at = serializers.DateTimeField(allow_null=True)
    holds_seat = serializers.BooleanField(help_text="The lock is on this seat of the table too.")


class GotBody(serializers.Serializer[Any]):
    """What a table has brought an entrant."""

    entrant = serializers.UUIDField()
    points = serializers.IntegerField(allow_null=True, help_text=f"What counts. {IN_UNIT}")
    sheet = serializers.IntegerField(allow_null=True, help_text=f"What the sheet says. {IN_UNIT}")
    measures = serializers.DictField(
        child=serializers.IntegerField(), help_text="What the game asks of equals, as far as it is known."
    )
    act = serializers.UUIDField(allow_null=True, help_text="Written at the desk by this act.")


class MatchBody(serializers.Serializer[Any]):
    """What a match of two has come to, at the desk or by its sheet."""

    winner = serializers.UUIDField(allow_null=True, help_text="An entrant; null: a draw, or neither came.")
    forfeit = serializers.BooleanField(help_text="Not played: somebody did not come.")
    sets = serializers.ListField(child=serializers.IntegerField(), help_text="Of who is at home and who is away.")
    scored = serializers.ListField(child=serializers.IntegerField())
    act = serializers.UUIDField(allow_null=True, help_text="Written at the desk by this act.")


class RoundTableBody(serializers.Serializer[Any]):
    """A table of a round; in rounds of two a match."""

    id = serializers.UUIDField()
    number = serializers.IntegerField()
    group = serializers.IntegerField()
    code = serializers.CharField(allow_blank=True, help_text="In a bracket.")
    sitting = serializers.UUIDField(allow_null=True, help_text="Its sheet.")
    state = serializers.ChoiceField(choices=TABLE_STATES, help_text="`desk`: every result was written there.")
    is_final = serializers.BooleanField(help_text="Its result waits for nobody.")
    extra_seconds = serializers.IntegerField(help_text="What its clock has more than the others’.")
    unsigned = serializers.ListField(child=serializers.CharField(), help_text="Who has not signed the sheet yet.")
    places = PlaceBody(many=True)
    results = GotBody(many=True)
    match = MatchBody(allow_null=True, help_text="Of rounds of two; null while nothing is decided.")


class ComingBody(serializers.Serializer[Any]):
    """A round that was drawn together with one before it, as it is planned."""

    number = serializers.IntegerField()
    tables = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    out = serializers.ListField(child=serializers.CharField())


class RoundBody(serializers.Serializer[Any]):
    """A round: who sits where, why it is so, results as they come."""

    id = serializers.UUIDField()
    tournament = serializers.UUIDField()
    stage = serializers.UUIDField()
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=ROUND_STATES)
    revision = serializers.IntegerField(help_text="Of the draft: send it with what is done to it.")
    seed = serializers.CharField(help_text="The whole number it was drawn with, of up to 63 bits.")
    engine = serializers.CharField(help_text="What has drawn it, with its version.")
    facts = serializers.CharField(allow_blank=True, help_text="The hash of all that the draw started from.")
    changed_by_hand = serializers.BooleanField(
        help_text="People have changed places by hand since: `seed` and `facts` are those of the draw before that."
    )
    can_undo = serializers.BooleanField(help_text="Of a draft: there was another draw before it.")
    reasons = serializers.ListField(child=serializers.CharField(), help_text="Why it is so, in sentences.")
    why = WhyBody(allow_null=True, help_text="The same as plain values; null: held back until the ceremony.")
    made_at = serializers.DateTimeField()
    published_at = serializers.DateTimeField(allow_null=True)
    official_at = serializers.DateTimeField(allow_null=True)
    tables = RoundTableBody(many=True)
    byes = PlaceBody(many=True, help_text="Who sit out.")
    absent = PlaceBody(many=True, help_text="Who miss it.")
    coming = ComingBody(many=True, help_text="Of a draft: the rounds that were drawn together with it.")


class EntryOfDrawBody(serializers.Serializer[Any]):
    """What a round was drawn from."""

    facts = serializers.CharField(allow_blank=True, help_text="Its fingerprint, the hash of the entry.")
    entry = serializers.DictField(
        allow_null=True, help_text="A file for `manage.py draw`; `id` in it says who is called how."
    )


def round_body(
    round_id: UUID, *, for_desk: bool = True, with_reasons: bool = True, with_results: bool = True
) -> dict[str, Any]:
    """A round as it stands; some of its reasons are for the desk alone. While the standing is held back others read
    neither reasons nor results."""
    one = Round.objects.select_related("stage__tournament__club").get(pk=round_id)
    why, tables, missing = (
        explained(one, for_desk=for_desk, with_reasons=with_reasons),
        format_of(one.stage).tables_now(one) if with_results else tables_for_others(one),
        format_of(one.stage).missing(one),
    )
    unsigned = unsigned_of([table.sitting for table in tables if table.sitting and table.sitting.awaits_signatures])
    return {
        "id": one.pk,
        "tournament": one.stage.tournament_id,
        "stage": one.stage_id,
        "number": one.number,
        "state": one.state,
        "revision": one.revision,
        "seed": str(one.seed),
        "engine": one.engine,
        "facts": one.facts,
        "changed_by_hand": why.is_changed,
        "can_undo": bool(one.undo),
        "reasons": list(why.explanation.reasons),
        "why": why_body(one, for_desk=for_desk) if with_reasons else None,
        "made_at": one.made_at,
        "published_at": one.published_at,
        "official_at": one.official_at,
        "tables": [
            {**_table(table, one, unsigned), "is_final": not one.is_draft and table.number not in missing}
            for table in tables
        ],
        "byes": [place_body(place) for place in why.out],
        "absent": [place_body(place) for place in why.absent],
        "coming": [
            {"number": each.number, "tables": [list(table) for table in each.tables], "out": list(each.out)}
            for each in (coming_of(one) if one.is_draft else ())
        ],
    }


def _table(table: Played, one: Round, unsigned: Mapping[UUID, list[str]]) -> dict[str, Any]:
    row, tournament = table.table, one.stage.tournament
    return {
        "id": row.pk,
        "number": row.number,
        "group": row.group,
        "code": row.code,
        "sitting": row.sitting_id,
        "state": "draft" if one.is_draft else table.state,
        "extra_seconds": row.extra_seconds,
        "unsigned": unsigned.get(row.sitting_id, []) if row.sitting_id else [],
        "places": [place_body(place) for place in table.places],
        "results": [
            {
                "entrant": entrant,
                "points": got.points,
                "sheet": got.sheet,
                "measures": {name: got.measures[name] for name in asked_of_equals(tournament) if name in got.measures},
                "act": got.act.pk if got.act else None,
            }
            for entrant, got in table.got.items()
        ],
        "match": _match(table, one),
    }


def _match(table: Played, one: Round) -> dict[str, Any] | None:
    found = None if one.is_draft else format_of(one.stage).outcome(one.stage, table)
    if found is None:
        return None
    return {
        "winner": found.winner,
        "forfeit": found.is_forfeit,
        "sets": list(found.sets),
        "scored": list(found.scored),
        "act": found.act.pk if found.act else None,
    }


def place_body(place: RoundPlace) -> dict[str, Any]:
    """What a round has for somebody."""
    return {
        "id": place.pk,
        "entrant": place.entrant_id,
        "player": place.player_id,
        "called": name_of(place),
        "seat": place.seat,
        "by_hand": place.by_hand,
        "held_by": place.held_by.name if place.held_by else None,
        "held_at": place.held_at,
        "holds_seat": place.holds_seat,
    }
