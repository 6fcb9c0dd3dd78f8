"""Names and remarks that people type, tidied, bounded, and unable to disturb what stands beside them; and names and
reasons that the program gives: "Table 3, round 2", "Seat 2". Everybody reads those in their own language.

In the database words of the program are the English sentence between two marks that nobody can type (`tidied` takes
them out). So a row says what it means to whoever reads it, and what a person typed is never taken for them.
"""

import re
import sqlite3
import unicodedata
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import CharField, Func
from django.db.models.query_utils import DeferredAttribute
from django.utils.translation import get_language, gettext_noop

import games
from games.core.text import Marked, Text
from games.core.values import Problem
from scorekeeper.common.errors import Refused
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
    return _default_words(f"{OPENING}{english}{CLOSING}")


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
    return _default_words(f"{OPENING}{games.game(game).title.template}{CLOSING}")


def followed_by(name: DefaultWords, *names: str, most: int) -> DefaultWords:
    """The name, then others behind commas: as much of them as `most` characters have room for."""
    whole = ", ".join([name.stored, *(kept(other) for other in names if other)])
    cut = whole[:most]
    if cut.count(OPENING) > cut.count(CLOSING):  # in the middle of a name of the program
        cut = "".join(cut.rsplit(OPENING, 1))
    return _default_words(cut.rstrip(", "))


def behind(name: str, later: DefaultWords) -> DefaultWords:
    """The name of the program behind one that somebody typed, and a comma."""
    return _default_words(f"{kept(name)}, {later.stored}")


def in_words(stored: str) -> str:
    """What is read of a name out of the database: names of the program in the reader's language."""
    return _default_words(stored) if OPENING in stored else stored


def _default_words(stored: str) -> DefaultWords:
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


LONGEST = 80  # characters
# To put accents in order takes time that grows with the square of their number, so what can be no name is cut before.
FAR_TOO_LONG = 4 * LONGEST
# Marks that reorder or hide text: bidirectional controls, zero-width ones (but the joiners some scripts need), BOM,
# and letters that look like nothing.
INVISIBLE = re.compile(
    "[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\u2800\u3164\ufeff\uffa0\ufff9-\ufffb]"
)

# Letters of other alphabets that look like Latin ones, small or capital, and Latin ones that Unicode does not take
# apart. For pointing out likely twins only; the whole list of confusables has thousands more that nobody types.
LOOKALIKES: Final = str.maketrans(
    "авекмнорстухіјѕԁԛԝһѵ" + "αβεζηικμνορτυχ" + "ıłøđðŧħ0",  # noqa: RUF001 they are meant
    "abekmhopctyxijsdqwhv" + "abezhikmnoptyx" + "iloddtho",
    "'",
)
BESIDE: Final = str.maketrans(
    {"\u0131": "i", "ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "æ": "ae", "œ": "oe"}
)
"""Letters of names that Unicode does not take apart, as dictionaries sort them."""

TWO_LETTERS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "æ": "ae"})
CYRILLIC: Final = "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"
IN_LATIN: Final = tuple(
    str.maketrans(dict(zip(CYRILLIC, (latin.strip("-") for latin in letters.split()), strict=True)))
    for letters in (
        "a b v g d e yo zh z i y k l m n o p r s t u f kh ts ch sh shch - y - e yu ya",
        "a b v g d e e zh z i i k l m n o p r s t u f kh ts ch sh shch - y - e iu ia",
        "a b w g d e jo sch s i j k l m n o p r s t u f ch z tsch sch schtsch - y - e ju ja",
        "a b v g d e e z z i j k l m n o p r s t u f h c c s s - y - e ju ja",
    )
)
"""Cyrillic letters as people type them with Latin ones: as in English, in passports, in German, and by their sound."""

OWN_SCRIPT: Final = {"ru": range(0x400, 0x530), "pa": range(0xA00, 0xB00), "gu": range(0xA80, 0xB00)}
"""The letters that come first in the lists of a language, where they are not the Latin ones."""
BEHIND: Final = 0x10000  # how far the letters of other scripts are moved behind them

