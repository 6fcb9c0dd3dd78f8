"""The files a phone keeps to draw its tables without a connection, and the worker that keeps them.

The worker is one script made of parts: the list of files with a hash of all they hold (so that a changed file makes a
new worker, and the new worker a new cache), the outbox as the pages have it, and what a worker does.
"""

import json
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

from django.conf import settings
from django.templatetags.static import static

import games
from scorekeeper.common.bundles import Bundles
from scorekeeper.languages import sentences
from scorekeeper.languages.choice import ASKED

STATIC = Path(settings.STATICFILES_DIRS[0])
STYLES: Final = ("css/base.css", "css/table.css", "css/offline.css")
PICTURES: Final = ("img/icon.svg", "img/icon-192.png", "img/sprite.svg")
PARTS: Final = ("js/offline/outbox.js", "js/offline/worker.js")  # of the worker itself
EXPORT: Final = re.compile(r"^export (?=(?:async )?function|const|class)", re.MULTILINE)


def files() -> list[str]:
    """What the offline page is made of, by the names in our own folder."""
    return [*STYLES, "js/kept.js", *sorted(_scripts()), *PICTURES]


def _scripts() -> Iterator[str]:
    yield from (name for name in Bundles(STATIC).scripts() if name.startswith(("js/offline/", "js/games/")))


def ports() -> dict[str, str]:
    """{game: address of its scoring for the browser}; a game without one can only be recorded with a connection."""
    return {name: static(_port(name)) for name in games.all_games() if (STATIC / _port(name)).exists()}


def sentences_in(language: str) -> dict[str, str]:
    """{game: address of what its port says in this language}; nothing in English, which the ports have in them."""
    found = set(sentences.names())
    names = {game: sentences.name_of(language, game) for game in games.all_games()}
    return {game: static(name) for game, name in names.items() if name in found}


def _port(game: str) -> str:
    return f"js/games/{game}.js"


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
