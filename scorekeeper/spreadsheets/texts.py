"""Texts with separators, as CSV: in which letters they are written and what parts the cells, by the evidence."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from games.core.text import Text, gettext_noop, pgettext

BYTES_LOOKED_AT: Final = 200_000  # bytes
WEST: Final = "äöüßéáíóúñçãõ", "åøæèêëàâôîïûÄÖÜÉÁÍÓÚÑÇÃÕÅØÆ"
EAST: Final = "řčšžěůňťďýłąęśżćńőűäöüßéáíóú", "źăâîôşţľĺŕđŘČŠŽŁŚŻĆŐŰÄÖÜÉÁÍÓÚĎŤŇÝŹĐ"
CYRILLIC: Final = "".join(map(chr, range(0x430, 0x450))) + "ё", "".join(map(chr, range(0x410, 0x430))) + "Ё№"
CANDIDATES: Final = {"cp1252": WEST, "mac_roman": WEST, "cp1250": EAST, "cp1251": CYRILLIC}
"""{encoding: its usual letters, and those that are rarer}; of equals the first."""
VOWELS: Final = frozenset("aeiouyäöüáéíóúàèìòùâêîôûãõåæøëïýěůőűăąęŸ")
PLAIN_SIGNS: Final = frozenset("€£§°½¼¾«»„“”‚‘’–—…·•×²³º\u00a0№")
WORD: Final = re.compile(r"[^\W\d_]*[^\x00-\x7f][^\s;,|\t]*|[^\W\d_]+[^\x00-\x7f][^\s;,|\t]*")


@dataclass(frozen=True, slots=True)
class Guess:
    """An encoding, a word that shows it, and whether another one is nearly as likely."""

    encoding: str
    sample: str
    is_unsure: bool


def guessed(data: bytes) -> Guess | None:
    """The likeliest encoding of bytes that are no UTF-8; None where none of them makes words."""
    looked_at = data[:BYTES_LOOKED_AT]
    many = sum(byte > 127 for byte in looked_at)
    found: list[tuple[int, str, str]] = []
    for encoding in CANDIDATES:
        try:
            data.decode(encoding)
        except UnicodeDecodeError:
            continue
        text = looked_at.decode(encoding)
        if not any(other == text for _likely, _encoding, other in found):
            found.append((_likelihood(text, encoding), encoding, text))
    if not found:
        return None
    found.sort(key=lambda guess: -guess[0])
    likely, encoding, text = found[0]
    if likely < -many:
        return None
    sample = next((word[0] for word in WORD.finditer(text) if any(letter.isalpha() for letter in word[0])), "")
    runner_up = found[1][0] if len(found) > 1 else -many
    return Guess(encoding, sample[:40], encoding != "cp1252" or likely - runner_up < 2 * many)


def _likelihood(text: str, encoding: str) -> int:
    """How much like words of its languages the letters beyond ASCII look; more is likelier."""
    usual, rare = CANDIDATES[encoding]
    around = f" {text} "
    return sum(
        _weight(around[place], around[place - 1], around[place + 1], usual, rare) + _run(around, place)
        for place in range(1, len(around) - 1)
        if around[place] > "\x7f"
    )


def _weight(letter: str, before: str, after: str, usual: str, rare: str) -> int:
    if not letter.isalpha():
        is_inside = before.isalpha() and after.isalpha() and letter != "’"
        return -3 if is_inside or letter not in PLAIN_SIGNS else 1
    if not before.isalpha() and not after.isalpha():
        return -2
    if letter == "õ" and after != "e":  # as Portuguese has it, or ő of Hungarian is taken for it
        return -1
    weight = 3 if letter in usual else 2 if letter in rare else -1
    if letter.isupper() and before.isalpha() and (after.islower() or before.islower()):
        weight -= 4  # a capital inside a word
    is_cyrillic = "\u0400" <= letter <= "\u04ff"
    if is_cyrillic and ((before.isascii() and before.isalpha()) or (after.isascii() and after.isalpha())):
        weight -= 6
    return weight


def _run(text: str, place: int) -> int:
    """Against three vowels or four consonants in a row; letters of other scripts have their own rules."""
    first = last = place
    if not text[place].isalpha() or text[place] >= "\u0400":
        return 0
    is_vowel = text[place].lower() in VOWELS
    while first > place - 4 and text[first - 1].isalpha() and (text[first - 1].lower() in VOWELS) == is_vowel:
        first -= 1
    while (
        last < min(place + 4, len(text) - 2)
        and text[last + 1].isalpha()
        and (text[last + 1].lower() in VOWELS) == is_vowel
    ):
        last += 1
    return -3 if last - first + 1 >= (3 if is_vowel else 4) else 0


class Unreadable(Exception):
    """The file can't be taken as a table; `message` says why."""

    def __init__(self, template: str, **values: int | str) -> None:
        self.message = Text(template, values)
        super().__init__(str(self.message))


