"""What is held about the reader, and how to become nameless."""

from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from scorekeeper.accounts.http import AuthedRequest, forget_pages
from scorekeeper.accounts.models import User
from scorekeeper.accounts.proving import recent_sign_in
from scorekeeper.clubs.http import enter_book, use_time_of_reader
from scorekeeper.clubs.models import Club, Membership
from scorekeeper.common.doing import ActForm, NotDone, attempt, done
from scorekeeper.common.errors import require
from scorekeeper.common.ids import uuid7, uuid_in
from scorekeeper.jobs.models import Job
from scorekeeper.play.forms import uuid_or_new
from scorekeeper.privacy import services
from scorekeeper.privacy.models import Retention
from scorekeeper.privacy.policies import can_clean_up
from scorekeeper.privacy.selectors import retention_of


class RetentionForm(ActForm):
    """For how long names are kept after the last game."""

    asks = services.RetentionChoice
    clears = frozenset({"years"})

    years = forms.TypedChoiceField(
        label=gettext_lazy("Keep names after the last game for"),
        choices=[("", pgettext_lazy("field", "for ever")), *Retention.Years.choices],
        coerce=int,
        empty_value=None,
        required=False,
    )
    is_automatic = forms.BooleanField(
        label=gettext_lazy("Remove old names automatically"),
        help_text=gettext_lazy(
            "Two weeks before, the owners receive a notice and a mail with the names, and can postpone the removal."
        ),
        required=False,
        label_suffix="",
    )


class CleanUpForm(ActForm):
    """Those who were shown, whose names are to go. The key makes sending it twice one job."""

    asks = services.CleanUpWish
    people = forms.CharField(widget=forms.HiddenInput, required=False)
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def clean_people(self) -> list[UUID]:
        found = (uuid_in(part) for part in self.cleaned_data["people"].split(","))
        return [person for person in found if person]


class GiveUpForm(forms.Form):
    """The own address typed once more: nobody gives up an account by a slip."""

    email = forms.CharField(label=gettext_lazy("Your e-mail address"), max_length=254)

    def __init__(self, data: Any, *, user: User) -> None:
        super().__init__(data)
        self.user = user

    def clean_email(self) -> str:
        typed = str(self.cleaned_data["email"]).strip()
        if typed.casefold() != self.user.email.casefold():
            raise forms.ValidationError(gettext_lazy("This is not your account’s address."))
        return typed


@login_required
@never_cache
def account_data(request: AuthedRequest) -> HttpResponse:
    """The files made so far; posting asks for a new one."""
    problem = ""
    use_time_of_reader(request.user)
    if request.method == "POST":
        key, now = uuid_or_new(request.POST.get("key", "")), timezone.now()
        job, refused = attempt(lambda: services.ask_for_own_data(by=request.user, key=key, now=now))
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
    place: dict[str, Any] = {"club": here.club, "by": request.user}
    if "put_off" in request.POST:
        services.put_off(**place, now=timezone.now())
        return redirect("club_retention", here.club.pk)
    form = RetentionForm(request.POST) if request.method == "POST" else None
    if form:
        form.does(services.keep_names, **place)
        if not form.errors:
            return redirect("club_retention", here.club.pk)
    return _page(request, here.club, form)


@login_required
@require_POST
def club_clean(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """Take the names of those who were shown."""
    here = _enter(request, club_id)
    form = CleanUpForm(request.POST)
    if job := form.does(services.ask_to_clean_up, club=here.club, by=request.user):
        return redirect("job_detail", job.pk)
    return _page(request, here.club, problem=form.not_done)


def _enter(request: AuthedRequest, club_id: UUID) -> Membership:
    here = enter_book(request, club_id)
    require(can_clean_up(here.role))
    return here


def _page(
    request: AuthedRequest, club: Club, form: RetentionForm | None = None, problem: NotDone | None = None
) -> HttpResponse:
    now = retention_of(club, timezone.now())
    form = form or RetentionForm(initial={"years": now.years, "is_automatic": now.is_automatic})
    ids = ",".join(str(player.pk) for player, _last in now.people)
    page = {
        "club": club,
        "form": form,
        "now": now,
        "problem": problem,
        "clean_up": CleanUpForm(initial={"people": ids}),
    }
    return render(request, "privacy/club_retention.html", page, status=problem.status if problem else form.status)


@login_required
@recent_sign_in()
@never_cache
def account_give_up(request: AuthedRequest) -> HttpResponse:
    """What goes and what stays; posting the own address does it, by who has signed in lately."""
    form = GiveUpForm(request.POST if request.method == "POST" else None, user=request.user)
    if done(form, lambda: services.give_up_account(user=request.user, now=timezone.now())):
        logout(request)
        messages.success(request, _("Your account is closed, and your name is removed from all sheets."))
        return forget_pages(redirect("home"))
    page = {"form": form, "alone": services.clubs_left_alone(request.user)}
    return render(request, "privacy/account_give_up.html", page, status=422 if form.errors else 200)
