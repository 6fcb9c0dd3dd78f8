"""Papers as PDF files that everybody can read: tagged, by the rules of PDF/UA-1, set by typst. A table to print is one.

A paper is data and a template, a `.typ` file. The data go to typst as one JSON and never into source, so that no name
can be markup. What is set alike is the same file, byte for byte: its time is given, and nothing is fetched from
anywhere. Names come in any script: what the shipped fonts have is shown, anything else is a mark that says so.

fontTools is imported when the first name needs it, since that takes a while; typst has a process of its own.
"""

import json
import re
import subprocess
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal
from unicodedata import category, normalize

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

Paper = Literal["A4", "A5"]

APP: Final = Path(__file__).resolve().parent.parent
FONTS: Final = APP / "static" / "vendor" / "noto"
PRESS: Final = Path(__file__).with_name("press.py")
SECONDS: Final = 60  # that a file may take; the longest list takes two
MILLIMETRES: Final = {"A4": (210, 297), "A5": (148, 210)}
REGION: Final = re.compile("[a-z]{2}")
NAMELESS: Final = "Scorekeeper"  # the title of a file that has none

# Texts as a printed page can bear them: of any script, of any length, whoever wrote them.

UNKNOWN: Final = "\ufffd"  # stands for characters that no font here has
JOINERS: Final = "\u200c\u200d"
ISOLATES: Final = re.compile("[\u2066-\u2069]")
CLOSED: Final = "\u2069"
MOST_MARKS: Final = 3  # on one letter
LONGEST: Final = 120  # characters; a longer text ends in "…"
LONGEST_TITLE: Final = 300
ROOM: Final = 16  # characters read for each one kept, most of which may be thrown away


def bearable(text: str, longest: int = LONGEST) -> str:
    """One line of what is written, without what only steers, and with no more marks on a letter than can be read."""
    kept, marks = [], 0
    for letter in normalize("NFC", text[: longest * ROOM]):
        kind = category(letter)
        marks = marks + 1 if kind in {"Mn", "Me"} else 0
        if kind in {"Cc", "Zl", "Zp"}:
            kept.append(" ")
        elif marks <= MOST_MARKS and (kind not in {"Cf", "Cs"} or letter in JOINERS or ISOLATES.match(letter)):
            kept.append(letter)
    line = " ".join("".join(kept).split())
    return _isolated(line if len(line) <= longest else f"{line[: longest - 1]}…")


def _isolated(line: str) -> str:
    """Parts that are isolated stay so where each that opens is closed again."""
    depth = 0
    for mark in ISOLATES.findall(line):
        depth += -1 if mark == CLOSED else 1
        if depth < 0:
            break
    return line if depth == 0 else ISOLATES.sub("", line)


def drawable(text: str, glyphs: Collection[int]) -> str:
    """The text, with one mark in the place of characters that no font has."""
    return "".join(_drawn(text, glyphs))


def _drawn(text: str, glyphs: Collection[int]) -> Iterator[str]:
    is_unknown = False
    for letter in text:
        was_unknown, is_unknown = is_unknown, ord(letter) not in glyphs or (is_unknown and letter in JOINERS)
        if not is_unknown:
            yield letter
        elif not was_unknown:
            yield UNKNOWN


def clean(text: str, longest: int = LONGEST) -> str:
    """One line of a text as the shipped fonts can draw it."""
    if len(text) <= longest and text.isascii() and text.isprintable():
        return " ".join(text.split())
    return drawable(bearable(text, longest), _glyphs())


@cache
def _glyphs() -> frozenset[int]:
    """The characters that some shipped font has."""
    from fontTools.ttLib import TTFont

    found: set[int] = set()
    for path in sorted(FONTS.glob("*.ttf")):
        with TTFont(path, lazy=True) as font:
            found |= font.getBestCmap().keys()
    return frozenset(found)


# Papers, and the file of one or of several.


@dataclass(frozen=True, slots=True)
class Part:
    """A paper in a file: its template (from the root of the app) and the data that this shows. All texts in `data` are
    shortened to a line each; `title` and the lines `over` it may be longer. A `bookmark` leads to its first page."""

    template: str
    paper: Paper
    data: Mapping[str, Any]
    title: str = ""
    over: Sequence[str] = ()
    bookmark: str = ""

    def as_json(self) -> dict[str, Any]:
        narrow, tall = MILLIMETRES[self.paper]
        return {
            "template": self.template,
            "paper": self.paper,
            "narrow": narrow,
            "tall": tall,
            "title": clean(self.title, LONGEST_TITLE) or NAMELESS,
            "over": [clean(line, LONGEST_TITLE) for line in self.over],
            "bookmark": clean(self.bookmark),
            "data": _cleaned(self.data),
        }


def _cleaned(value: Any) -> Any:
    match value:
        case str():
            return clean(value)
        case Mapping():
            return {key: _cleaned(inner) for key, inner in value.items()}
        case Sequence():
            return [_cleaned(inner) for inner in value]
    return value


def typeset(parts: Sequence[Part], title: str, made: datetime) -> bytes:
    """The file of these papers, one after the other, in the language that is active. `made` is aware; it is the date
    of the file, and stands at the foot of the pages that have one.

    Raises:
        ValueError: there is no paper.
        RuntimeError: typst refused it: a fault of a template.
        subprocess.TimeoutExpired: it took too long.
    """
    if not parts:
        raise ValueError("a file without papers has no pages")
    return _pressed(parts, title, made)


def picture(part: Part) -> bytes:
    """A paper of one page as PNG, a pixel for a point. It has no time of its own. Raises as `typeset` does."""
    return _pressed([part], part.title, datetime(1970, 1, 1, tzinfo=UTC), "png")


def _pressed(parts: Sequence[Part], title: str, made: datetime, *arguments: str) -> bytes:
    language, _hyphen, region = (get_language() or "en").partition("-")
    at = made.astimezone(UTC)
    data = {
        "title": clean(title, LONGEST_TITLE) or NAMELESS,
        "language": language,
        "region": region if REGION.fullmatch(region) else None,
        "made": [at.year, at.month, at.day, at.hour, at.minute, at.second],
        "numbers": _("Page {page} of {pages}"),
        "when": clean(_("Made on {when}").format(when=date_format(timezone.localtime(made), "DATETIME_FORMAT"))),
        "parts": [part.as_json() for part in parts],
    }
    done = subprocess.run(  # noqa: S603 our own program, and no data in the command
        [sys.executable, "-P", str(PRESS), *arguments],
        input=json.dumps(data).encode(),
        capture_output=True,
        timeout=SECONDS,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"no file was set: {done.stderr.decode(errors='replace')}")
    return done.stdout


Row = Sequence[str]


@dataclass(frozen=True, slots=True)
class Document:
    """A title, what stands under it, and a table; the columns of figures stand to the right. `made` is aware and stands
    at the foot of each page. What `grows` has the largest letters with which it stands on one page."""

    title: str
    lines: Sequence[str]
    heads: Row
    rows: Sequence[Row]
    figures: Sequence[bool]
    made: datetime
    paper: Paper = "A4"
    grows: bool = False

    def part(self, bookmark: str = "") -> Part:
        """The table in a file. It is as wide as the paper, and lies on its side where it needs more than that; one that
        is wider still goes on below itself, with its first columns in front again."""
        data = {"heads": self.heads, "rows": self.rows, "figures": self.figures, "grows": self.grows}
        return Part("/common/papers/table.typ", self.paper, data, self.title, self.lines, bookmark)


def pdf_of(document: Document) -> bytes:
    """The file."""
    return typeset([document.part()], document.title, document.made)