SEPARATORS: Final = (";", "\t", ",", "|")
SAMPLE: Final = 60  # lines that say what parts the cells
LOOKED_AT: Final = 100_000  # characters of them
RARE: Final = 8  # of so many letters one at most is none of plain English
ANNOUNCED: Final = re.compile(r'"?sep=(.)"?\r?(?:\n|$)')  # the first line, as Excel writes and reads it
NO_LETTERS: Final = re.compile(r"[\x00-\x08\x0e-\x19\x1b-\x1f]")
LETTERS: Final = {
    "cp1252": pgettext("in a line", "western European letters of Windows"),
    "cp1250": pgettext("in a line", "central European letters of Windows"),
    "cp1251": gettext_noop("Cyrillic letters of Windows"),
    "mac_roman": pgettext("in a line", "letters of an old Macintosh"),
    "iso8859_15": pgettext("in a line", "western European letters of Linux"),
    "cp850": pgettext("in a line", "western European letters of DOS"),
    "koi8_r": gettext_noop("Cyrillic letters of Unix"),
}


def decoded(data: bytes, letters: str = "") -> tuple[str, str, tuple[Text, ...]]:
    """The text, the encoding it was read in, and what was guessed of it; UTF-8 or UTF-16 says so itself and is empty.
    `letters` is the encoding that somebody has chosen for a text that is neither.

    Raises:
        Unreadable: it is no text, or none in these letters.
    """
    text, used = _unicode(data), ""
    notes: tuple[Text, ...] = ()
    if text is None and letters in LETTERS:
        try:
            text, used = data.decode(letters), letters
        except UnicodeDecodeError:
            raise Unreadable(NOT_IN_THESE) from None
    elif text is None:
        guess = guessed(data) or _of_dos(data)
        if guess is None:
            raise Unreadable(NO_TEXT)
        text, used = data.decode(guess.encoding), guess.encoding
        if guess.is_unsure:
            notes = (Text(GUESSED, {"sample": guess.sample, "letters": Text(LETTERS[guess.encoding])}),)
    text = text.removesuffix("\x1a")  # how files end that DOS wrote
    if NO_LETTERS.search(text):
        raise Unreadable(NO_TEXT)
    return text, used, notes


def _of_dos(data: bytes) -> Guess | None:
    """What no other letters make words of may be a text of DOS, where nearly all of it is plain."""
    looked_at = data[:LOOKED_AT]
    if RARE * sum(byte > 127 for byte in looked_at) > len(looked_at) or NO_LETTERS.search(data.decode("cp850")):
        return None
    word = WORD.search(looked_at.decode("cp850"))
    return Guess("cp850", word[0][:40] if word else "", is_unsure=True)


def _unicode(data: bytes) -> str | None:
    """UTF-8 with or without its mark, UTF-16 with it or, by every other byte that is zero, without."""
    for encoding in (_wide(data), "utf-8-sig"):
        if encoding:
            try:
                return data.decode(encoding)
            except UnicodeDecodeError:
                continue
    return None


def _wide(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    sample = data[:4_000]
    for encoding, zeros in (("utf-16-le", sample[1::2]), ("utf-16-be", sample[::2])):
        if 8 * zeros.count(0) > len(zeros):
            return encoding
    return ""


def samples(text: str) -> dict[str, list[list[str]]]:
    """The first lines by each separator that may part the cells, the likeliest first: what parts most lines into the
    same number of cells. Without any that parts none they are whole lines."""
    if announced := ANNOUNCED.match(text):
        return {announced[1]: _first_lines(text, announced[1])}
    found = {separator: _first_lines(text, separator) for separator in SEPARATORS}
    evidence = {separator: _evidence(lines) for separator, lines in found.items()}
    likely = sorted(SEPARATORS, key=lambda separator: evidence[separator], reverse=True)
    unused = next((separator for separator in likely if not evidence[separator][0]), "")
    return {separator: found[separator] for separator in likely if evidence[separator][0] or separator == unused}


def _first_lines(text: str, separator: str) -> list[list[str]]:
    """Some lines; where a quotation mark stays open those before it."""
    lines = []
    try:
        for cells in islice(csv.reader(io.StringIO(text[:LOOKED_AT], newline=""), delimiter=separator), SAMPLE):
            lines.append(cells)  # noqa: PERF402 what was read before an error counts
    except csv.Error:
        pass
    return lines


def _evidence(lines: list[list[str]]) -> tuple[int, int]:
    """How many lines have the same number of cells, two at least, and how many that is."""
    widths = Counter(len(cells) for cells in lines if len(cells) > 1)
    return max(((many, width) for width, many in widths.items()), default=(0, 0))


def lines_in(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    """The lines with the number where each begins.

    Raises:
        Unreadable: a quotation mark is left open.
    """
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    before = 0
    try:
        for cells in lines:
            is_announcement = before == 0 and ANNOUNCED.match(text)
            yield before + 1, [] if is_announcement else cells
            before = lines.line_num
    except csv.Error:
        raise Unreadable(BROKEN_CSV, line=before + 1) from None


NO_TEXT: Final = gettext_noop("The letters of this file can’t be read. Save it as CSV in UTF-8, or as .xlsx.")
NOT_IN_THESE: Final = gettext_noop("The file can’t be read in these letters. Choose others.")
GUESSED: Final = gettext_noop(
    "The file does not say in which letters it is written. “{sample}” is how it reads in {letters}. Where names look "
    "wrong, save the file as CSV in UTF-8 or as .xlsx and send it again."
)
BROKEN_CSV: Final = gettext_noop("The file breaks off or a quotation mark is left open at line {line}.")
