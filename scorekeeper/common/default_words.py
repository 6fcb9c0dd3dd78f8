"""Names and reasons that the program gives: "Table 3, round 2", "Seat 2". Everybody reads them in their own language.

In the database such words are the English sentence between two marks that nobody can type (`names.tidied` takes them
out). So a row says what it means to whoever reads it, and what a person typed is never taken for words of the program.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeVar

from django.db.models import CharField
from django.db.models.query_utils import DeferredAttribute
from django.utils.translation import gettext_noop

import games
from games.core.text import Marked
from scorekeeper.common.texts import in_language

T = TypeVar("T")
OPENING, CLOSING = "\u2063", "\u2064"
MARKS: Final = re.compile(f"([{OPENING}{CLOSING}])")


def pgettext_noop(context: str, message: str) -> str:
    """Mark a sentence for the collection of messages; it is looked up in this context."""
    marked = Marked(message)
    marked.context = context
    return marked


TABLE: Final = pgettext_noop("heading", "Table {number}")
TABLE_OF_ROUND: Final = gettext_noop("Table {number}, round {round}")
TABLE_OF_GROUP: Final = gettext_noop("{table}, group {number}")
TABLE_OF_PEOPLE: Final = pgettext_noop("note", "{game}: {people}")
SOME_TABLE: Final = pgettext_noop("note", "Table")
NAMELESS_TABLE: Final = pgettext_noop("note", "A table")
MATCH_DAY: Final = pgettext_noop("in a line", "match day {number}")
SEAT: Final = pgettext_noop("note", "Seat {number}")
NAMELESS_PLAYER: Final = pgettext_noop("note", "Player {number}")
CLUB_OF_ONE_TABLE: Final = gettext_noop("A single table")
PHONE_OF_SHEET: Final = pgettext_noop("note", "the phone that keeps the sheet")
NAMELESS_PHONE: Final = pgettext_noop("note", "a phone")
FORMER_MEMBER: Final = pgettext_noop("heading", "Former member")
WRITTEN_AT_DESK: Final = gettext_noop("Its result was entered at the desk.")
WRITING_UNDONE: Final = gettext_noop("The result entered at the desk was taken back.")
HAS_LEFT: Final = gettext_noop("One of its players has left the tournament.")
HAS_COME_BACK: Final = gettext_noop("The player who had left is back.")
ROUND_UNDONE: Final = gettext_noop("The opening of the round was undone.")
RESULT_UNDONE: Final = gettext_noop("Undone by the person who entered it.")
RESULT_CHOSEN: Final = gettext_noop("Two people entered this table at once; this result was chosen.")
TYPED_FROM_PAPER: Final = gettext_noop("Entered from paper; the totals agree.")
TICK_REMOVED: Final = gettext_noop("The tick has been removed.")
ANOTHER_AMOUNT: Final = gettext_noop("Another amount was collected.")
SENTENCES: Final = (
    *(TABLE, TABLE_OF_ROUND, TABLE_OF_GROUP, TABLE_OF_PEOPLE, SOME_TABLE, NAMELESS_TABLE, MATCH_DAY),
    *(SEAT, NAMELESS_PLAYER, CLUB_OF_ONE_TABLE, PHONE_OF_SHEET, NAMELESS_PHONE, FORMER_MEMBER),
    *(WRITTEN_AT_DESK, WRITING_UNDONE, HAS_LEFT, HAS_COME_BACK, ROUND_UNDONE, RESULT_UNDONE, RESULT_CHOSEN),
    *(TYPED_FROM_PAPER, TICK_REMOVED, ANOTHER_AMOUNT),
)
"""What the program calls things, and the reasons it gives. A sentence may change once no row has it any more: until
then both stand here."""


class DefaultWords(str):
    """A name that the program gave, in the language of whoever reads it now; `stored` is what the database keeps."""

    stored: str


def default_words(sentence: str, **values: object) -> DefaultWords:
    """A name by one of `SENTENCES`. A value that is a name of the program itself stays one."""
    english = sentence.format(**{key: kept(value) for key, value in values.items()})
    return _named(f"{OPENING}{english}{CLOSING}")


def as_default(typed: str, sentence: str) -> DefaultWords | None:
    """The name by this sentence where somebody sent back what they read of it, in a field that was filled in."""
    if found := _pattern(in_language(sentence)).fullmatch(typed):
        return default_words(sentence, **found.groupdict())
    return None


def kept(name: object) -> str:
    """What the database keeps of a name."""
    return name.stored if isinstance(name, DefaultWords) else str(name)


def as_kept(value: T) -> T | str:
    """A value of a row as the database keeps it: only words of the program are kept otherwise than they are read."""
    return value.stored if isinstance(value, DefaultWords) else value


def title_of(game: str) -> DefaultWords:
    """The title of a game as part of a name."""
    return _named(f"{OPENING}{games.game(game).title.template}{CLOSING}")


def followed_by(name: DefaultWords, *names: str, most: int) -> DefaultWords:
    """The name, then others behind commas: as much of them as `most` characters have room for."""
    whole = ", ".join([name.stored, *(kept(other) for other in names if other)])
    cut = whole[:most]
    if cut.count(OPENING) > cut.count(CLOSING):  # in the middle of a name of the program
        cut = "".join(cut.rsplit(OPENING, 1))
    return _named(cut.rstrip(", "))


def behind(name: str, later: DefaultWords) -> DefaultWords:
    """The name of the program behind one that somebody typed, and a comma."""
    return _named(f"{kept(name)}, {later.stored}")


def in_words(stored: str) -> str:
    """What is read of a name out of the database: names of the program in the reader's language."""
    return _named(stored) if OPENING in stored else stored


