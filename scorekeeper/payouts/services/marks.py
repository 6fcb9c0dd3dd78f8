"""Who has a mark for the prizes of groups."""

from collections.abc import Collection
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.policies import role_in
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.names import tidied
from scorekeeper.journal.models import Kind as Told
from scorekeeper.journal.services import write
from scorekeeper.payouts.models import PrizeMark
from scorekeeper.payouts.policies import can_keep_money
from scorekeeper.payouts.services.pools import LONGEST_MARK, NOBODY
from scorekeeper.standings.models import Competition

MOST_MARKS: Final = 30  # of a club
NAME: Final = gettext_noop("Write what the mark is called, in at most {most} characters.")
MANY: Final = gettext_noop("A club has at most {most} marks. Take one away from everybody first.")


@transaction.atomic
def set_mark(
    *,
    competition: Competition,
    by: User,
    name: str,
    player_ids: Collection[UUID],
    now: datetime,
    among: Collection[UUID] | None = None,
) -> int:
    """These people have the mark from now on, and of those `among` whom they were chosen (all) nobody else. How many
    have it then. A mark is of the club: other tournaments and seasons read it too.

    Raises:
        PermissionDenied: who does not keep the money.
        Refused: `mark_wrong`, `player_unknown`, `too_many`.
    """
    club = competition.club
    require(can_keep_money(role_in(by, club)))
    name = tidied(name)
    problems = []
    if not 1 <= len(name) <= LONGEST_MARK:
        problems.append(Problem("mark_wrong", "name", Text(NAME, {"most": LONGEST_MARK})))
    people = {one.identity for one in Player.objects.filter(club=club, pk__in=player_ids)}
    if Player.objects.filter(club=club, pk__in=player_ids).count() < len(set(player_ids)):
        problems.append(Problem("player_unknown", "players", Text(NOBODY)))
    marks = PrizeMark.objects.filter(club=club)
    others = marks.exclude(name=name).values("name").distinct().count()
    if people and others >= MOST_MARKS:
        problems.append(Problem("too_many", "name", Text(MANY, {"most": MOST_MARKS})))
    if problems:
        raise Refused(problems)
    there = list(marks.filter(name=name).select_related("player"))
    asked = None if among is None else set(among)
    gone = [
        mark.pk
        for mark in there
        if mark.player.identity not in people and (asked is None or mark.player.identity in asked)
    ]
    new = people - {mark.player.identity for mark in there}
    if gone or new:
        marks.filter(pk__in=gone).delete()
        PrizeMark.objects.bulk_create(
            PrizeMark(club=club, player_id=player, name=name, at=now, by=by) for player in sorted(new)
        )
        write(Told.PRIZE_MARKS, club.pk, at=now, by_user=by, thing=competition.pk)
    return marks.filter(name=name).count()
