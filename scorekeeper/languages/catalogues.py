"""The catalogues: a `.po` a language with every sentence in it, and the `.mo` that the app reads.

A catalogue is sorted by its words and carries neither line numbers nor dates: what two translators fill in merges.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation import to_locale

from scorekeeper.languages.collecting import Message
from scorekeeper.languages.names import NAMES
from scorekeeper.languages.plurals import plurals_of

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
