"""The ratings of a club in a game, and one person's, as pages show them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Count, Q

import games
from games.core.game import AnyGame
from scorekeeper.clubs.models import Club, Player
from scorekeeper.common.names import alphabetical
from scorekeeper.play.models import Sitting
from scorekeeper.ratings.models import Digest, OptOut, Rated, Rating, Stale
from scorekeeper.ratings.selectors.sheets import without_rating
from scorekeeper.ratings.skill import points

FEW = 5  # sheets: before them a rating says little
MOST_SHOWN = 100  # sheets in the chart of one person


@dataclass(frozen=True, slots=True)
class Place:
    """A row of the list."""

    rank: int
    player: Player
    points: int
    sheets: int
    at: datetime

    @property
    def is_new(self) -> bool:
        """Whether there are too few sheets for the figure to say much."""
        return self.sheets < FEW


@dataclass(frozen=True, slots=True)
class Step:
    """What one sheet made of a rating."""

    sitting: Sitting
    points: int
    by: int


def rated_games(club: Club) -> list[AnyGame]:
    """The games somebody has a rating in, the one with the most of them first."""
    counted = Rating.objects.filter(club=club).order_by().values_list("game").annotate(Count("pk"))
    return [games.game(name) for name, _many in sorted(counted, key=lambda found: (-found[1], found[0]))]


def board(club: Club, game: str) -> list[Place]:
    """Everybody with a rating, best first; equal ones share a rank. Who wants none is not there."""
    rows = Rating.objects.filter(club=club, game=game, player__merged_into=None).select_related("player")
    without = without_rating(club.pk)
    figures = [(points(row.mu, row.sigma), row) for row in rows if row.player_id not in without]
    figures.sort(key=lambda pair: (-pair[0], alphabetical(pair[1].player.name), pair[1].player_id))
    found: list[Place] = []
    for nth, (figure, row) in enumerate(figures, start=1):
        rank = found[-1].rank if found and found[-1].points == figure else nth
        found.append(Place(rank, row.player, figure, row.sheets, row.at))
    return found


def games_rated(player: Player) -> list[str]:
    """The games in which what this person has played moves ratings."""
    lines = Player.objects.lines_of(player).values("pk")
    digests = Digest.objects.filter(club=player.club_id, hands__gt=0, played__player__in=lines)
    return sorted(digests.order_by().values_list("game", flat=True).distinct())


def is_stale(club_id: UUID, game: str) -> bool:
    """Whether something is still to be worked out anew."""
    return Stale.objects.filter(club=club_id, game=game).exists()


def is_out(player: Player) -> bool:
    """Whether this person wants no rating."""
    of_person = Q(player=player.pk) | Q(player__merged_into=player.pk)
    return OptOut.objects.filter(of_person, club=player.club_id).exists()


def course_of(player: Player, game: str) -> Sequence[Step]:
    """How a person's rating came about, the newest sheets of it, oldest first."""
    rows = Rated.objects.filter(club=player.club_id, game=game, player=player.pk).select_related("sitting__club")
    newest = list(rows.order_by("-at", "-sitting")[:MOST_SHOWN])
    return [
        Step(row.sitting, after, after - points(row.mu_before, row.sigma_before))
        for row in reversed(newest)
        for after in [points(row.mu, row.sigma)]
    ]
