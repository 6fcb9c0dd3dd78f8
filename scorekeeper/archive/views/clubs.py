"""Take a club along."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.archive.policies import can_take_along
from scorekeeper.clubs.http import enter_book
from scorekeeper.clubs.policies import role_kept
from scorekeeper.common import refusals
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.ids import uuid7
from scorekeeper.jobs.models import Job
from scorekeeper.jobs.services.asking import Asked, ask
from scorekeeper.play.forms import uuid_or_new


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def club_archive(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """The archives made so far; posting asks for a new one. A closed club's too."""
    club = enter_book(request, club_id).club
    require(can_take_along(role_kept(request.user, club)))
    problem = ""
    if request.method == "POST":
        asked = Asked("club_archive", uuid_or_new(request.POST.get("key", "")))
        try:
            job = ask(asked, by=request.user, club=club, now=timezone.now())
        except Refused as refused:
            problem = refusals.sentence(refused)
        else:
            return redirect("job_detail", job.pk)
    jobs = Job.objects.filter(club=club, kind="club_archive").order_by("-created_at")[:5]
    page = {"club": club, "jobs": jobs, "key": uuid7(), "problem": problem}
    return render(request, "archive/club_archive.html", page, status=422 if problem else 200)
