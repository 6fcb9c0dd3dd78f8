"""What people keep of seasons, leagues and tournaments that have ended: it goes when a result changes."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction

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
            player_id=one.player,
            first=one.first,
            last=one.last,
            of=one.of,
            side=one.side,
            cause=one.cause,
        )
        for one in winners
    )


def drop_awards(kind: str, sources: Collection[UUID]) -> None:
    """Nobody keeps anything of these events any more, until it is worked out anew."""
    AwardedEvent.objects.filter(kind=kind, source__in=list(sources)).delete()


def basis_of(kind: str) -> dict[UUID, str]:
    """Of each event of this kind with awards what they were worked out from."""
    return dict(AwardedEvent.objects.filter(kind=kind).values_list("source", "basis"))
