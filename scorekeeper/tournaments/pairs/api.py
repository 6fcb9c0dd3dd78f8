"""The door of programs to who is kept apart in a tournament, and who should meet."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.common.api import READ_REFUSALS, Act
from scorekeeper.common.errors import require
from scorekeeper.tournaments.api import AtTournament, TournamentView
from scorekeeper.tournaments.pairs.services import PairOut, PairsBody, PairWanted, keep_pair, let_pair, pair_list
from scorekeeper.tournaments.policies import can_plan


class TournamentPairs(TournamentView):
    """Both lists."""

    @extend_schema(operation_id="pairs", responses={200: PairsBody, **READ_REFUSALS})
    def get(self, request: Request, tournament: UUID) -> Response:
        """List who is kept apart or paired.

        A director lists which people are kept apart and which should meet.
        """
        found, here = self.tournament(request, tournament)
        require(can_plan(here.role))
        return Response(PairsBody.of(pair_list(found)).model_dump())


class OnPairs(AtTournament):
    """Acts on the tournament's own list."""

    rights = {"POST": can_plan}

    def shown(self, _done: object) -> PairsBody:
        return PairsBody.of(pair_list(self.found))


pair_keep = Act(
    operation="pair_keep",
    summary="Keep two people apart or pair them",
    about="A director keeps two people apart from the next draw on, or asks that they meet. A repeated call changes "
    "nothing.",
    asks=PairWanted,
    does=keep_pair,
    gives=PairsBody,
).at(OnPairs)
pair_let = Act(
    operation="pair_let",
    summary="Remove a rule about a pair",
    about="A director removes a pair from the tournament's own list; draws may then place them freely. A repeated call "
    "changes nothing.",
    asks=PairOut,
    does=let_pair,
    gives=PairsBody,
).at(OnPairs)
