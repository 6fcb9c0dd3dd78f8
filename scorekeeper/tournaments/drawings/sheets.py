"""Sheets of tables on paper."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby
from typing import Any, Final

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import pgettext

from scorekeeper.common.texts import rules_title
from scorekeeper.common.typesetting import MILLIMETRES, Paper, Part, clean, typeset
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


def sheets_title(round_: Round) -> str:
    """What they are called."""
    what = pgettext("in a line", "empty score sheets of round {number}").format(number=round_.number)
    return named(round_.stage.tournament, what)


def sheets_pdf(round_: Round, blanks: Sequence[Blank], paper: Paper, now: datetime) -> bytes:
    """The file."""
    return typeset([sheets_part(round_, blanks, paper)], sheets_title(round_), now)


def sheets_part(round_: Round, blanks: Sequence[Blank], paper: Paper, bookmark: str = "") -> Part:
    """The sheet of each table, on as many pages as it takes."""
    tournament = round_.stage.tournament
    left, top = EDGE[paper]
    data = {
        "left": left,
        "top": top,
        "scale": SCALE[paper],
        "over": OVER,
        "head": HEAD,
        "names": NAMES,
        "totals": TOTAL,
        "signing": signing(paper),
        "club": tournament.club.name,
        "heading": pgettext("heading", "Score sheet"),
        "total": pgettext("heading", "Total"),
        "signature": pgettext("heading", "Signature"),
        "pages": [page for blank in blanks for page in _pages(round_, blank, paper)],
    }
    return Part("/tournaments/drawings/sheets.typ", paper, data, sheets_title(round_), bookmark=bookmark)


def _pages(round_: Round, blank: Blank, paper: Paper) -> Iterator[dict[str, Any]]:
    """A page: whose sheet it is, its columns side by side, and the numbers of its lines with their height in mm."""
    pages = on_pages(blank, paper)
    high = line_height(len(pages[0].lines), paper)
    sides = [(clean(side.name), clean(side.team)) for side in blank.sides]
    for page in pages:
        yield {
            "facts": _facts(round_, page),
            "groups": _groups(columns_of(round_.stage.tournament.plays, sides)),
            "sides": sides,
            "lines": list(page.lines),
            "high": high,
        }


def _facts(round_: Round, blank: Blank) -> list[tuple[str, str]]:
    """Tournament, table, round and game."""
    tournament = round_.stage.tournament
    at = f"{blank.table.number}, {blank.table.code}".rstrip(", ")
    day = date_format(localtime(tournament.starts_at), "DATE_FORMAT")
    return [
        (pgettext("heading", "Tournament"), of_stage(round_.stage)),
        (pgettext("heading", "Table"), f"{at} ({blank.part})" if blank.part else at),
        (pgettext("heading", "Round"), str(round_.number)),
        (
            str(tournament.plays.title),
            f"{day}, {rules_title(tournament.rules_name)}" if tournament.rules_name else day,
        ),
    ]


def _groups(columns: Sequence[Column]) -> list[dict[str, Any]]:
    """Columns that belong together, with what they are of: a side with its team, a heading, or nothing."""
    together = groupby(enumerate(columns), key=lambda numbered: numbered[1].of or numbered[0])
    groups = [[column for _number, column in group] for _of, group in together]
    return [
        {
            "of": group[0].of,
            "team": group[0].team,
            "is_sides": group[0].is_sides,
            "columns": [{"title": one.title, "wide": one.wide, "upright": one.upright} for one in group],
        }
        for group in groups
    ]
