"""The link of a table: who keeps the sheet makes and ends it, whoever holds it looks."""

from functools import partial
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.common.errors import require
from scorekeeper.common.tables.serving import file_of, with_files
from scorekeeper.common.texts import HELD
from scorekeeper.languages.spoken import use_words_of_club
from scorekeeper.play.models import Sitting
from scorekeeper.play.sheet.here import Here, at_table
from scorekeeper.play.sheet.reads import news_of
from scorekeeper.play.tables import chart_table
from scorekeeper.sharing.models import Link
from scorekeeper.sharing.offers import offer_of
from scorekeeper.sharing.selectors import shown, stand_table
from scorekeeper.sharing.services import behind, secret_of, share_table, stop_sharing, table_link
from scorekeeper.sharing.views.holders import for_holders, live


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
def table_share(here: Here) -> HttpResponse:
    """The link with its QR code, or the button that makes it."""
    require(here.may["share"])
    if here.request.method == "POST":
        if here.request.POST.get("share") == "0":
            stop_sharing(sitting_id=here.sitting.pk, by=here.actor, now=here.now)
            messages.success(here.request, _("The link no longer works."))
        else:
            share_table(sitting_id=here.sitting.pk, by=here.actor, now=here.now)
        return redirect("table_share", here.sitting.pk)
    found = table_link(here.sitting)
    picture = reverse("shared_picture", args=[secret_of(found)]) if found else ""
    return here.show(
        "sharing/table_share.html",
        offer=offer_of(here.request, found),
        picture=picture,
        picture_name=f"{_picture_name(here.sitting)}.png",
    )


@require_safe
def shared_files(request: HttpRequest, secret: str, table: str, kind: str) -> HttpResponse:
    """How all stand, and stood after each hand, as files."""
    _link, sitting = _behind(secret)
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
    link, sitting = _behind(secret)
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
    _link, sitting = _behind(secret)
    use_words_of_club(sitting.club, sitting.game)
    with timezone.override(ZoneInfo(sitting.club.time_zone)):
        drawn = render_to_string("sharing/sheet.svg", _picture(sitting), request)
    response = HttpResponse(drawn.strip(), content_type="image/svg+xml")
    response["Content-Disposition"] = f'attachment; filename="{_picture_name(sitting)}.svg"'
    return for_holders(response)


def _picture_name(sitting: Sitting) -> str:
    day = timezone.localtime(sitting.opened_at, ZoneInfo(sitting.club.time_zone))
    return f"scorekeeper-{day:%Y-%m-%d}-{sitting.code}"


def _behind(secret: str) -> tuple[Link, Sitting]:
    """Raises Http404: the link leads nowhere. PermissionDenied: the sheet is held back."""
    link = behind(secret, Link.Kind.TABLE)
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


def _picture(sitting: Sitting) -> dict[str, object]:
    found = shown(sitting)
    lines = [(96 + 44 * place, side) for place, side in enumerate(found.ranked)]
    return {
        "shown": found,
        "sheet": found.sheet,
        "sitting": sitting,
        "lines": lines,
        "height": 96 + 44 * len(lines) + 36,
    }
