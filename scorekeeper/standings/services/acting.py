"""What directors do to a season is written into its chain."""

from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.policies import can_direct, role_in
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.names import tidied
from scorekeeper.journal.models import Kind
from scorekeeper.journal.services import write
from scorekeeper.standings.models import Competition, SeasonAct
from scorekeeper.standings.records import LONGEST_REASON, TOO_LONG


def locked(competition: Competition, by: User, may: Callable[[str | None], bool] = can_direct) -> Competition:
    """The season's row, locked for a director: what is done to one season happens one after the other."""
    mine = Competition.objects.select_related("club").select_for_update(of=("self",)).get(pk=competition.pk)
    require(may(role_in(by, mine.club)))
    return mine


def require_running(competition: Competition) -> None:
    """Raises Refused `season_ended`."""
    if competition.ended_at:
        text = Text(gettext_noop("This season has ended. It stays as it is until a director opens it again."))
        raise Refused([Problem("season_ended", "", text)])


def clean_reason(reason: str) -> str:
    """A reason that the club can read later.

    Raises:
        Refused: `reason_missing`, `reason_too_long`.
    """
    sent, reason = reason, tidied(reason[: 2 * LONGEST_REASON])
    if not reason:
        raise Refused([Problem("reason_missing", "reason", Text(gettext_noop("Say why; the club can read it.")))])
    if len(reason) > LONGEST_REASON or len(sent) > 2 * LONGEST_REASON:
        text = Text(TOO_LONG, {"most": LONGEST_REASON})
        raise Refused([Problem("reason_too_long", "reason", text)])
    return reason


def sent_before(competition: Competition, key: UUID, is_asked: Callable[[SeasonAct], bool]) -> SeasonAct | None:
    """The act that this key has made already; `is_asked` says whether it is what is asked now.

    Raises:
        Conflict: `key_used`: the key has made something else.
    """
    earlier = SeasonAct.objects.filter(club=competition.club_id, key=key).first()
    if earlier and not (earlier.competition_id == competition.pk and is_asked(earlier)):
        raise Conflict("key_used", _("This was sent before with other words. Look at the season and try again."))
    return earlier


def told(competition: Competition, kind: str, by: User, now: datetime, *, key: UUID, **said: Any) -> SeasonAct:
    """Write an act at the end of the chain of a locked season, whose other changes are saved with it, and into the
    club's journal."""
    act = SeasonAct(
        club_id=competition.club_id,
        competition=competition,
        seq=competition.seq + 1,
        key=key,
        kind=kind,
        day=now.astimezone(ZoneInfo(competition.club.time_zone)).date(),
        at=now,
        by=by,
        previous=competition.head,
        **said,
    )
    act.salt()
    act.hash = act.content_hash()
    act.save(force_insert=True)
    competition.seq, competition.head = act.seq, act.hash
    competition.revision += 1
    competition.save()
    write(
        _in_journal(act),
        competition.club_id,
        at=now,
        by_user=by,
        thing=competition.pk,
        player_id=act.player_id,
        reason=act.reason,
    )
    return act


def _in_journal(act: SeasonAct) -> Kind:
    """What the journal calls it."""
    if act.kind == SeasonAct.Kind.BONUS:
        return Kind.FINE if act.points < 0 else Kind.BONUS
    if act.takes_back and act.takes_back.kind == SeasonAct.Kind.LOT:
        return Kind.LOT_TAKEN_BACK
    return {
        SeasonAct.Kind.LOT: Kind.LOT_DRAWN,
        SeasonAct.Kind.TAKEN_BACK: Kind.BONUS_TAKEN_BACK,
        SeasonAct.Kind.CHANGED: Kind.SEASON_CHANGED,
        SeasonAct.Kind.ENDED: Kind.SEASON_ENDED,
        SeasonAct.Kind.REOPENED: Kind.SEASON_REOPENED,
        SeasonAct.Kind.COUNTED: Kind.SHEETS_COUNTED,
    }[SeasonAct.Kind(act.kind)]
