"""How pages behind a secret link are sent."""

from collections.abc import Callable, Mapping
from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from scorekeeper.common.doing import nothing_new
from scorekeeper.languages.spoken import use_words_of_club
from scorekeeper.sharing.models import Link


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
