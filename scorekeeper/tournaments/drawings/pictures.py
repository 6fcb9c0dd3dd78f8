"""Pictures as files to print: each on a page that lies on its side, with a title, and at the foot when it was made."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from scorekeeper.common.pdf_canvas import MM, Canvas, Paper
from scorekeeper.tournaments.drawings.shapes import Picture

EDGE: Final = {"A4": 10, "A5": 8}  # mm
TITLE: Final = {"A4": 15, "A5": 12}  # points
SMALL: Final = {"A4": 8.5, "A5": 7}
GREY: Final = 100
LIGHT: Final = 170


def pictures_pdf(title: str, over: Sequence[str], pictures: Sequence[Picture], paper: Paper, now: datetime) -> bytes:
    """The file. `over` stands under the title, in one line."""
    edge = EDGE[paper]
    canvas = Canvas(title, paper, now, margin=edge)
    lines = canvas.clean(title), canvas.clean(", ".join(over))
    for picture in pictures or [Picture(0, 0)]:
        canvas.page(is_wide=True)
        top = _head(canvas, lines, paper)
        _draw(canvas, picture, (edge, top))
    return canvas.finished()


def _head(canvas: Canvas, lines: tuple[str, str], paper: Paper) -> float:
    """Gives where it ends, in mm."""
    left, top, width = canvas.pdf.l_margin, canvas.pdf.t_margin, canvas.pdf.epw
    canvas.font(TITLE[paper], bold=True)
    canvas.write((left, top), lines[0], width)
    top += TITLE[paper] * MM * 1.3
    canvas.font(SMALL[paper], grey=GREY)
    canvas.write((left, top), lines[1], width)
    return top + SMALL[paper] * MM * 2.2


def _draw(canvas: Canvas, picture: Picture, at: tuple[float, float]) -> None:
    left, top = at
    for line in picture.lines:
        for (x, y), (to_x, to_y) in zip(line.points, line.points[1:], strict=False):
            canvas.line((left + x, top + y), (left + to_x, top + to_y), grey=LIGHT, wide=0.2)
    for frame in picture.frames:
        place, size = (left + frame.left, top + frame.top), (frame.wide, frame.high)
        canvas.box(place, size, grey=LIGHT if frame.light else 0, wide=0.2)
    for text in picture.texts:
        canvas.font(text.size / MM, bold=text.bold, grey=GREY if text.light else 0)
        canvas.write((left + text.left, top + text.top), canvas.clean(text.text), text.wide, align=text.align)
