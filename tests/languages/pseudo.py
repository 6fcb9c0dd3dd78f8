"""A language that is made of the English sentences: longer, with accents, and marked where it begins and ends.

What stands on a page outside of its marks never passed gettext, or passed it when a module was loaded.
"""

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from html.parser import HTMLParser
from typing import Any, Final
from wsgiref.types import WSGIApplication

from django.conf import settings
from django.test import override_settings
from django.utils import translation
from django.utils.translation import trans_real

CODE: Final = "en-xa"
OPENING, CLOSING = "⟦", "⟧"
KEPT: Final = re.compile(r"(%\(\w+\)[a-z]|%[a-z%]|\{[^{}]*\}|<[^<>]*>|&#?\w+;|\n)")
SERVING: Final = ExitStack()  # what holds until the process of a server ends
ACCENTS: Final = str.maketrans("aeiouyAEIOUncsz", "áéíóúýÁÉÍÓÚñçšž")


def pseudo(text: str) -> str:
    """The sentence in marks, its words longer by 45 %: the last one by six letters at most, the rest as words of their
    own. Placeholders and markup stay, and so do the edges that a join needs."""
    if not text.strip():
        return text
    words = [part for part in KEPT.split(text) if not KEPT.fullmatch(part)]
    body = "".join(part if KEPT.fullmatch(part) else part.translate(ACCENTS) for part in KEPT.split(text))
    begin, end = body[: len(body) - len(body.lstrip())], body[len(body.rstrip()) :]
    more = "".join(" " if place % 7 == 6 else "~" for place in range(len("".join(words).strip()) * 45 // 100))
    return f"{begin}{OPENING}{body.strip()}{more.rstrip()}{CLOSING}{end}"


class Pseudo(trans_real.DjangoTranslation):
    """Translates whatever it is asked."""

    def __init__(self) -> None:
        super().__init__("en")

    def language(self) -> str:
        return CODE

    def to_language(self) -> str:
        return CODE

    def gettext(self, message: str) -> str:
        return pseudo(message.rpartition("\4")[2])

    def ngettext(self, msgid1: str, msgid2: str, n: float) -> str:
        return pseudo((msgid1 if n == 1 else msgid2).rpartition("\4")[2])


@contextmanager
def offered() -> Iterator[None]:
    """Within, readers can choose the pseudo-language too."""
    with override_settings(LANGUAGES=[*settings.LANGUAGES, (CODE, "Pseudo")]):  # which forgets all translations
        translations: dict[str, Any] = trans_real._translations  # type: ignore[attr-defined]
        translations[CODE] = Pseudo()
        yield


@contextmanager
def spoken() -> Iterator[None]:
    """Within, whoever reads a page reads it in the pseudo-language."""
    with offered(), translation.override(CODE):
        yield


def application() -> WSGIApplication:
    """The app, which offers the pseudo-language too: `gunicorn "tests.languages.pseudo:application()"`."""
    from scorekeeper.wsgi import application as app

    SERVING.enter_context(offered())
    return app


class Words(HTMLParser):
    """What a reader of a page reads: its texts, and the attributes that are read out or shown. What is marked as no
    word of the page (`translate="no"`, another `lang`) and what only scripts read is left out."""

    SHOWN: Final = {"alt", "aria-label", "placeholder", "title", "content"}
    SILENT: Final = {"script", "style"}
    VOID: Final = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._open: list[tuple[str, bool]] = []

    @property
    def _is_silent(self) -> bool:
        return any(silent for _tag, silent in self._open)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        is_foreign = tag != "html" and ("lang" in has or has.get("translate") == "no")
        if tag not in self.VOID:
            self._open.append((tag, tag in self.SILENT or is_foreign))
        if not self._is_silent and not is_foreign and tag != "meta":
            self.texts.extend(f"\n{has[name]}\n" for name in self.SHOWN & has.keys())
        if not self._is_silent:
            self.texts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not self._is_silent:
            self.texts.append(data)


def outside(html: str) -> list[str]:
    """The texts of a page outside of the marks, each as long as it is in one piece."""
    words = Words()
    words.feed(html)
    depth, piece, found = 0, "", []
    for letter in "\n".join("".join(words.texts).split("\n")):
        if letter == OPENING:
            depth += 1
        elif letter == CLOSING:
            depth = max(0, depth - 1)
        elif not depth and letter != "\n":
            piece += letter
            continue
        if piece.strip():
            found.append(" ".join(piece.split()))
        piece = ""
    return [*found, *([" ".join(piece.split())] if piece.strip() else [])]