K = TypeVar("K", bound=Hashable)


def clean_name(typed: str, field: str) -> str:
    """The name in NFC with single spaces and without control and ordering marks. One of the program stays as it is.

    Raises:
        Refused: `name_missing` or `name_too_long`, at this field.
    """
    if isinstance(typed, DefaultWords):
        return typed
    name = tidied(typed[: FAR_TOO_LONG + 1])
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in name):
        raise Refused([Problem("name_missing", field, Text(gettext_noop("Type a name.")))])
    if len(name) > LONGEST or len(typed) > FAR_TOO_LONG:
        text = Text(gettext_noop("This name is too long: at most {most} characters."), {"most": LONGEST})
        raise Refused([Problem("name_too_long", field, text)])
    return name


def tidied(typed: str) -> str:
    """The text in NFC with single spaces and without control and ordering marks."""
    if typed.isascii() and typed.isprintable():  # of most names this is all, and files have thousands
        return " ".join(typed.split())
    text = unicodedata.normalize("NFC", INVISIBLE.sub("", typed))
    text = "".join(letter for letter in text if unicodedata.category(letter) not in {"Cc", "Cs"} or letter.isspace())
    return " ".join(text.split())


def file_name(text: str) -> str:
    """What a file to keep is called: letters of any script with their marks, figures, signs of money and `-_.`; what
    stands between them, and might mean something to a disk, is an underscore."""
    kept = "".join(letter if letter in "-_." or _is_written(letter) else "_" for letter in tidied(text))
    return re.sub(r"_*\.(?=[^.]*$)|_+", lambda found: found[0][-1], kept).lstrip("._") or "file"


def _is_written(letter: str) -> bool:
    category = unicodedata.category(letter)
    return category[0] in "LMN" or category == "Sc"


def name_key(name: str) -> str:
    """What two spellings of one name share: no case, accents or spaces. For pointing out likely twins."""
    plain = unicodedata.normalize("NFKD", name[:FAR_TOO_LONG].casefold())
    return "".join(letter for letter in plain if letter.isalnum())


def alphabetical(name: str) -> tuple[str, str]:
    """Where a name stands in a list of the reader's language: in any case, and letters with accents beside those
    without (Ä beside A; in Spanish Ñ behind N). Names in the script of the language come before those in others. The
    spelling decides between names that differ in nothing else.
    """
    return _place(name, _language())


def _language() -> str:
    return (get_language() or "en").partition("-")[0]


@lru_cache(maxsize=8192)
def _place(name: str, language: str) -> tuple[str, str]:
    plain = name[:FAR_TOO_LONG].casefold()
    if language == "es":
        plain = unicodedata.normalize("NFC", plain).replace("ñ", "n\uffff")
    plain = unicodedata.normalize("NFKD", plain).translate(BESIDE)
    key = "".join(letter for letter in plain if not unicodedata.combining(letter))
    if own := OWN_SCRIPT.get(language):
        key = "".join(chr(ord(letter) + BEHIND) if _is_of_another(letter, own) else letter for letter in key)
    return key, name


def _is_of_another(letter: str, own: range) -> bool:
    return unicodedata.category(letter)[0] in "LM" and ord(letter) < BEHIND and ord(letter) not in own


def look_key(name: str) -> str:
    """What names share that look alike: as `name_key`, and letters of other alphabets count as what they look like."""
    return name_key(name).translate(LOOKALIKES)


@lru_cache(maxsize=8192)
def spellings(text: str) -> frozenset[str]:
    """How somebody may type a name, or a word of one, each as `look_key`: "Müller" also as Mueller, and Cyrillic
    letters with Latin ones. Two texts can mean the same where they share a spelling."""
    written = unicodedata.normalize("NFC", text[:FAR_TOO_LONG]).casefold()
    ways = {written, written.translate(TWO_LETTERS)}
    if not set(CYRILLIC).isdisjoint(written):
        latin = {written.translate(table) for table in IN_LATIN}
        ways |= latin | {way.replace("iy", "y") for way in latin}
    return frozenset(filter(None, map(look_key, ways)))


