"""Receipts to sign: on A4 four on a page, on A5 two, to be cut apart."""

from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import pgettext

from scorekeeper.common.texts import amount_words, isolated
from scorekeeper.common.typesetting import Paper, Part, typeset
from scorekeeper.tournaments.formats.lists import named
from scorekeeper.tournaments.models import Tournament
from scorekeeper.tournaments.papers.blanks import Awarded


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
