"""The papers of a tournament by programs: its lists, cards of the tables and what their codes lead to, receipts,
brackets, and the code at the door."""

from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from typing import Annotated, Any, ClassVar, Final, Literal
from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.clubs.policies import role_kept
from scorekeeper.common.acts import Answer, Asked, OneOf, Refusal, Switch
from scorekeeper.common.addresses import public_address
from scorekeeper.common.api import READ_REFUSALS, Act
from scorekeeper.common.errors import require
from scorekeeper.common.tables.files import PRINTED
from scorekeeper.common.tables.serving import XLSX, answer, paper_answer
from scorekeeper.common.tables.values import Table
from scorekeeper.common.typesetting import Paper
from scorekeeper.payouts.models import PrizePool
from scorekeeper.payouts.policies import can_read_accounts
from scorekeeper.play.models import TablePass
from scorekeeper.play.passes.services import link_secret, short_code
from scorekeeper.tournaments.api import InRound, TournamentView
from scorekeeper.tournaments.drawings.bracket import bracket_pdf
from scorekeeper.tournaments.drawings.cards import cards_pdf, cards_title, receipts_pdf, sheets_pdf
from scorekeeper.tournaments.formats.at_desk import StageAct
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.words import named
from scorekeeper.tournaments.models import Round, Tournament
from scorekeeper.tournaments.papers import reads as papers
from scorekeeper.tournaments.papers.reads import Awarded, Card, awarded, blanks_of, cards_of
from scorekeeper.tournaments.papers.services import door_of, make_round_passes
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


UNKNOWN: Final = gettext_noop("This is not a kind of file. Choose one of these: {names}.")
_NO_SUCH_FILE: Final = Refusal("as_unknown", UNKNOWN)


class ListAsked(Asked):
    """As which file a list is wanted."""

    form: Annotated[
        Literal["pdf", "a5", "csv", "xlsx"],
        Field(alias="as", description="The file: `pdf` on A4 (where nothing is said), `a5`, `csv` or `xlsx`."),
        _NO_SUCH_FILE,
    ] = "pdf"


class DrawnAsked(Asked):
    """For which paper something is drawn."""

    form: Annotated[
        Literal["pdf", "a5"],
        Field(alias="as", description="`pdf`: for A4 (where nothing is said); `a5`: for A5."),
        _NO_SUCH_FILE,
    ] = "pdf"


DRAWN: Final[dict[Any, Any]] = {
    (200, "application/pdf"): OpenApiResponse(OpenApiTypes.BINARY, description="The file."),
    **READ_REFUSALS,
}
FILE: Final[dict[Any, Any]] = {
    (200, "application/pdf"): OpenApiResponse(OpenApiTypes.BINARY, description="The file that was asked for."),
    (200, "text/csv"): OpenApiTypes.STR,
    (200, XLSX): OpenApiTypes.BINARY,
    **READ_REFUSALS,
}


class FileView(TournamentView):
    """What the views of files share; `in_address` says as what the file can be had."""

    in_address: ClassVar[type[Asked]] = ListAsked

    def perform_content_negotiation(self, request: Request, force: bool = True) -> Any:
        """Whoever asks for a PDF accepts no JSON."""
        return super().perform_content_negotiation(request, force)

    def file(self, table: Table) -> HttpResponse:
        """The list as the file that is asked for."""
        return answer(table, self.asked.form)

    def drawn(self, name: str, draw: Callable[[Paper, datetime], bytes]) -> HttpResponse:
        """Pages that are drawn for the paper that is asked for."""
        return paper_answer(name, draw(PRINTED[self.asked.form], timezone.now()))

    def published(self, request: Request, one: UUID) -> Round:
        """A round that is no draft, for who works at the desk. Raises Round.DoesNotExist (404), PermissionDenied."""
        found, here = self.round(request, one)
        require(can_desk(here.role))
        if found.is_draft:
            raise Round.DoesNotExist
        return found

    def awarded(self, request: Request, found: Tournament) -> Awarded:
        """Its prizes, for who reads all accounts. Raises PrizePool.DoesNotExist (404): nothing is awarded."""
        require(can_read_accounts(role_kept(self.user(request), found.club)))
        prizes = awarded(found)
        if prizes is None:
            raise PrizePool.DoesNotExist
        return prizes


