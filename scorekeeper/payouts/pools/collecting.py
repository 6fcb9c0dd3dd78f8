"""What is paid into the club's box: the one booking that a tick makes, at an evening as for a prize pool, and the ticks
of a pool."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID, uuid4

from django.db import transaction
from django.utils.translation import gettext as _

from games.core.amounts import InUnits
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Player
from scorekeeper.common.errors import Conflict
from scorekeeper.common.names import Alphabetical
from scorekeeper.journal.models import Kind as Told
from scorekeeper.journal.services import write
from scorekeeper.payouts.book.services import Draft, book
from scorekeeper.payouts.kinds import POOL, Kind
from scorekeeper.payouts.models import Account, Booking, PoolAct, PrizePool, Whose
from scorekeeper.payouts.pools.reads import DONE, PoolNow
from scorekeeper.payouts.pools.services import enter_people, locked_pool, require_not_awarded, take_back_acts
from scorekeeper.play.acting import clean_reason
from scorekeeper.play.actors import Actor
from scorekeeper.standings.models import Competition

CASH: Final = Whose(Account.Kind.CASH)


@dataclass(frozen=True, slots=True)
class IntoBox:
    """Somebody pays the club so many smallest units for `source`, as (its kind, its id)."""

    player_id: UUID
    amount: int
    unit: InUnits
    source: tuple[str, UUID]
    competition_id: UUID | None = None


def book_collected(*, club: Club, paid: Sequence[IntoBox], by: User, now: datetime) -> list[Booking]:
    """What they paid lies in the club's box, and each owes that much less. A director has it in hand, so nobody else
    has to confirm it. In the transaction of the caller, which asks whether that may be."""
    drafts = [
        Draft(
            kind=Kind.COLLECTED,
            unit=one.unit,
            moves={Whose(Account.Kind.PLAYER, one.player_id): one.amount, CASH: -one.amount},
            source=one.source,
            competition_id=one.competition_id,
        )
        for one in paid
    ]
    return book(club=club, drafts=drafts, by=Actor(user=by), now=now)


@dataclass(frozen=True, slots=True)
class Ticked:
    """What was ticked off at once: `step` is how it is taken back at once."""

    acts: tuple[PoolAct, ...]
    step: str

    @property
    def amount(self) -> int:
        """All of it, in the smallest unit."""
        return sum(act.amount for act in self.acts)


@transaction.atomic
def tick_paid(
    *, competition: Competition, by: User, player_ids: Collection[UUID], now: datetime, amount: int | None = None
) -> Ticked:
    """These people have paid all they owe the pool into the club's box. Whose entry is not booked yet, it is with it.
    Who owes nothing is left out, so that ticking twice is ticking once. `amount` is what was shown as owed, by all of
    them together.

    Raises:
        PrizePool.DoesNotExist.
        Conflict: `awarded`: an entry would have to be booked; `dues_changed`: they owe something else by now.
        Refused: `limit_passed`.
    """
    pool = locked_pool(competition, by)
    now_of = PoolNow(pool)
    found = Player.objects.filter(club=pool.club_id, pk__in=player_ids).order_by(Alphabetical("name"), "pk")
    people = list(dict.fromkeys(one.identity for one in found))
    new = [person for person in people if person not in now_of.entrants] if pool.entry_price else []
    owed = {person: now_of.owing.get(person, 0) + (pool.entry_price if person in new else 0) for person in people}
    owed = {person: owes for person, owes in owed.items() if owes > 0}
    if amount is not None and owed and sum(owed.values()) != amount:
        raise Conflict("dues_changed", _("The amount due has just changed. Check it again."))
    if new:
        require_not_awarded(now_of)
    entries = {act.player_id: act for act in enter_people(pool, new, DONE.ENTRY, by, now)}
    step = str(uuid4())
    acts = [
        PoolAct(
            club_id=pool.club_id,
            pool=pool,
            kind=DONE.COLLECTED,
            player_id=person,
            amount=owes,
            detail={"step": step, **({"entry": str(entries[person].pk)} if person in entries else {})},
            at=now,
            by=by,
        )
        for person, owes in owed.items()
    ]
    PoolAct.objects.bulk_create(acts)
    paid = [
        IntoBox(person, act.amount, pool.in_unit, (POOL, act.pk), pool.competition_id)
        for person, act in zip(owed, acts, strict=True)
    ]
    book_collected(club=pool.club, paid=paid, by=by, now=now)
    if acts:
        _log(Told.FEES_COLLECTED, pool, acts, by, now)
    return Ticked(tuple(acts), step)


@transaction.atomic
def untick_paid(
    *, competition: Competition, by: User, now: datetime, player_ids: Collection[UUID] = (), step: str = ""
) -> list[PoolAct]:
    """They have not paid after all: of these people, or of all who were ticked off in one `step`. Entries that the tick
    has booked are booked back with it, unless somebody has bought again or the prizes are awarded since. Returns the
    ticks that were taken back.

    Raises:
        PrizePool.DoesNotExist.
    """
    pool = locked_pool(competition, by)
    now_of = PoolNow(pool)
    people = set(Player.objects.filter(club=pool.club_id, pk__in=player_ids).values_list("pk", flat=True))
    ticks = [
        act
        for act in now_of.collected
        if (step and act.detail.get("step") == step) or (act.player and {act.player_id, act.player.identity} & people)
    ]
    made_with = {act.detail.get("entry") for act in ticks}
    bought = {act.player.identity for act in now_of.standing if act.kind != DONE.ENTRY and act.player}
    entries = [
        act
        for act in now_of.standing
        if str(act.pk) in made_with and act.player and act.player.identity not in bought and not now_of.award
    ]
    if ticks:
        take_back_acts(pool, [*ticks, *entries], by, _("The tick has been removed."), now)
        _log(Told.FEES_NOT_COLLECTED, pool, ticks, by, now)
    return ticks


@transaction.atomic
def give_back(
    *, competition: Competition, by: User, player_ids: Collection[UUID], reason: str, now: datetime
) -> list[PoolAct]:
    """They do not take part: all that was booked of them for this pool is booked back, and what they had paid comes out
    of the club's box again. Returns what was taken back.

    Raises:
        PrizePool.DoesNotExist.
        Conflict: `awarded`.
        Refused: the reason is missing.
    """
    pool = locked_pool(competition, by)
    now_of = PoolNow(pool)
    require_not_awarded(now_of)
    reason = clean_reason(reason)
    people = {player.identity for player in Player.objects.filter(club=pool.club_id, pk__in=player_ids)}
    acts = [act for act in (*now_of.collected, *now_of.standing) if act.player and act.player.identity in people]
    if acts:
        take_back_acts(pool, acts, by, reason, now)
        _log(Told.FEES_NOT_COLLECTED, pool, acts, by, now, reason)
    return acts


def _log(kind: Told, pool: PrizePool, acts: Sequence[PoolAct], by: User, now: datetime, reason: str = "") -> None:
    number = len({act.player_id for act in acts})
    detail = {"number": number}
    write(kind, pool.club_id, at=now, by_user=by, thing=pool.competition_id, reason=reason, detail=detail)
