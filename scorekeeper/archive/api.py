"""The door of programs to files: a whole club as an archive; one tournament had, sent, looked at and opened."""

from typing import Any, Final
from uuid import UUID

from django.http import HttpResponse
from django.urls import path
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.core.text import Text, gettext_noop
from games.core.values import Problem
from scorekeeper.accounts.authentication import HasScope
from scorekeeper.accounts.models import Scope
from scorekeeper.archive import services
from scorekeeper.archive.models import TournamentFile
from scorekeeper.archive.policies import can_take_along
from scorekeeper.archive.reading import Opening
from scorekeeper.archive.tournament.writing import tournament_file
from scorekeeper.archive.trf.report import can_report, file_of, report_of
from scorekeeper.archive.writing import ask_for_archive
from scorekeeper.clubs.http import use_time_of
from scorekeeper.clubs.models import Club, Membership
from scorekeeper.clubs.policies import require_running
from scorekeeper.clubs.selectors import membership_of
from scorekeeper.common.api import READ_REFUSALS, Act, Door
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.tables.serving import to_keep
from scorekeeper.common.texts import translated
from scorekeeper.jobs.api import JobBody, job_body
from scorekeeper.tournaments.models import Stage, Tournament
from scorekeeper.tournaments.policies import can_plan

ZIP: Final[dict[Any, Any]] = {
    (200, "application/zip"): OpenApiResponse(OpenApiTypes.BINARY, description="The file."),
    **READ_REFUSALS,
}
TRF: Final[dict[Any, Any]] = {
    (200, "text/plain"): OpenApiResponse(OpenApiTypes.STR, description="The file."),
    **READ_REFUSALS,
}


NOT_READY: Final = gettext_noop("First choose who each person is and which game was played.")


class ArchiveView(Door):
    """What these views share."""

    permission_classes = [IsAuthenticated, HasScope]
    scopes = {"POST": Scope.MANAGE}

    def enter(self, request: Request, club: UUID) -> Membership:
        """What the caller is in the club; from here on times are the club's. Raises ObjectDoesNotExist (404)."""
        here = membership_of(request.user, club)
        if here.club.is_private:
            raise Club.DoesNotExist
        use_time_of(here.club)
        return here

    def planner(self, request: Request, club: UUID) -> Membership:
        """The same, of who plans tournaments there. Raises PermissionDenied too."""
        here = self.enter(request, club)
        require_running(here.club)
        require(can_plan(here.role))
        return here


class OfWholeClub(ArchiveView):
    """Acts on a whole club, for who may take it along, open or closed."""

    def place(self, request: Request, club: UUID) -> dict[str, Any]:
        here = self.enter(request, club)
        require(can_take_along(here.role))
        return {"club": here.club, "by": here.user}


class FileView(ArchiveView):
    """What the views of files share."""

    def perform_content_negotiation(self, request: Request, force: bool = True) -> Any:
        """Whoever asks for a file accepts no JSON."""
        return super().perform_content_negotiation(request, force)


class TournamentAsFile(FileView):
    """One tournament as a file."""

    @extend_schema(operation_id="tournament_file", responses=ZIP)
    def get(self, request: Request, tournament: UUID) -> HttpResponse:
        """Get a tournament as a file.

        Another installation opens the file, or another club here. For who plans tournaments in the club.
        """
        found = Tournament.objects.select_related("club").get(pk=tournament)
        self.planner(request, found.club_id)
        now = timezone.now()
        name = f"{found.name[:80]}-{now:%Y-%m-%d}.zip"
        return to_keep(HttpResponse(tournament_file(found, now=now), content_type="application/zip"), name)


class StageReport(FileView):
    """A stage in FIDE's format."""

    @extend_schema(operation_id="stage_report", responses=TRF)
    def get(self, request: Request, stage: UUID) -> HttpResponse:
        """Get the official rounds of a stage in FIDE's format.

        For stages of two in one group whose matches give points; there is no such file of any other.
        """
        found = Stage.objects.select_related("tournament__club").get(pk=stage)
        self.enter(request, found.club_id)
        if not can_report(found):
            raise Stage.DoesNotExist
        answer = HttpResponse(file_of(report_of(found)), content_type="text/plain; charset=utf-8")
        return to_keep(answer, f"{found.tournament.name[:80]}-{found.number}.trf")


