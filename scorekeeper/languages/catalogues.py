"""The catalogues: a `.po` a language with every sentence in it, the `.mo` that the app reads, and what a translation
has to keep of the English sentence: placeholders, markup, typographic marks, and its plurals.

A catalogue is sorted by its words and carries neither line numbers nor dates: what two translators fill in merges.
"""

import gettext
import hashlib
import re
import string
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Final

import django
from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation import to_locale

from scorekeeper.languages.collecting import Message
from scorekeeper.languages.names import NAMES

DJANGO: Final = Path(django.__file__).parent / "conf" / "locale"
OWN: Final = {"gu": "nplurals=2; plural=(n > 1);"}
"""Languages without a catalogue in Django, by the plural rules of CLDR."""
TRIED: Final = (*range(1001), 1_000_000, 2_000_000)


@dataclass(frozen=True, slots=True)
class Plurals:
    """`rule` is the header `Plural-Forms`; `numbers` has, for each form, numbers that take it, none of a fraction."""

    rule: str
    numbers: tuple[tuple[int, ...], ...]

    @property
    def examples(self) -> list[str]:
        return [", ".join(str(number) for number in numbers[:4]) for numbers in self.numbers]


@cache
def plurals_of(language: str) -> Plurals:
    """The forms of a language by its code, as in `LANGUAGES`."""
    rule = OWN.get(language) or _django_rule(language)
    count, formula = (part.split("=", 1)[1].strip() for part in rule.rstrip("; ").split(";"))
    form_of = gettext.c2py(formula)
    forms: list[list[int]] = [[] for _ in range(int(count))]
    for number in TRIED:
        forms[form_of(number)].append(number)
    return Plurals(rule, tuple(map(tuple, forms)))


def _django_rule(language: str) -> str:
    with (DJANGO / to_locale(language) / "LC_MESSAGES" / "django.mo").open("rb") as compiled:
        return " ".join(gettext.GNUTranslations(compiled).info()["plural-forms"].split())


PERCENT: Final = re.compile(r"%(?:\(\w+\))?[-+#0]*\d*(?:\.\d+)?[a-zA-Z%]")
TAG: Final = re.compile(r"</?[a-zA-Z][^<>]*>|&#?\w+;")
STRAIGHT: Final = {
    "'": "an apostrophe is ’, a quotation has the marks of the language",
    '"': "a quotation has the marks of the language",
}


def faults_of(message: Message, forms: Sequence[str], language: str) -> Iterator[str]:
    """What is wrong with the translation of a sentence, in words for whoever wrote it; nothing where it may stand."""
    numbers = plurals_of(language).numbers if message.plural is not None else ((),)
    if len(forms) != len(numbers):
        yield f"{len(numbers)} forms are needed, {len(forms)} are given"
        return
    for form, counted in zip(forms, numbers, strict=True):
        if not form.strip():
            yield "the text is empty"
            continue
        originals = [message.text if message.plural is None else message.plural]
        if counted == (1,):
            originals.append(message.text)  # "one player" needs no figure
        yield from _differences(originals, form)


def _differences(originals: Sequence[str], form: str) -> Iterator[str]:
    for kind, found_in in (("placeholders", _placeholders), ("markup", _tags)):
        expected, found = [found_in(original) for original in originals], found_in(form)
        if found not in expected:
            yield f"{kind}: {_listed(expected[0])} expected, {_listed(found)} found"
    if _margins(form) != _margins(originals[0]):
        yield "spaces or line breaks at the beginning or the end differ"
    bare = TAG.sub("", form)
    for mark, reason in STRAIGHT.items():
        if mark in bare and mark not in TAG.sub("", originals[0]):
            yield f"a straight {mark}: {reason}"
    if unicodedata.normalize("NFC", form) != form:
        yield "letters and accents are apart: write it in the normal form NFC"
    if any(unicodedata.category(letter) == "Cc" and letter not in originals[0] for letter in form):
        yield "a control character"


