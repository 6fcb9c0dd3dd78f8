"""The links of a season, a team league and an evening: who works at the desk makes and ends them, whoever holds one
looks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_club
from scorekeeper.common.addresses import public_address
from scorekeeper.common.errors import require
from scorekeeper.common.tables.serving import file_of, with_files
from scorekeeper.languages.spoken import use_words_of_club
from scorekeeper.leagues.evenings.reads import sittings_of
from scorekeeper.leagues.report.card import card_answer
from scorekeeper.leagues.report.reads import outcomes_of
from scorekeeper.sharing.evenings import evening_shown, stamp_of_evening
from scorekeeper.sharing.models import FIELDS, Link
from scorekeeper.sharing.offers import offer_of
from scorekeeper.sharing.policies import can_publish
from scorekeeper.sharing.records import LinkWish
from scorekeeper.sharing.seasons import league_shown, season_shown, stamp_of_league, stamp_of_season
from scorekeeper.sharing.services import PUBLISHED, behind, end_link, links_of, make_link
from scorekeeper.sharing.views.holders import for_holders, live
from scorekeeper.standings.selectors.standing import For


@dataclass(frozen=True, slots=True)
class Shared:
    """What the pages of one kind of link need: the page it leads back to, what whoever holds the link sees, in words,
    how it is made, as a page and as a file, its stamp, and the template of its piece."""

    detail: str
    sees: str | Promise
    shown: Callable[[Any], Any]
    file: Callable[[Any], Any]
    stamp: Callable[[Any], str]
    piece: str


SHARED: Final[Mapping[Link.Kind, Shared]] = {
    Link.Kind.SEASON: Shared(
        "season_detail",
        gettext_lazy(
            "The standings with all recorded results, evening by evening, including what is not official yet."
        ),
        season_shown,
        lambda season: season_shown(season, For.FILE),
        stamp_of_season,
        "sharing/_shared_standing.html",
    ),
    Link.Kind.LEAGUE: Shared(
        "league_detail",
        gettext_lazy("The team table, including what is not official yet."),
        league_shown,
        lambda league: league_shown(league, For.FILE),
        stamp_of_league,
        "sharing/_shared_standing.html",
    ),
    Link.Kind.EVENING: Shared(
        "evening_detail",
        gettext_lazy("Seats, the result of each table, and the results of the evening."),
        evening_shown,
        evening_shown,
        stamp_of_evening,
        "sharing/_shared_evening.html",
    ),
}


def _share(request: AuthedRequest, kind: Link.Kind, thing_id: UUID) -> HttpResponse:
    """The link with its QR code, or the button that makes it; posted, 1 makes it and 0 ends it."""
    rows: QuerySet[Any] = PUBLISHED[kind].objects.select_related("club")
    thing = get_object_or_404(rows, pk=thing_id)
    here = enter_club(request, thing.club_id)
    require(can_publish(here.role))
    if request.method == "POST":
        if request.POST.get("share") == "0":
            end_link(LinkWish(kind=kind), of=thing_id, by=request.user, now=timezone.now())
            messages.success(request, _("The link no longer works."))
        else:
            make_link(LinkWish(kind=kind), of=thing_id, by=request.user, now=timezone.now())
        return redirect(request.path)
    offer = offer_of(request, links_of(thing).first())
    back = reverse(SHARED[kind].detail, args=[thing_id])
    page = {"club": here.club, "thing": thing, "back": back, "sees": SHARED[kind].sees, "offer": offer}
    return render(request, "sharing/share.html", page)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def season_share(request: AuthedRequest, season_id: UUID) -> HttpResponse:
    """The link of a season."""
    return _share(request, Link.Kind.SEASON, season_id)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def league_share(request: AuthedRequest, league_id: UUID) -> HttpResponse:
    """The link of a team league."""
    return _share(request, Link.Kind.LEAGUE, league_id)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def evening_share(request: AuthedRequest, evening_id: UUID) -> HttpResponse:
    """The link of an evening."""
    return _share(request, Link.Kind.EVENING, evening_id)


@require_safe
def shared_results_files(request: HttpRequest, secret: str, table: str, kind: str) -> HttpResponse:
    """The standing, or the results, as a file."""
    link, thing = _behind(secret)
    use_words_of_club(link.club)
    with timezone.override(ZoneInfo(link.club.time_zone)):
        make = SHARED[Link.Kind(link.kind)].file
        return for_holders(file_of(request, {"standing": lambda: make(thing).file}, table, kind))


@require_safe
@with_files(shared_results_files)
def shared_results(request: HttpRequest, secret: str) -> HttpResponse:
    """The standing, or the evening, for everybody's phone."""
    link, thing = _behind(secret)
    own = SHARED[Link.Kind(link.kind)]
    return live(
        request,
        link,
        own.stamp(thing),
        lambda: {
            "shown": own.shown(thing),
            "piece": own.piece,
            "thing": thing,
            "picture": _picture(request, link, secret),
        },
        whole="sharing/shared_results.html",
        piece=own.piece,
    )


def _picture(request: HttpRequest, link: Link, secret: str) -> str:
    """The whole address of the picture of an evening, which messengers fetch; other links have none."""
    if link.kind != Link.Kind.EVENING:
        return ""
    return public_address(request, reverse("shared_evening_picture", args=[secret]))


@require_safe
def shared_evening_picture(request: HttpRequest, secret: str) -> HttpResponse:
    """The first three of an evening, as a picture."""
    link = behind(secret, Link.Kind.EVENING)
    if link is None or link.evening is None:
        raise Http404
    use_words_of_club(link.club)
    with timezone.override(ZoneInfo(link.club.time_zone)):
        outcomes = outcomes_of(link.evening, sittings_of(link.evening))
        if not outcomes:
            raise Http404
        return for_holders(card_answer(request, link.evening, outcomes[0]))


def _behind(secret: str) -> tuple[Link, Any]:
    link = behind(secret, *SHARED)
    if link is None:
        raise Http404
    return link, getattr(link, FIELDS[link.kind])
