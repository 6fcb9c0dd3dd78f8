"""Papers of the tables: cards (on A4 six on a page to be cut apart, on A5 a table on each), receipts to sign (four
or two), and sheets."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby
from typing import Any, Final

import segno
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.common.texts import amount_words, isolated, rules_title, translated
from scorekeeper.common.typesetting import MILLIMETRES, Paper, Part, clean, typeset
from scorekeeper.tournaments.drawings.shapes import Column, columns_of
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.words import named
from scorekeeper.tournaments.models import Round, Tournament
from scorekeeper.tournaments.papers.reads import Awarded, Blank, Card, of_stage

QUIET: Final = 2  # modules around a code

Coded = tuple[Card, str, str]
"""A card, the link that its code leads to, and its short code (both empty: it has none)."""


def cards_title(round_: Round) -> str:
    """What they are called."""
    return named(round_.stage.tournament, format_of(round_.stage).rounds.cards_file(round_.number))


def cards_pdf(round_: Round, cards: Sequence[Coded], paper: Paper, now: datetime) -> bytes:
    """The file."""
    part = cards_part(round_, cards, paper)
    return typeset([part], part.title, now)


def cards_part(round_: Round, cards: Sequence[Coded], paper: Paper, bookmark: str = "") -> Part:
    """Each card has its stage and, where that has several, its round; its table and who sits there; and the code."""
    data = {
        "stage": of_stage(round_.stage),
        "round": format_of(round_.stage).rounds.on_card(round_.number),
        "cards": [_card(*coded) for coded in cards],
    }
    title = named(round_.stage.tournament, pgettext("in a line", "cards for the tables"))
    return Part("/tournaments/drawings/cards.typ", paper, data, title, bookmark=bookmark)


def _card(card: Card, link: str, code: str) -> dict[str, Any]:
    number = card.table.number
    return {
        "table": pgettext("heading", "Table {number}").format(number=number),
        "seats": [[str(seat.number), seat.name] for seat in card.seats],
        "modules": _modules(link) if link else [],
        "picture": _("QR code that leads to the sheet of table %(number)s") % {"number": number},
        "code": code,
    }


def _modules(link: str) -> list[str]:
    """The rows of a QR code: "1" for a dark module."""
    matrix = segno.make(link, error="m").matrix_iter(border=QUIET)
    return ["".join("1" if module else "0" for module in row) for row in matrix]


def receipts_title(tournament: Tournament) -> str:
    """What they are called."""
    return named(tournament, pgettext("in a line", "receipts"))


def receipts_pdf(tournament: Tournament, prizes: Awarded, paper: Paper, now: datetime) -> bytes:
    """The file, of a receipt for each prize."""
    return typeset([receipts_part(tournament, prizes, paper)], receipts_title(tournament), now)


def receipts_part(tournament: Tournament, prizes: Awarded, paper: Paper, bookmark: str = "") -> Part:
    """Each says where it was, the amount, what for, and who gets it; with room for the date and the signature."""
    when = date_format(localtime(tournament.starts_at), "DATE_FORMAT")
    data = {
        "heading": pgettext("heading", "Receipt"),
        "date": pgettext("column", "Date"),
        "signature": pgettext("column", "Signature"),
        "event": f"{isolated(tournament.club.name)}: {isolated(tournament.name)}, {when}",
        "receipts": [
            {
                "amount": amount_words(amount, prizes.pool.in_unit),
                "purpose": pgettext("in a line", "for {what}").format(what=isolated(what)),
                "receiver": pgettext("in a line", "received by {name}").format(name=isolated(name)),
            }
            for name, what, amount in prizes.receipts
        ],
    }
    return Part("/tournaments/drawings/receipts.typ", paper, data, receipts_title(tournament), bookmark=bookmark)


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
            translated(tournament.plays.title),
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
            "columns": [{"title": seat.title, "wide": seat.wide, "upright": seat.upright} for seat in group],
        }
        for group in groups
    ]
