"""The door of programs to a knock-out at tables: who sits where, who went out, who moves, who sits down late."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from scorekeeper.common.api import Act
from scorekeeper.tournaments.api import CONDITIONAL, TournamentView
from scorekeeper.tournaments.formats.knockout.course import as_knockout
from scorekeeper.tournaments.formats.knockout.tables import Goes, ShownTables, Sits, shown_of
from scorekeeper.tournaments.knockout import services
from scorekeeper.tournaments.models import Round
from scorekeeper.tournaments.policies import can_desk
from scorekeeper.tournaments.results.services import Written
from scorekeeper.tournaments.rounds.field import called

REPEATED = "Said before; nothing to say."


class KnockoutRound(TournamentView):
    """A round that is played as a knock-out at tables."""

    rights = {"POST": can_desk}

    def running(self, request: Request, one: UUID) -> Round:
        """The round. Raises DoesNotExist (404): it is not played as a knock-out at tables."""
        found, _here = self.round(request, one)
        return as_knockout(found)


class KnockoutTables(KnockoutRound):
    """The tables as they are now."""

    @extend_schema(operation_id="knockout", responses={200: services.KnockoutBody, **CONDITIONAL})
    def get(self, request: Request, round: UUID) -> Any:  # noqa: A002 as the address calls it
        """Read a knock-out at tables.

        Lists who sits where, who is out, who changes tables and why. Send the ETag back to learn whether anything has
        changed.
        """
        return self.told(request, _tables(shown_of(self.running(request, round), {})).model_dump())


class InKnockout(KnockoutRound):
    """Acts at the tables."""

    def place(self, request: Request, round: UUID) -> dict[str, Any]:  # noqa: A002 as the address calls it
        self.found = self.running(request, round)
        return {"round_id": round, "by": self.user(request)}

    def shown(self, _written: Written) -> services.KnockoutBody:
        return _tables(shown_of(self.found, {}))


def _tables(shown: ShownTables) -> services.KnockoutBody:
    """The tables as they are now, and what was said."""
    facts = {
        "revision": shown.knockout.revision,
        "left": shown.left,
        "winner": shown.winner,
        "tables": [_table(table) for table in shown.tables],
        "due": [_move(move) for move in shown.due],
        "ask": [table.number for table in shown.ask],
        "latest": [_move(move) for move in shown.latest],
        "out": [
            {"entrant": out.entrant.pk, "called": out.name, "first": out.first, "last": out.last, "has_left": left}
            for out in shown.out
            for left in (out.has_left,)
        ],
        "late": [{"entrant": pk, "called": name} for pk, name in shown.late],
        "again": [{"entrant": pk, "called": name} for pk, name in shown.again],
        "steps": [
            {
                "step": told.said.number,
                "kind": told.said.kind,
                "names": told.names,
                "at": told.said.act.at,
                "is_open": told.is_open,
            }
            for told in shown.steps
        ],
    }
    return services.KnockoutBody.model_validate(facts)


def _table(table: Sits) -> dict[str, Any]:
    seats = [
        {"seat": place.seat, "entrant": place.entrant_id, "called": called(place.entrant)} for place in table.places
    ]
    return {
        "id": table.table.pk,
        "number": table.number,
        "deals": table.deals,
        "waits": table.waits,
        "seats": seats,
    }


def _move(move: Goes) -> dict[str, Any]:
    """The page counts seats from 1."""
    return {
        "called": move.name,
        "table": move.table,
        "seat": move.seat - 1,
        "to_table": move.to_table,
        "to_seat": move.to_seat - 1,
        "why": move.why,
    }


knockout_out = Act(
    operation="knockout_out",
    summary="Record who went out",
    about="A scorer records the entrants of a table who went out in one hand.",
    asks=services.WentOut,
    does=services.knock_out,
    gives=services.KnockoutBody,
    status=201,
    is_keyed=True,
    may_repeat=REPEATED,
).at(InKnockout)
knockout_moves = Act(
    operation="knockout_moves",
    summary="Move everybody who has to change tables",
    about="A scorer moves everybody who has to change tables now.",
    asks=services.MovesAnnounced,
    does=services.announce_moves,
    gives=services.KnockoutBody,
    status=201,
    is_keyed=True,
    may_repeat=REPEATED,
).at(InKnockout)
knockout_seat = Act(
    operation="knockout_seat",
    summary="Draw an open seat for an entrant",
    about="A scorer lets an entrant who comes late, or comes in again, draw an open seat.",
    asks=services.LateSeat,
    does=services.give_seat,
    gives=services.KnockoutBody,
    status=201,
    is_keyed=True,
    may_repeat=REPEATED,
).at(InKnockout)
knockout_back = Act(
    operation="knockout_back",
    summary="Take back an act of a knock-out",
    about="A scorer takes back an act of a knock-out and gives the reason.",
    asks=services.StepBack,
    does=services.take_step_back,
    gives=services.KnockoutBody,
    status=201,
    is_keyed=True,
    may_repeat=REPEATED,
).at(InKnockout)
