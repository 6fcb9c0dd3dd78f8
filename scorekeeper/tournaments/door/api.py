"""The door of a tournament and the cards of its tables, by programs: what their codes lead to."""

from datetime import datetime
from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.common.acts import Answer
from scorekeeper.common.addresses import public_address
from scorekeeper.common.api import READ_REFUSALS, Act
from scorekeeper.common.errors import require
from scorekeeper.play.models import TablePass
from scorekeeper.play.passes.services import link_secret, short_code
from scorekeeper.tournaments.api import InRound, TournamentView
from scorekeeper.tournaments.door.services import door_of, make_round_passes
from scorekeeper.tournaments.models import Round
from scorekeeper.tournaments.papers.blanks import Card, cards_of
from scorekeeper.tournaments.policies import can_desk


class DoorBody(Answer):
    """The code to hang up at the door."""

    address: str = Field(description="What the QR code says: behind it people check in without an account.")


class TableCardBody(Answer):
    """The card of a table."""

    table: UUID
    number: int
    names: list[str]
    seats: list[int] = Field(description="Of each of the names its seat, from 1.")
    sitting: UUID | None
    takes_pass: bool = Field(description="Its sheet is open.")
    address: str | None = Field(description="What its QR code says; null while no pass is made.")
    code: str | None = Field(description="The short code beside it.")
    expires_at: datetime | None


class TableCardsBody(Answer):
    """The cards of a round, one a table."""

    cards: list[TableCardBody]


class TournamentDoor(TournamentView):
    """The code at the door."""

    @extend_schema(operation_id="door", responses={200: DoorBody, **READ_REFUSALS})
    def get(self, request: Request, tournament: UUID) -> Response:
        """Read the check-in address.

        A scorer reads the address at which people check in. It stays the same as long as the tournament exists.
        """
        _found, here = self.tournament(request, tournament)
        require(can_desk(here.role))
        page = reverse("tournament_come", args=[tournament, door_of(tournament)])
        return Response(DoorBody(address=public_address(request, page)).model_dump())


class RoundCards(TournamentView):
    """The cards of a round."""

    @extend_schema(operation_id="cards", responses={200: TableCardsBody, **READ_REFUSALS})
    def get(self, request: Request, round: UUID) -> Response:  # noqa: A002 as the address calls it
        """Read the table cards of a round.

        A scorer reads the cards of a round with the table passes that are in force.
        """
        found, here = self.round(request, round)
        require(can_desk(here.role))
        return Response(_cards(request, found).model_dump())


class CardsOfRound(InRound):
    """Acts after which the cards of a round are shown."""

    def shown(self, _done: object) -> TableCardsBody:
        return _cards(self.request, self.found)


cards_make = Act(
    operation="cards_make",
    summary="Make the table cards of a round",
    about="A scorer makes a table pass for every open sheet of a round; passes that are in force stay.",
    does=make_round_passes,
    gives=TableCardsBody,
).at(CardsOfRound)


def _cards(request: Request, round_: Round) -> TableCardsBody:
    """The cards as they are now."""
    return TableCardsBody(cards=[_card(request, card) for card in cards_of(round_, timezone.now())])


def code_of(request: Request, card: Card) -> tuple[str, str]:
    """The link to its sheet, and the short code that leads there too; empty where there are none."""
    if card.table_pass is None:
        return "", ""
    page = reverse("join_link", args=[link_secret(card.table_pass)])
    return public_address(request, page), short_code(card.table_pass)


def _card(request: Request, card: Card) -> TableCardBody:
    made: TablePass | None = card.table_pass
    address, code = code_of(request, card)
    return TableCardBody(
        table=card.table.pk,
        number=card.table.number,
        names=[seat.name for seat in card.seats],
        seats=[seat.number for seat in card.seats],
        sitting=card.table.sitting_id,
        takes_pass=card.takes_pass,
        address=address or None,
        code=code or None,
        expires_at=made.expires_at if made else None,
    )
