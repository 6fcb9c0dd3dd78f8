"""Bonuses and penalties of a season: rows with a reason, taken back by rows; so are lots between equals."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Player
from scorekeeper.common.errors import Refused
from scorekeeper.standings.models import Competition, SeasonAct
from scorekeeper.standings.records import SeasonBonus, SeasonTakingBack
from scorekeeper.standings.services.acting import clean_reason, locked, require_running, sent_before, told


@transaction.atomic
def give_bonus(bonus: SeasonBonus, *, competition: Competition, by: User, key: UUID, now: datetime) -> SeasonAct:
    """Give a bonus to somebody who has played for the season; sent again, it is the first one.

    Raises:
        Refused: `season_ended`, `player_unknown`, `reason_missing`.
        Conflict: `key_used`: the key has made something else.
    """
    mine = locked(competition, by)
    player = Player.objects.filter(club=mine.club_id, pk=bonus.player).first()
    reason = clean_reason(bonus.reason)
    made = (SeasonAct.Kind.BONUS, bonus.points, reason)
    if earlier := sent_before(mine, key, lambda act: (act.kind, act.points, act.reason) == made):
        return earlier
    require_running(mine)
    if player is None or not mine.standings.filter(player__in=Player.objects.lines_of(player.person)).exists():
        text = Text(gettext_noop("Choose somebody who has played for this season."))
        raise Refused([Problem("player_unknown", "player", text)])
    said = {"player_id": player.identity, "points": bonus.points, "reason": reason}
    return told(mine, SeasonAct.Kind.BONUS, by, now, key=key, **said)


@transaction.atomic
def take_back_bonus(asked: SeasonTakingBack, *, season_act: SeasonAct, by: User, key: UUID, now: datetime) -> SeasonAct:
    """Take a bonus, a penalty or a lot back; taken back again, it is the first time.

    Raises:
        Refused: `season_ended`, `reason_missing`, `not_a_bonus`.
    """
    mine = locked(season_act.competition, by)
    earlier = SeasonAct.objects.filter(takes_back=season_act).first()
    if earlier:
        return earlier
    require_running(mine)
    if season_act.kind not in {SeasonAct.Kind.BONUS, SeasonAct.Kind.LOT}:
        text = Text(gettext_noop("Only a bonus, a penalty or a lot can be taken back."))
        raise Refused([Problem("not_a_bonus", "", text)])
    return told(
        mine,
        SeasonAct.Kind.TAKEN_BACK,
        by,
        now,
        key=key,
        player_id=season_act.player_id,
        points=-season_act.points,
        takes_back=season_act,
        reason=clean_reason(asked.reason),
    )
