"""The screen of the room at a tournament: the desk makes its link, whoever holds it looks."""

from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.common.drawing import qr_code
from scorekeeper.common.errors import require
from scorekeeper.sharing.models import Link
from scorekeeper.sharing.screens import screen_of
from scorekeeper.sharing.services import behind, end_screen, make_screen, secret_of
from scorekeeper.sharing.views.holders import for_holders
from scorekeeper.tournaments.views.here import at_tournament


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def tournament_screen(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """The link of the screen, or the button that makes it."""
    here = at_tournament(request, tournament_id)
    require(here.may_desk)
    if request.method == "POST":
        if request.POST.get("screen") == "0":
            end_screen(tournament_id=tournament_id, by=request.user, now=timezone.now())
            messages.success(request, _("The link no longer works."))
        else:
            make_screen(tournament_id=tournament_id, by=request.user, now=timezone.now())
        return redirect("tournament_screen", tournament_id)
    found = Link.objects.filter(club=here.tournament.club_id, tournament=here.tournament, ended_at=None).first()
    link = request.build_absolute_uri(reverse("shared_screen", args=[secret_of(found)])) if found else ""
    return here.show("sharing/tournament_screen.html", link=link, qr=qr_code(link) if link else "")


@require_safe
def shared_screen(request: HttpRequest, secret: str) -> HttpResponse:
    """A page of the screen. One that asks again for the page it shows, with the stamp it has, is told 204 while nothing
    is new; of several pages it asks for the next one."""
    link = behind(secret, Link.Kind.SCREEN)
    if link is None or link.tournament is None:
        raise Http404
    text = request.GET.get("page", "")
    page = int(text) if text.isascii() and text.isdecimal() and 0 < len(text) < 5 else 1
    now = timezone.now()
    shown = screen_of(link.tournament, max(page, 1), now)
    if request.GET.get("since") == shown.stamp:
        return for_holders(HttpResponse(status=204))
    template = "sharing/_screen.html" if getattr(request, "htmx", False) else "sharing/shared_screen.html"
    with timezone.override(ZoneInfo(link.club.time_zone)):
        response = render(request, template, {"shown": shown, "tournament": link.tournament, "now": now})
    response["Vary"] = "HX-Request, Cookie"
    return for_holders(response)
