"""The book of a club as a table for other programs."""

from django.utils.html import format_html
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scorekeeper.clubs.models import Club
from scorekeeper.common.tables.values import Column, Kind, RichCell, Table, moved
from scorekeeper.common.texts import isolated
from scorekeeper.people.selectors.book import Book
from scorekeeper.people.selectors.merging import MergePreview, SeasonMerge


def table_out(club: Club, book: Book) -> Table:
    """Whoever was found, retired people where nothing was asked for; no addresses, as on the page."""
    heads = [
        pgettext("column", "Name"),
        pgettext("column", "Role"),
        pgettext("column", "Retired"),
        pgettext("column", "Tables"),
        pgettext("column", "Last played"),
    ]
    lines = book.lines([*book.found, *(player for player in book.retired if player not in set(book.found))])
    rows = (
        [
            line.player.name,
            str(line.role.label)
            if line.role
            else pgettext("in a line", "was a member")
            if line.player.user_id
            else pgettext("in a line", "guest"),
            localtime(line.player.retired_at).date() if line.player.retired_at else None,
            line.tables,
            localtime(line.last).date() if line.last else None,
        ]
        for line in lines
    )
    return Table(_("People of {club}").format(club=club.name), heads, rows)


def merge_table(found: MergePreview) -> Table:
    """Where the person that is kept stands in the running seasons, and would stand; each season has its own points."""
    columns = [
        Column("season", pgettext("column", "Season")),
        Column("points", pgettext("column", "Points"), Kind.AMOUNT),
        Column("place", pgettext("column", "Place"), Kind.NUMBER),
    ]
    rows = [
        (
            _season(move),
            RichCell(
                move.after.points,
                before=move.kept.points if move.kept else pgettext("in a line", "none"),
                moves=True,
                unit=move.competition.in_unit,
            ),
            moved(move.kept.rank if move.kept else pgettext("in a line", "none"), move.after.rank),
        )
        for move in found.seasons
    ]
    name = _("{name} in the running seasons").format(name=isolated(found.kept.name))
    return Table(name, columns, rows, key="moved")


def _season(move: SeasonMerge) -> RichCell:
    """A season, and in small letters how many others move."""
    name = move.competition.name
    if not move.others:
        return RichCell(name)
    others = ngettext("{number} other person changes", "{number} others change", move.others).format(number=move.others)
    html = format_html('{}<br><span class="small muted">{}</span>', name, others)
    return RichCell(name, note=others, html=html)