class ReceiptsPaper(FileView):
    """The receipts."""

    in_address = DrawnAsked

    @extend_schema(operation_id="paper_receipts", responses=DRAWN)
    def get(self, request: Request, tournament: UUID) -> HttpResponse:
        """Download receipts for prizes.

        Gives a receipt to sign for each prize, for people who may read all accounts; 404 until the prizes are awarded.
        """
        found, _here = self.tournament(request, tournament)
        prizes, name = self.awarded(request, found), named(found, pgettext("in a line", "receipts"))
        return self.drawn(name, lambda paper, now: receipts_pdf(found, prizes, paper, now))


class CardsPaper(FileView):
    """The cards of a round."""

    in_address = DrawnAsked

    @extend_schema(operation_id="paper_cards", responses=DRAWN)
    def get(self, request: Request, round: UUID) -> HttpResponse:  # noqa: A002 as the address calls it
        """Download the table cards.

        A scorer gets a card for each table, with the code of its sheet if one was made (`cards/make`).
        """
        one = self.published(request, round)
        cards = [(card, *code_of(request, card)) for card in cards_of(one, timezone.now())]
        return self.drawn(cards_title(one), lambda paper, now: cards_pdf(one, cards, paper, now))


class SheetsPaper(FileView):
    """The empty sheets of a round."""

    in_address = DrawnAsked

    @extend_schema(operation_id="paper_sheets", responses=DRAWN)
    def get(self, request: Request, round: UUID) -> HttpResponse:  # noqa: A002 as the address calls it
        """Download empty score sheets.

        A scorer gets an empty score sheet with the names for each table. A knock-out at tables has none (404).
        """
        one = self.published(request, round)
        if format_of(one.stage).refuses(StageAct.WRITE_RESULT):
            raise Round.DoesNotExist
        blanks, name = (
            blanks_of(one),
            pgettext("in a line", "empty score sheets of round {number}").format(number=one.number),
        )
        return self.drawn(named(one.stage.tournament, name), lambda paper, now: sheets_pdf(one, blanks, paper, now))


PAPERS: Final = ("entries", "places", "prizes", "receipts", "standing", "seats", "names", "cards", "sheets")


class PaperBody(Answer):
    """Something to print."""

    paper: Annotated[str, OneOf(PAPERS)]
    title: str
    stage: UUID | None
    round: UUID | None
    address: str = Field(
        description="Where it is got, with the same token; `?as=` says which file: `pdf`, `a5`, of lists `csv`, `xlsx`."
    )


class PapersBody(Answer):
    """Everything that there is to print."""

    papers: list[PaperBody]


class TournamentPapers(TournamentView):
    """What there is."""

    @extend_schema(operation_id="papers", responses={200: PapersBody, **READ_REFUSALS})
    def get(self, request: Request, tournament: UUID) -> Response:
        """List the papers of a tournament.

        Lists the papers of a tournament that the caller may read, as files with their addresses.
        """
        found, here = self.tournament(request, tournament)
        listed = [
            PaperBody(
                paper=paper, title=title, stage=stage, round=round_number, address=public_address(request, address)
            )
            for paper, title, stage, round_number, address in _listed(request.path, found, here.role)
        ]
        return Response(PapersBody(papers=listed).model_dump())


class EntriesPaper(FileView):
    """The entry list."""

    shown_while_held = True

    @extend_schema(operation_id="paper_entries", responses=FILE)
    def get(self, request: Request, tournament: UUID) -> HttpResponse:
        """Download the entry list.

        Lists everybody who has entered.
        """
        found, _here = self.tournament(request, tournament)
        return self.file(papers.entries_out(found))


