"""What directors do to a season, written into its chain: bonuses, penalties, lots, and taking them back."""

import secrets
from collections.abc import Callable, Collection
from datetime import datetime
from typing import Any, Final
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.policies import can_direct, role_in
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.names import tidied
from scorekeeper.journal.models import Kind
from scorekeeper.journal.services import write
from scorekeeper.standings.models import Competition, SeasonAct
from scorekeeper.standings.ranking import drawn
from scorekeeper.standings.records import LONGEST_REASON, TOO_LONG, SeasonBonus, SeasonLot, SeasonTakingBack
from scorekeeper.standings.selectors.table import equals, lines


def locked(competition: Competition, by: User, may: Callable[[str | None], bool] = can_direct) -> Competition:
    """The season's row, locked for a director: what is done to one season happens one after the other."""
    mine = Competition.objects.select_related("club").select_for_update(of=("self",)).get(pk=competition.pk)
    require(may(role_in(by, mine.club)))
    return mine


def require_running(competition: Competition) -> None:
    """Raises Refused `season_ended`."""
    if competition.ended_at:
        text = Text(gettext_noop("This season has ended. It cannot change until a director reopens it."))
        raise Refused([Problem("season_ended", "", text)])


def clean_reason(reason: str) -> str:
    """A reason that the club can read later.

    Raises:
        Refused: `reason_missing`, `reason_too_long`.
    """
    sent, reason = reason, tidied(reason[: 2 * LONGEST_REASON])
    if not reason:
        raise Refused(
            [
                Problem(
                    "reason_missing", "reason", Text(gettext_noop("Enter a reason. Everybody in the club can read it."))
                )
            ]
        )
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
        raise Conflict("key_used", _("This was already sent with a different text. Check the season and try again."))
    return earlier


def noted_act(competition: Competition, kind: str, by: User, now: datetime, *, key: UUID, **said: Any) -> SeasonAct:
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


@transaction.atomic
def give_bonus(bonus: SeasonBonus, *, competition: Competition, by: User, key: UUID, now: datetime) -> SeasonAct:
    """Give a bonus to somebody who has played for the season; sent again, it is the first one.

    Raises:
        Refused: `season_ended`, `player_unknown`, `reason_missing`; `reason_too_long`.
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
    detail = {"player_id": player.identity, "points": bonus.points, "reason": reason}
    return noted_act(mine, SeasonAct.Kind.BONUS, by, now, key=key, **detail)


@transaction.atomic
def take_back_bonus(asked: SeasonTakingBack, *, season_act: SeasonAct, by: User, key: UUID, now: datetime) -> SeasonAct:
    """Take a bonus, a penalty or a lot back; taken back again, it is the first time.

    Raises:
        Refused: `season_ended`, `reason_missing`, `not_a_bonus`; `reason_too_long`.
    """
    mine = locked(season_act.competition, by)
    earlier = SeasonAct.objects.filter(takes_back=season_act).first()
    if earlier:
        return earlier
    require_running(mine)
    if season_act.kind not in {SeasonAct.Kind.BONUS, SeasonAct.Kind.LOT}:
        text = Text(gettext_noop("Only a bonus, a penalty or a lot can be taken back."))
        raise Refused([Problem("not_a_bonus", "", text)])
    return noted_act(
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


SEED_BITS: Final = 32  # few enough figures to be read out


@transaction.atomic
def draw_lot(
    lot: SeasonLot, *, competition: Competition, by: User, key: UUID, now: datetime, seed: int | None = None
) -> SeasonAct:
    """Draw lots between those who share a rank: exactly these people, as the director saw them. The seed is chance,
    where none is given. Sent again, it is the first lot.

    Raises:
        Refused: `season_ended`, `not_equal`: they do not share a rank, or others share it with them.
        Conflict: `key_used`: the key has made something else.
    """
    mine, among = locked(competition, by), lot.among
    if earlier := sent_before(mine, key, lambda act: act.kind == SeasonAct.Kind.LOT and _is_among(act, among)):
        return earlier
    require_running(mine)
    groups = equals(lines(mine, official=False))
    group = next((rows for rows in groups if {row.row.player_id for row in rows} == {*among}), None)
    if group is None:
        text = Text(gettext_noop("These players are no longer equal in everything. Check the standings again."))
        raise Refused([Problem("not_equal", "", text)])
    seed = secrets.randbits(SEED_BITS) if seed is None else seed
    order = [str(person) for person in drawn(seed, among)]
    detail = {"seed": seed, "points": group[0].row.points, "order": order}
    return noted_act(mine, SeasonAct.Kind.LOT, by, now, key=key, detail=detail)


def _is_among(act: SeasonAct, among: Collection[UUID]) -> bool:
    """Whether the lot was drawn among exactly these."""
    return {UUID(pk) for pk in act.detail["order"]} == {*among}
