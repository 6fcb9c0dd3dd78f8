"""Sheets that were opened while a season had ended are counted in once it is open again."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.play.ledger import source_of
from scorekeeper.play.models import Sitting
from scorekeeper.standings.counting import Brought
from scorekeeper.standings.models import Competition, SeasonAct
from scorekeeper.standings.selectors.holding import Book, book_of
from scorekeeper.standings.selectors.moving import SettingsMove, moves_between
from scorekeeper.standings.selectors.seasons import late_sheets
from scorekeeper.standings.services import Change, apply, count_disputed, count_in, seal
from scorekeeper.standings.services.acts import locked, require_running, told


@transaction.atomic
def count_late(*, competition: Competition, by: User, sheets: Collection[UUID], key: UUID, now: datetime) -> SeasonAct:
    """Count these sheets for the season, with all they have brought so far; sent again, it is the first time.

    Raises:
        Refused: `season_ended`, `sheets_missing`, `sheet_not_late`, `season_unit`.
        Conflict: `key_used`: the key has made something else.
    """
    rows = Sitting.objects.filter(club=competition.club_id, pk__in=list(sheets)).select_related("club")
    found = list(rows.select_for_update(of=("self",)).order_by("pk"))
    mine = locked(competition, by)
    said = {"sheets": sorted(str(pk) for pk in sheets)}
    if earlier := SeasonAct.objects.filter(club=mine.club_id, key=key).first():
        if (earlier.competition_id, earlier.kind, earlier.detail) != (mine.pk, SeasonAct.Kind.COUNTED, said):
            raise Conflict("key_used", _("This was sent before with other words. Look at the season and try again."))
        return earlier
    require_running(mine)
    _require_late(mine, sheets)
    act = told(mine, SeasonAct.Kind.COUNTED, by, now, key=key, detail=said)
    for sitting in found:
        _count(sitting, mine)
    return act


def late_moves(season: Competition, sheets: Iterable[Sitting]) -> list[SettingsMove]:
    """Whom counting these sheets in would move. Nothing is written."""
    before = after = book_of(season, each=True)
    for sitting in sheets:
        after = _with(after, sitting)
    return moves_between(before, after)


def _require_late(season: Competition, sheets: Collection[UUID]) -> None:
    if not sheets:
        raise Refused([Problem("sheets_missing", "sheets", Text(gettext_noop("Choose at least one sheet.")))])
    if late_sheets(season).filter(pk__in=list(sheets)).count() != len({*sheets}):
        text = Text(gettext_noop("Only a sheet that was opened while the season had ended is counted in, and once."))
        raise Refused([Problem("sheet_not_late", "sheets", text)])


def _count(sitting: Sitting, season: Competition) -> None:
    """The unit first, which may refuse; then what it has brought, official where it is closed."""
    count_in([season], sitting.unit)
    sitting.competitions.add(season)
    changes = [Change(seat.player_id, seat.tally, seat.tally) for seat in sitting.seats.all() if seat.tally]
    if changes:
        apply([season], source_of(sitting), changes)
    if sitting.is_official:
        seal([season], source_of(sitting), sealed=True)
    if sitting.disputed:
        count_disputed([season], sitting.disputed)
    Sitting.objects.filter(pk=sitting.pk).update(revision=F("revision") + 1)


def _with(book: Book, sitting: Sitting) -> Book:
    seats = [seat for seat in sitting.seats.select_related("player") if seat.tally]
    took = {seat.player.identity: seat.tally for seat in seats}
    names = {**book.names, **{seat.player.identity: seat.player.name for seat in seats}}
    sheet = Brought(0, {}, sitting.pk, sitting.played_on, is_sealed=sitting.is_official, game=sitting.game)
    return replace(book, names=names).with_more(sheet, took, took)
