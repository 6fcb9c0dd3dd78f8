"""Papers that are printed together, as one file: the pages of each as it is printed alone."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

from django.utils.translation import pgettext

from scorekeeper.common.pdf import joined
from scorekeeper.common.pdf_canvas import Paper as Size
from scorekeeper.common.tables.files import printed
from scorekeeper.tournaments.drawings.bracket import bracket_pdf
from scorekeeper.tournaments.drawings.cards import cards_pdf
from scorekeeper.tournaments.drawings.receipts import receipts_pdf
from scorekeeper.tournaments.drawings.sheets import sheets_pdf
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.lists import named
from scorekeeper.tournaments.models import PrintedPaper, Tournament
from scorekeeper.tournaments.papers.blanks import Card, awarded, blanks_of, cards_of
from scorekeeper.tournaments.papers.printing import Paper, table_of

Draw = Callable[[Size, datetime], bytes]
Coded = Callable[[Card], tuple[str, str]]
"""The link that the code of a card leads to, and the short code."""
Kind = PrintedPaper.Kind


def bundle_name(tournament: Tournament) -> str:
    """What the file is called."""
    return named(tournament, pgettext("in a line", "papers"))


def bundle_pdf(papers: Sequence[Paper], size: Size, now: datetime, coded: Coded) -> bytes:
    """The file: one paper after the other."""
    drawn = [(paper.full_title, _drawing(paper, now, coded)(size, now)) for paper in papers]
    return joined(drawn, bundle_name(papers[0].tournament), now)


def _drawing(paper: Paper, now: datetime, coded: Coded) -> Draw:
    """How this paper is drawn."""
    if paper.kind == Kind.CARDS:
        return partial(cards_pdf, paper.of_round, [(card, *coded(card)) for card in cards_of(paper.of_round, now)])
    if paper.kind == Kind.SHEETS:
        return partial(sheets_pdf, paper.of_round, blanks_of(paper.of_round))
    if paper.kind == Kind.RECEIPTS and (prizes := awarded(paper.tournament)):
        return partial(receipts_pdf, paper.tournament, prizes)
    if paper.kind == Kind.STANDING and (bracket := format_of(paper.of_stage).paper(paper.of_stage, official=True)):
        return partial(bracket_pdf, bracket)
    return partial(printed, table_of(paper))