def word_key(name: str) -> str:
    """What names share that look alike with their words in any order: "Brandt, Jürgen" and "Jürgen Brandt"."""
    return "".join(sorted(filter(None, map(look_key, name[:FAR_TOO_LONG].split()))))


def public_names(names: Mapping[K, str]) -> dict[K, str]:
    """What to call people in front of those who are no members: "Renate K.", by the key they came with.

    Where two of the list would be called the same, both get a letter or two more of their last name, and a number
    where that does not tell them apart.
    """
    places = dict(enumerate(names))
    called = apart({place: public_ways(names[key]) for place, key in places.items()})
    return {key: called[place] for place, key in places.items()}


def public_name(name: str) -> str:
    """What to call one person in front of those who are no members."""
    return public_names({0: name})[0]


def with_initial(name: str) -> str:
    """The first name, and the first letter of the last one if there is one: "Renate K."."""
    first, *rest = name.split()
    initials = [word[0] for word in rest if word[0].isalpha()]
    return f"{first} {initials[-1]}." if initials else first


def apart(ways: Mapping[int, list[str]]) -> dict[int, str]:
    """For each number the first of its ways to be called that no other one shares; the last resort is the number,
    from 1."""
    ways = {number: [*own, f"{own[-1]} ({number + 1})"] for number, own in ways.items()}
    step = dict.fromkeys(ways, 0)
    while True:
        called = {number: own[step[number]] for number, own in ways.items()}
        often = Counter(name.casefold() for name in called.values())
        shared = [n for n, name in called.items() if often[name.casefold()] > 1 and step[n] + 1 < len(ways[n])]
        if not shared:
            return called
        for number in shared:
            step[number] += 1


def public_ways(name: str) -> list[str]:
    """The short names of somebody, from the shortest on: the first name with one letter of the last name, with two,
    with three; never all of it."""
    first, *rest = name.split()
    last = next((word for word in reversed(rest) if word[0].isalpha()), "")
    short = with_initial(name) if last else name  # "Guest 12" has no last name
    return [short, *(f"{first} {last[:size]}." for size in (2, 3) if size < len(last)), short]


# Names in the order of the alphabet where a database puts them in it: as `names.alphabetical` does in Python.

SQLITE: Final = "alphabetical"
POSTGRESQL: Final = {"es": '"es-x-icu"', "ru": '"ru-x-icu"', "pa": '"pa-x-icu"', "gu": '"gu-x-icu"'}
"""The order of these languages; of the others it is that of the root."""
ROOT: Final = '"und-x-icu"'
"""The root collation: letters of all languages, in any case, with or without accents, side by side."""


class Alphabetical(Func):
    """A column of names to order rows by, as the reader's language does. The collation of a database itself puts Ä
    behind Z, or wherever the server it was made on would.
    """

    arity = 1

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        collation = _named(_language())
        return self.as_sql(compiler, connection, template=f"%(expressions)s COLLATE {collation}", **context)

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        collation = POSTGRESQL.get(_language(), ROOT)
        return self.as_sql(compiler, connection, template=f"%(expressions)s COLLATE {collation}", **context)


def teach(connection: BaseDatabaseWrapper, **_signal: Any) -> None:
    """Make the order of each language known to a new connection of SQLite, which has none of its own but that of bytes.
    It compares names too often to ask each time who reads."""
    if connection.vendor == "sqlite":
        own: sqlite3.Connection = connection.connection
        for language in ("", *POSTGRESQL):
            own.create_collation(_named(language), partial(_compared, language))


def _named(language: str) -> str:
    return f"{SQLITE}_{language}" if language in POSTGRESQL else SQLITE


def _compared(language: str, one: str, other: str) -> int:
    mine, theirs = _place(one, language), _place(other, language)
    return (mine > theirs) - (mine < theirs)
