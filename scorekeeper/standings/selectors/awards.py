"""What somebody keeps of what they have won."""

from typing import Final

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Player
from scorekeeper.common.tables.values import Column, Kind, RichCell, Table
from scorekeeper.standings.models import Award, AwardedEvent

PAGES: Final = {
    AwardedEvent.Kind.SEASON: "season_detail",
    AwardedEvent.Kind.LEAGUE: "league_detail",
    AwardedEvent.Kind.TOURNAMENT: "tournament_detail",
}


def awards_of(player: Player) -> list[Award]:
    """The newest first, whichever line of the book of this person has won them. One statement."""
    lines = Player.objects.lines_of(player)
    found = Award.objects.filter(club=player.club_id, player__in=lines).select_related("event")
    return list(found.order_by("-event__ended_at", "event", "first", "pk"))


def award_words(award: Award) -> str:
    """What it is for, as "place 1 of 17", "places 2 to 3 of 17, shared", or the cause."""
    if award.cause:
        return award.cause
    is_shared = award.first < award.last
    text = _("places {first} to {last} of {of}, shared") if is_shared else _("place {first} of {of}")
    words = text.format(first=award.first, last=award.last, of=award.of)
    return _("{place}, with {side}").format(place=words, side=award.side) if award.side else words


def awards_table(name: str, awards: list[Award]) -> Table:
    """The awards of somebody, each with its day and the page of what it was won in."""
    columns = [
        Column("day", _("Ended"), Kind.DAY),
        Column("event", _("Won in"), Kind.NAME, heads_rows=True),
        Column("award", _("Award")),
    ]
    rows = [
        (
            timezone.localtime(award.event.ended_at).date(),
            RichCell(award.event.name, link=_page(award.event)),
            award_words(award),
        )
        for award in awards
    ]
    return Table(_("{name}: awards").format(name=name), columns, rows, key="awards", caption=_("Awards"))


def _page(event: AwardedEvent) -> str:
    return reverse(PAGES[AwardedEvent.Kind(event.kind)], args=[event.source])
