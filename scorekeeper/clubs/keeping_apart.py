"""Who is kept apart in a club: pairs of people whom no draw puts together while there is any other way."""

from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, KeepApart, Player
from scorekeeper.clubs.policies import can_direct, role_in
from scorekeeper.clubs.services import lock_book
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.names import Alphabetical
from scorekeeper.journal.models import Kind
from scorekeeper.journal.services import write

MOST_APART: Final = 100  # pairs of a club
ONE: Final = Coalesce("one__merged_into", "one")
OTHER: Final = Coalesce("other__merged_into", "other")
"""Of a row that names two players the people they are: whose line was merged into another is that one."""


# Reading


def apart_in(club_id: UUID) -> "QuerySet[KeepApart]":
    """The pairs of a club by name, with their players."""
    found = KeepApart.objects.filter(club=club_id)
    return found.select_related("one__merged_into", "other__merged_into").order_by(
        Alphabetical("one__name"), Alphabetical("other__name"), "pk"
    )


def people_apart(club_id: UUID) -> set[frozenset[UUID]]:
    """The pairs of a club as people; two lines that have become one person are no pair."""
    found = KeepApart.objects.filter(club=club_id).values_list(ONE, OTHER)
    return {frozenset(pair) for pair in found if pair[0] != pair[1]}


# Writing


@transaction.atomic
def keep_apart(*, club: Club, by: User, one: UUID, other: UUID, now: datetime) -> KeepApart:
    """No draw puts these two together while there is any other way. Said twice it is said once.

    Raises:
        PermissionDenied: not a director.
        Refused: `player_unknown`, `player_twice`, `list_full`.
    """
    require(can_direct(role_in(by, club)))
    lock_book(club)
    first, second = two_of(Player.objects.people().filter(club=club), one, other)
    pairs = KeepApart.objects.filter(club=club)
    if there := pairs.filter(one=first, other=second).first():
        return there
    if pairs.count() >= MOST_APART:
        raise list_full(MOST_APART)
    write(Kind.KEPT_APART, club.pk, at=now, by_user=by, player=first, other=second)
    return KeepApart.objects.create(club=club, one=first, other=second, made_by=by, made_at=now)


@transaction.atomic
def let_together(*, club: Club, by: User, pair_id: UUID) -> None:
    """These two may sit together again. Said twice it is said once."""
    require(can_direct(role_in(by, club)))
    pair = KeepApart.objects.filter(club=club, pk=pair_id).first()
    if pair:
        pair.delete()
        write(Kind.LET_TOGETHER, club.pk, by_user=by, player_id=pair.one_id, other_id=pair.other_id)


def two_of(players: "QuerySet[Player]", one: UUID, other: UUID) -> tuple[Player, Player]:
    """These two of the players, the one with the smaller id first.

    Raises:
        Refused: `player_unknown`, at the field "one" or "other"; `player_twice`.
    """
    found = players.in_bulk([one, other])
    for field, wanted in (("one", one), ("other", other)):
        if wanted not in found:
            raise _refused("player_unknown", field, PLAYER_UNKNOWN)
    if one == other:
        raise _refused("player_twice", "other", gettext_noop("Choose two different people."))
    return found[min(one, other)], found[max(one, other)]


def list_full(most: int) -> Refused:
    """No more pairs than so many."""
    return _refused("list_full", "one", gettext_noop("A club can have at most {most} pairs."), most=most)


def _refused(code: str, field: str, template: str, **values: int) -> Refused:
    return Refused([Problem(code, field, Text(template, values))])


PLAYER_UNKNOWN: Final = gettext_noop("This club has no such player.")
