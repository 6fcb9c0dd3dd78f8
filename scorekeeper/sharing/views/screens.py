"""A tournament on the screen of the room and on phones: the desk makes the links, whoever holds one looks."""

from functools import partial
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
from scorekeeper.common.addresses import public_address
from scorekeeper.common.asking import nothing_new
from scorekeeper.common.drawing import qr_code
from scorekeeper.common.errors import require
from scorekeeper.common.tables.serving import file_of, with_files
from scorekeeper.sharing.models import Link
from scorekeeper.sharing.public import public_of
from scorekeeper.sharing.screens import screen_of
from scorekeeper.sharing.services import PAGES, behind, end_screen, links_of, make_screen, secret_of
from scorekeeper.sharing.views.holders import for_holders
from scorekeeper.tournaments.selectors.stamps import stamp_of
from scorekeeper.tournaments.views.here import at_tournament


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def tournament_screen(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """The links of the screen and of the page for phones, or the buttons that make them: posted by the name of the
    kind, 1 makes it and 0 ends it."""
    here = at_tournament(request, tournament_id)
    require(here.may_desk)
    if request.method == "POST":
        kind = Link.Kind.PUBLIC if "public" in request.POST else Link.Kind.SCREEN
        if request.POST.get(kind) == "0":
            end_screen(tournament_id=tournament_id, by=request.user, now=timezone.now(), kind=kind)
            messages.success(request, _("The link no longer works."))
        else:
            make_screen(tournament_id=tournament_id, by=request.user, now=timezone.now(), kind=kind)
        return redirect("tournament_screen", tournament_id)
    found = {Link.Kind(link.kind): _address(request, link) for link in links_of(here.tournament)}
    link, public = found.get(Link.Kind.SCREEN, ""), found.get(Link.Kind.PUBLIC, "")
    return here.show(
        "sharing/tournament_screen.html",
        link=link,
        public=public,
        qr=qr_code(link) if link else "",
        public_qr=qr_code(public) if public else "",
    )


def _address(request: AuthedRequest, link: Link) -> str:
    return public_address(request, reverse(PAGES[Link.Kind(link.kind)], args=[secret_of(link)]))


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
        with timezone.override(ZoneInfo(link.club.time_zone)):
            return for_holders(nothing_new(now))
    template = "sharing/_screen.html" if getattr(request, "htmx", False) else "sharing/shared_screen.html"
    with timezone.override(ZoneInfo(link.club.time_zone)):
        response = render(request, template, {"shown": shown, "tournament": link.tournament, "now": now})
    response["Vary"] = "HX-Request, Cookie"
    return for_holders(response)


@require_safe
def shared_standings(request: HttpRequest, secret: str, table: str, kind: str) -> HttpResponse:
    """Who stands where, as a file."""
    link = behind(secret, Link.Kind.PUBLIC)
    if link is None or link.tournament is None:
        raise Http404
    with timezone.override(ZoneInfo(link.club.time_zone)):
        found = public_of(link.tournament, 0, timezone.now()).standings
        tables = {made.key: partial(lambda made: made, made) for _group, made in found}
        return for_holders(file_of(request, tables, table, kind))


@require_safe
@with_files(shared_standings)
def shared_tournament(request: HttpRequest, secret: str) -> HttpResponse:
    """A tournament for everybody's phone: its newest round or the one that `round` says (1 is the first of all), the
    standing, the clock. One that asks again with the stamp it has is told 204 while nothing is new."""
    link = behind(secret, Link.Kind.PUBLIC)
    if link is None or link.tournament is None:
        raise Http404
    text = request.GET.get("round", "")
    number = int(text) if text.isascii() and text.isdecimal() and 0 < len(text) < 5 else 0
    stamp, now = stamp_of(link.tournament, number), timezone.now()
    if request.GET.get("since") == stamp:
        with timezone.override(ZoneInfo(link.club.time_zone)):
            return for_holders(nothing_new(now))
    page = {"shown": public_of(link.tournament, number, now), "tournament": link.tournament, "stamp": stamp, "now": now}
    template = "sharing/_public.html" if getattr(request, "htmx", False) else "sharing/shared_tournament.html"
    with timezone.override(ZoneInfo(link.club.time_zone)):
        response = render(request, template, page)
    response["Vary"] = "HX-Request, Cookie"
    return for_holders(response)
