"""The draft of a round as it stands: who sits where, and whom a lock holds there."""

from uuid import UUID

from scorekeeper.tournaments.models import Round, RoundPlace
from scorekeeper.tournaments.rounds.drawing import Held
from scorekeeper.tournaments.rounds.units import key_of


def places_of(draft: Round) -> tuple[list[list[str]], list[str]]:
    """The tables of a round in the order of their seats, and who sits out, as a draw calls them."""
    tables: dict[UUID, list[str]] = {}
    out = []
    places = draft.places.exclude(kind=RoundPlace.Kind.ABSENT).order_by("table__number", "seat", "pk")
    for place in places:
        key = key_of(place.entrant_id, place.player_id)
        if place.table_id is None:
            out.append(key)
        else:
            tables.setdefault(place.table_id, []).append(key)
    return list(tables.values()), out


def held_in(draft: Round) -> dict[str, Held]:
    """{who: where a lock holds them}"""
    places = draft.places.filter(by_hand=True).exclude(kind=RoundPlace.Kind.ABSENT).select_related("table")
    return {
        key_of(place.entrant_id, place.player_id): Held(
            table=place.table.number - 1 if place.table else None,
            seat=place.seat if place.holds_seat else None,
            by=place.held_by_id,
            at=place.held_at,
        )
        for place in places.order_by("table__number", "seat")
    }
