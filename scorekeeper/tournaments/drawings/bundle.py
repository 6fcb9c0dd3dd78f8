"""Papers that are printed together, as one file: the pages of each as it is printed alone."""

from collections.abc import Callable, Sequence
from datetime import datetime

from django.utils.translation import pgettext

from scorekeeper.common.tables.files import document_of
from scorekeeper.common.typesetting import Paper as Size
from scorekeeper.common.typesetting import Part, typeset
from scorekeeper.tournaments.drawings.bracket import bracket_part
from scorekeeper.tournaments.drawings.cards import cards_part, receipts_part, sheets_part
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.words import named
from scorekeeper.tournaments.models import PrintedPaper, Tournament
from scorekeeper.tournaments.papers.printing import Paper, table_of
from scorekeeper.tournaments.papers.reads import Card, awarded, blanks_of, cards_of

Coded = Callable[[Card], tuple[str, str]]
"""The link that the code of a card leads to, and the short code."""
Kind = PrintedPaper.Kind


def bundle_name(tournament: Tournament) -> str:
    """What the file is called."""
    return named(tournament, pgettext("in a line", "papers"))


def bundle_pdf(papers: Sequence[Paper], size: Size, now: datetime, coded: Coded) -> bytes:
    """The file: one paper after the other, each with a bookmark."""
    return typeset([_part(paper, size, now, coded) for paper in papers], bundle_name(papers[0].tournament), now)


def _part(paper: Paper, size: Size, now: datetime, coded: Coded) -> Part:
    """The paper in the file."""
    if paper.kind == Kind.CARDS:
        cards = [(card, *coded(card)) for card in cards_of(paper.of_round, now)]
        return cards_part(paper.of_round, cards, size, paper.full_title)
    if paper.kind == Kind.SHEETS:
        return sheets_part(paper.of_round, blanks_of(paper.of_round), size, paper.full_title)
    if paper.kind == Kind.RECEIPTS and (prizes := awarded(paper.tournament)):
        return receipts_part(paper.tournament, prizes, size, paper.full_title)
    if paper.kind == Kind.STANDING and (bracket := format_of(paper.of_stage).paper(paper.of_stage, official=True)):
        return bracket_part(bracket, size, paper.full_title)
    return document_of(table_of(paper), size, now).part(paper.full_title)
