"""Names and remarks people type: tidied, bounded, and unable to disturb what stands beside them."""

import re
import sqlite3
import unicodedata
from collections import Counter
from collections.abc import Hashable, Mapping
from functools import lru_cache, partial
from typing import Any, Final, TypeVar

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Func
from django.utils.translation import get_language, gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.common.default_words import DefaultWords
from scorekeeper.common.errors import Refused

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
