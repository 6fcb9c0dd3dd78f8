"""What a tournament has on paper, by programs: which papers there are, and each list as a file."""

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Final
from uuid import UUID

from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.common.acts import Answer, OneOf, Switch
from scorekeeper.common.addresses import public_address
from scorekeeper.common.api import READ_REFUSALS
from scorekeeper.common.tables.files import PRINTED
from scorekeeper.payouts.policies import can_read_accounts
from scorekeeper.tournaments.api.here import TournamentView
from scorekeeper.tournaments.api.paper_files import FILE, FileView, ListAsked
from scorekeeper.tournaments.drawings.bracket import bracket_pdf
from scorekeeper.tournaments.formats.registry import format_of
from scorekeeper.tournaments.models import Tournament
from scorekeeper.tournaments.policies import can_desk
from scorekeeper.tournaments.selectors import papers
from scorekeeper.tournaments.selectors.forms_on_paper import awarded

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
            PaperBody(paper=paper, title=title, stage=stage, round=one, address=public_address(request, address))
            for paper, title, stage, one, address in _listed(request.path, found, here.role)
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
    yield "entries", _("Entry list"), None, None, f"{here}/entries"
    yield "places", _("Places"), None, None, f"{here}/places"
    if can_read_accounts(role) and awarded(found):
        yield "prizes", _("Prizes"), None, None, f"{here}/prizes"
        yield "receipts", _("Receipts"), None, None, f"{here}/receipts"
    before = here.partition("tournaments/")[0]
    for each in papers.rounds_to_print(found):
        stage = each.stage
        yield "standing", each.title, stage.pk, None, f"{before}stages/{stage.pk}/papers/standing"
        for one in each.rounds:
            name = _("{stage}, round {number}").format(stage=each.title, number=one.number)
            for paper in ("seats", "names", *(format_of(stage).table_papers if can_desk(role) else ())):
                yield paper, name, stage.pk, one.pk, f"{before}rounds/{one.pk}/papers/{paper}"
