"""A tournament for one of those who take part, by programs: my table, with whom I play, what I have so far."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from pydantic import Field
from rest_framework.request import Request

from scorekeeper.common.acts import Answer, OneOf
from scorekeeper.tournaments.api import CONDITIONAL, TournamentView
from scorekeeper.tournaments.desk.reads import stamp_of
from scorekeeper.tournaments.draft.shown import PlaceBody
from scorekeeper.tournaments.entries.reads import mine
from scorekeeper.tournaments.formats.standing import Stand
from scorekeeper.tournaments.mine.reads import Mine, Part, part_of
from scorekeeper.tournaments.models import Entrant, Round, RoundPlace
from scorekeeper.tournaments.records import DeskActBody

RESULTS = ["won", "lost", "drawn", "level", ""]


class MyRoundBody(Answer):
    """What a round has for you."""

    round: UUID
    stage: UUID
    number: int
    state: Annotated[str, OneOf(Round.State.values)]
    kind: Annotated[str, OneOf(RoundPlace.Kind.values)]
    is_half: bool = Field(description="`absent`, and half a bye, because you came late.")
    table: UUID | None
    table_number: int | None
    sitting: UUID | None = Field(description="The sheet.")
    seat: int | None = Field(description="From 0; the first deals.")
    others: list[PlaceBody] = Field(description="With whom, or of a match against whom you play.")
    points: int | None = Field(
        description="What the table has brought, in the smallest unit; null: nothing yet, or a match."
    )
    is_home: bool | None = Field(description="Of a match.")
    result: Annotated[str, OneOf(RESULTS)] = Field(
        description="Of a match; `level`: it needs a winner and has none. Empty: not known yet."
    )
    act: DeskActBody | None = Field(description="What was written at the desk instead of the sheet.")
    out: int | None = Field(description="The place you went out in, of a knock-out at tables.")
    extra_seconds: int = Field(description="What the clock of the table has more than the others’.")
    is_over: bool = Field(description="For you.")


class MyPlaceBody(Answer):
    """Your place as if it ended now."""

    stage: UUID | None = Field(description="Null: over the whole tournament.")
    group: int | None
    first: int
    last: int = Field(description="The last one of those that share it.")
    entrants: int = Field(validation_alias="of", serialization_alias="of", description="How many there are.")
    is_in: bool = Field(description="Still in, of a bracket or a knock-out.")
    is_out: bool
    ahead: str = Field(description="The next match in a bracket, in words.")


class MyTournamentBody(Answer):
    """The tournament as you have it."""

    entrant: UUID
    called: str
    state: Annotated[str, OneOf(Entrant.State.values)]
    waits: int | None = Field(description="Your place on the waiting list.")
    now: MyRoundBody | None = Field(
        description="The first round with a table that is not over for you, else the last one."
    )
    coming: list[MyRoundBody] = Field(description="Rounds after it that are open already.")
    past: list[MyRoundBody] = Field(description="The newest first.")
    place: MyPlaceBody | None
    director_called_at: datetime | None = Field(description="Null: your table waits for nobody.")


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
        return self.told(request, _mine(part).model_dump())


def _mine(mine: Mine) -> MyTournamentBody:
    facts = {
        "entrant": mine.entrant.pk,
        "called": mine.name,
        "state": mine.entrant.state,
        "waits": mine.waits,
        "now": _round(mine.now) if mine.now else None,
        "coming": [_round(part) for part in mine.coming],
        "past": [_round(part) for part in mine.past],
        "place": _place(mine.place) if mine.place else None,
        "director_called_at": mine.called_at,
    }
    return MyTournamentBody.model_validate(facts)


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
        "others": [PlaceBody.of(place) for place in part.others],
        "points": part.points,
        "is_home": part.is_home,
        "result": part.result,
        "act": DeskActBody.of(part.written) if part.written else None,
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
