"""Somebody wants no rating, or one again."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.policies import role_in
from scorekeeper.common.errors import require
from scorekeeper.journal.models import Kind
from scorekeeper.journal.services import write
from scorekeeper.ratings.models import OptOut
from scorekeeper.ratings.policies import can_choose_for_guests
from scorekeeper.ratings.records import RatingChoice
from scorekeeper.ratings.services.stale import lines_of, people_changed


@dataclass(frozen=True, slots=True)
class Chosen:
    """Whose choice it is; `is_new` where it is another one than before."""

    player: Player
    is_new: bool


@transaction.atomic
def choose_rating(choice: RatingChoice, *, club: Club, by: User, player_id: UUID, now: datetime) -> Chosen:
    """Whether this person is rated from now on; all ratings they were part of are worked out anew.

    Without one they are still there for those they played with, as somebody of whom nothing is known.

    Raises:
        Player.DoesNotExist: there is no such person in this club.
    """
    player = Player.objects.people().select_for_update().get(club=club, pk=player_id)
    require(may_choose(by, role_in(by, club), player))
    lines = lines_of(player)
    said = OptOut.objects.filter(club=club, player__in=lines)
    if said.exists() == (not choice.wants):
        return Chosen(player, is_new=False)
    if choice.wants:
        said.delete()
    else:
        OptOut.objects.create(club=club, player=player, at=now)
    people_changed(club.pk, lines)
    if player.user_id != by.pk:  # what members choose for themselves is no act of who runs the club
        write(Kind.RATED if choice.wants else Kind.NOT_RATED, club.pk, at=now, by_user=by, player=player)
    return Chosen(player, is_new=True)


def may_choose(user: User, role: str | None, player: Player) -> bool:
    """Whether this user says if the person is rated: themselves, and for guests who keeps the book."""
    if player.user_id is not None:
        return role is not None and player.user_id == user.pk
    return can_choose_for_guests(role)
