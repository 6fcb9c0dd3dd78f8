"""Paper to draw on: the shipped fonts, texts of any script, lines, boxes and QR codes. What is drawn alike is the same
file, byte for byte: its time is given, and nothing is fetched from anywhere.

Names come in any script: what the shipped fonts have is shaped and put in its order, anything else is a mark that says
so. fpdf2 is imported when the first document is made, since that takes a while.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal
from unicodedata import category, combining, normalize

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

# Texts as a printed page can bear them: of any script, of any length, whoever wrote them.

UNKNOWN: Final = "\ufffd"  # stands for characters that no font here has
JOINERS: Final = "\u200c\u200d"
ISOLATES: Final = re.compile("[\u2066-\u2069]")
CLOSED: Final = "\u2069"
VIRAMA: Final = 9  # the class of marks that join a consonant to the next one, as Unicode counts them
MOST_MARKS: Final = 3  # on one letter
LONGEST: Final = 120  # characters; a longer text ends in "…"
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


if TYPE_CHECKING:
    from fpdf import FPDF

Paper = Literal["A4", "A5"]
Align = Literal["L", "C", "R"]

FONTS: Final = Path(__file__).resolve().parent.parent / "static" / "vendor" / "noto"
MAIN: Final = "Noto"
STYLES: Final = {"": "Regular", "B": "Bold"}
# Fonts beside the main one, and the characters that call for them.
OTHERS: Final[Mapping[str, str]] = {
    "Math": "[\u2190-\u22ff]",
    "Symbols2": "[\u2500-\u27bf]",
    "Hebrew": "[\u0590-\u05ff\ufb1d-\ufb4f]",
    "Arabic": "[\u0600-\u077f]",
    "Armenian": "[\u0530-\u058f\ufb13-\ufb17]",
    "Georgian": "[\u10a0-\u10ff\u1c90-\u1cbf\u2d00-\u2d2f]",
    "Devanagari": "[\u0900-\u097f\ua8e0-\ua8ff]",
    "Gurmukhi": "[\u0a00-\u0a7f]",
    "Gujarati": "[\u0a80-\u0aff]",
    "Thai": "[\u0e00-\u0e7f]",
}
UNSHAPED: Final = re.compile("[\x20-\u02af\u0400-\u0482\u048a-\u052f\u2010-\u2026\u2030-\u203a\u20ac\u2212]*")

MILLIMETRES: Final = {"A4": (210, 297), "A5": (148, 210)}
MARGIN: Final = {"A4": 15, "A5": 10}  # mm
FOOT_SIZE: Final = {"A4": 8, "A5": 7}  # points
HAIRLINE: Final = 0.1  # mm
MM: Final = 25.4 / 72  # of a point
OVERLAP: Final = 0.01  # mm, so that no gap shows between squares that touch


class Canvas:
    """A document while it is drawn, in mm from the upper left. The foot of each page says which of how many it is and
    when (`now`, aware) they were made; from the second one on also what is `running` on."""

    def __init__(self, title: str, paper: Paper, now: datetime, *, margin: float, has_foot: bool = True) -> None:
        self.paper = paper
        self.running = ""
        self.pdf = _opened(paper, now, margin, self._foot if has_foot else _nothing)
        self._known: dict[tuple[str, float, str], float] = {}
        self._made = self.clean(_made(now)) if has_foot else ""
        self.pdf.set_title(self.clean(title))

    def page(self, *, is_wide: bool = False) -> None:
        """A new page, on its side or not."""
        self.pdf.add_page(orientation="landscape" if is_wide else "portrait")

    def _foot(self) -> None:
        pdf, top = self.pdf, self.pdf.h - MARGIN[self.paper]
        self.font(FOOT_SIZE[self.paper])
        numbers = _("Page {page} of {pages}").format(page=pdf.page_no(), pages=pdf.str_alias_nb_pages)
        beside = max(self.long(numbers), self.long(self._made)) + 4
        if self.running and pdf.page_no() > 1:
            self.write((pdf.l_margin + beside, top), self.running, pdf.epw - 2 * beside, align="C")
        pdf.set_text_shaping(use_shaping_engine=False)  # how many pages there are is filled in at the end
        pdf.set_xy(pdf.l_margin, top)
        pdf.cell(0, 4, numbers, align="L")
        pdf.set_xy(pdf.l_margin, top)
        self.shape(self._made)
        pdf.cell(0, 4, self._made, align="R")

    def finished(self) -> bytes:
        """The file."""
        return bytes(self.pdf.output())

    def clean(self, text: str, longest: int = LONGEST) -> str:
        """One line of a text as it can be drawn. Fonts that it asks for are there from now on."""
        line = bearable(text, longest)
        wanted = [name for name, letters in OTHERS.items() if name.lower() not in self._others]
        if missing := [name for name in wanted if re.search(OTHERS[name], line)]:
            for name in missing:
                self.pdf.add_font(name, "", FONTS / f"NotoSans{name}-Regular.ttf")
            self.__dict__.pop("_codes", None)
            self.pdf.set_fallback_fonts([name for name in OTHERS if name.lower() in self._others], exact_match=False)
        return drawable(line, self._codes)

    @property
    def _others(self) -> frozenset[str]:
        return frozenset(self.pdf.fonts)

    @cached_property
    def _codes(self) -> set[int]:
        return {code for font in self.pdf.fonts.values() for code in getattr(font, "cmap", ())}

    def font(self, size: float, *, bold: bool = False, grey: int = 0) -> None:
        """What is written from now on: its size in points, and how light it is, from 0 (black) to 255."""
        self.pdf.set_font(MAIN, "B" if bold else "", size)
        self.pdf.set_text_color(grey)
        if self.pdf.page and len(self._others) > len(STYLES):
            # fpdf2 would set the font within the first text alone where that begins in another script's font
            self.pdf.text(0, 0, "")

    def long(self, text: str) -> float:
        """mm, in the font that is set."""
        key = (self.pdf.font_style, self.pdf.font_size_pt, text)
        if key not in self._known:
            self.shape(text)
            self._known[key] = self.pdf.get_string_width(text)
        return self._known[key]

    def shape(self, text: str) -> None:
        """Only what needs it is shaped: that takes ten times as long."""
        self.pdf.set_text_shaping(not UNSHAPED.fullmatch(text))

    def write(self, at: tuple[float, float], text: str, width: float, *, align: Align = "L") -> None:
        """One line of a clean text, its upper left `at`; what is too long for the width ends in "…"."""
        shown = self.cut(text, width)
        if shown:
            self.pdf.set_xy(*at)
            self.shape(shown)
            self.pdf.cell(width, self.pdf.font_size, shown, align=align)

    def cut(self, text: str, width: float) -> str:
        """The text, or as much of it as fits."""
        if self.long(text) <= width:
            return text
        fits, too_long = 0, len(text)
        while too_long - fits > 1:
            half = (fits + too_long) // 2
            if self.long(_shortened(text, half)) <= width:
                fits = half
            else:
                too_long = half
        return _shortened(text, fits)

    def in_lines(self, text: str, width: float) -> list[str]:
        """A clean text in as many lines as it takes, in the font that is set."""
        if self.long(text) <= width:
            return [text]
        if not UNSHAPED.fullmatch(text):
            return list(self._broken(text, width))
        lines = self.pdf.multi_cell(width, 1, text, align="L", dry_run=True, output="LINES")
        assert isinstance(lines, list)  # noqa: S101  what "LINES" gives
        return lines

    def _broken(self, text: str, width: float) -> Iterator[str]:
        """The lines of a text that is shaped, whose letters fpdf2 would measure one by one. A word is parted only where
        it is longer than a line, and never within what is read as one letter."""
        line = ""
        for word in text.split(" "):
            longer = f"{line} {word}" if line else word
            if self.long(longer) <= width:
                line = longer
                continue
            if line:
                yield line
            line = ""
            for letter in _letters(word):
                if line and self.long(line + letter) > width:
                    yield line
                    line = ""
                line += letter
        yield line

    def line(self, start: tuple[float, float], end: tuple[float, float], *, grey: int = 0, wide: float = 0.1) -> None:
        """`wide` in mm."""
        self.pdf.set_draw_color(grey)
        self.pdf.set_line_width(wide)
        self.pdf.line(*start, *end)
        self.pdf.set_line_width(HAIRLINE)

    def box(self, at: tuple[float, float], size: tuple[float, float], *, grey: int = 0, wide: float = 0.1) -> None:
        """A frame of a width and a height."""
        self.pdf.set_draw_color(grey)
        self.pdf.set_line_width(wide)
        self.pdf.rect(*at, *size)
        self.pdf.set_line_width(HAIRLINE)

    @contextmanager
    def dashed(self) -> Iterator[None]:
        """Lines that are to be cut along."""
        self.pdf.set_dash_pattern(dash=1, gap=1)
        yield
        self.pdf.set_dash_pattern()

    @contextmanager
    def upwards(self, at: tuple[float, float]) -> Iterator[None]:
        """What is written there goes from the bottom to the top."""
        with self.pdf.rotation(90, *at):
            yield

    def squares(self, at: tuple[float, float], size: float, dark: Sequence[Sequence[int]]) -> None:
        """A QR code: rows of modules, 1 where it is dark."""
        one = size / len(dark)
        self.pdf.set_fill_color(0)
        for number, row in enumerate(dark):
            for first, length in _runs(row):
                left, top = at[0] + first * one, at[1] + number * one
                self.pdf.rect(left, top, length * one, one + OVERLAP, style="F")


def _runs(row: Sequence[int]) -> Iterator[tuple[int, int]]:
    """(where it begins, how many) of each run of dark modules."""
    start = None
    for number, module in enumerate([*row, 0]):
        if module and start is None:
            start = number
        elif not module and start is not None:
            yield start, number - start
            start = None


def _goes_on(before: str, letter: str) -> bool:
    """Whether a character is read as one letter with the one before it: a mark on it, or joined below it."""
    return category(letter).startswith("M") or letter in JOINERS or before in JOINERS or combining(before) == VIRAMA


def _letters(word: str) -> Iterator[str]:
    """What is read as one letter each."""
    start = 0
    for at in range(1, len(word)):
        if not _goes_on(word[at - 1], word[at]):
            yield word[start:at]
            start = at
    yield word[start:]


def _shortened(text: str, letters: int) -> str:
    """So many letters of it, or fewer where that would part one, and "…"; an isolated part stays closed."""
    while 0 < letters < len(text) and _goes_on(text[letters - 1], text[letters]):
        letters -= 1
    kept = text[:letters].rstrip()
    depth = sum(1 if mark != CLOSED else -1 for mark in ISOLATES.findall(kept))
    return f"{kept}…{CLOSED * depth}"


def _made(now: datetime) -> str:
    return _("Made on {when}").format(when=date_format(timezone.localtime(now), "DATETIME_FORMAT"))


def _nothing() -> None:
    """At the foot of pages that are cut apart, or written on."""


def _opened(paper: Paper, now: datetime, margin: float, foot: Callable[[], None]) -> "FPDF":
    """A document without pages."""
    from fpdf import FPDF

    class Footed(FPDF):
        def footer(self) -> None:
            foot()

    pdf = Footed(format=MILLIMETRES[paper])
    pdf.set_margins(margin, margin, margin)
    pdf.set_auto_page_break(auto=False)
    pdf.c_margin = 0
    pdf.set_line_width(HAIRLINE)
    pdf.set_creation_date(now)
    pdf.set_creator("Scorekeeper")
    pdf.set_lang(get_language() or "en")
    for style, name in STYLES.items():
        pdf.add_font(MAIN, style, FONTS / f"NotoSans-{name}.ttf")
    return pdf
