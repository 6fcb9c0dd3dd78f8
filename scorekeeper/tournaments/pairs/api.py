"""Who is kept apart in a tournament, and who should meet, by programs."""

from typing import Any, Final
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.common.api import READ_REFUSALS, REFUSALS
from scorekeeper.common.errors import require
from scorekeeper.common.strict import Strict
from scorekeeper.tournaments.api.entry_bodies import PersonBody
from scorekeeper.tournaments.api.here import TournamentView
from scorekeeper.tournaments.models import PairRule, Tournament
from scorekeeper.tournaments.pairs.reads import PairLine, pair_list
from scorekeeper.tournaments.pairs.services import keep_pair, let_pair
from scorekeeper.tournaments.policies import can_plan

KINDS: Final = PairRule.Kind.values
HELP: Final = "`apart`: never together while there is any other way; `together`: should meet, at tables of rounds."


class PairRequest(Strict):
    """Two people who play in the tournament, and what draws do with them."""

    kind = serializers.ChoiceField(choices=KINDS, help_text=HELP)
    one = serializers.UUIDField(help_text="A player of the club who plays here.")
    other = serializers.UUIDField(help_text="Another one.")


class PairOutRequest(Strict):
    """A pair of the tournament's own list."""

    pair = serializers.UUIDField()


class ClubPairBody(serializers.Serializer[Any]):
    """Two people of the club's list who both play here."""

    people = PersonBody(many=True)


class PairBody(ClubPairBody):
    """Two people of the tournament's own list."""

    id = serializers.UUIDField()
    kind = serializers.ChoiceField(choices=KINDS, help_text=HELP)
    made_at = serializers.DateTimeField()
    gone = serializers.ListField(child=serializers.UUIDField(), help_text="Who of them does not play here now.")


class PairsBody(serializers.Serializer[Any]):
    """Who is kept apart in a tournament, and who should meet."""

    pairs = PairBody(many=True, help_text="The tournament's own list.")
    club = ClubPairBody(many=True, help_text="Who is kept apart by the club's list, and so here too.")


class TournamentPairs(TournamentView):
    """Both lists."""

    @extend_schema(operation_id="pairs", responses={200: PairsBody, **READ_REFUSALS})
    def get(self, request: Request, tournament: UUID) -> Response:
        """List who is kept apart or paired.

        A director lists which people are kept apart and which should meet.
        """
        found, here = self.tournament(request, tournament)
        require(can_plan(here.role))
        return Response(_pairs(found))


class PairKeep(TournamentView):
    """One more pair."""

    rights = {"POST": can_plan}

    @extend_schema(
        operation_id="pair_keep",
        request=PairRequest,
        responses={200: OpenApiResponse(PairsBody, description="Both lists now."), **REFUSALS},
    )
    def post(self, request: Request, tournament: UUID) -> Response:
        """Keep two people apart or pair them.

        A director keeps two people apart from the next draw on, or asks that they meet. A repeated call changes
        nothing.
        """
        found, _here = self.tournament(request, tournament)
        sent = self.body(PairRequest, request)
        keep_pair(tournament_id=tournament, by=self.user(request), now=timezone.now(), **sent)
        return Response(_pairs(found))


class PairLet(TournamentView):
    """One pair less."""

    rights = {"POST": can_plan}

    @extend_schema(
        operation_id="pair_let",
        request=PairOutRequest,
        responses={200: OpenApiResponse(PairsBody, description="Both lists now."), **REFUSALS},
    )
    def post(self, request: Request, tournament: UUID) -> Response:
        """Remove a rule about a pair.

        A director removes a pair from the tournament's own list; draws may then place them freely. A repeated call
        changes nothing.
        """
        found, _here = self.tournament(request, tournament)
        pair = self.body(PairOutRequest, request)["pair"]
        let_pair(tournament_id=tournament, by=self.user(request), rule_id=pair, now=timezone.now())
        return Response(_pairs(found))


def _pairs(found: Tournament) -> dict[str, Any]:
    lists = pair_list(found)
    own = [_pair(line) for line in (*lists.apart, *lists.together)]
    return {"pairs": own, "club": [{"people": _people(line)} for line in lists.club]}


def _pair(line: PairLine) -> dict[str, Any]:
    rule = line.row
    assert isinstance(rule, PairRule)  # noqa: S101 a line of the tournament's own list
    said = {"id": rule.pk, "kind": rule.kind, "made_at": rule.made_at}
    return {**said, "people": _people(line), "gone": [player.pk for player in line.gone]}


def _people(line: PairLine) -> list[dict[str, Any]]:
    return [{"player": player.pk, "name": player.name} for player in (line.one, line.other)]