def _placeholders(text: str) -> Counter[str]:
    found = Counter(PERCENT.findall(text))
    try:
        fields = [part for part in string.Formatter().parse(text) if part[1] is not None]
    except ValueError as error:
        return found + Counter([f"braces ({error})"])
    return found + Counter(f"{{{name}!{conversion or ''}:{spec or ''}}}" for _, name, spec, conversion in fields)


def _tags(text: str) -> Counter[str]:
    return Counter(TAG.findall(text))


def _listed(counted: Counter[str]) -> str:
    return " ".join(sorted(item.replace("!:}", "}") for item in counted.elements())) or "none"


def _margins(text: str) -> tuple[str, str]:
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


def has_words(text: str) -> bool:
    """Whether anything is left to translate beside placeholders, markup and marks."""
    rest = PERCENT.sub("", TAG.sub("", re.sub(r"\{[^{}]*\}", "", text)))
    return any(letter.isalpha() for letter in rest)


FOLDER: Final = Path(__file__).resolve().parents[1] / "locale"
AS_IN_ENGLISH: Final = "as in English"
"""The comment on an entry whose translation is meant to be the English text."""


class _Ours(Catalog):
    """A catalogue whose head changes with the language alone."""

    def __init__(self, language: str) -> None:
        super().__init__(header_comment=f"# {NAMES[language]}", fuzzy=False)
        self.language = language

    @property
    def num_plurals(self) -> int:
        return len(plurals_of(self.language).numbers)

    def _get_mime_headers(self) -> list[tuple[str, str]]:
        return [
            ("Language", to_locale(self.language)),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=UTF-8"),
            ("Content-Transfer-Encoding", "8bit"),
            ("Plural-Forms", plurals_of(self.language).rule),
        ]


@dataclass(frozen=True, slots=True)
class Translation:
    """What stands for a sentence: one text, or one for each plural form; empty texts where it is missing."""

    forms: tuple[str, ...]
    is_fuzzy: bool = False
    comments: tuple[str, ...] = ()

    @property
    def is_whole(self) -> bool:
        return bool(self.forms) and all(self.forms) and not self.is_fuzzy

    @property
    def may_be_english(self) -> bool:
        return AS_IN_ENGLISH in self.comments


Key = tuple[str, str]
"""Context (empty where there is none) and words."""


def key_of(message: Message) -> Key:
    return (message.context or "", message.text)


@dataclass(slots=True)
class Catalogue:
    """The translations into one language; those of sentences that went are kept apart, and come back with them."""

    language: str
    entries: dict[Key, Translation] = field(default_factory=dict)
    gone: dict[Key, Entry] = field(default_factory=dict)
    plurals: dict[Key, str] = field(default_factory=dict)

    @property
    def path(self) -> Path:
        return FOLDER / to_locale(self.language) / "LC_MESSAGES" / "django.po"

    @property
    def compiled_path(self) -> Path:
        return self.path.with_suffix(".mo")

    def translation(self, message: Message) -> Translation | None:
        """The whole translation of a sentence, or none."""
        found = self.entries.get(key_of(message))
        if found is None or not found.is_whole:
            return None
        return found if self.plurals.get(key_of(message)) == message.plural else None

    def missing(self, messages: Iterable[Message]) -> list[Message]:
        return [message for message in messages if self.translation(message) is None]

    def put(self, message: Message, translation: Translation) -> None:
        self.entries[key_of(message)] = translation
        if message.plural is not None:
            self.plurals[key_of(message)] = message.plural

    def written(self, messages: Sequence[Message]) -> str:
        """The text of the `.po` with these sentences and no others, whatever was read."""
        made = self._made(messages)
        for key, entry in self._left_over(messages).items():
            made.obsolete[_babel_key(key)] = entry
        file = BytesIO()
        write_po(file, made, width=100, sort_output=True, include_lineno=False)
        return file.getvalue().decode()

    def compiled(self, messages: Sequence[Message]) -> bytes:
        """The bytes of the `.mo`: what is whole, nothing else."""
        file = BytesIO()
        write_mo(file, self._made(messages))
        return file.getvalue()

    def _made(self, messages: Sequence[Message]) -> Catalog:
        made = _Ours(self.language)
        count = len(plurals_of(self.language).numbers)
        for message in messages:
            found = self.translation(message)
            forms = ("",) * (1 if message.plural is None else count) if found is None else found.forms
            made.add(
                message.text if message.plural is None else (message.text, message.plural),
                forms[0] if message.plural is None else forms,
                locations=[(message.places[0].path, message.places[0].line)],
                user_comments=() if found is None else found.comments,
                context=message.context,
            )
        return made

    def _left_over(self, messages: Sequence[Message]) -> Mapping[Key, Entry]:
        wanted = {key_of(message) for message in messages}
        left = {key: entry for key, entry in self.gone.items() if key not in wanted}
        for key, translation in self.entries.items():
            if key not in wanted and translation.is_whole:
                left[key] = _entry(key, self.plurals.get(key), translation)
        return left


