"""Receipts to sign: on A4 four on a page, on A5 two, to be cut apart."""

from datetime import datetime
from typing import Final

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import pgettext

from scorekeeper.common.pdf_canvas import MILLIMETRES, MM, Canvas, Paper
from scorekeeper.common.texts import amount_words, isolated
from scorekeeper.tournaments.formats.lists import named
from scorekeeper.tournaments.models import Tournament
from scorekeeper.tournaments.papers.blanks import Awarded

EDGE: Final = {"A4": 15, "A5": 10}  # mm
ON_A_PAGE: Final = {"A4": 4, "A5": 2}
GREY: Final = 90
DASHES: Final = 150
LINE: Final = 6.5  # mm


def receipts_pdf(tournament: Tournament, prizes: Awarded, paper: Paper, now: datetime) -> bytes:
    """The file, of a receipt for each prize."""
    canvas = Canvas(
        named(tournament, pgettext("in a line", "receipts")), paper, now, margin=EDGE[paper], has_foot=False
    )
    wide, high = MILLIMETRES[paper]
    height = (high - 2 * EDGE[paper]) / ON_A_PAGE[paper]
    when = date_format(localtime(tournament.starts_at), "DATE_FORMAT")
    of = canvas.clean(f"{isolated(tournament.club.name)}: {isolated(tournament.name)}, {when}")
    for number, (name, what, amount) in enumerate(prizes.receipts):
        at = number % ON_A_PAGE[paper]
        if at == 0:
            canvas.page()
        else:
            with canvas.dashed():
                canvas.line((0, EDGE[paper] + at * height), (wide, EDGE[paper] + at * height), grey=DASHES)
        purpose = pgettext("in a line", "for {what}").format(what=isolated(what))
        words = of, amount_words(amount, prizes.pool.in_unit), purpose, name
        _receipt(canvas, words, EDGE[paper] + at * height + 4, height - 8)
    return canvas.finished()


def _receipt(canvas: Canvas, words: tuple[str, str, str, str], top: float, height: float) -> None:
    """Where it was, the amount, what for, and who gets it; with room for the date and the signature."""
    of, amount, what, name = (canvas.clean(text) for text in words)
    left, width = canvas.pdf.l_margin, canvas.pdf.epw
    canvas.font(15, bold=True)
    canvas.write((left, top), pgettext("heading", "Receipt"), width)
    canvas.font(9.5, grey=GREY)
    canvas.write((left, top + LINE * 1.2), of, width)
    canvas.font(15, bold=True)
    canvas.write((left, top + LINE * 2.4), amount, width)
    after = canvas.long(f"{amount} ")
    canvas.font(11)
    canvas.write((left + after, top + LINE * 2.4 + 1), what, width - after)
    receiver = canvas.clean(pgettext("in a line", "received by {name}").format(name=isolated(name)))
    canvas.write((left, top + LINE * 3.6), receiver, width)
    bottom = top + height
    _to_fill_in(canvas, pgettext("column", "Date"), (left, bottom), width / 3 - 4)
    _to_fill_in(canvas, pgettext("column", "Signature"), (left + width / 3 + 4, bottom), width * 2 / 3 - 4)


def _to_fill_in(canvas: Canvas, what: str, at: tuple[float, float], width: float) -> None:
    """A line to write on, and below it what is written there."""
    left, bottom = at
    canvas.font(8, grey=GREY)
    canvas.line((left, bottom - 8 * MM - 1), (left + width, bottom - 8 * MM - 1), wide=0.2)
    canvas.write((left, bottom - 8 * MM), canvas.clean(what), width)
