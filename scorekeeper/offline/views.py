"""What phones fetch to go on without a connection, and what they send when they have one again."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.accounts.models import User
from scorekeeper.common.doing import attempt
from scorekeeper.common.middleware import give_token
from scorekeeper.common.parsers import json_in
from scorekeeper.offline.selectors import openings, reader_of, snapshot
from scorekeeper.offline.services import Shown, note_difference
from scorekeeper.offline.shell import ports, sentences_in, worker
from scorekeeper.offline.words import words
from scorekeeper.play.sheet.here import Here, at_table

PAPER = "#f4f7f3"  # as css/tokens.css has it
PINE = "#1e5d45"


@require_safe
def offline_page(request: HttpRequest) -> HttpResponse:
    """The same for everybody: what it shows is on the phone."""
    response = HttpResponse(_page())
    response["Cache-Control"] = "no-cache"
    return response


def _page() -> str:
    page = {"words": words(), "ports": ports(), "told": sentences_in(get_language() or "en")}
    return render_to_string("offline/offline.html", page)


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The worker that keeps the offline page; asked for anew at every visit."""
    script = worker(reverse("offline"), _page(), get_language() or "en")
    response = HttpResponse(script, content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """What makes the app one that can be put on the home screen."""
    icons = [
        {"src": static("img/icon.svg"), "sizes": "any", "type": "image/svg+xml"},
        {"src": static("img/icon-192.png"), "sizes": "192x192", "type": "image/png"},
        {"src": static("img/icon-512.png"), "sizes": "512x512", "type": "image/png"},
        {"src": static("img/icon-maskable.png"), "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
    ]
    manifest = {
        "id": "/",
        "name": "Scorekeeper",
        "short_name": "Scorekeeper",
        "description": _("Keeps the score of card games played at a real table."),
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PINE,
        "icons": icons,
        "shortcuts": [{"name": _("Tables on this phone"), "url": reverse("offline")}],
    }
    response = JsonResponse(manifest, content_type="application/manifest+json")
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
@never_cache
def token(request: HttpRequest) -> HttpResponse:
    """A form token for what was kept while there was no connection, and who is signed in now.

    A browser without the cookie of its token gets none, unless it asks for a `new` one: see `FormTokens`.
    """
    may_be_given = "CSRF_COOKIE" in request.META or "new" in request.GET
    return JsonResponse({"token": give_token(request) if may_be_given else "", "reader": reader_of(request.user)})


@require_safe
@never_cache
@at_table
def table_snapshot(here: Here) -> HttpResponse:
    """A table as it stands, for the phone to keep."""
    return JsonResponse(snapshot(here.sitting, here.who, here.request.user, here.now))


@require_safe
@never_cache
def opening_list(request: HttpRequest) -> HttpResponse:
    """What opens a table, in one's own clubs or without any, for the phone to keep."""
    user = request.user if isinstance(request.user, User) else None
    return JsonResponse({"owner": reader_of(user), "clubs": openings(user)})


@require_POST
@at_table
def difference_note(here: Here) -> HttpResponse:
    """A phone tells that it had shown something else for a hand than the server says."""
    shown, unread = attempt(lambda: Shown.read(json_in(here.request.body)))
    if shown is None or unread:
        return JsonResponse({"detail": _("Send key, version, lines and dealer as JSON.")}, status=400)
    differs, problem = attempt(lambda: note_difference(shown, sitting=here.sitting, now=here.now))
    if problem:
        return JsonResponse({"detail": problem.text}, status=problem.status)
    return JsonResponse({"differs": differs})
