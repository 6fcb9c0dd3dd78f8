"""A tournament for one of those who take part, by programs: my table, with whom I play, what I have so far."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from scorekeeper.tournaments.api.entry_bodies import ENTRANT_STATES, DeskActBody, act_body
from scorekeeper.tournaments.api.here import CONDITIONAL, TournamentView
from scorekeeper.tournaments.api.plan_bodies import ROUND_STATES
from scorekeeper.tournaments.api.round_bodies import PlaceBody, place_body
from scorekeeper.tournaments.formats.standing import Stand
from scorekeeper.tournaments.models import Entrant, RoundPlace
from scorekeeper.tournaments.selectors.entries import mine
from scorekeeper.tournaments.selectors.mine import Mine, Part, part_of
from scorekeeper.tournaments.selectors.stamps import stamp_of

RESULTS = ["won", "lost", "drawn", "level", ""]


class MyRoundBody(serializers.Serializer[Any]):
    """What a round has for you."""

    round = serializers.UUIDField()
    stage = serializers.UUIDField()
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=ROUND_STATES)
    kind = serializers.ChoiceField(choices=RoundPlace.Kind.values)
    is_half = serializers.BooleanField(help_text="`absent`, and half a bye, because you came late.")
    table = serializers.UUIDField(allow_null=True)
    table_number = serializers.IntegerField(allow_null=True)
    sitting = serializers.UUIDField(allow_null=True, help_text="The sheet.")
    seat = serializers.IntegerField(allow_null=True, help_text="From 0; the first deals.")
    others = PlaceBody(many=True, help_text="With whom, or of a match against whom you play.")
    points = serializers.IntegerField(
        allow_null=True, help_text="What the table has brought, in the smallest unit; null: nothing yet, or a match."
    )
    is_home = serializers.BooleanField(allow_null=True, help_text="Of a match.")
    result = serializers.ChoiceField(
        choices=RESULTS, help_text="Of a match; `level`: it needs a winner and has none. Empty: not known yet."
    )
    act = DeskActBody(allow_null=True, help_text="What was written at the desk instead of the sheet.")
    out = serializers.IntegerField(allow_null=True, help_text="The place you went out in, of a knock-out at tables.")
    extra_seconds = serializers.IntegerField(help_text="What the clock of the table has more than the others’.")
    is_over = serializers.BooleanField(help_text="For you.")


class MyPlaceBody(serializers.Serializer[Any]):
    """Your place as if it ended now."""

    stage = serializers.UUIDField(allow_null=True, help_text="Null: over the whole tournament.")
    group = serializers.IntegerField(allow_null=True)
    first = serializers.IntegerField()
    last = serializers.IntegerField(help_text="The last one of those that share it.")
    of = serializers.IntegerField(help_text="How many there are.")
    is_in = serializers.BooleanField(help_text="Still in, of a bracket or a knock-out.")
    is_out = serializers.BooleanField()
    ahead = serializers.CharField(allow_blank=True, help_text="The next match in a bracket, in words.")


class MyTournamentBody(serializers.Serializer[Any]):
    """The tournament as you have it."""

    entrant = serializers.UUIDField()
    called = serializers.CharField()
    state = serializers.ChoiceField(choices=ENTRANT_STATES)
    waits = serializers.IntegerField(allow_null=True, help_text="Your place on the waiting list.")
    now = MyRoundBody(
        allow_null=True, help_text="The first round with a table that is not over for you, else the last one."
    )
    coming = MyRoundBody(many=True, help_text="Rounds after it that are open already.")
    past = MyRoundBody(many=True, help_text="The newest first.")
    place = MyPlaceBody(allow_null=True)
    director_called_at = serializers.DateTimeField(allow_null=True, help_text="Null: your table waits for nobody.")


class TournamentMine(TournamentView):
    """My table."""

    shown_while_held = True

    @extend_schema(operation_id="tournament_mine", responses={200: MyTournamentBody, **CONDITIONAL})
    def get(self, request: Request, tournament: UUID) -> Any:
        """Read your own tournament.

        Reads your table, your partners and opponents, and your points so far; 404 for anybody who does not take part.
        Send the ETag back to learn whether anything has changed.
        """
        found, _here = self.tournament(request, tournament)
        user = self.user(request)
        own = mine(found, user)
        if own is None:
            raise Entrant.DoesNotExist
        part = part_of(found, own, user, timezone.now(), stamp_of(found), is_held=self.held is not None)
        return self.told(request, _body(part))


def _body(told: Mine) -> dict[str, Any]:
    return {
        "entrant": told.entrant.pk,
        "called": told.name,
        "state": told.entrant.state,
        "waits": told.waits,
        "now": _round(told.now) if told.now else None,
        "coming": [_round(part) for part in told.coming],
        "past": [_round(part) for part in told.past],
        "place": _place(told.place) if told.place else None,
        "director_called_at": told.called_at,
    }


def _round(part: Part) -> dict[str, Any]:
    row = part.table.table if part.table else None
    return {
        "round": part.round.pk,
        "stage": part.round.stage_id,
        "number": part.round.number,
        "state": part.round.state,
        "kind": part.place.kind,
        "is_half": part.is_half,
        "table": row.pk if row else None,
        "table_number": row.number if row else None,
        "sitting": row.sitting_id if row else None,
        "seat": part.place.seat,
        "others": [place_body(place) for place in part.others],
        "points": part.points,
        "is_home": part.is_home if part.is_match and row else None,
        "result": part.result,
        "act": act_body(part.written) if part.written else None,
        "out": part.out,
        "extra_seconds": part.extra_seconds,
        "is_over": part.is_over,
    }


def _place(place: Stand) -> dict[str, Any]:
    return {
        "stage": place.stage,
        "group": place.group or None,
        "first": place.first,
        "last": place.last,
        "of": place.of,
        "is_in": place.is_in,
        "is_out": place.is_out,
        "ahead": place.ahead,
    }
