"""The links of a tournament, for the screen of the room and for phones, and its ceremony: who works at the desk makes
and ends them, whoever holds one looks."""

from functools import partial
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.common.doing import ActForm, NotDone, nothing_new
from scorekeeper.common.errors import require
from scorekeeper.common.tables.serving import file_of, with_files
from scorekeeper.languages.spoken import use_words_of_club
from scorekeeper.sharing import services
from scorekeeper.sharing.models import Link
from scorekeeper.sharing.public import public_of
from scorekeeper.sharing.revealing import begin_ceremony, ceremony_of, end_ceremony, shown_at, turn_to
from scorekeeper.sharing.revealing import stamp_of as stamp_of_ceremony
from scorekeeper.sharing.revealing import stamp_of as stamp_of_screen
from scorekeeper.sharing.screens import screen_of
from scorekeeper.sharing.views.links import for_holders, live, number_in
from scorekeeper.tournaments.desk.reads import stamp_of
from scorekeeper.tournaments.here import Here, at_tournament
from scorekeeper.tournaments.models import Tournament
from scorekeeper.tournaments.planning.services import is_called_off


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
            services.end_link(services.LinkWish(kind=kind), of=tournament_id, by=request.user, now=timezone.now())
            messages.success(request, _("The link no longer works."))
        else:
            services.make_link(services.LinkWish(kind=kind), of=tournament_id, by=request.user, now=timezone.now())
        return redirect("tournament_screen", tournament_id)
    found = {link.kind: services.offer_of(request, link) for link in services.links_of(here.tournament)}
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
    link = services.behind(secret, kind)
    if link is None or link.tournament is None:
        raise Http404
    return link, link.tournament


class StartForm(ActForm):
    """With which place it begins."""

    asks = services.CeremonyStart
    since = forms.IntegerField(
        label=gettext_lazy("Begin with place"),
        required=False,
        help_text=gettext_lazy("Leave empty to begin with the last place."),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )

    def __init__(self, data: Any = None, *, most: int) -> None:
        super().__init__(data)
        self.fields["since"].widget.attrs |= {"min": 1, "max": most}


class TurnForm(ActForm):
    """How many turns are revealed, as the buttons of the page say it."""

    asks = services.CeremonyTurn
    turn = forms.IntegerField(min_value=0)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def tournament_ceremony(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """What is revealed, with the buttons that go on and back; before it how it begins. Posted: `turn` is how many turns
    are to be revealed, `act` says that it begins or ends."""
    here = at_tournament(request, tournament_id)
    require(here.may_plan)
    act = request.POST.get("act", "turn") if request.method == "POST" else ""
    form = StartForm(request.POST if act == "begin" else None, most=here.tournament.entrants.count())
    place: dict[str, Any] = {"tournament_id": tournament_id, "by": request.user}
    problem, is_piece = None, bool(getattr(request, "htmx", False))
    if act == "end":
        end_ceremony(**place, now=timezone.now())
        return redirect("tournament_places", tournament_id)
    if act == "begin":
        form.does(begin_ceremony, **place)
    elif act:
        turn = TurnForm(request.POST)
        turn.does(turn_to, **place)
        problem = turn.not_done
    if act and not is_piece and not (problem or form.errors):
        return redirect("tournament_ceremony", tournament_id)
    return _page(here, form, problem, is_piece=is_piece)


def _page(here: Here, form: StartForm, problem: NotDone | None, *, is_piece: bool) -> HttpResponse:
    found, request = here.tournament, here.request
    ceremony = ceremony_of(found)
    if ceremony is None:
        if is_piece:  # it has ended elsewhere
            response = HttpResponse(status=204)
            response["HX-Refresh"] = "true"
            return response
        has_screen = services.links_of(found).filter(kind=Link.Kind.SCREEN).exists()
        may_begin = found.is_ended and not is_called_off(found)
        page = {"may_begin": may_begin, "has_screen": has_screen, "form": form}
        if not may_begin:
            problem = problem or form.not_done
        return here.show("sharing/ceremony_begin.html", problem, status=form.status, **page)
    stamp, now = stamp_of_screen(ceremony), timezone.now()
    if request.method != "POST" and request.GET.get("since") == stamp:
        return nothing_new(now)
    template = "sharing/_ceremony.html" if is_piece else "sharing/ceremony.html"
    page = {"shown": shown_at(ceremony, found), "tournament": found, "stamp": stamp, "now": now, "controls": True}
    return render(request, template, page, status=problem.status if problem else form.status)
