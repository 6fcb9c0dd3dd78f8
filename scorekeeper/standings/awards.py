"""What people keep of seasons, leagues and tournaments that have ended: it goes when a result changes."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.clubs.models import Player
from scorekeeper.common.tables.values import Column, Kind, RichCell, Table
from scorekeeper.standings.models import Award, AwardedEvent

BEST: Final = 3  # places that people keep


@dataclass(frozen=True, slots=True)
class Ended:
    """An event that has ended, and what its awards are worked out from."""

    club_id: UUID
    kind: str
    source: UUID
    name: str
    ended_at: datetime
    basis: str


@dataclass(frozen=True, slots=True)
class Winner:
    """Who keeps what: see `Award`."""

    player: UUID
    first: int = 0
    last: int = 0
    of: int = 0
    side: str = ""
    cause: str = ""


@transaction.atomic
def write_awards(ended: Ended, winners: Iterable[Winner]) -> None:
    """These are what people keep of an event, and nothing else is."""
    drop_awards(ended.kind, [ended.source])
    event = AwardedEvent.objects.create(
        club_id=ended.club_id,
        kind=ended.kind,
        source=ended.source,
        name=ended.name,
        ended_at=ended.ended_at,
        basis=ended.basis,
    )
    Award.objects.bulk_create(
        Award(
            club_id=ended.club_id,
            event=event,
            player_id=winner.player,
            first=winner.first,
            last=winner.last,
            of=winner.of,
            side=winner.side,
            cause=winner.cause,
        )
        for winner in winners
    )


def drop_awards(kind: str, sources: Collection[UUID]) -> None:
    """Nobody keeps anything of these events any more, until it is worked out anew."""
    AwardedEvent.objects.filter(kind=kind, source__in=list(sources)).delete()


def basis_of(kind: str) -> dict[UUID, str]:
    """Of each event of this kind with awards what they were worked out from."""
    return dict(AwardedEvent.objects.filter(kind=kind).values_list("source", "basis"))


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
    text = (
        pgettext("in a line", "places {first} to {last} of {of}, shared")
        if is_shared
        else pgettext("in a line", "place {first} of {of}")
    )
    words = text.format(first=award.first, last=award.last, of=award.of)
    return _("{place}, with {side}").format(place=words, side=award.side) if award.side else words


def awards_table(name: str, awards: list[Award]) -> Table:
    """The awards of somebody, each with its day and the page of what it was won in."""
    columns = [
        Column("day", pgettext("column", "Ended"), Kind.DAY),
        Column("event", pgettext("column", "Won in"), Kind.NAME, heads_rows=True),
        Column("award", pgettext("column", "Award")),
    ]
    rows = [
        (
            timezone.localtime(award.event.ended_at).date(),
            RichCell(award.event.name, link=_page(award.event)),
            capfirst(award_words(award)),
        )
        for award in awards
    ]
    return Table(
        pgettext("heading", "{name}: awards").format(name=name),
        columns,
        rows,
        key="awards",
        caption=pgettext("heading", "Awards"),
    )


def _page(event: AwardedEvent) -> str:
    return reverse(PAGES[AwardedEvent.Kind(event.kind)], args=[event.source])