class PlacesPaper(FileView):
    """The places."""

    @extend_schema(operation_id="paper_places", responses=FILE)
    def get(self, request: Request, tournament: UUID) -> HttpResponse:
        """Download the final places.

        Lists the places over all stages.
        """
        found, _here = self.tournament(request, tournament)
        return self.file(papers.places_out(found))


class PrizesPaper(FileView):
    """The prizes."""

    @extend_schema(operation_id="paper_prizes", responses=FILE)
    def get(self, request: Request, tournament: UUID) -> HttpResponse:
        """Download the list of prizes.

        Lists the places with their prizes, for people who may read all accounts; 404 until the prizes are awarded.
        """
        found, _here = self.tournament(request, tournament)
        return self.file(papers.prizes_out(found, self.awarded(request, found)))


class StandingListAsked(ListAsked):
    """Which standing of a stage, and as which file."""

    official: Switch = Field(
        default=False, description="Only rounds whose results stand; always so once the stage has ended."
    )


class StandingPaper(FileView):
    """The standing of a stage."""

    in_address = StandingListAsked

    @extend_schema(
        operation_id="paper_standing",
        responses=FILE,
    )
    def get(self, request: Request, stage: UUID) -> HttpResponse:
        """Download the standing of a stage.

        Lists the ranks of a stage; a bracket comes as its picture, in `csv` and `xlsx` as its matches.
        """
        found, _here = self.stage(request, stage)
        official = papers.by_official(found, asked=self.asked.official)
        bracket = format_of(found).paper(found, official=official)
        if bracket and self.asked.form in PRINTED:
            return self.drawn(bracket.title, partial(bracket_pdf, bracket))
        return self.file(format_of(found).standing_list(found, official=official))


class SeatsPaper(FileView):
    """The seats of a round."""

    @extend_schema(operation_id="paper_seats", responses=FILE)
    def get(self, request: Request, round: UUID) -> HttpResponse:  # noqa: A002 as the address calls it
        """Download the seating by table.

        Lists who sits where in a round, table by table; for matches it lists the pairings.
        """
        one, _here = self.round(request, round)
        return self.file(papers.seats_out(one))


class NamesPaper(FileView):
    """The seats of a round by name."""

    @extend_schema(operation_id="paper_names", responses=FILE)
    def get(self, request: Request, round: UUID) -> HttpResponse:  # noqa: A002 as the address calls it
        """Download the seating by name.

        Lists who sits where in a round, sorted by name.
        """
        one, _here = self.round(request, round)
        return self.file(papers.names_out(one))


Listed = tuple[str, str, UUID | None, UUID | None, str]


def _listed(here: str, found: Tournament, role: str) -> Iterator[Listed]:
    """(which, its title, of which stage and round, the address), from the address of this list."""
    yield "entries", pgettext("heading", "Entry list"), None, None, f"{here}/entries"
    yield "places", pgettext("heading", "Places"), None, None, f"{here}/places"
    if can_read_accounts(role) and awarded(found):
        yield "prizes", pgettext("heading", "Prizes"), None, None, f"{here}/prizes"
        yield "receipts", pgettext("heading", "Receipts"), None, None, f"{here}/receipts"
    before = here.partition("tournaments/")[0]
    for each in papers.rounds_to_print(found):
        stage = each.stage
        yield "standing", each.title, stage.pk, None, f"{before}stages/{stage.pk}/papers/standing"
        for round_ in each.rounds:
            name = _("{stage}, round {number}").format(stage=each.title, number=round_.number)
            for paper in ("seats", "names", *(format_of(stage).table_papers if can_desk(role) else ())):
                yield paper, name, stage.pk, round_.pk, f"{before}rounds/{round_.pk}/papers/{paper}"
