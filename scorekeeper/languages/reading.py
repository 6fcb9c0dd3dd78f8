"""What of a catalogue was read through: a mark for each entry, in a file beside it, a line each, so that it merges."""

import hashlib
from collections.abc import Iterable, Sequence

from scorekeeper.languages.catalogues import Catalogue, Translation, read
from scorekeeper.languages.collecting import Message


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