def read(language: str) -> Catalogue:
    """The catalogue of a language as it lies in its folder; an empty one where there is none yet."""
    catalogue = Catalogue(language)
    if not catalogue.path.exists():
        return catalogue
    with catalogue.path.open("rb") as file:
        found = read_po(file, abort_invalid=True)
    for entry in found:
        if entry.id:
            key, plural, translation = _parts(entry)
            catalogue.entries[key] = translation
            if plural is not None:
                catalogue.plurals[key] = plural
    for entry in found.obsolete.values():
        key, plural, translation = _parts(entry)
        if translation.is_whole:
            catalogue.gone[key] = entry
            catalogue.entries.setdefault(key, translation)
            if plural is not None:
                catalogue.plurals.setdefault(key, plural)
    return catalogue


def stale(language: str, messages: Iterable[Message]) -> Iterator[Key]:
    """Entries of the `.po` whose sentence nobody marks any more; what is kept as obsolete is none."""
    catalogue = read(language)
    wanted = {key_of(message) for message in messages}
    return (key for key in catalogue.entries if key not in wanted and key not in catalogue.gone)


def _parts(entry: Entry) -> tuple[Key, str | None, Translation]:
    text, plural = (entry.id, None) if isinstance(entry.id, str) else (entry.id[0], entry.id[1])
    forms = (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())
    comments = tuple(comment for comment in entry.user_comments if comment)
    return (entry.context or "", text), plural, Translation(forms, entry.fuzzy, comments)


def _entry(key: Key, plural: str | None, translation: Translation) -> Entry:
    context, text = key
    return Entry(
        text if plural is None else (text, plural),
        translation.forms[0] if plural is None else translation.forms,
        user_comments=translation.comments,
        context=context or None,
    )


def _babel_key(key: Key) -> str | tuple[str, str]:
    context, text = key
    return (text, context) if context else text


class Reading:
    """The marks of one language."""

    def __init__(self, language: str) -> None:
        self.path = read(language).path.with_name("read.txt")
        self.marks = set(self.path.read_text().split()) if self.path.exists() else set()

    def unread(self, message: Message, catalogue: Catalogue) -> Translation | None:
        """The translation of a sentence, if it or the sentence changed since it was read."""
        found = catalogue.translation(message)
        return found if found is not None and _mark(message, found) not in self.marks else None

    def note(
        self, done: Iterable[tuple[Message, Translation]], messages: Sequence[Message], catalogue: Catalogue
    ) -> None:
        """Keep these as read, and forget the marks of what is no more."""
        marks = self.marks | {_mark(message, translation) for message, translation in done}
        now = {_mark(message, found) for message in messages if (found := catalogue.translation(message))}
        self.path.write_text("".join(f"{mark}\n" for mark in sorted(marks & now)))


def _mark(message: Message, translation: Translation) -> str:
    return hashlib.sha256("\4".join((message.number, *translation.forms)).encode()).hexdigest()[:12]
