"""Texts with separators, as CSV: in which letters they are written and what parts the cells, by the evidence."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Final

from games.core.text import Text, gettext_noop, pgettext
from scorekeeper.spreadsheets.encodings import WORD, Guess, guessed
from scorekeeper.spreadsheets.refusing import Unreadable

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
