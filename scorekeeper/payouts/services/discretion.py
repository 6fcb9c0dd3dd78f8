"""Somebody, or a club, chooses that other members do not see where people stand."""

from datetime import datetime

from django.db import transaction

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.policies import require_running, role_in, role_kept
from scorekeeper.common.errors import require
from scorekeeper.journal.models import Kind
from scorekeeper.journal.services import write
from scorekeeper.payouts.models import Discreet
from scorekeeper.payouts.policies import can_keep_money, can_limit_themselves


@transaction.atomic
def hide_own(*, club: Club, user: User, hides: bool, now: datetime) -> bool:
    """Whether other members see where this person stands. Returns whether that is another choice than before.

    Raises:
        Player.DoesNotExist: the club has no line of theirs.
    """
    require(can_limit_themselves(role_kept(user, club)))
    require_running(club)
    player = Player.objects.people().select_for_update().get(club=club, user=user)
    said = Discreet.objects.filter(club=club, player__in=Player.objects.lines_of(player).values("pk"))
    if said.exists() == hides:
        return False
    if hides:
        Discreet.objects.create(club=club, player=player, at=now)
    else:
        said.delete()
    return True


@transaction.atomic
def hide_of_club(*, club: Club, by: User, hides: bool, now: datetime) -> bool:
    """Whether members see where others stand at all. Returns whether that is another choice than before."""
    require(can_keep_money(role_in(by, club)))
    Club.objects.select_for_update().get(pk=club.pk)
    said = Discreet.objects.filter(club=club, player=None)
    if said.exists() == hides:
        return False
    if hides:
        Discreet.objects.create(club=club, player=None, at=now)
    else:
        said.delete()
    write(Kind.BALANCES_HIDDEN if hides else Kind.BALANCES_SHOWN, club.pk, at=now, by_user=by)
    return True
