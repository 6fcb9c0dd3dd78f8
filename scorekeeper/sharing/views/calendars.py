"""The evenings and tournaments of a club in one's own calendar."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_club
from scorekeeper.common.addresses import public_address
from scorekeeper.sharing.calendar import calendar_of
from scorekeeper.sharing.models import Link
from scorekeeper.sharing.offers import address_of
from scorekeeper.sharing.services import behind, calendar_link, end_calendar, make_calendar


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def evening_calendar(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """The link that a calendar program reads; posting makes it or ends it."""
    club = enter_club(request, club_id).club
    if club.is_private:
        raise Http404
    if request.method == "POST":
        if request.POST.get("calendar") == "0":
            end_calendar(club=club, by=request.user, now=timezone.now())
            messages.success(request, _("The link no longer works."))
        else:
            make_calendar(club=club, by=request.user, now=timezone.now())
        return redirect("evening_calendar", club.pk)
    found = calendar_link(club, request.user)
    link = address_of(request, found) if found else ""
    page = {"club": club, "link": link, "subscribe": f"webcal:{link.partition(':')[2]}" if link else ""}
    return render(request, "sharing/evening_calendar.html", page)


@require_safe
def calendar_feed(request: HttpRequest, secret: str) -> HttpResponse:
    """What the calendar program gets."""
    link = behind(secret, Link.Kind.CALENDAR)
    if link is None:
        raise Http404
    address = public_address(request, "/")
    response = HttpResponse(
        calendar_of(link.club, timezone.now(), address), content_type="text/calendar; charset=utf-8"
    )
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response
