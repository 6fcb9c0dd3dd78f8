"""The seat plan of a draw of an evening, for paper and for other programs."""

from django.utils import timezone
from django.utils.formats import date_format

from scorekeeper.common.tables.values import Table
from scorekeeper.common.texts import translated
from scorekeeper.draws.selectors.papers import names_title, plan_title, seats_by_name, seats_by_table
from scorekeeper.leagues.drawing.reads import explained
from scorekeeper.leagues.models import Place, TableDraw


def seats_out(draw: TableDraw) -> Table:
    """Who sits where, table by table."""
    title = plan_title(draw.number, is_draft=draw.published_at is None)
    return seats_by_table(_named(draw, title), _over(draw), explained(draw), _name_of)


def names_out(draw: TableDraw) -> Table:
    """Who sits where, by name: the list to hang up."""
    found, title = explained(draw), names_title(draw.number, is_draft=draw.published_at is None)
    seats = [
        (_name_of(place), table.table.number, place.seat + 1, "") for table in found.tables for place in table.places
    ]
    out = [(_name_of(place), None, None, str(found.words.out)) for place in found.out]
    return seats_by_name(_named(draw, title), _over(draw), [*seats, *out])


def _name_of(place: Place) -> str:
    return place.player.name


def _named(draw: TableDraw, what: str) -> str:
    return f"{draw.evening.name}: {what}"


def _over(draw: TableDraw) -> list[str]:
    """What stands under the title: whose evening, when and where, and of several games which."""
    evening = draw.evening
    when = date_format(timezone.localtime(evening.starts_at), "DATETIME_FORMAT")
    game = translated(draw.evening_game.plays.title) if evening.is_mixed else ""
    return [part for part in (evening.club.name, when, evening.venue, game) if part]
