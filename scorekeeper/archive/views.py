"""Files: a whole club taken along; one tournament had from its page, and opened in a club."""

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

import games
from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.archive import services
from scorekeeper.archive.models import TournamentFile
from scorekeeper.archive.policies import can_take_along
from scorekeeper.archive.reading import Opening
from scorekeeper.archive.tournament.writing import tournament_file as written
from scorekeeper.archive.trf.report import can_report, file_of, report_of
from scorekeeper.archive.writing import KIND, ask_for_archive
from scorekeeper.clubs.http import enter_book, enter_club
from scorekeeper.clubs.models import Membership
from scorekeeper.clubs.policies import role_kept
from scorekeeper.common import doing
from scorekeeper.common.doing import ActForm, attempt
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.ids import uuid7
from scorekeeper.common.names import alphabetical
from scorekeeper.common.parsers import SentFileField, takes_file
from scorekeeper.common.tables.serving import to_keep
from scorekeeper.common.texts import isolated, translated
from scorekeeper.jobs.models import Job
from scorekeeper.play.forms import uuid_or_new
from scorekeeper.spreadsheets.matching import NEW
from scorekeeper.tournaments.here import at_tournament
from scorekeeper.tournaments.models import Stage
from scorekeeper.tournaments.policies import can_plan


class FileForm(ActForm):
    """A file to look at."""

    asks = services.TournamentFileSent
    file = SentFileField(
        label=gettext_lazy("File of a tournament"),
        max_length=200,
        help_text=gettext_lazy("ZIP or TRF, up to 900 kB. You see the contents first; nothing is opened yet."),
        widget=forms.FileInput(attrs={"accept": ".zip,.trf,.trfx,.txt"}),
    )


class WhoForm(ActForm):
    """What a file leaves open: what was played, and who is who of the names that may be one of several."""

    asks = services.TournamentFileAnswers

    def __init__(self, opening: Opening, *args: Any) -> None:
        super().__init__(*args)
        self.asked = opening.matching.asked
        if opening.games:
            titles = sorted(
                ((translated(games.game(name).title), name) for name in opening.games),
                key=lambda title: alphabetical(title[0]),
            )
            self.fields["game"] = forms.ChoiceField(
                label=pgettext_lazy("field", "Game"),
                choices=[("", pgettext_lazy("field", "please choose")), *((name, title) for title, name in titles)],
                initial=opening.game,
                required=False,
            )
        for number, match in enumerate(self.asked):
            alike = [(str(player.pk), isolated(player.name)) for player in match.alike]
            self.fields[f"who-{number}"] = forms.ChoiceField(
                label=gettext_lazy("Who is {name} among the club’s people?").format(name=isolated(match.name)),
                choices=[
                    ("", pgettext_lazy("field", "please choose")),
                    *alike,
                    (NEW, pgettext_lazy("field", "somebody new")),
                ],
                initial=match.said,
                required=False,
            )

    def answers(self) -> dict[str, Any]:
        people = {match.name: self.cleaned_data[f"who-{number}"] for number, match in enumerate(self.asked)}
        return {**super().answers(), "people": people}


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def club_archive(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """The archives made so far; posting asks for a new one. A closed club's too."""
    club = enter_book(request, club_id).club
    require(can_take_along(role_kept(request.user, club)))
    problem = None
    if request.method == "POST":
        key = uuid_or_new(request.POST.get("key", ""))
        job, problem = attempt(lambda: ask_for_archive(club=club, by=request.user, key=key, now=timezone.now()))
        if job:
            return redirect("job_detail", job.pk)
    jobs = Job.objects.filter(club=club, kind=KIND).order_by("-created_at")[:5]
    page = {"club": club, "jobs": jobs, "key": uuid7(), "problem": problem.text if problem else ""}
    return render(request, "archive/club_archive.html", page, status=problem.status if problem else 200)


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
    content, problem = attempt(lambda: file_of(report_of(stage)))
    if problem:
        return HttpResponse(problem.text, status=problem.status, content_type="text/plain; charset=utf-8")
    response = HttpResponse(content or "", content_type="text/plain; charset=utf-8")
    return to_keep(response, f"{here.tournament.name[:80]}-{stage.number}.trf")


@takes_file
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def tournament_open(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """Send the file of a tournament, to look at it."""
    here = _enter(request, club_id)
    form = FileForm(*((request.POST, request.FILES) if request.method == "POST" else ()))
    if file := form.does(services.keep_file, club=here.club, by=request.user):
        return redirect("tournament_open_file", here.club.pk, file.pk)
    page = {"club": here.club, "form": form}
    return render(request, "archive/tournament_open.html", page, status=form.status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def tournament_open_file(request: AuthedRequest, club_id: UUID, file_id: UUID) -> HttpResponse:
    """What opening the file would do. The form says who is who, or has it opened."""
    here = _enter(request, club_id)
    file = get_object_or_404(TournamentFile.objects.select_related("club"), club=here.club, pk=file_id)
    now = timezone.now()
    opening, problem = attempt(lambda: services.looked_at(file, by=request.user, now=now))
    if opening is None:  # what was read when it was sent is unknown since an update
        messages.error(request, problem.text if problem else "")
        return redirect("tournament_open", here.club.pk)
    if request.method != "POST":
        return _page(request, here, file, opening)
    WhoForm(opening, request.POST).does(services.say_of_file, file=file, by=request.user)
    if "open" not in request.POST:
        return _page(request, here, file, services.looked_at(file, by=request.user, now=now))
    opening = services.open_kept(file=file, by=request.user, now=now)
    if opening.there:
        messages.info(request, _("This tournament was already opened here. Nothing was changed."))
        return redirect("tournament_detail", opening.there.pk)
    if opening.tournament:
        messages.success(request, _("The tournament has been opened."))
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
        "problem": doing.sentence(Refused(opening.problems)) if opening.problems else "",
    }
    status = 422 if opening.problems and request.method == "POST" else 200
    return render(request, "archive/tournament_open_file.html", page, status=status)
