"""What a tournament has on paper, by programs: which lists there are, and each as a file."""

from collections.abc import Iterator
from typing import Any, Final
from uuid import UUID

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.clubs.policies import role_kept
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.tables_out import FORMATS, PRINTED, XLSX, Table, answer
from scorekeeper.payouts.models import PrizePool
from scorekeeper.payouts.policies import can_read_accounts
from scorekeeper.play.api import READ_REFUSALS, REFUSALS
from scorekeeper.tournaments.api.here import TournamentView
from scorekeeper.tournaments.models import Round, Tournament
from scorekeeper.tournaments.selectors import papers
from scorekeeper.tournaments.selectors.forms_on_paper import awarded
from scorekeeper.tournaments.selectors.stage_papers import stage_out

AS: Final = ("pdf", *(name for name in PRINTED if name != "pdf"), *FORMATS)
PAPERS: Final = ("entries", "places", "prizes", "standing", "seats", "names")
FORM: Final = OpenApiParameter(
    "as", str, enum=AS, description="The file: `pdf` on A4 (where nothing is said), `a5`, `csv` or `xlsx`."
)
FILE: Final[dict[Any, Any]] = {
    (200, "application/pdf"): OpenApiResponse(OpenApiTypes.BINARY, description="The file that was asked for."),
    (200, "text/csv"): OpenApiTypes.STR,
    (200, XLSX): OpenApiTypes.BINARY,
    422: REFUSALS[422],
    **READ_REFUSALS,
}


class PaperBody(serializers.Serializer[Any]):
    """A list to print."""

    paper = serializers.ChoiceField(choices=PAPERS)
    title = serializers.CharField()
    stage = serializers.UUIDField(allow_null=True)
    round = serializers.UUIDField(allow_null=True)
    address = serializers.CharField(help_text="Where it is got, with the same token; `?as=` says which file.")


class PapersBody(serializers.Serializer[Any]):
    """Everything that there is to print as lists."""

    papers = PaperBody(many=True)


class TournamentPapers(TournamentView):
    """What there is."""

    @extend_schema(operation_id="papers", responses={200: PapersBody, **READ_REFUSALS})
    def get(self, request: Request, tournament: UUID) -> Response:
        """The lists of a tournament as files, with their addresses. Cards, empty sheets and receipts are pages."""
        found, _here = self.tournament(request, tournament)
        listed = [
            {
                "paper": paper,
                "title": title,
                "stage": stage,
                "round": one,
                "address": request.build_absolute_uri(address),
            }
            for paper, title, stage, one, address in _listed(request, found)
        ]
        return Response({"papers": listed})


class FileView(TournamentView):
    """What the views of files share."""

    def perform_content_negotiation(self, request: Request, force: bool = True) -> Any:
        """Whoever asks for a PDF accepts no JSON."""
        return super().perform_content_negotiation(request, force)

    def file(self, request: Request, table: Table) -> HttpResponse:
        """The list as the file that is asked for. Raises Refused `as_unknown`."""
        form = request.query_params.get("as", "pdf")
        if form not in AS:
            raise Refused([Problem("as_unknown", "as", Text(UNKNOWN, {"names": ", ".join(AS)}))])
        return answer(table, form)


UNKNOWN: Final = gettext_noop("This is no kind of file. Ask for one of these: {names}.")


class EntriesPaper(FileView):
    """The entry list."""

    @extend_schema(operation_id="paper_entries", parameters=[FORM], responses=FILE)
    def get(self, request: Request, tournament: UUID) -> HttpResponse:
        """The entry list."""
        found, _here = self.tournament(request, tournament)
        return self.file(request, papers.entries_out(found))


class PlacesPaper(FileView):
    """The places."""

    @extend_schema(operation_id="paper_places", parameters=[FORM], responses=FILE)
    def get(self, request: Request, tournament: UUID) -> HttpResponse:
        """Who stands where over all stages."""
        found, _here = self.tournament(request, tournament)
        return self.file(request, papers.places_out(found))


class PrizesPaper(FileView):
    """The prizes."""

    @extend_schema(operation_id="paper_prizes", parameters=[FORM], responses=FILE)
    def get(self, request: Request, tournament: UUID) -> HttpResponse:
        """The places with what they get: who reads all accounts; 404 while nothing is awarded."""
        found, _here = self.tournament(request, tournament)
        require(_reads_accounts(self, request, found))
        prizes = awarded(found)
        if prizes is None:
            raise PrizePool.DoesNotExist
        return self.file(request, papers.prizes_out(found, prizes))


class StandingPaper(FileView):
    """The standing of a stage."""

    @extend_schema(
        operation_id="paper_standing",
        parameters=[FORM, OpenApiParameter("official", bool, description="Only rounds whose results stand.")],
        responses=FILE,
    )
    def get(self, request: Request, stage: UUID) -> HttpResponse:
        """Who stands where in a stage; of a bracket its matches."""
        found, _here = self.stage(request, stage)
        official = request.query_params.get("official", "").lower() in {"true", "1"}
        return self.file(request, stage_out(found, official=official))


class SeatsPaper(FileView):
    """The seats of a round."""

    @extend_schema(operation_id="paper_seats", parameters=[FORM], responses=FILE)
    def get(self, request: Request, round: UUID) -> HttpResponse:  # noqa: A002 as the address calls it
        """Who sits where in a round, table by table; of matches the pairings."""
        one, _here = self.round(request, round)
        return self.file(request, papers.seats_out(one))


class NamesPaper(FileView):
    """The seats of a round by name."""

    @extend_schema(operation_id="paper_names", parameters=[FORM], responses=FILE)
    def get(self, request: Request, round: UUID) -> HttpResponse:  # noqa: A002 as the address calls it
        """Who sits where in a round, by name."""
        one, _here = self.round(request, round)
        return self.file(request, papers.names_out(one))


Listed = tuple[str, str, UUID | None, UUID | None, str]


def _listed(request: Request, found: Tournament) -> Iterator[Listed]:
    """(which, its title, of which stage and round, the address)."""
    here = request.path
    yield "entries", _("Entry list"), None, None, f"{here}/entries"
    yield "places", _("Places"), None, None, f"{here}/places"
    before = here.partition("tournaments/")[0]
    for stage, title, rounds in papers.rounds_to_print(found):
        yield "standing", title, stage.pk, None, f"{before}stages/{stage.pk}/papers/standing"
        for one in rounds:
            yield from _of_round(before, title, one)


def _of_round(before: str, title: str, one: Round) -> Iterator[Listed]:
    name = _("{stage}, round {number}").format(stage=title, number=one.number)
    for paper in ("seats", "names"):
        yield paper, name, one.stage_id, one.pk, f"{before}rounds/{one.pk}/papers/{paper}"


def _reads_accounts(view: TournamentView, request: Request, found: Tournament) -> bool:
    return can_read_accounts(role_kept(view.user(request), found.club))
