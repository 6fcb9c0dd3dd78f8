"""Rounds with their draws and tables, as the API says them."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Final
from uuid import UUID

from pydantic import Field

from scorekeeper.common.acts import Answer, OneOf
from scorekeeper.tournaments.api.why_bodies import WhyBody, why_of
from scorekeeper.tournaments.formats.registry import format_of
from scorekeeper.tournaments.formats.tables.ahead import coming_of
from scorekeeper.tournaments.models import Round, RoundPlace
from scorekeeper.tournaments.rounds.results import Played, asked_of_equals, unsigned_of
from scorekeeper.tournaments.rounds.units import name_of
from scorekeeper.tournaments.selectors.held_back import tables_for_others
from scorekeeper.tournaments.selectors.tables import explained

IN_UNIT = "In the smallest unit of the tournament; null: nothing is known yet."
TABLE_STATES: Final = ["draft", "playing", "unsigned", "to_be_accepted", "closed", "desk"]


class PlaceBody(Answer):
    """What a round has for an entrant, or for a player of a team."""

    id: UUID = Field(description="Of the place: what a swap names.")
    entrant: UUID
    player: UUID | None = Field(description="Of a team who sits there.")
    called: str
    seat: int | None = Field(description="From 0; the first deals.")
    by_hand: bool = Field(description="A lock: put there by hand, or held there.")
    held_by: str | None = Field(description="The name of who has put it on.")
    held_at: datetime | None
    holds_seat: bool = Field(description="The lock is on this seat of the table too.")

    @classmethod
    def of(cls, value: RoundPlace) -> "PlaceBody":
        return cls(
            id=value.pk,
            entrant=value.entrant_id,
            player=value.player_id,
            called=name_of(value),
            seat=value.seat,
            by_hand=value.by_hand,
            held_by=value.held_by.name if value.held_by else None,
            held_at=value.held_at,
            holds_seat=value.holds_seat,
        )


class GotBody(Answer):
    """What a table has brought an entrant."""

    entrant: UUID
    points: int | None = Field(description=f"What counts. {IN_UNIT}")
    sheet: int | None = Field(description=f"What the sheet says. {IN_UNIT}")
    measures: dict[str, int] = Field(description="What the game asks of equals, as far as it is known.")
    act: UUID | None = Field(description="Written at the desk by this act.")


class MatchBody(Answer):
    """What a match of two has come to, at the desk or by its sheet."""

    winner: UUID | None = Field(description="An entrant; null: a draw, or neither came.")
    forfeit: bool = Field(description="Not played: somebody did not come.")
    sets: list[int] = Field(description="Of who is at home and who is away.")
    scored: list[int]
    act: UUID | None = Field(description="Written at the desk by this act.")


class RoundTableBody(Answer):
    """A table of a round; in rounds of two a match."""

    id: UUID
    number: int
    group: int
    code: str = Field(description="In a bracket.")
    sitting: UUID | None = Field(description="Its sheet.")
    state: Annotated[str, OneOf(TABLE_STATES)] = Field(description="`desk`: every result was written there.")
    is_final: bool = Field(description="Its result waits for nobody.")
    extra_seconds: int = Field(description="What its clock has more than the others’.")
    unsigned: list[str] = Field(description="Who has not signed the sheet yet.")
    places: list[PlaceBody]
    results: list[GotBody]
    match: MatchBody | None = Field(description="Of rounds of two; null while nothing is decided.")


class ComingBody(Answer):
    """A round that was drawn together with one before it, as it is planned."""

    number: int
    tables: list[list[str]]
    out: list[str]


class RoundBody(Answer):
    """A round: who sits where, why it is so, results as they come."""

    id: UUID
    tournament: UUID
    stage: UUID
    number: int
    state: Annotated[str, OneOf(Round.State.values)]
    revision: int = Field(description="Of the draft: send it with what is done to it.")
    seed: str = Field(description="The whole number it was drawn with, of up to 63 bits.")
    engine: str = Field(description="What has drawn it, with its version.")
    facts: str = Field(description="The hash of all that the draw started from.")
    changed_by_hand: bool = Field(
        description="People have changed places by hand since: `seed` and `facts` are those of the draw before that."
    )
    can_undo: bool = Field(description="Of a draft: there was another draw before it.")
    reasons: list[str] = Field(description="Why it is so, in sentences.")
    why: WhyBody | None = Field(description="The same as plain values; null: held back until the ceremony.")
    made_at: datetime
    published_at: datetime | None
    official_at: datetime | None
    tables: list[RoundTableBody]
    byes: list[PlaceBody] = Field(description="Who sit out.")
    absent: list[PlaceBody] = Field(description="Who miss it.")
    coming: list[ComingBody] = Field(description="Of a draft: the rounds that were drawn together with it.")


class EntryOfDrawBody(Answer):
    """What a round was drawn from."""

    facts: str = Field(description="Its fingerprint, the hash of the entry.")
    entry: dict[str, Any] | None = Field(description="A file for `manage.py draw`; `id` in it says who is called how.")


def round_now(
    round_id: UUID, *, for_desk: bool = True, with_reasons: bool = True, with_results: bool = True
) -> RoundBody:
    """A round as it stands; some of its reasons are for the desk alone. While the standing is held back others read
    neither reasons nor results."""
    one = Round.objects.select_related("stage__tournament__club").get(pk=round_id)
    why, tables, missing = (
        explained(one, for_desk=for_desk, with_reasons=with_reasons),
        format_of(one.stage).tables_now(one) if with_results else tables_for_others(one),
        format_of(one.stage).missing(one),
    )
    unsigned = unsigned_of([table.sitting for table in tables if table.sitting and table.sitting.awaits_signatures])
    facts = {
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
        "why": why_of(one, for_desk=for_desk) if with_reasons else None,
        "made_at": one.made_at,
        "published_at": one.published_at,
        "official_at": one.official_at,
        "tables": [
            {**_table(table, one, unsigned), "is_final": not one.is_draft and table.number not in missing}
            for table in tables
        ],
        "byes": [PlaceBody.of(place) for place in why.out],
        "absent": [PlaceBody.of(place) for place in why.absent],
        "coming": [
            {"number": each.number, "tables": [list(table) for table in each.tables], "out": list(each.out)}
            for each in (coming_of(one) if one.is_draft else ())
        ],
    }
    return RoundBody.model_validate(facts)


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
        "places": [PlaceBody.of(place) for place in table.places],
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
