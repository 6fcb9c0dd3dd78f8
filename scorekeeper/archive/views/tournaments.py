"""One tournament as a file: had from its page, and opened in a club."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.archive.forms import FileForm, WhoForm
from scorekeeper.archive.models import TournamentFile
from scorekeeper.archive.opened import Opening
from scorekeeper.archive.services.files import keep_file, looked_at, open_kept, say_of_file
from scorekeeper.archive.tournament.writing import tournament_file as written
from scorekeeper.archive.trf.report import file_of
from scorekeeper.archive.trf.writing import can_report, report_of
from scorekeeper.clubs.http import enter_club
from scorekeeper.clubs.models import Membership
from scorekeeper.common import refusals
from scorekeeper.common.doing import done
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.names import file_name
from scorekeeper.common.uploads import takes_file
from scorekeeper.tournaments.here import at_tournament
from scorekeeper.tournaments.models import Stage
from scorekeeper.tournaments.policies import can_plan


@require_safe
@login_required
@never_cache
def tournament_file(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """The tournament as a file that another installation opens."""
    here = at_tournament(request, tournament_id)
    require(here.may_plan)
    now = timezone.now()
    response = HttpResponse(written(here.tournament, now=now), content_type="application/zip")
    return to_keep(response, f"{here.tournament.name[:80]}-{now:%Y-%m-%d}.zip")


def to_keep(response: HttpResponse, name: str) -> HttpResponse:
    """The answer as a file of this name."""
    kept = content_disposition_header(as_attachment=True, filename=file_name(name))
    response["Content-Disposition"] = kept or ""
    return response


@require_safe
@login_required
@never_cache
def stage_report(request: AuthedRequest, stage_id: UUID) -> HttpResponse:
    """The official rounds of a stage in FIDE's format, for whoever may see the tournament."""
    stage = get_object_or_404(Stage, pk=stage_id)
    here = at_tournament(request, stage.tournament_id)
    stage.tournament = here.tournament
    if not can_report(stage):
        raise Http404
    try:
        content = file_of(report_of(stage))
    except Refused as refused:
        return HttpResponse(refusals.sentence(refused), status=422, content_type="text/plain; charset=utf-8")
    response = HttpResponse(content, content_type="text/plain; charset=utf-8")
    return to_keep(response, f"{here.tournament.name[:80]}-{stage.number}.trf")


@takes_file
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def tournament_open(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """Send the file of a tournament, to look at it."""
    here = _enter(request, club_id)
    is_sent = request.method == "POST"
    form = FileForm(request.POST if is_sent else None, request.FILES if is_sent else None)
    made: list[TournamentFile] = []

    def keep() -> None:
        file, now = form.cleaned_data["file"], timezone.now()
        made.append(keep_file(club=here.club, by=request.user, name=file.name, data=file.read(), now=now))

    if is_sent and done(form, keep):
        return redirect("tournament_open_file", here.club.pk, made[0].pk)
    page = {"club": here.club, "form": form}
    return render(request, "archive/tournament_open.html", page, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def tournament_open_file(request: AuthedRequest, club_id: UUID, file_id: UUID) -> HttpResponse:
    """What opening the file would do. The form says who is who, or has it opened."""
    here = _enter(request, club_id)
    file = get_object_or_404(TournamentFile.objects.select_related("club"), club=here.club, pk=file_id)
    now = timezone.now()
    try:
        opening = looked_at(file, by=request.user, now=now)
    except Refused as refused:  # what was read when it was sent is unknown since an update
        messages.error(request, refusals.sentence(refused))
        return redirect("tournament_open", here.club.pk)
    if request.method != "POST":
        return _page(request, here, file, opening)
    form = WhoForm(opening, request.POST)
    if form.is_valid():
        say_of_file(file=file, by=request.user, people=form.people(), game=form.game)
    if "open" not in request.POST:
        return _page(request, here, file, looked_at(file, by=request.user, now=now))
    opening = open_kept(file=file, by=request.user, now=now)
    if opening.there:
        messages.info(request, _("This tournament was opened here before. Nothing was opened again."))
        return redirect("tournament_detail", opening.there.pk)
    if opening.tournament:
        messages.success(request, _("The tournament is opened."))
        return redirect("tournament_detail", opening.tournament.pk)
    return _page(request, here, file, opening)


def _enter(request: AuthedRequest, club_id: UUID) -> Membership:
    here = enter_club(request, club_id)
    require(can_plan(here.role))
    return here


def _page(request: AuthedRequest, here: Membership, file: TournamentFile, opening: Opening) -> HttpResponse:
    form = WhoForm(opening)
    page = {
        "club": here.club,
        "file": file,
        "opening": opening,
        "form": form,
        "problem": refusals.sentence(Refused(opening.problems)) if opening.problems else "",
    }
    status = 422 if opening.problems and request.method == "POST" else 200
    return render(request, "archive/tournament_open_file.html", page, status=status)