class TournamentSent(ArchiveView):
    """What the views of such a file share."""

    def shown(self, file: TournamentFile) -> services.TournamentFileBody:
        """The file as it stands now. Raises Refused: it can be read no more."""
        file = TournamentFile.objects.select_related("club").get(pk=file.pk)
        by = membership_of(self.request.user, file.club_id).user
        return _body(file, services.looked_at(file, by=by, now=timezone.now()))


class SentTournament(TournamentSent):
    """One file of a tournament that was sent."""

    @extend_schema(operation_id="tournament_file_look", responses={200: services.TournamentFileBody, **READ_REFUSALS})
    def get(self, request: Request, source: UUID) -> Response:
        """Read what opening the file of a tournament would do.

        Shows what is in it, what it leaves open, and what stands in the way. Nothing is opened.
        """
        file = TournamentFile.objects.select_related("club").get(pk=source)
        self.planner(request, file.club_id)
        return Response(self.shown(file).model_dump())


class AtFile(TournamentSent):
    """Acts on such a file."""

    def place(self, request: Request, source: UUID) -> dict[str, Any]:
        file = TournamentFile.objects.select_related("club").get(pk=source)
        return {"file": file, "by": self.planner(request, file.club_id).user}


class AtClub(TournamentSent):
    """Sending a file to a club."""

    def place(self, request: Request, club: UUID) -> dict[str, Any]:
        here = self.planner(request, club)
        return {"club": here.club, "by": here.user}


def _body(file: TournamentFile, opening: Opening) -> services.TournamentFileBody:
    names = [
        services.FileEntrantBody(
            name=match.name,
            player=match.chosen.pk if match.chosen else None,
            asked=not match.is_settled,
            may_be=[services.BookNameBody(player=player.pk, name=player.name) for player in match.alike],
        )
        for match in opening.matching.matches
    ]
    return services.TournamentFileBody(
        id=file.pk,
        file=file.name,
        name=opening.name,
        source=opening.source,
        starts_at=opening.starts_at,
        ready=opening.is_ready,
        facts=[translated(fact) for fact in (*opening.facts, *opening.stays)],
        games=list(opening.games),
        game=opening.game,
        names=names,
        problems=[translated(problem.message) for problem in opening.problems],
        there=opening.there.pk if opening.there else None,
    )


def _opened(opening: Opening) -> services.OpenedTournamentBody:
    """Raises Refused `not_ready`, `two_are_one`, `rows_clash`, `unsound`, `no_draw`, `points`, `scoring`: with what
    stands in the way."""
    made = opening.tournament or opening.there
    if made is None:
        raise Refused(opening.problems or [Problem("not_ready", "", Text(NOT_READY))])
    return services.OpenedTournamentBody(tournament=made.pk)


club_archive = Act(
    operation="club_archive",
    summary="Have a whole club written into a file",
    about="An owner has an archive made in the background, also of a closed club; the job has the file. The same key "
    "is the same job. Another installation takes the archive in with `manage.py import_club`.",
    does=ask_for_archive,
    gives=JobBody,
    shown=job_body,
    status=202,
    is_keyed=True,
).at(OfWholeClub)
file_send = Act(
    operation="tournament_file_send",
    summary="Send the file of a tournament",
    about="A director sends a ZIP of Scorekeeper or a TRF of up to 900 kB, to look at what opening it would do. A "
    "file that nobody opens goes after a day.",
    asks=services.TournamentFileSent,
    does=services.keep_file,
    gives=services.TournamentFileBody,
    status=201,
    sends_file=True,
).at(AtClub)
file_answers = Act(
    operation="tournament_file_answers",
    summary="Say what the file of a tournament leaves open",
    about="A director says who is who, and what was played where the file does not say it.",
    asks=services.TournamentFileAnswers,
    does=services.say_of_file,
    gives=services.TournamentFileBody,
).at(AtFile)
file_open = Act(
    operation="tournament_file_open",
    summary="Open a tournament from its file",
    about="A director opens the tournament, all of it or nothing. Where the file was opened before, that tournament is "
    "the answer, and nothing is opened again.",
    does=services.open_kept,
    gives=services.OpenedTournamentBody,
    shown=_opened,
).at(AtFile)


urlpatterns = [
    path("clubs/<uuid:club>/archive", club_archive),
    path("clubs/<uuid:club>/tournament-files", file_send),
    path("tournament-files/<uuid:source>", SentTournament.as_view()),
    path("tournament-files/<uuid:source>/answers", file_answers),
    path("tournament-files/<uuid:source>/open", file_open),
    path("tournaments/<uuid:tournament>/file", TournamentAsFile.as_view()),
    path("stages/<uuid:stage>/report", StageReport.as_view()),
]
