"""Short ways to closed sheets and their ratings."""

from collections.abc import Sequence
from datetime import datetime

from scorekeeper.clubs.models import Club, Player
from scorekeeper.play.closing.services import close_sitting
from scorekeeper.play.models import Sitting
from scorekeeper.play.records import Reasoned
from scorekeeper.ratings.models import Rated, Rating, Stale
from scorekeeper.ratings.services import replay_stale
from tests import factories

FIELDS = ("sitting", "player", "at", "nth", "mu_before", "sigma_before", "mu", "sigma")


def make_sheet(
    club: Club, players: Sequence[Player], declarers: Sequence[int] = (0, 0, 1), *, now: datetime = factories.NOW
) -> Sitting:
    """A closed list of Skat in which these seats won a game each."""
    sitting = factories.make_sitting(club, players=players, now=now)
    for declarer in declarers:
        factories.record(sitting, factories.played(declarer), now=now)
    closed(sitting, now=now)
    return sitting


def closed(sitting: Sitting, *, now: datetime) -> None:
    close_sitting(Reasoned(reason="it is late"), sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=now)


def worked_out(club: Club) -> list[tuple[object, ...]]:
    """All that moved a rating, after what waited was done."""
    replay_stale()
    return kept(club)


def kept(club: Club) -> list[tuple[object, ...]]:
    return sorted(Rated.objects.filter(club=club).values_list(*FIELDS), key=str)


def from_scratch(club: Club) -> list[tuple[object, ...]]:
    """The same of a club of which nothing is known but its closed sheets."""
    Rated.objects.filter(club=club).delete()
    Rating.objects.filter(club=club).delete()
    first = Sitting.objects.filter(club=club, closed_at__isnull=False).order_by("closed_at").first()
    if first:
        Stale.objects.create(club=club, game="skat", since=first.closed_at)
    return worked_out(club)


def ratings(club: Club) -> dict[Player, int]:
    return {rating.player: rating.mu for rating in Rating.objects.filter(club=club).select_related("player")}
