"""Sheets of tables on paper."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import accumulate, groupby
from typing import Final

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import pgettext

from scorekeeper.common.pdf_canvas import MILLIMETRES, MM, Canvas, Paper
from scorekeeper.common.texts import rules_title
from scorekeeper.tournaments.drawings.shapes import Column, columns_of
from scorekeeper.tournaments.formats.lists import named
from scorekeeper.tournaments.models import Round
from scorekeeper.tournaments.papers.blanks import Blank
from scorekeeper.tournaments.papers.reads import of_stage

EDGE: Final = {"A4": (12, 10), "A5": (8, 8)}  # mm beside, and above and below
SCALE: Final = {"A4": 1.0, "A5": 0.74}
LEAST: Final = {"A4": 4.3, "A5": 3.9}  # mm of a line
MOST: Final = {"A4": 7.5, "A5": 6.0}
SIGN: Final = {"A4": 10, "A5": 9}  # mm
HEAD: Final = 25  # mm on A4, like all that follow
OVER: Final = 17
TOTAL: Final = 8
NAMES: Final = 6


def signing(paper: Paper) -> float:
    """mm that are kept for who has how much in the end."""
    return (TOTAL + NAMES + 4) * SCALE[paper] + SIGN[paper]


def room(paper: Paper) -> float:
    """mm that are left for lines."""
    return MILLIMETRES[paper][1] - 2 * EDGE[paper][1] - (HEAD + OVER) * SCALE[paper] - signing(paper)


def on_pages(blank: Blank, paper: Paper) -> list[Blank]:
    """A sheet on as many pages as it takes, each with its lines."""
    lines = blank.lines
    pages = max(1, -int(-len(lines) * LEAST[paper] // room(paper)))
    each = -(-len(lines) // pages)
    if pages == 1:
        return [blank]
    return [
        replace(blank, lines=lines[first : first + each], part=f"{number}/{pages}")
        for number, first in enumerate(range(0, len(lines), each), 1)
    ]


def line_height(lines: int, paper: Paper) -> float:
    """mm of each of the lines of a page."""
    return min(room(paper) / lines, MOST[paper])


BESIDE: Final = 52  # mm on A4
SMALLEST: Final = 0.7  # of the size of letters
GREY: Final = 90
RULE: Final = 150
STRONG: Final = 0.4

PAD: Final = 0.3  # mm below a team
LEADING: Final = 1.15  # of the height of letters
HALFWAY: Final = 0.55  # down the heads, where titles of columns that belong together begin

Spot = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Placed:
    """A column where it stands on the paper, in mm."""

    column: Column
    left: float
    wide: float

    @property
    def right(self) -> float:
        return self.left + self.wide


def sheets_pdf(round_: Round, blanks: Sequence[Blank], paper: Paper, now: datetime) -> bytes:
    """The file."""
    what = pgettext("in a line", "empty score sheets of round {number}").format(number=round_.number)
    canvas = Canvas(named(round_.stage.tournament, what), paper, now, margin=EDGE[paper][0], has_foot=False)
    for blank in blanks:
        pages = on_pages(blank, paper)
        high = line_height(len(pages[0].lines), paper)
        for page in pages:
            _Sheet(canvas, round_, page, paper).page(high)
    if not blanks:
        canvas.page()
    return canvas.finished()


class _Sheet:
    """A page of the sheet of a table while it is drawn."""

    def __init__(self, canvas: Canvas, round_: Round, blank: Blank, paper: Paper) -> None:
        self.canvas, self.one, self.blank, self.scale = canvas, round_, blank, SCALE[paper]
        self.sides = [(canvas.clean(side.name), canvas.clean(side.team)) for side in blank.sides]
        self.left, self.top = EDGE[paper]
        self.width = MILLIMETRES[paper][0] - 2 * self.left
        self.columns = self._fitted(columns_of(round_.stage.tournament.plays, self.sides))
        self.signing = signing(paper)

    def _fitted(self, columns: Sequence[Column]) -> list[Placed]:
        """All of them as wide as the paper, the second taking what is left where it can."""
        asked = sum(column.wide for column in columns) * self.scale
        factor = min(self.width / asked, 1) * self.scale
        wide = [column.wide * factor for column in columns]
        wide[1] += self.width - sum(wide)
        begins = accumulate(wide[:-1], initial=self.left)
        return [Placed(column, left, own) for column, left, own in zip(columns, begins, wide, strict=True)]

    def page(self, high: float) -> None:
        """With lines that are so `high`, in mm."""
        self.canvas.page()
        self._head(self.blank.part)
        top = self.top + HEAD * self.scale
        self._over(top)
        top += OVER * self.scale
        for line in self.blank.lines:
            self._line(line, top, high)
            top += high
        bottom = top
        top = self.top + HEAD * self.scale
        self._uprights(top, bottom)
        self.canvas.box((self.left, top), (self.width, bottom - top), wide=STRONG)
        self._close(bottom + 4 * self.scale)

    def _font(self, size: float, *, bold: bool = False, grey: int = 0) -> None:
        self.canvas.font(size * self.scale, bold=bold, grey=grey)

    def _head(self, part: str) -> None:
        """Whose sheet it is: the club, and tournament, table, round and game."""
        canvas, tournament, half = self.canvas, self.one.stage.tournament, self.width * 0.4
        self._font(10, grey=GREY)
        canvas.write((self.left, self.top), canvas.clean(tournament.club.name), half - 4)
        self._font(20, bold=True)
        canvas.write((self.left, self.top + 6 * self.scale), canvas.clean(pgettext("heading", "Score sheet")), half - 4)
        at = f"{self.blank.table.number}, {self.blank.table.code}".rstrip(", ")
        day = date_format(localtime(tournament.starts_at), "DATE_FORMAT")
        rules = f"{day}, {rules_title(tournament.rules_name)}" if tournament.rules_name else day
        facts = [
            (pgettext("heading", "Tournament"), of_stage(self.one.stage)),
            (pgettext("heading", "Table"), f"{at} ({part})" if part else at),
            (pgettext("heading", "Round"), str(self.one.number)),
            (str(tournament.plays.title), rules),
        ]
        for number, (what, text) in enumerate(facts):
            self._fact(what, text, (self.left + half, self.top + number * 5.3 * self.scale), self.width - half)

    def _fact(self, what: str, text: str, at: Spot, width: float) -> None:
        left, top = at
        label = 24 * self.scale
        self._font(8, grey=GREY)
        self.canvas.write((left, top + 1 * self.scale), self.canvas.clean(what), label - 1)
        self._font(10, bold=True)
        self.canvas.write((left + label, top + 0.4 * self.scale), self.canvas.clean(text), width - label)
        bottom = top + 4.9 * self.scale
        self.canvas.line((left, bottom), (left + width, bottom), grey=RULE)

    def _groups(self) -> list[list[Placed]]:
        """Columns that belong together."""
        together = groupby(self.columns, key=lambda column: column.column.of or column.left)
        return [list(group) for _key, group in together]

    def _over(self, top: float) -> None:
        """The heads: over columns that belong together what they are of."""
        middle, bottom = top + OVER * self.scale * HALFWAY, top + OVER * self.scale
        for group in self._groups():
            of, left = group[0].column.of, group[0].left
            wide = group[-1].right - left
            if of:
                self._of(group[0].column, (left, top), (wide, middle - top))
                self.canvas.line((left, middle), (left + wide, middle), grey=RULE)
            begin = middle if of else top
            for one in group:
                self._font(7)
                self._title(one.column, (one.left, begin), (one.wide, bottom - begin))
        self.canvas.line((self.left, bottom), (self.left + self.width, bottom), wide=STRONG)

    def _of(self, column: Column, at: Spot, size: Spot) -> None:
        """What columns that belong together are of: a side with its team below it."""
        if not column.is_sides:
            self._font(7)
            self._within(column.of, at, size)
        elif column.team:
            self._named((column.of, column.team), at, size)
        else:
            self._font(9, bold=True)
            self._within(column.of, at, size)

    def _named(self, side: tuple[str, str], at: Spot, size: Spot) -> None:
        """A name in bold, and below it, smaller, the team in one line."""
        (left, top), (wide, high) = at, size
        self._font(6, grey=GREY)
        foot = self.canvas.pdf.font_size * LEADING + PAD
        self._within(side[1], (left, top), (wide, high), lines=1, pad=PAD)
        self._font(7, bold=True)
        lines = max(1, int((high - foot) / self.canvas.pdf.font_size))
        self._within(side[0], at, (wide, high - foot), lines=lines, pad=0)

    def _title(self, column: Column, at: Spot, size: Spot) -> None:
        (left, top), (wide, high) = at, size
        if not column.upright:
            self._within(column.title, at, size)
            return
        letters = 7 * self.scale * MM
        foot = left + (wide - letters) / 2, top + high - 1
        with self.canvas.upwards(foot):
            self.canvas.write(foot, self.canvas.clean(column.title), high - 2)

    def _within(self, text: str, at: Spot, size: Spot, *, lines: int = 2, pad: float = 0.6) -> None:
        """In at most so many `lines`, above the foot of its field; smaller where it is too long for them."""
        (left, top), (wide, high) = at, size
        clean, most = self.canvas.clean(text), min(lines, 2)
        longest = max([self.canvas.long(word) for word in (clean.split() if most > 1 else [clean])], default=0)
        if longest > wide - 1:
            self.canvas.pdf.set_font_size(self.canvas.pdf.font_size_pt * max((wide - 1.2) / longest, SMALLEST))
        leading = self.canvas.pdf.font_size * LEADING
        found = [clean] if most == 1 else self.canvas.in_lines(clean, wide - 1)
        shown = found if len(found) <= most else [found[0], " ".join(found[1:])]
        for number, line in enumerate(reversed(shown), 1):
            self.canvas.write((left + 0.5, top + high - number * leading - pad), line, wide - 1, align="C")

    def _line(self, line: int, top: float, high: float) -> None:
        """With its number; where the deal has gone round the rule below it is stronger."""
        self._font(8, grey=GREY)
        wide, letters = self.columns[0].wide, self.canvas.pdf.font_size
        self.canvas.write((self.left, top + (high - letters) / 2), str(line), wide, align="C")
        is_round = line % len(self.sides) == 0
        below, right = top + high, self.left + self.width
        self.canvas.line(
            (self.left, below), (right, below), grey=0 if is_round else RULE, wide=0.2 if is_round else 0.1
        )

    def _uprights(self, top: float, bottom: float) -> None:
        """Between columns; what belongs to a side is set apart."""
        middle = top + OVER * self.scale * HALFWAY
        for group in self._groups():
            for one in group:
                is_first = one is group[0]
                begin = top if is_first else middle
                if is_first and one.column.is_sides:
                    self.canvas.line((one.left, begin), (one.left, bottom), wide=STRONG)
                else:
                    self.canvas.line((one.left, begin), (one.left, bottom), grey=RULE)

    def _side(self, side: tuple[str, str], at: Spot, size: Spot) -> None:
        """Over what they have in the end: a name in one line where it fits, else in two; or with its team."""
        if side[1]:
            self._named(side, at, size)
            return
        self._font(8, bold=True)
        if self.canvas.long(side[0]) > size[0] - 1:
            self._font(7, bold=True)
        self._within(side[0], at, size)

    def _close(self, top: float) -> None:
        """Who has how much in the end, and signs for it."""
        canvas, beside = self.canvas, BESIDE * self.scale
        each = (self.width - beside) / max(len(self.sides), 1)
        total = top + NAMES * self.scale
        sign, bottom = total + TOTAL * self.scale, top + self.signing - 4 * self.scale
        for title, at in ((pgettext("heading", "Total"), total), (pgettext("heading", "Signature"), sign)):
            self._font(9, bold=at == total)
            canvas.write((self.left, at + 2 * self.scale), canvas.clean(title), beside)
        for number, side in enumerate(self.sides):
            left = self.left + beside + number * each
            self._side(side, (left, top), (each, total - top))
            canvas.line((left, top), (left, bottom), grey=RULE)
        for at in (top, total, sign, bottom):
            strong = at in {top, sign}
            wide = STRONG if strong else 0.1
            canvas.line((self.left, at), (self.left + self.width, at), grey=0 if strong else RULE, wide=wide)
