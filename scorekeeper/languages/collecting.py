"""The sentences for people, collected from Python, templates and scripts, without the programs of GNU gettext.

`makemessages` needs those programs, and takes a sentence that stands both with a plural and without one for two.
"""

import ast
import gettext
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import django
from django.utils.translation import to_locale
from django.utils.translation.template import templatize

ROOT: Final = Path(__file__).resolve().parents[2]
PLAIN: Final = {"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy"}
WITH_CONTEXT: Final = {"pgettext", "pgettext_lazy", "pgettext_noop", "npgettext", "npgettext_lazy"}
CALL: Final = re.compile(r"\b(_|n?p?gettext(?:_lazy|_noop)?)\(")
LITERAL: Final = r"u?'(?:[^'\\]|\\.)*'|u?\"(?:[^\"\\]|\\.)*\""
DJANGO: Final = Path(django.__file__).parent
DJANGO_LACKS: Final = ("pa", "gu")
"""Languages in which Django says nothing, or little."""
DJANGO_CATALOGUES: Final = ("conf/locale", "contrib/auth/locale", "contrib/humanize/locale")
PASSWORDS: Final = "contrib/auth/password_validation.py"
DJANGO_SENTENCES: Final = (
    "utils/dates.py",
    "utils/text.py",
    "forms/fields.py",
    "forms/models.py",
    "core/validators.py",
    PASSWORDS,
    "contrib/humanize/templatetags/humanize.py",
)
"""Where the sentences of Django stand that pages of ours show: days, months, what is wrong in a form, ordinals."""
DJANGO_WRONG: Final = {"pt-br": ("utils/dates.py", PASSWORDS), "de": (PASSWORDS,), "ru": (PASSWORDS,)}
"""Sentences that Django has, but not as the language writes them: days and months with a capital, "zu ähnlich zu Name",
words without their case."""
QUOTED: Final = re.compile(rf"\s*,?\s*((?:{LITERAL}|\s*\+?\s*)+)")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a sentence is marked: a file, from the root, and a line."""

    path: str
    line: int

    @property
    def area(self) -> str:
        """`scorekeeper/play`, `games/skat`, `templates/play`, `scorekeeper/static`: what is mended in one go."""
        parts = self.path.split("/")
        return "/".join(parts[: 3 if parts[1] == "games" else 2])

    @property
    def subject(self) -> str:
        """The game or the app whose words these are, wherever they are marked: `skat`, `tournaments`."""
        parts = [part for part in self.path.split("/")[:-1] if part not in {"scorekeeper", "templates", "static", "js"}]
        if parts[:1] == ["games"]:
            return parts[1] if len(parts) > 1 else "core" if self.path.endswith(".js") else "games"
        return parts[0] if parts else "common"

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence as a translator gets it, with every place that marks it, the first by subject before the others."""

    text: str
    plural: str | None
    context: str | None
    places: tuple[Place, ...]

    @property
    def number(self) -> str:
        """Names the sentence as long as its words and its context stay: eight hexadecimal digits."""
        return hashlib.sha256(f"{self.context or ''}\4{self.text}".encode()).hexdigest()[:8]

    @property
    def subject(self) -> str:
        return self.places[0].subject

    def is_in(self, area: str) -> bool:
        """Whether it is of a subject, or stands in a folder or file."""
        return self.subject == area or any(f"{place.path}/".startswith(f"{area.rstrip('/')}/") for place in self.places)


class TwoPluralsError(Exception):
    """A sentence has two plurals: a catalogue can keep one."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a function of gettext."""

    text: str
    plural: str | None
    context: str | None
    place: Place


@cache
def messages() -> tuple[Message, ...]:
    """All sentences, by subject and by where they stand.

    Raises:
        TwoPluralsError: The same words have one plural here and another there.
    """
    found: dict[tuple[str, str], list[Call]] = {}
    for call in calls():
        found.setdefault((call.context or "", call.text), []).append(call)
    made = [_message(alike) for alike in found.values()]
    return tuple(sorted(made, key=lambda message: _order(message.places[0])))


@cache
def messages_for(language: str) -> tuple[Message, ...]:
    """All that a translator into this language writes: our sentences, and what Django lacks in it or has wrong."""
    wrong = DJANGO_WRONG.get(language, ())
    if language not in DJANGO_LACKS and not wrong:
        return messages()
    found: dict[tuple[str, str], list[Call]] = {}
    there = {key for catalogue in DJANGO_CATALOGUES for key in _keys_of(DJANGO / catalogue, language)}
    for path in DJANGO_SENTENCES if language in DJANGO_LACKS else wrong:
        for call in _of_python((DJANGO / path).read_text(encoding="utf-8"), f"django/{path}"):
            key = (call.context or "", call.text)
            if path in wrong or key not in there:
                found.setdefault(key, []).append(call)
    own = {(message.context or "", message.text) for message in messages()}
    return (*messages(), *(_message(alike) for key, alike in found.items() if key not in own))


def _keys_of(catalogue: Path, language: str) -> set[tuple[str, str]]:
    compiled = catalogue / to_locale(language) / "LC_MESSAGES" / "django.mo"
    if not compiled.exists():
        return set()
    with compiled.open("rb") as file:
        found = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]  # noqa: SLF001 there is no other list
    keys = (key if isinstance(key, str) else key[0] for key in found)
    parted = (key.rpartition("\4") for key in keys)
    return {(context, text) for context, _mark, text in parted}


def _message(alike: list[Call]) -> Message:
    plurals = {call.plural for call in alike if call.plural is not None}
    places = tuple(sorted({call.place for call in alike}, key=_order))
    if len(plurals) > 1:
        raise TwoPluralsError(f"{places[0]}: {alike[0].text!r} has the plurals {sorted(plurals)}")
    return Message(alike[0].text, next(iter(plurals), None), alike[0].context, places)


def _order(place: Place) -> tuple[str, str, int]:
    return (place.subject, place.path, place.line)


@cache
def calls() -> tuple[Call, ...]:
    """Every call that marks a sentence, file by file."""
    return tuple(
        call
        for pattern, read in (
            ("games/**/*.py", _of_python),
            ("scorekeeper/**/*.py", _of_python),
            ("templates/**/*.*", _of_template),
            ("scorekeeper/static/js/**/*.js", calls_of_script),
        )
        for path in sorted(ROOT.glob(pattern))
        for call in read(path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix())
    )


def _of_python(source: str, path: str) -> Iterator[Call]:
    if "gettext" not in source:
        return
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name in PLAIN or name in WITH_CONTEXT:
            texts = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
            yield from _call(name, [text for text in texts if isinstance(text, str)], Place(path, node.lineno))


def _of_template(source: str, path: str) -> Iterator[Call]:
    return calls_of_script(templatize(source), path)


def calls_of_script(source: str, path: str) -> Iterator[Call]:
    """The calls in a script, or in what is made of a template."""
    for call in CALL.finditer(source):
        texts, at = [], call.end()
        while (quoted := QUOTED.match(source, at)) and quoted[1].strip():
            texts.append("".join(_unquoted(piece) for piece in re.findall(LITERAL, quoted[1])))
            at = quoted.end()
        yield from _call(call[1], texts, Place(path, source.count("\n", 0, call.start()) + 1))


def _unquoted(literal: str) -> str:
    return str(ast.literal_eval(literal.removeprefix("u")))


def _call(name: str, texts: list[str], place: Place) -> Iterator[Call]:
    context = texts.pop(0) if name in WITH_CONTEXT and texts else None
    if texts:
        plural = texts[1] if name.startswith("n") and len(texts) > 1 else None
        yield Call(texts[0], plural, context, place)
