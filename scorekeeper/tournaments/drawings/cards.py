"""Cards for the tables: on A4 six on a page to be cut apart, on A5 a table on each."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import segno
from django.utils.translation import pgettext

from scorekeeper.common.pdf_canvas import MILLIMETRES, MM, Canvas, Paper
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.lists import named
from scorekeeper.tournaments.models import Round
from scorekeeper.tournaments.papers.blanks import Card, Seated
from scorekeeper.tournaments.papers.reads import of_stage

GREY: Final = 90
DASHES: Final = 150
LEADING: Final = 1.3  # of the height of letters
SMALLEST: Final = 0.7  # of the size of letters
QUIET: Final = 2  # modules around a code


@dataclass(frozen=True, slots=True)
class Layout:
    """How cards lie on a page: `across` and `down`, the free `edge` of the page and within a card (mm), the sizes of
    their letters (points), and that of the code (mm)."""

    across: int
    down: int
    edge: float
    pad: float
    small: float
    table: float
    names: float
    code: float


LAYOUTS: Final = {
    "A4": Layout(2, 3, 10, 6, 8.5, 26, 12, 32),
    "A5": Layout(1, 1, 8, 8, 11, 48, 20, 60),
}


def cards_title(round_: Round) -> str:
    """What they are called."""
    return named(round_.stage.tournament, format_of(round_.stage).rounds.cards_file(round_.number))


def cards_pdf(round_: Round, cards: Sequence[tuple[Card, str, str]], paper: Paper, now: datetime) -> bytes:
    """The file, of cards each with the link its code leads to and its short code (both empty: it has none)."""
    layout, tournament = LAYOUTS[paper], round_.stage.tournament
    canvas = Canvas(
        named(tournament, pgettext("in a line", "cards for the tables")), paper, now, margin=layout.edge, has_foot=False
    )
    nth = format_of(round_.stage).rounds.on_card(round_.number)
    head = canvas.clean(of_stage(round_.stage)), canvas.clean(nth)
    wide, high = MILLIMETRES[paper]
    size = (wide - 2 * layout.edge) / layout.across, (high - 2 * layout.edge) / layout.down
    each_page = layout.across * layout.down
    for number, (card, link, code) in enumerate(cards):
        if number % each_page == 0:
            canvas.page()
        row, column = divmod(number % each_page, layout.across)
        at = layout.edge + column * size[0], layout.edge + row * size[1]
        if each_page > 1:
            with canvas.dashed():
                canvas.box(at, size, grey=DASHES)
        drawn = _Drawn(canvas, layout, at, size)
        drawn.card(card, head, (link, code))
    if not cards:
        canvas.page()
    return canvas.finished()


class _Drawn:
    """A card while it is drawn."""

    def __init__(self, canvas: Canvas, layout: Layout, at: tuple[float, float], size: tuple[float, float]) -> None:
        self.canvas, self.layout = canvas, layout
        self.left, self.top = at[0] + layout.pad, at[1] + layout.pad
        self.width, self.bottom = size[0] - 2 * layout.pad, at[1] + size[1] - layout.pad

    def card(self, card: Card, of: tuple[str, str], coded: tuple[str, str]) -> None:
        """`of` its stage and, where it has several, its round, `coded` with its link and its short code."""
        canvas, layout = self.canvas, self.layout
        canvas.font(layout.small, grey=GREY)
        nth = canvas.long(of[1]) + 3 if of[1] else 0
        canvas.write((self.left, self.top), of[0], self.width - nth)
        canvas.write((self.left, self.top), of[1], self.width, align="R")
        self.top += layout.small * MM * 1.6
        canvas.font(layout.table, bold=True)
        title = pgettext("heading", "Table {number}").format(number=card.table.number)
        canvas.write((self.left, self.top), canvas.clean(title), self.width)
        self.top += layout.table * MM * LEADING
        self.names(card.seats, self.bottom - self.top - (layout.code + 2 if coded[0] else 0))
        if coded[0]:
            self.code(*coded)

    def names(self, seats: Sequence[Seated], room: float) -> None:
        """Who sits where, as large as all of them fit; of a name that is very long the beginning."""
        clean = [(seat.number, self.canvas.clean(seat.name)) for seat in seats]
        last = max([number for number, _name in clean], default=0)
        size = min(self.layout.names, room / max(len(seats), 1) / MM / LEADING)
        self.canvas.font(size)
        widest = max([self.canvas.long(f"{last}. {name}") for _number, name in clean], default=0)
        size *= max(min(self.width / widest, 1), SMALLEST) if widest else 1
        self.canvas.font(size)
        numbers = self.canvas.long(f"{last}. ")
        for number, name in clean:
            self.canvas.write((self.left, self.top), f"{number}.", numbers)
            self.canvas.write((self.left + numbers, self.top), name, self.width - numbers)
            self.top += size * MM * LEADING

    def code(self, link: str, code: str) -> None:
        """The code to scan at the foot of the card, and beside it the one to type."""
        size, height = self.layout.code, self.layout.names * MM
        top = self.bottom - size
        matrix = segno.make(link, error="m").matrix_iter(border=QUIET)
        self.canvas.squares((self.left, top), size, [list(row) for row in matrix])
        self.canvas.font(self.layout.names, bold=True)
        beside = self.left + size + 4
        self.canvas.write((beside, top + (size - height) / 2), self.canvas.clean(code), self.width - size - 4)
