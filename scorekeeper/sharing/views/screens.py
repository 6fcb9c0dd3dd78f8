"""The links of a tournament, for the screen of the room and for phones: who works at the desk makes and ends them,
whoever holds one looks."""

from functools import partial
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.common.errors import require
from scorekeeper.common.tables.serving import file_of, with_files
from scorekeeper.languages.spoken import use_words_of_club
from scorekeeper.sharing.models import Link
from scorekeeper.sharing.offers import offer_of
from scorekeeper.sharing.public import public_of
from scorekeeper.sharing.records import LinkWish
from scorekeeper.sharing.revealing import ceremony_of, shown_at
from scorekeeper.sharing.revealing import stamp_of as stamp_of_ceremony
from scorekeeper.sharing.screens import screen_of
from scorekeeper.sharing.services import behind, end_link, links_of, make_link
from scorekeeper.sharing.views.holders import for_holders, live, number_in
from scorekeeper.tournaments.desk.reads import stamp_of
from scorekeeper.tournaments.here import at_tournament
from scorekeeper.tournaments.models import Tournament


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
            end_link(LinkWish(kind=kind), of=tournament_id, by=request.user, now=timezone.now())
            messages.success(request, _("The link no longer works."))
        else:
            make_link(LinkWish(kind=kind), of=tournament_id, by=request.user, now=timezone.now())
        return redirect("tournament_screen", tournament_id)
    found = {link.kind: offer_of(request, link) for link in links_of(here.tournament)}
    return here.show(
        "sharing/tournament_screen.html", screen=found.get(Link.Kind.SCREEN), public=found.get(Link.Kind.PUBLIC)
    )


@require_safe
def shared_screen(request: HttpRequest, secret: str) -> HttpResponse:
    """A page of the screen. One that asks again for the page it shows, with the stamp it has, is told 204 while nothing
    is new; of several pages it asks for the next one. While a ceremony is on it shows that."""
    link, tournament = _behind(secret, Link.Kind.SCREEN)
    if ceremony := ceremony_of(tournament):
        return live(
            request,
            link,
            stamp_of_ceremony(ceremony),
            lambda: {"shown": shown_at(ceremony, tournament), "tournament": tournament, "is_ceremony": True},
            whole="sharing/shared_screen.html",
            piece="sharing/_ceremony.html",
        )
    shown = screen_of(tournament, max(number_in(request.GET.get("page", "")) or 1, 1), timezone.now())
    return live(
        request,
        link,
        shown.stamp,
        lambda: {"shown": shown, "tournament": tournament},
        whole="sharing/shared_screen.html",
        piece="sharing/_screen.html",
    )


@require_safe
def shared_standings(request: HttpRequest, secret: str, table: str, kind: str) -> HttpResponse:
    """Who stands where, as a file."""
    link, tournament = _behind(secret, Link.Kind.PUBLIC)
    use_words_of_club(link.club)
    with timezone.override(ZoneInfo(link.club.time_zone)):
        found = public_of(tournament, 0, timezone.now()).standings
        tables = {made.key: partial(lambda made: made, made) for _group, made in found}
        return for_holders(file_of(request, tables, table, kind))


@require_safe
@with_files(shared_standings)
def shared_tournament(request: HttpRequest, secret: str) -> HttpResponse:
    """A tournament for everybody's phone: its newest round or the one that `round` says (1 is the first of all), the
    standing, the clock. One that asks again with the stamp it has is told 204 while nothing is new."""
    link, tournament = _behind(secret, Link.Kind.PUBLIC)
    number = number_in(request.GET.get("round", "")) or 0
    return live(
        request,
        link,
        stamp_of(tournament, number),
        lambda: {"shown": public_of(tournament, number, timezone.now()), "tournament": tournament},
        whole="sharing/shared_tournament.html",
        piece="sharing/_public.html",
    )


def _behind(secret: str, kind: Link.Kind) -> tuple[Link, Tournament]:
    link = behind(secret, kind)
    if link is None or link.tournament is None:
        raise Http404
    return link, link.tournament
