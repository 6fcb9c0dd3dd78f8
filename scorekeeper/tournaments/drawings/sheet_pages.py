"""How empty sheets come on paper: as many lines on a page as are high enough to write on."""

from dataclasses import replace
from typing import Final

from scorekeeper.common.pdf_canvas import MILLIMETRES, Paper
from scorekeeper.tournaments.selectors.forms_on_paper import Blank

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
