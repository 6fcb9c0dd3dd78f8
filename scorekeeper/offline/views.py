"""What phones fetch to go on without a connection, and what they send when they have one again."""

import json
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

import games
from scorekeeper.accounts.models import User
from scorekeeper.common.bundles import Bundles
from scorekeeper.common.doing import attempt
from scorekeeper.common.middleware import give_token
from scorekeeper.common.parsers import json_in
from scorekeeper.languages import sentences
from scorekeeper.languages.choice import ASKED
from scorekeeper.languages.templatetags.suits import drawn_suits
from scorekeeper.offline.selectors import openings, reader_of, snapshot
from scorekeeper.offline.services import Shown, note_difference
from scorekeeper.offline.words import words
from scorekeeper.play.sheet.here import Here, at_table

STATIC = Path(settings.STATICFILES_DIRS[0])
STYLES: Final = ("css/base.css", "css/table.css", "css/offline.css")
PICTURES: Final = ("img/icon.svg", "img/icon-192.png", "img/sprite.svg")
PARTS: Final = ("js/offline/outbox.js", "js/offline/worker.js")  # of the worker itself
EXPORT: Final = re.compile(r"^export (?=(?:async )?function|const|class)", re.MULTILINE)


def files() -> list[str]:
    """What the offline page is made of, by the names in our own folder."""
    own = (_style(name) for name in games.all_games() if (STATIC / _style(name)).exists())
    return [*STYLES, *own, "js/kept.js", *sorted(_scripts()), *PICTURES]


def _scripts() -> Iterator[str]:
    yield from (name for name in Bundles(STATIC).scripts() if name.startswith(("js/offline/", "js/games/")))


def ports() -> dict[str, str]:
    """{game: address of its scoring for the browser}; a game without one can only be recorded with a connection."""
    return {name: static(_port(name)) for name in games.all_games() if (STATIC / _port(name)).exists()}


def styles() -> dict[str, str]:
    """{game: address of the styles its pages have besides the common ones}."""
    return {name: static(_style(name)) for name in games.all_games() if (STATIC / _style(name)).exists()}


def sentences_in(language: str) -> dict[str, str]:
    """{game: address of what its port says in this language}; nothing in English, which the ports have in them."""
    found = set(sentences.names())
    names = {game: sentences.name_of(language, game) for game in games.all_games()}
    return {game: static(name) for game, name in names.items() if name in found}


def _port(game: str) -> str:
    return f"js/games/{game}.js"


def _style(game: str) -> str:
    return f"css/games/{game}.css"


def worker(page: str, page_text: str, language: str) -> str:
    """The service worker: it keeps the offline page at the address `page`, which reads `page_text`, and its files, in
    this language."""
    told_there = sentences_in(language)
    asked = f"{page}?{ASKED}={language}" if told_there else page  # files are asked for without cookies
    kept = [asked, *(static(name) for name in files()), *told_there.values()]
    parts = [EXPORT.sub("", (STATIC / part).read_text()) for part in PARTS]
    whole = sha256("\n".join([*kept, page_text, *parts]).encode())
    bundles = Bundles(STATIC)
    for name in files():
        whole.update((bundles.text(name) or "").encode() if bundles.makes(name) else (STATIC / name).read_bytes())
    for game in told_there:
        whole.update(sentences.text(sentences.name_of(language, game)).encode())
    values = {"PAGE": page, "FILES": kept, "VERSION": whole.hexdigest()[:16]}
    head = [f"const {name} = {json.dumps(value)};" for name, value in values.items()]
    return "\n".join([*head, *parts])


PAPER = "#f4f7f3"  # as css/tokens.css has it
PINE = "#1e5d45"


@require_safe
def offline_page(request: HttpRequest) -> HttpResponse:
    """The same for everybody: what it shows is on the phone."""
    response = HttpResponse(_page())
    response["Cache-Control"] = "no-cache"
    return response


def _page() -> str:
    page = {
        "words": words(),
        "ports": ports(),
        "styles": styles(),
        "suits": drawn_suits(),
        "told": sentences_in(get_language() or "en"),
    }
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
