"""The journal of a club as a table for other programs."""

from collections.abc import Iterable
from html import unescape

from django.utils.html import strip_tags
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Club
from scorekeeper.common.tables.values import Cell, Table
from scorekeeper.desk.selectors.log import Line


def log_out(club: Club, lines: Iterable[Line]) -> Table:
    """The sentences without their links."""
    rows: Iterable[list[Cell]] = ([line.entry.at, unescape(strip_tags(line.said)), line.entry.reason] for line in lines)
    return Table(_("What was done at {club}").format(club=club.name), [_("Time"), _("What"), _("Reason")], rows)