def _named(stored: str) -> DefaultWords:
    name = DefaultWords(_words(stored))
    name.stored = stored
    return name


def _words(text: str) -> str:
    return "".join(_sentence(piece) if is_ours else piece for is_ours, piece in _pieces(text))


@lru_cache(maxsize=4096)
def _pieces(text: str) -> tuple[tuple[bool, str], ...]:
    """The name cut where marks open and close; whether each piece stood between two."""
    return tuple((is_ours, piece) for is_ours, piece in _cut(text) if piece)


def _cut(text: str) -> Iterator[tuple[bool, str]]:
    depth, piece = 0, ""
    for part in MARKS.split(text):
        if part == OPENING:
            depth += 1
        elif part == CLOSING:
            depth -= 1
        if (part, depth) in {(OPENING, 1), (CLOSING, 0)}:
            yield part == CLOSING, piece
            piece = ""
        else:
            piece += part
    yield False, piece


def _sentence(english: str) -> str:
    """A sentence of the program in the reader's language; one of a later version stays as it is."""
    for template, pattern in _patterns():
        if found := pattern.fullmatch(english):
            return in_language(template).format(**{key: _words(value) for key, value in found.groupdict().items()})
    return MARKS.sub("", english)


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    titles = [game.title.template for game in games.all_games().values()]
    return tuple((template, _pattern(template)) for template in (*titles, *SENTENCES))


def _pattern(template: str) -> re.Pattern[str]:
    """What a sentence looks like: a number is one, and what was put in as a name of the program stands in marks."""
    kinds = {"number": r"\d+", "round": r"\d+", "table": f"{OPENING}.*{CLOSING}", "game": f"{OPENING}.*{CLOSING}"}
    plain, *parts = re.split(r"\{(\w+)\}", template)
    holes = zip(parts[::2], parts[1::2], strict=True)
    return re.compile(
        re.escape(plain) + "".join(f"(?P<{key}>{kinds.get(key, '.*')}){re.escape(text)}" for key, text in holes)
    )


if TYPE_CHECKING:
    _CharField = CharField[str, str]
else:
    _CharField = CharField


class _InWords(DeferredAttribute):
    """What is stored is on the row; who asks for it reads it in their language."""

    def __get__(self, instance: Any, cls: Any = None) -> Any:
        value = super().__get__(instance, cls)
        return in_words(value) if isinstance(value, str) else value

    def __set__(self, instance: Any, value: Any) -> None:
        instance.__dict__[self.field.attname] = as_kept(value)


class WordsField(_CharField):
    """What people type, or the program says in their place. `values()` of it have what is stored: see `in_words`."""

    descriptor_class = _InWords

    def get_prep_value(self, value: Any) -> Any:
        return super().get_prep_value(as_kept(value))

    def deconstruct(self) -> Any:
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs
