"""Cards for the tables: on A4 six on a page to be cut apart, on A5 a table on each."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

import segno
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.common.typesetting import Paper, Part, typeset
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.lists import named
from scorekeeper.tournaments.models import Round
from scorekeeper.tournaments.papers.blanks import Card
from scorekeeper.tournaments.papers.reads import of_stage

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
