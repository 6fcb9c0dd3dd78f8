"""The book of a club as a table for other programs."""

from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Club
from scorekeeper.common.tables_out import Table
from scorekeeper.people.selectors.book import Book


def table_out(club: Club, book: Book) -> Table:
    """Whoever was found, retired people where nothing was asked for; no addresses, as on the page."""
    heads = [_("Name"), _("Role"), _("Retired"), _("Tables"), _("Last played")]
    lines = book.lines([*book.found, *(player for player in book.retired if player not in set(book.found))])
    rows = (
        [
            line.player.name,
            str(line.role.label) if line.role else _("was a member") if line.player.user_id else _("guest"),
            localtime(line.player.retired_at).date() if line.player.retired_at else None,
            line.tables,
            localtime(line.last).date() if line.last else None,
        ]
        for line in lines
    )
    return Table(_("People of {club}").format(club=club.name), heads, rows)
