"""The jobs of a club, one with its progress, and the file it made."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST
from django_htmx.http import HttpResponseClientRedirect

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_club, use_time_of, use_time_of_reader
from scorekeeper.common.errors import require
from scorekeeper.jobs.models import Job
from scorekeeper.jobs.policies import can_see_jobs
from scorekeeper.jobs.services import cancel, contents, wake

A_PAGE = 30


@login_required
def job_list(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """What runs and ran in the background for the club, newest first."""
    here = enter_club(request, club_id)
    require(can_see_jobs(here.role))
    jobs = Job.objects.visible_to(request.user).filter(club=here.club).select_related("by").order_by("-created_at")
    shown = Paginator(jobs, A_PAGE).get_page(request.GET.get("page"))
    return render(request, "jobs/job_list.html", {"club": here.club, "shown": shown})


@login_required
@never_cache
def job_detail(request: AuthedRequest, job_id: UUID) -> HttpResponse:
    """How far it is. Whoever looks at one that waits wakes who could run it; who has waited on this page for one that
    leads on, as a draw leads to its draft, is led on."""
    job = _job(request, job_id)
    if not job.is_finished:
        wake()
    elif job.leads_on and getattr(request, "htmx", False):
        return HttpResponseClientRedirect(job.link)
    page = {
        "club": job.club,
        "job": job,
        "again": job.again if job.is_finished else "",
        "has_file": job.has_file(timezone.now()),
    }
    return render(request, "jobs/job_detail.html", page)


@login_required
@require_POST
def job_stop(request: AuthedRequest, job_id: UUID) -> HttpResponse:
    job = _job(request, job_id)
    cancel(job=job, by=request.user, now=timezone.now())
    return redirect("job_detail", job.pk)


@login_required
@never_cache
@require_GET
def job_file(request: AuthedRequest, job_id: UUID) -> HttpResponseBase:
    """What it made."""
    job = _job(request, job_id)
    if not job.has_file(timezone.now()):
        raise Http404
    answer = StreamingHttpResponse(contents(job), content_type=job.file_type)
    answer["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=job.file_name) or ""
    return answer


def _job(request: AuthedRequest, job_id: UUID) -> Job:
    seen = Job.objects.visible_to(request.user).select_related("club", "by").distinct()
    job = get_object_or_404(seen, pk=job_id)
    if job.club:
        use_time_of(job.club)
    else:
        use_time_of_reader(request.user)
    return job
