"""Take a club along."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.archive.exporting import KIND, ask_for_archive
from scorekeeper.archive.policies import can_take_along
from scorekeeper.clubs.http import enter_book
from scorekeeper.clubs.policies import role_kept
from scorekeeper.common.doing import attempt
from scorekeeper.common.errors import require
from scorekeeper.common.ids import uuid7
from scorekeeper.jobs.models import Job
from scorekeeper.play.forms import uuid_or_new


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
