"""What the ports of the games say, in the languages that are offered: a file for each game, which a phone loads beside
the port, and where `collectstatic` and a copy at home find it. In English nothing is loaded: the ports have the English
words in them.
"""

import json
import os
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage
from django.utils import translation
from django.utils.translation import get_language

from scorekeeper.languages.choice import offered, spoken
from scorekeeper.languages.collecting import Call, calls_of_script
from scorekeeper.languages.spoken import OF_CARDS

SCRIPTS: Final = Path(settings.STATICFILES_DIRS[0]) / "js" / "games"
FOLDER: Final = "sentences"


def name_of(language: str, game: str) -> str:
    """The name of the file among the static ones."""
    return f"{FOLDER}/{language}/{game}.json"


def names() -> list[str]:
    """The names of all files."""
    games = sorted(path.stem for path in SCRIPTS.glob("*.js") if path.stem != "core")
    return [name_of(language, game) for language in offered() if language != "en" for game in games]


def text(name: str) -> str:
    """The file of this name, as `_sentences`."""
    _folder, language, game = name.removesuffix(".json").split("/")
    with translation.override(language):
        found = _sentences(game)
    return json.dumps(found, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _sentences(game: str) -> dict[str, dict[str, str]]:
    """{context, or "" of those that have none: {the English sentence: the one in the language}}."""
    found: dict[str, dict[str, str]] = {}
    for call in _calls(game):
        found.setdefault(call.context or "", {})[call.text] = _translated(call)
    return found


def _calls(game: str) -> Iterator[Call]:
    for path in (SCRIPTS / "core.js", SCRIPTS / f"{game}.js", *sorted((SCRIPTS / game).glob("*.js"))):
        yield from calls_of_script(path.read_text(encoding="utf-8"), path.name)


def _translated(call: Call) -> str:
    return translation.pgettext(call.context, call.text) if call.context else translation.gettext(call.text)


def spoken_apart(game: str) -> dict[str, dict[str, str]] | None:
    """What the port of a game says where a club chose its words apart from the language of the page; None where they
    are those of the page."""
    words = spoken.get().get(game)
    return _spoken_in(get_language() or "en", game, words) if words else None


@lru_cache(maxsize=128)
def _spoken_in(_language: str, game: str, words: str) -> dict[str, dict[str, str]]:
    at_table = spoken.set(dict.fromkeys((game, *OF_CARDS), words))
    try:
        return _sentences(game)
    finally:
        spoken.reset(at_table)


def write(name: str, folder: Path) -> Path | None:
    """The file of this name in another folder, made anew where it differs; None where there is none."""
    if not name.startswith(f"{FOLDER}/") or name not in names():
        return None
    made, path = text(name), folder / name
    if not path.exists() or path.read_text(encoding="utf-8") != made:
        path.parent.mkdir(parents=True, exist_ok=True)
        own = path.with_name(f".{path.name}.{os.getpid()}")  # several processes may begin at once
        own.write_text(made, encoding="utf-8")
        own.replace(path)
    return path


class SentencesFinder(BaseFinder):
    """Makes each file from the catalogue that is compiled, where it is not yet or not so."""

    target: Path = settings.BUNDLES_ROOT

    def check(self, **options: Any) -> list[Any]:
        return []

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Any]]:
        """(path, storage) of each file."""
        made = FileSystemStorage(location=self.target)
        for name in names():
            write(name, self.target)
            yield name, made

    def find(self, path: str, *args: Any, **options: Any) -> Any:
        """The absolute path of a file, or none; a list of them where all are asked for."""
        found = write(path, self.target)
        if bool(args and args[0]) or any(options.values()):
            return [str(found)] if found else []
        return str(found) if found else []
