"""A knock-out at tables as it is played, as the API says it; and what the API is sent about it."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Final
from uuid import UUID

from django.utils.translation import gettext_noop
from pydantic import Field
from rest_framework import serializers

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.common.acts import Answer, OneOf
from scorekeeper.common.errors import Refused
from scorekeeper.common.strict import Strict, WholeNumberField
from scorekeeper.tournaments.api.plan_requests import MOST_VERSION
from scorekeeper.tournaments.formats.knockout.tables import Goes, Shown, Sits
from scorekeeper.tournaments.models.events import MOST_ENTRANTS
from scorekeeper.tournaments.rounds.units import called

MOST_NUMBER = 10_000  # of a table or a seat
ORDER = "More is placed higher, equal ones share the place; from 1. Of several who go out at once each needs it."
SEVERAL: Final = gettext_noop(
    "Several go out in one hand: send `stack` of each, the order of what they began it with. Equal ones share a place."
)


class TablesSeenRequest(Strict):
    """The tables that were read: nobody acts on others."""

    seen = WholeNumberField(min_value=1, max_value=MOST_VERSION, help_text="`revision` of the tables.")


class OneOutRequest(Strict):
    """Who went out, and what they had when the hand began, as an order."""

    entrant = serializers.UUIDField()
    stack = WholeNumberField(required=False, min_value=1, max_value=MOST_NUMBER, help_text=ORDER)


def out_of(sent: Sequence[Mapping[str, Any]]) -> list[tuple[UUID, int]]:
    """Who went out with what. Raises Refused `stack_missing`: of several nobody knows who shares the place."""
    missing = [number for number, who in enumerate(sent) if "stack" not in who] if len(sent) > 1 else []
    if missing:
        raise Refused([Problem("stack_missing", f"out.{number}.stack", Text(SEVERAL)) for number in missing])
    return [(who["entrant"], who.get("stack", 1)) for who in sent]


class OutRequest(TablesSeenRequest):
    """Who went out in one hand of a table."""

    table = WholeNumberField(min_value=1, max_value=MOST_NUMBER, help_text="Its number.")
    out = serializers.ListField(child=OneOutRequest(), max_length=MOST_ENTRANTS)
    with_last = serializers.BooleanField(
        required=False, default=False, help_text="The same hand as who went out just before at another table."
    )


class DealsRequest(Strict):
    """Which seat deals next at a table."""

    table = WholeNumberField(min_value=1, max_value=MOST_NUMBER)
    seat = WholeNumberField(min_value=0, max_value=MOST_NUMBER, help_text="From 0.")


class MovesRequest(TablesSeenRequest):
    """Who deals next at the tables that are to be even."""

    dealers = serializers.ListField(child=DealsRequest(), required=False, default=list, max_length=MOST_ENTRANTS)


class GiveSeatRequest(TablesSeenRequest):
    """Somebody who comes late, or again."""

    entrant = serializers.UUIDField()


class StepBackRequest(TablesSeenRequest):
    """A step that was wrong, and why."""

    step = WholeNumberField(min_value=1, max_value=MOST_VERSION)
    reason = serializers.CharField(max_length=200)


class SeatedBody(Answer):
    """Who sits in a seat."""

    seat: int = Field(description="From 0.")
    entrant: UUID
    called: str


class KnockoutTableBody(Answer):
    """A table as it is now."""

    id: UUID
    number: int
    deals: int = Field(description="The seat that deals next, as far as anybody knows.")
    waits: bool = Field(description="It is too short to go on.")
    seats: list[SeatedBody]


class MoveBody(Answer):
    """Somebody who moves; seats from 0."""

    called: str
    table: int
    seat: int
    to_table: int
    to_seat: int
    why: str


class IsOutBody(Answer):
    """Who is out, with the place."""

    entrant: UUID
    called: str
    first: int = Field(description="The place.")
    last: int = Field(description="The last one of those that share it.")
    has_left: bool = Field(description="Nobody knocked them out.")


class CanSitBody(Answer):
    """Who can still sit down."""

    entrant: UUID
    called: str


class StepBody(Answer):
    """Something that was said."""

    step: int
    kind: Annotated[str, OneOf(["out", "seated", "moved"])]
    names: str
    at: datetime
    is_open: bool = Field(description="It can be taken back: nothing was built on it.")


class KnockoutBody(Answer):
    """All tables of a knock-out as they are now."""

    revision: int = Field(description="Send it as `seen` with whatever is said.")
    left: int = Field(description="How many still play.")
    winner: str
    tables: list[KnockoutTableBody]
    due: list[MoveBody] = Field(description="Who has to move now.")
    ask: list[int] = Field(description="The tables of which these moves need to know who deals next.")
    latest: list[MoveBody] = Field(description="Who has moved last, while nothing else was said since.")
    out: list[IsOutBody] = Field(description="The best place first.")
    late: list[CanSitBody] = Field(description="Who have come late.")
    again: list[CanSitBody] = Field(description="Who went out.")
    steps: list[StepBody] = Field(description="The newest first.")


def knockout_now(shown: Shown) -> KnockoutBody:
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
            {"entrant": one.entrant.pk, "called": one.name, "first": one.first, "last": one.last, "has_left": left}
            for one in shown.out
            for left in (one.has_left,)
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
    return KnockoutBody.model_validate(facts)


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
