"""What is held about the reader, and how to become nameless."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from scorekeeper.accounts.http import AuthedRequest, forget_pages
from scorekeeper.accounts.proving import recent_sign_in
from scorekeeper.clubs.http import enter_book, use_time_of_reader
from scorekeeper.clubs.models import Club, Membership
from scorekeeper.common.doing import attempt, done
from scorekeeper.common.errors import require
from scorekeeper.common.ids import uuid7, uuid_in
from scorekeeper.jobs.models import Job
from scorekeeper.jobs.services import Asked, ask
from scorekeeper.play.forms import uuid_or_new
from scorekeeper.privacy.forms import GiveUpForm, RetentionForm
from scorekeeper.privacy.models import Retention
from scorekeeper.privacy.policies import can_clean_up
from scorekeeper.privacy.selectors import announced_of, before, inactive, last_played, old_phones, years_of
from scorekeeper.privacy.services import ask_to_clean_up, clubs_left_alone, give_up_account, keep_names, put_off


@login_required
@never_cache
def account_data(request: AuthedRequest) -> HttpResponse:
    """The files made so far; posting asks for a new one."""
    problem = ""
    use_time_of_reader(request.user)
    if request.method == "POST":
        asked = Asked("own_data", uuid_or_new(request.POST.get("key", "")))
        job, refused = attempt(lambda: ask(asked, by=request.user, club=None, now=timezone.now()))
        if job:
            return redirect("job_detail", job.pk)
        problem = refused.text if refused else ""
    jobs = Job.objects.filter(club=None, by=request.user, kind="own_data").order_by("-created_at")[:5]
    page = {"jobs": jobs, "key": uuid7(), "problem": problem}
    return render(request, "privacy/account_data.html", page, status=422 if problem else 200)


@login_required
def club_retention(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """How long names are kept, what is announced, and whom the clean-up would concern today; posting sets how long, or
    puts off what is announced."""
    here = _enter(request, club_id)
    if "put_off" in request.POST:
        put_off(club=here.club, by=request.user, now=timezone.now())
        return redirect("club_retention", here.club.pk)
    form = _form(here.club, request.POST if request.method == "POST" else None)
    if form.is_valid():
        given = form.cleaned_data
        wanted = {"years": given["years"], "is_automatic": given["is_automatic"]}
        keep_names(club=here.club, by=request.user, now=timezone.now(), **wanted)
        return redirect("club_retention", here.club.pk)
    return _retention(request, here.club, form)


@login_required
@require_POST
def club_clean(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """Take the names of those who were shown."""
    here = _enter(request, club_id)
    shown = [found for part in request.POST.get("people", "").split(",") if (found := uuid_in(part))]
    key, now = uuid_or_new(request.POST.get("key", "")), timezone.now()
    job, refused = attempt(lambda: ask_to_clean_up(club=here.club, by=request.user, people=shown, key=key, now=now))
    if job:
        return redirect("job_detail", job.pk)
    return _retention(request, here.club, _form(here.club), refused.text if refused else "")


def _enter(request: AuthedRequest, club_id: UUID) -> Membership:
    here = enter_book(request, club_id)
    require(can_clean_up(here.role))
    return here


def _form(club: Club, data: QueryDict | None = None) -> RetentionForm:
    kept = Retention.objects.filter(club=club).first()
    initial = {"years": kept.years, "is_automatic": kept.is_automatic} if kept else {}
    return RetentionForm(data, initial=initial)


def _retention(request: AuthedRequest, club: Club, form: RetentionForm, problem: str = "") -> HttpResponse:
    years, now = years_of(club), timezone.now()
    since = before(now, years) if years else None
    people = inactive(club, since) if since else []
    last = last_played(club, people)
    page = {
        "club": club,
        "form": form,
        "problem": problem,
        "announced": announced_of(club),
        "since": since,
        "people": [(player, last.get(player.pk)) for player in people],
        "ids": ",".join(str(player.pk) for player in people),
        "phones": old_phones(club, since) if since else 0,
        "key": uuid7(),
    }
    return render(request, "privacy/club_retention.html", page, status=422 if problem or form.errors else 200)


@login_required
@recent_sign_in()
@never_cache
def account_give_up(request: AuthedRequest) -> HttpResponse:
    """What goes and what stays; posting the own address does it, by who has signed in lately."""
    form = GiveUpForm(request.POST if request.method == "POST" else None, user=request.user)
    if done(form, lambda: give_up_account(user=request.user, now=timezone.now())):
        logout(request)
        messages.success(request, _("Your account is no more, and your name is gone from all sheets."))
        return forget_pages(redirect("home"))
    page = {"form": form, "alone": clubs_left_alone(request.user)}
    return render(request, "privacy/account_give_up.html", page, status=422 if form.errors else 200)
