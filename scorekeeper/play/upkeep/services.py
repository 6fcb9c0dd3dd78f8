"""What is done to old rows: roll out a changed rules core, and forget the names of tables nobody claimed."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Model
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.clubs.models import Club, Player
from scorekeeper.common.default_words import NAMELESS_PHONE, NAMELESS_PLAYER, NAMELESS_TABLE, default_words
from scorekeeper.common.errors import Refused
from scorekeeper.journal.services import erase_texts
from scorekeeper.play.acting import with_seats
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.services import anchor_head
from scorekeeper.play.ledger import source_of
from scorekeeper.play.models import Act, Device, Hand, HandMark, JoinFailure, Sitting
from scorekeeper.play.parties import parties
from scorekeeper.play.passes.services import PASS_LIFETIME
from scorekeeper.play.recording.versions import follow
from scorekeeper.play.replaying import Impossible, Judged, opening_size, replay
from scorekeeper.standings.services import seal

UNCLAIMED = timedelta(days=90)
"""How long a table without an account keeps its names."""


@dataclass(frozen=True, slots=True)
class Rejudged:
    """What today's rules make different in one sitting; `impossible` names a hand they now refuse."""

    sitting: Sitting
    changed: tuple[Judged, ...]
    impossible: int | None = None


def rejudged(game: str) -> Iterator[Rejudged]:
    """The sittings of a game in which today's rules give another outcome than is stored. Writes nothing."""
    for sitting in Sitting.objects.filter(game=game).select_related("club").order_by("pk").iterator():
        found = _rejudge(sitting)
        if found.changed or found.impossible is not None:
            yield found


@transaction.atomic
def roll_out(*, sitting_id: UUID, now: datetime) -> Rejudged:
    """Write new versions of the hands whose outcome has changed, and post the differences; a closed sitting is sealed
    as it then stands, and official again if it was.

    Raises:
        Refused: `hand_impossible`: today's rules refuse a stored hand; nothing is written.
    """
    sitting = Sitting.objects.select_related("club").select_for_update(of=("self",)).get(pk=sitting_id)
    found = _rejudge(sitting)
    if found.impossible is not None:
        text = Text(gettext_noop("Hand {number} is refused by today’s rules."), {"number": found.impossible})
        raise Refused([Problem("hand_impossible", "", text)])
    reason = f"{sitting.game} rules {sitting.plays.version}"
    if sitting.is_open or not found.changed:
        follow(with_seats(sitting), Actor(), now, found.changed, reason)
        return found
    if not sitting.is_official:
        follow(with_seats(sitting), Actor(), now, found.changed, reason)
        anchor_head(sitting, now)
        return found
    seal(sitting.competitions.all(), source_of(sitting), sealed=False)
    for party in parties():
        party.reopened(sitting, Actor(), reason, now)
    follow(with_seats(sitting), Actor(), now, found.changed, reason)
    seal(sitting.competitions.all(), source_of(sitting), sealed=True)
    for party in parties():
        party.closed(sitting, Actor(), now)
    anchor_head(sitting, now)
    return found


def _rejudge(sitting: Sitting) -> Rejudged:
    hands = list(sitting.hands.standing().order_by("number"))
    try:
        result = replay(sitting, hands, opening_size(sitting))
    except Impossible as error:
        return Rejudged(sitting, (), error.hand.number)
    changed = tuple(judged for judged in result.judged if judged.outcome != judged.hand.outcome)
    sitting.state, sitting.is_over = result.state, result.is_over
    return Rejudged(sitting, changed)


@transaction.atomic
def forget_unclaimed(*, now: datetime) -> int:
    """Take the names of people, phones and tables from guest sheets that nobody has claimed, 90 days after the last
    thing that was written on them, and the reasons that were typed there. Hands and totals stay.

    Returns how many tables it has made nameless; doing it again finds none.
    """
    lately = now - UNCLAIMED
    clubs = (
        Club.objects.filter(is_private=True, memberships=None, created_at__lt=lately, players__retired_at=None)
        .exclude(sittings__hands__at__gte=lately)
        .exclude(sittings__acts__at__gte=lately)
        .exclude(sittings__marks__at__gte=lately)
        .distinct()
    )
    for club in clubs:
        players = list(Player.objects.filter(club=club).order_by("pk"))
        for place, player in enumerate(players, start=1):
            player.name, player.retired_at = default_words(NAMELESS_PLAYER, number=place), now
        Player.objects.bulk_update(players, ["name", "retired_at"])
        Device.objects.filter(club=club).update(name=default_words(NAMELESS_PHONE))
        typed: dict[type[Model], list[UUID]] = {
            model: list(model._base_manager.filter(club=club).exclude(reason="").values_list("pk", flat=True))  # noqa: SLF001
            for model in (Hand, HandMark, Act)
        }
        erase_texts(club.pk, typed, at=now)
        Sitting.everything.filter(club=club).update(name=default_words(NAMELESS_TABLE))
    return len(clubs)


def forget_failures(*, now: datetime) -> int:
    """Delete the wrong codes that no ceiling counts any more; returns how many."""
    return JoinFailure.objects.filter(at__lt=now - PASS_LIFETIME).delete()[0]


def forget_addresses(*, now: datetime) -> int:
    """Empty where phones joined from, once their pass has ended; returns of how many."""
    return Device.objects.exclude(address="").filter(made_at__lt=now - PASS_LIFETIME).update(address="")
