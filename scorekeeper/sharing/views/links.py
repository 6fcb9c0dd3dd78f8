"""The links of a season, a team league, an evening and a table, and the calendars of a club: who works at the desk
makes and ends them, whoever holds one looks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_club
from scorekeeper.common.addresses import public_address
from scorekeeper.common.doing import nothing_new
from scorekeeper.common.errors import require
from scorekeeper.common.tables.serving import file_of, with_files
from scorekeeper.common.texts import HELD
from scorekeeper.languages.spoken import use_words_of_club
from scorekeeper.leagues.evenings.reads import sittings_of
from scorekeeper.leagues.report.files import card_answer
from scorekeeper.leagues.report.reads import outcomes_of
from scorekeeper.play.models import Sitting
from scorekeeper.play.sheet.here import Here, at_table
from scorekeeper.play.sheet.reads import news_of
from scorekeeper.play.tables import chart_table
from scorekeeper.sharing import services
from scorekeeper.sharing.models import FIELDS, Link
from scorekeeper.sharing.policies import can_publish
from scorekeeper.sharing.shown import (
    calendar_of,
    evening_shown,
    league_shown,
    season_shown,
    shown,
    stamp_of_evening,
    stamp_of_league,
    stamp_of_season,
    stand_table,
)
from scorekeeper.standings.selectors.standing import For


def for_holders(response: HttpResponse) -> HttpResponse:
    """For those who hold the link: found by no search engine."""
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


def live(
    request: HttpRequest, link: Link, stamp: str, page: Callable[[], Mapping[str, Any]], *, whole: str, piece: str
) -> HttpResponse:
    """A page that asks again by itself, by the clock of the club: the template `whole`, or its `piece` where htmx asks.
    One that asks with the stamp it has is told 204 while nothing is new; only then `page` is not made."""
    now = timezone.now()
    use_words_of_club(link.club)
    with timezone.override(ZoneInfo(link.club.time_zone)):
        if request.GET.get("since") == stamp:
            return for_holders(nothing_new(now))
        template = piece if getattr(request, "htmx", False) else whole
        response = render(request, template, {**page(), "stamp": stamp, "now": now})
    response["Vary"] = "HX-Request, Cookie"
    return for_holders(response)


def number_in(text: str) -> int | None:
    """The whole number of at most four figures that was sent; None: none was."""
    return int(text) if text.isascii() and text.isdecimal() and 0 < len(text) < 5 else None


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
    rows: QuerySet[Any] = services.PUBLISHED[kind].objects.select_related("club")
    thing = get_object_or_404(rows, pk=thing_id)
    here = enter_club(request, thing.club_id)
    require(can_publish(here.role))
    if request.method == "POST":
        if request.POST.get("share") == "0":
            services.end_link(services.LinkWish(kind=kind), of=thing_id, by=request.user, now=timezone.now())
            messages.success(request, _("The link no longer works."))
        else:
            services.make_link(services.LinkWish(kind=kind), of=thing_id, by=request.user, now=timezone.now())
        return redirect(request.path)
    offer = services.offer_of(request, services.links_of(thing).first())
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
    link = services.behind(secret, Link.Kind.EVENING)
    if link is None or link.evening is None:
        raise Http404
    use_words_of_club(link.club)
    with timezone.override(ZoneInfo(link.club.time_zone)):
        outcomes = outcomes_of(link.evening, sittings_of(link.evening))
        if not outcomes:
            raise Http404
        return for_holders(card_answer(request, link.evening, outcomes[0]))


def _behind(secret: str) -> tuple[Link, Any]:
    link = services.behind(secret, *SHARED)
    if link is None:
        raise Http404
    return link, getattr(link, FIELDS[link.kind])


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
def table_share(here: Here) -> HttpResponse:
    """The link with its QR code, or the button that makes it."""
    require(here.may["share"])
    if here.request.method == "POST":
        if here.request.POST.get("share") == "0":
            services.stop_sharing(sitting_id=here.sitting.pk, by=here.actor, now=here.now)
            messages.success(here.request, _("The link no longer works."))
        else:
            services.share_table(sitting_id=here.sitting.pk, by=here.actor, now=here.now)
        return redirect("table_share", here.sitting.pk)
    found = services.table_link(here.sitting)
    picture = reverse("shared_picture", args=[services.secret_of(found)]) if found else ""
    return here.show(
        "sharing/table_share.html",
        offer=services.offer_of(here.request, found),
        picture=picture,
        picture_name=f"{_picture_name(here.sitting)}.png",
    )


@require_safe
def shared_files(request: HttpRequest, secret: str, table: str, kind: str) -> HttpResponse:
    """How all stand, and stood after each hand, as files."""
    _link, sitting = _table_behind(secret)
    use_words_of_club(sitting.club, sitting.game)
    with timezone.override(ZoneInfo(sitting.club.time_zone)):
        found = shown(sitting)
        tables = {"stand": partial(stand_table, found), "chart": partial(chart_table, found.sheet, sitting)}
        return for_holders(file_of(request, tables, table, kind))


@require_safe
@with_files(shared_files)
def shared_table(request: HttpRequest, secret: str) -> HttpResponse:
    """The table as it stands. A page that asks again with the stamp it has is told 304, or 204 where it asks as htmx
    does, while nothing is new."""
    link, sitting = _table_behind(secret)
    stamp = f"{sitting.revision}"
    if request.headers.get("If-None-Match") == f'"{stamp}"':
        response = for_holders(HttpResponse(status=304))
        response["Vary"] = "HX-Request, Cookie"
    else:
        whole, piece = "sharing/shared_table.html", "sharing/_shared.html"
        response = live(request, link, stamp, lambda: _page(sitting), whole=whole, piece=piece)
    response["ETag"] = f'"{stamp}"'
    return response


@require_safe
def shared_picture(request: HttpRequest, secret: str) -> HttpResponse:
    """The result as a picture to keep or send."""
    _link, sitting = _table_behind(secret)
    use_words_of_club(sitting.club, sitting.game)
    with timezone.override(ZoneInfo(sitting.club.time_zone)):
        found = shown(sitting)
        lines = [(96 + 44 * place, side) for place, side in enumerate(found.ranked)]
        drawn = render_to_string(
            "sharing/sheet.svg",
            {
                "shown": found,
                "sheet": found.sheet,
                "sitting": sitting,
                "lines": lines,
                "height": 96 + 44 * len(lines) + 36,
            },
            request,
        )
    response = HttpResponse(drawn.strip(), content_type="image/svg+xml")
    response["Content-Disposition"] = f'attachment; filename="{_picture_name(sitting)}.svg"'
    return for_holders(response)


def _picture_name(sitting: Sitting) -> str:
    day = timezone.localtime(sitting.opened_at, ZoneInfo(sitting.club.time_zone))
    return f"scorekeeper-{day:%Y-%m-%d}-{sitting.code}"


def _table_behind(secret: str) -> tuple[Link, Sitting]:
    """Raises Http404: the link leads nowhere. PermissionDenied: the sheet is held back."""
    link = services.behind(secret, Link.Kind.TABLE)
    if link is None or link.sitting is None or link.sitting.withdrawn_at:
        raise Http404
    require(not link.sitting.held_back, str(HELD))
    return link, link.sitting


def _page(sitting: Sitting) -> dict[str, object]:
    found = shown(sitting)
    return {
        "stand": stand_table(found),
        "sheet": found.sheet,
        "chart": found.chart,
        "sitting": sitting,
        "called": sitting.plays.words,
        "announced": news_of(found.sheet),
    }


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def evening_calendar(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """The link that a calendar program reads; posting makes it or ends it."""
    club = enter_club(request, club_id).club
    if club.is_private:
        raise Http404
    if request.method == "POST":
        if request.POST.get("calendar") == "0":
            services.end_calendar(club=club, by=request.user, now=timezone.now())
            messages.success(request, _("The link no longer works."))
        else:
            services.make_calendar(club=club, by=request.user, now=timezone.now())
        return redirect("evening_calendar", club.pk)
    found = services.calendar_link(club, request.user)
    link = services.address_of(request, found) if found else ""
    page = {"club": club, "link": link, "subscribe": f"webcal:{link.partition(':')[2]}" if link else ""}
    return render(request, "sharing/evening_calendar.html", page)


@require_safe
def calendar_feed(request: HttpRequest, secret: str) -> HttpResponse:
    """What the calendar program gets."""
    link = services.behind(secret, Link.Kind.CALENDAR)
    if link is None:
        raise Http404
    address = public_address(request, "/")
    response = HttpResponse(
        calendar_of(link.club, timezone.now(), address), content_type="text/calendar; charset=utf-8"
    )
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response
