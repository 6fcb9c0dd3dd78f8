"""A prize pool, of a season or a tournament: set it up, write in who has paid for it, take that back; and the one
booking that a tick makes, at an evening as for a pool."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.core.settling import InUnits
from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.policies import role_in
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.names import Alphabetical
from scorekeeper.journal.models import Kind as Told
from scorekeeper.journal.services import write
from scorekeeper.payouts.book.services import Draft, book, reverse_all
from scorekeeper.payouts.care.services import require_within_limit
from scorekeeper.payouts.kinds import POOL, Kind
from scorekeeper.payouts.models import Account, Booking, PoolAct, PrizePool, Whose
from scorekeeper.payouts.policies import can_keep_money
from scorekeeper.payouts.pools.reads import DONE, PAID, PoolNow, is_taken_back
from scorekeeper.payouts.pools.records import PoolEntry, PoolTakingBack, PoolTerms
from scorekeeper.payouts.sources import ranks_of
from scorekeeper.play.acting import clean_reason
from scorekeeper.play.actors import Actor
from scorekeeper.standings.awards import drop_awards
from scorekeeper.standings.models import AwardedEvent, Competition

KINDS: Final = {DONE.ENTRY: Kind.ENTRY, DONE.REBUY: Kind.REBUY, DONE.ADDON: Kind.ADDON}


@transaction.atomic
def set_up_pool(terms: PoolTerms, *, competition: Competition, by: User, now: datetime) -> PrizePool:
    """Set up a pool, or change it. Nothing is written where nothing changes, and what was paid stays paid.

    Raises:
        Conflict: `no_money`: the club plays for points; `changed_meanwhile`: another version stands; `awarded`.
        Refused: `player_unknown`; `no_groups`: nobody of a season comes from a club.
    """
    require(can_keep_money(role_in(by, competition.club)))
    before = PrizePool.objects.select_for_update().filter(competition=competition).first()
    if before is None and not competition.club.keeps_money:
        raise Conflict("no_money", _("This club plays for points, so there is no prize pool."))
    if (before.version if before else 0) != terms.version:
        raise _changed_meanwhile()
    if before:
        require_not_awarded(PoolNow(before))
    _require_there(competition, terms)
    sent = terms.model_dump(mode="json", exclude={"version"})
    values = {name: value for name, value in sent.items() if value is not None}
    if before and all(getattr(before, name) == value for name, value in values.items()):
        return before
    money = competition.club.money
    pool = before or PrizePool(club=competition.club, competition=competition, unit=money.unit, decimals=money.decimals)
    for name, value in {**values, "competition": competition}.items():
        setattr(pool, name, value)
    pool.version = terms.version + 1
    try:
        with transaction.atomic():
            pool.save()
    except IntegrityError:
        raise _changed_meanwhile() from None
    write(Told.PRIZES_SET, pool.club_id, at=now, by_user=by, thing=competition.pk)
    return pool


def _changed_meanwhile() -> Conflict:
    return Conflict("changed_meanwhile", _("Someone else has changed the pool. Please check it again."))


def _require_there(competition: Competition, terms: PoolTerms) -> None:
    """That the people are of the club, and that entrants come from clubs where a prize needs it. Raises Refused."""
    has_origins = ranks_of(competition).groups(competition) is not None
    problems = []
    if terms.one_each and not has_origins:
        problems.append(Problem("no_groups", "one_each", Text(_NO_GROUPS)))
    asked = {special.player for special in terms.specials or () if special.player}
    there = set(Player.objects.filter(club=competition.club_id, pk__in=asked).values_list("pk", flat=True))
    problems += [
        Problem("player_unknown", f"specials.{number}.player", Text(NOBODY))
        for number, special in enumerate(terms.specials or ())
        if special.player and special.player not in there
    ]
    problems += [
        Problem("no_groups", f"groups.{number}.who", Text(_NO_GROUPS))
        for number, group in enumerate(terms.groups or ())
        if group.origin and not has_origins
    ]
    if problems:
        raise Refused(problems)


@dataclass(frozen=True, slots=True)
class PaidIn:
    """The act; `is_new` is false when it had been done before."""

    act: PoolAct
    is_new: bool


@transaction.atomic
def pay_in(entry: PoolEntry, *, competition: Competition, by: User, key: UUID, now: datetime) -> PaidIn:
    """Somebody enters, buys again or adds on, for the price it has now; booked at once. Entering twice is one entry.

    Raises:
        PrizePool.DoesNotExist, Player.DoesNotExist.
        Conflict: `awarded`; `key_used`: something else was done under this key.
        Refused: `not_entered`: who has no entry can't buy again; `no_price`; `limit_passed`: they have set
            themselves a limit that this would pass; `amount_too_large`.
    """
    pool, kind = locked_pool(competition, by), entry.kind
    player = Player.objects.get(club=pool.club_id, pk=entry.player).person
    if before := PoolAct.objects.select_related("player").filter(club=pool.club_id, key=key).first():
        if before.pool_id != pool.pk or before.kind != kind or before.player_id != player.pk:
            raise Conflict(
                "key_used", _("This key was already used for something else. Use a new key for each action.")
            )
        return PaidIn(before, is_new=False)
    now_of = PoolNow(pool)
    require_not_awarded(now_of)
    entered = next((act for act in now_of.standing if act.kind == DONE.ENTRY and _is_of(act, player.pk)), None)
    if kind == "entry" and entered:
        return PaidIn(entered, is_new=False)
    if kind != "entry":
        if entered is None:
            raise Refused([Problem("not_entered", "player", Text(_NOT_ENTERED))])
        if not pool.price_of(kind):
            raise Refused([Problem("no_price", "kind", Text(_NO_PRICE))])
    return PaidIn(enter_people(pool, [player.pk], kind, by, now, key)[0], is_new=True)


@transaction.atomic
def enter_all(*, competition: Competition, by: User, player_ids: Collection[UUID], now: datetime) -> int:
    """Enter these people at once; who has an entry keeps it. How many are new.

    Raises: as `pay_in` does.
    """
    pool = locked_pool(competition, by)
    now_of = PoolNow(pool)
    require_not_awarded(now_of)
    found = Player.objects.filter(club=pool.club_id, pk__in=player_ids).order_by(Alphabetical("name"), "pk")
    new = list(dict.fromkeys(player.identity for player in found if player.identity not in now_of.entrants))
    enter_people(pool, new, DONE.ENTRY, by, now)
    return len(new)


def _require_within_limits(pool: PrizePool, players: Sequence[UUID], price: int, by: User, now: datetime) -> None:
    """Of everybody, before anything is booked. Limits are locked in the order of their people."""
    problems: list[Problem] = []
    for player in Player.objects.select_related("user").filter(club=pool.club_id, pk__in=players).order_by("pk"):
        try:
            require_within_limit(
                club=pool.club, player=player, unit=pool.in_unit, amount=price, by=Actor(user=by), now=now
            )
        except Refused as refused:
            problems += refused.problems
    if problems:
        raise Refused(problems)


def _is_of(act: PoolAct, person: UUID) -> bool:
    return act.player is not None and act.player.identity == person


def enter_people(
    pool: PrizePool, players: Sequence[UUID], kind: str, by: User, now: datetime, key: UUID | None = None
) -> list[PoolAct]:
    """Each of these people enters, buys again or adds on; the caller has locked the pool and asks whether that may be.

    Raises:
        Refused: `limit_passed`.
    """
    price, done = pool.price_of(kind), DONE(kind)
    if price:
        _require_within_limits(pool, players, price, by, now)
    acts = [
        PoolAct(club_id=pool.club_id, pool=pool, kind=done, player_id=player, amount=price, at=now, by=by, key=key)
        for player in players
    ]
    PoolAct.objects.bulk_create(acts)
    drafts = [
        draft(
            pool,
            act,
            KINDS[done],
            {Whose(Account.Kind.PLAYER, act.player_id): -price, Whose(Account.Kind.PRIZES, pool.competition_id): price},
        )
        for act in acts
        if price
    ]
    book(club=pool.club, drafts=drafts, by=Actor(user=by), now=now)
    if acts:
        write(
            Told.PRIZES_ENTERED,
            pool.club_id,
            at=now,
            by_user=by,
            thing=pool.competition_id,
            player_id=acts[0].player_id if len(acts) == 1 else None,
            detail={"number": len(acts)},
        )
    return acts


@transaction.atomic
def take_back(asked: PoolTakingBack, *, competition: Competition, by: User, act_id: UUID, now: datetime) -> PoolAct:
    """Take back what was paid in, or the award, with a reason: what it booked is booked back. Doing it again changes
    nothing.

    Raises:
        PrizePool.DoesNotExist, PoolAct.DoesNotExist.
        Conflict: `awarded`: the award is taken back first; `bought_again`: re-buys and add-ons before the entry.
        Refused: as `clean_reason`; `amount_too_large`.
    """
    pool = locked_pool(competition, by)
    reason = clean_reason(asked.reason)
    act = PoolAct.objects.select_related("player", "taken_back_by").get(
        pool=pool, pk=act_id, kind__in=[*PAID, DONE.COLLECTED, DONE.AWARDED]
    )
    if is_taken_back(act):
        return act.taken_back_by
    if act.kind in PAID:
        now_of = PoolNow(pool)
        require_not_awarded(now_of)
        person = act.player.identity if act.player else None
        more = [done for done in now_of.standing if done.kind != DONE.ENTRY and person and _is_of(done, person)]
        if act.kind == DONE.ENTRY and more:
            raise Conflict("bought_again", _("First withdraw the re-buys and add-ons: they need an entry."))
    (made,) = take_back_acts(pool, [act], by, reason, now)
    if act.kind == DONE.AWARDED:
        for kind in AwardedEvent.Kind.values:
            drop_awards(kind, [pool.competition_id])
    about: dict[str, Any] = {"player_id": act.player_id}
    if act.kind == DONE.COLLECTED:
        about = {"detail": {"number": 1}}
    kinds = {DONE.AWARDED: Told.PRIZES_TAKEN_BACK, DONE.COLLECTED: Told.FEES_NOT_COLLECTED}
    kind = kinds.get(DONE(act.kind), Told.PRIZES_NOT_ENTERED)
    write(kind, pool.club_id, at=now, by_user=by, thing=pool.competition_id, reason=reason, **about)
    return made


def take_back_acts(pool: PrizePool, acts: Sequence[PoolAct], by: User, reason: str, now: datetime) -> list[PoolAct]:
    """Take these acts back, of which none was, in the transaction of the caller: all they booked is booked back. The
    caller has locked the pool and asks whether that may be."""
    made = [
        PoolAct(
            club_id=pool.club_id,
            pool=pool,
            kind=DONE.TAKEN_BACK,
            player=act.player,
            of=act,
            at=now,
            by=by,
            reason=reason,
        )
        for act in acts
    ]
    PoolAct.objects.bulk_create(made)
    booked = Booking.objects.filter(
        club=pool.club_id, source__in=[act.pk for act in acts], source_kind=POOL, reverses=None
    )
    reverse_all(club=pool.club, bookings=list(booked.order_by("pk")), by=Actor(user=by), reason=reason, now=now)
    return made


def locked_pool(competition: Competition, by: User) -> PrizePool:
    """The row of the pool: what is done to one pool happens one after the other. Raises PrizePool.DoesNotExist."""
    require(can_keep_money(role_in(by, competition.club)))
    found = PrizePool.objects.select_for_update(of=("self",)).select_related("club", "competition")
    return found.get(competition=competition.pk)


def require_not_awarded(now_of: PoolNow) -> None:
    """Raises Conflict `awarded`."""
    if now_of.award:
        raise Conflict("awarded", _("The prizes are already awarded. Withdraw the award first."))


def draft(pool: PrizePool, act: PoolAct, kind: Kind, moves: dict[Whose, int], label: Text | None = None) -> Draft:
    """A booking of this act."""
    return Draft(
        kind=kind,
        unit=pool.in_unit,
        moves=moves,
        competition_id=pool.competition_id,
        source=(POOL, act.pk),
        detail={"label": label.to_json()} if label else {},
    )


_NO_GROUPS: Final = gettext_noop("Players of a season have no home club. Leave this out.")
NOBODY: Final = gettext_noop("The club has no such person. Choose someone from its people.")
_NOT_ENTERED: Final = gettext_noop("Only someone with an entry can buy again. Enter the player first.")
_NO_PRICE: Final = gettext_noop("This has no price. First set one for the pool.")


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
            unit=act.unit,
            moves={Whose(Account.Kind.PLAYER, act.player_id): act.amount, CASH: -act.amount},
            source=act.source,
            competition_id=act.competition_id,
        )
        for act in paid
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
    people = list(dict.fromkeys(player.identity for player in found))
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
