"""A prize pool, of a season or a tournament: set it up, write in who has paid for it, take that back."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, Self
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.policies import role_in
from scorekeeper.common.alphabet import Alphabetical
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.names import LONGEST, tidied
from scorekeeper.journal.models import Kind as Told
from scorekeeper.journal.services import write
from scorekeeper.pairing.prize_groups import WINS
from scorekeeper.payouts.book.services import Draft, book, reverse_all
from scorekeeper.payouts.care.services import require_within_limit
from scorekeeper.payouts.kinds import POOL, Kind
from scorekeeper.payouts.models import Account, Booking, PoolAct, PrizePool, Whose
from scorekeeper.payouts.policies import can_keep_money
from scorekeeper.payouts.pool_models import MOST_PRICE
from scorekeeper.payouts.pools.reads import DONE, PAID, PoolNow, is_taken_back
from scorekeeper.payouts.sources import ranks_of
from scorekeeper.play.acting import clean_reason
from scorekeeper.play.actors import Actor
from scorekeeper.standings.models import AwardedEvent, Competition
from scorekeeper.standings.services.awards import drop_awards

MOST_PLACES: Final = 200
MOST_WEIGHT: Final = 1_000_000
MOST_ROWS: Final = 10  # deductions, and special prizes
LONGEST_CAUSE: Final = 60
LONGEST_MARK: Final = 40
PRICES: Final = ("entry_price", "rebuy_price", "addon_price", "guarantee")
KINDS: Final = {DONE.ENTRY: Kind.ENTRY, DONE.REBUY: Kind.REBUY, DONE.ADDON: Kind.ADDON}
TO: Final = (Account.Kind.CLUB, Account.Kind.FEES)


@dataclass(frozen=True, slots=True)
class KeptOut:
    """What is kept out of a pool: an amount, and so many per mille of all that came in, for the club or its fees."""

    cause: str
    amount: int = 0
    per_mille: int = 0
    to: str = Account.Kind.CLUB


@dataclass(frozen=True, slots=True)
class SpecialPrize:
    """A prize for something else than a place; the player can be named later."""

    cause: str
    amount: int
    player_id: UUID | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupPrize:
    """A prize of a group, of those with a `mark` or from a club (`origin`): an amount and so many per mille of the
    pool, over places by `weights`; `wins` says what those get who would win a prize of a place too (`WINS`)."""

    name: str
    mark: str = ""
    origin: str = ""
    amount: int = 0
    per_mille: int = 0
    weights: Sequence[int] = (1,)
    wins: str = WINS[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolWanted:
    """A prize pool as a director wants it: see `PrizePool`."""

    entry_price: int = 0
    rebuy_price: int = 0
    addon_price: int = 0
    guarantee: int = 0
    round_to: int = 1
    tie_unit: int = 1
    one_each: bool = False
    weights: Sequence[int] = ()
    deductions: Sequence[KeptOut] = field(default_factory=tuple)
    specials: Sequence[SpecialPrize] = field(default_factory=tuple)
    groups: Sequence[GroupPrize] = field(default_factory=tuple)

    @classmethod
    def of(cls, pool: PrizePool | None) -> Self:
        """As it is; without a pool as it would be usual."""
        if pool is None:
            return cls()
        specials = [(one["cause"], one["amount"], one["player"]) for one in pool.specials]
        return cls(
            **{name: getattr(pool, name) for name in (*PRICES, "round_to", "tie_unit", "one_each")},
            weights=tuple(pool.weights),
            deductions=tuple(KeptOut(**one) for one in pool.deductions),
            specials=tuple(SpecialPrize(cause, amount, UUID(who) if who else None) for cause, amount, who in specials),
            groups=tuple(GroupPrize(**{**one, "weights": tuple(one["weights"])}) for one in pool.groups),
        )


@transaction.atomic
def set_up_pool(*, competition: Competition, by: User, wanted: PoolWanted, version: int, now: datetime) -> PrizePool:
    """Set up a pool, or change it; `version` is the one that was read, 0 for none. Nothing is written
    where nothing changes, and what was paid stays paid.

    Raises:
        Conflict: `no_money`: the club plays for points; `changed_meanwhile`; `awarded`.
        Refused: every problem with its field.
    """
    require(can_keep_money(role_in(by, competition.club)))
    before = PrizePool.objects.select_for_update().filter(competition=competition).first()
    if before is None and not competition.club.keeps_money:
        raise Conflict("no_money", _("This club plays for points: there is no prize pool."))
    if (before.version if before else 0) != version:
        raise Conflict("changed_meanwhile", _("Somebody else has changed the pool meanwhile. Look at it again."))
    if before:
        require_not_awarded(PoolNow(before))
    values = _checked(competition, wanted)
    if before and all(getattr(before, name) == value for name, value in values.items()):
        return before
    pool = before or _new(competition)
    for name, value in values.items():
        setattr(pool, name, value)
    pool.version = version + 1
    try:
        with transaction.atomic():
            pool.save()
    except IntegrityError:
        raise Conflict(
            "changed_meanwhile", _("Somebody else has changed the pool meanwhile. Look at it again.")
        ) from None
    write(Told.PRIZES_SET, pool.club_id, at=now, by_user=by, thing=competition.pk)
    return pool


def _new(competition: Competition) -> PrizePool:
    money = competition.club.money
    return PrizePool(club=competition.club, competition=competition, unit=money.unit, decimals=money.decimals)


def _checked(competition: Competition, wanted: PoolWanted) -> dict[str, Any]:
    problems = [
        Problem("amount_range", name, Text(_RANGE)) for name in PRICES if not 0 <= getattr(wanted, name) <= MOST_PRICE
    ]
    problems += [
        Problem("amount_range", name, Text(_UNIT))
        for name in ("round_to", "tie_unit")
        if not 1 <= getattr(wanted, name) <= MOST_PRICE
    ]
    if len(wanted.weights) > MOST_PLACES or any(not 1 <= one <= MOST_WEIGHT for one in wanted.weights):
        problems.append(Problem("weights_wrong", "weights", Text(_WEIGHTS, {"most": MOST_PLACES})))
    elif any(worse > better for better, worse in zip(wanted.weights, wanted.weights[1:], strict=False)):
        problems.append(Problem("weights_rise", "weights", Text(_RISE)))
    if wanted.one_each and ranks_of(competition).groups(competition) is None:
        problems.append(Problem("no_groups", "one_each", Text(_NO_GROUPS)))
    problems += [*_of_deductions(wanted.deductions), *_of_specials(competition, wanted.specials)]
    problems += _of_groups(competition, wanted.groups)
    if problems:
        raise Refused(problems)
    return {
        **{name: getattr(wanted, name) for name in (*PRICES, "round_to", "tie_unit", "one_each")},
        "weights": list(wanted.weights),
        "deductions": [
            {"cause": tidied(one.cause), "amount": one.amount, "per_mille": one.per_mille, "to": str(one.to)}
            for one in wanted.deductions
        ],
        "specials": [
            {"cause": tidied(one.cause), "amount": one.amount, "player": str(one.player_id) if one.player_id else None}
            for one in wanted.specials
        ],
        "groups": [
            {
                "name": tidied(one.name),
                "mark": tidied(one.mark),
                "origin": tidied(one.origin),
                "amount": one.amount,
                "per_mille": one.per_mille,
                "weights": list(one.weights),
                "wins": one.wins,
            }
            for one in wanted.groups
        ],
    }


def _of_deductions(deductions: Sequence[KeptOut]) -> list[Problem]:
    found = [*_of_rows("deductions", [one.cause for one in deductions])]
    for number, one in enumerate(deductions):
        where = f"deductions.{number}"
        if not 0 <= one.amount <= MOST_PRICE or not 0 <= one.per_mille <= 1000 or not (one.amount or one.per_mille):
            found.append(Problem("deduction_wrong", f"{where}.amount", Text(_DEDUCTION)))
        if one.to not in TO:
            found.append(Problem("account_unknown", f"{where}.to", Text(_TO)))
    if sum(one.per_mille for one in deductions) > 1000:
        found.append(Problem("deducted_too_much", "deductions", Text(_ALL)))
    return found


def _of_specials(competition: Competition, specials: Sequence[SpecialPrize]) -> list[Problem]:
    found = [*_of_rows("specials", [one.cause for one in specials])]
    asked = {one.player_id for one in specials if one.player_id}
    known = set(Player.objects.filter(club=competition.club_id, pk__in=asked).values_list("pk", flat=True))
    for number, one in enumerate(specials):
        where = f"specials.{number}"
        if not 1 <= one.amount <= MOST_PRICE:
            found.append(Problem("amount_range", f"{where}.amount", Text(_UNIT)))
        if one.player_id and one.player_id not in known:
            found.append(Problem("player_unknown", f"{where}.player", Text(NOBODY)))
    return found


def _of_groups(competition: Competition, groups: Sequence[GroupPrize]) -> list[Problem]:
    found = [*_of_rows("groups", [one.name for one in groups], "name")]
    has_origins = ranks_of(competition).groups(competition) is not None
    for number, one in enumerate(groups):
        where = f"groups.{number}"
        who = [text for text in (tidied(one.mark), tidied(one.origin)) if text]
        if len(who) != 1 or len(tidied(one.mark)) > LONGEST_MARK or len(who[0]) > LONGEST:
            found.append(Problem("group_unknown", f"{where}.who", Text(_GROUP)))
        elif one.origin and not has_origins:
            found.append(Problem("no_groups", f"{where}.who", Text(_NO_GROUPS)))
        if not 0 <= one.amount <= MOST_PRICE or not 0 <= one.per_mille <= 1000 or not (one.amount or one.per_mille):
            found.append(Problem("amount_range", f"{where}.amount", Text(_GROUP_AMOUNT)))
        if not 1 <= len(one.weights) <= MOST_PLACES or any(not 1 <= weight <= MOST_WEIGHT for weight in one.weights):
            found.append(Problem("weights_wrong", f"{where}.weights", Text(_WEIGHTS, {"most": MOST_PLACES})))
        elif any(worse > better for better, worse in zip(one.weights, one.weights[1:], strict=False)):
            found.append(Problem("weights_rise", f"{where}.weights", Text(_RISE)))
        if one.wins not in WINS:
            found.append(Problem("wins_unknown", f"{where}.wins", Text(_WINS)))
    return found


def _of_rows(name: str, causes: Sequence[str], field_: str = "cause") -> list[Problem]:
    if len(causes) > MOST_ROWS:
        return [Problem("too_many", name, Text(_MANY, {"most": MOST_ROWS}))]
    return [
        Problem("cause_wrong", f"{name}.{number}.{field_}", Text(_CAUSE, {"most": LONGEST_CAUSE}))
        for number, cause in enumerate(causes)
        if len(cause) > 2 * LONGEST_CAUSE or not 1 <= len(tidied(cause)) <= LONGEST_CAUSE
    ]


@dataclass(frozen=True, slots=True)
class PaidIn:
    """The act; `is_new` is false when it had been done before."""

    act: PoolAct
    is_new: bool


@transaction.atomic
def pay_in(*, competition: Competition, by: User, kind: str, player_id: UUID, key: UUID, now: datetime) -> PaidIn:
    """Somebody enters, buys again or adds on, for the price it has now; booked at once. Entering twice is one entry.

    Raises:
        PrizePool.DoesNotExist, Player.DoesNotExist.
        Conflict: `awarded`; `key_used`: something else was done under this key.
        Refused: `kind_unknown`; `not_entered`: who has no entry can't buy again; `no_price`; `limit_passed`: they
            have set themselves a limit that this would pass.
    """
    pool = locked_pool(competition, by)
    if kind not in PAID:
        raise Refused([Problem("kind_unknown", "kind", Text(_KINDS))])
    player = Player.objects.get(club=pool.club_id, pk=player_id).person
    if before := PoolAct.objects.select_related("player").filter(club=pool.club_id, key=key).first():
        if before.pool_id != pool.pk or before.kind != kind or before.player_id != player.pk:
            raise Conflict("key_used", _("This key was used for something else. Make a new key for each act."))
        return PaidIn(before, is_new=False)
    now_of = PoolNow(pool)
    require_not_awarded(now_of)
    entry = next((act for act in now_of.standing if act.kind == DONE.ENTRY and _is_of(act, player.pk)), None)
    if kind == DONE.ENTRY and entry:
        return PaidIn(entry, is_new=False)
    if kind != DONE.ENTRY:
        if entry is None:
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
    new = list(dict.fromkeys(one.identity for one in found if one.identity not in now_of.entrants))
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
def take_back(*, competition: Competition, by: User, act_id: UUID, reason: str, now: datetime) -> PoolAct:
    """Take back what was paid in, or the award, with a reason: what it booked is booked back. Doing it again changes
    nothing.

    Raises:
        PrizePool.DoesNotExist, PoolAct.DoesNotExist.
        Conflict: `awarded`: the award is taken back first; `bought_again`: re-buys and add-ons before the entry.
        Refused: the reason is missing.
    """
    pool = locked_pool(competition, by)
    reason = clean_reason(reason)
    act = PoolAct.objects.select_related("player", "taken_back_by").get(
        pool=pool, pk=act_id, kind__in=[*PAID, DONE.COLLECTED, DONE.AWARDED]
    )
    if is_taken_back(act):
        return act.taken_back_by
    if act.kind in PAID:
        _require_last(PoolNow(pool), act)
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


def _require_last(now_of: PoolNow, act: PoolAct) -> None:
    require_not_awarded(now_of)
    person = act.player.identity if act.player else None
    more = [one for one in now_of.standing if one.kind != DONE.ENTRY and person and _is_of(one, person)]
    if act.kind == DONE.ENTRY and more:
        raise Conflict("bought_again", _("Take the re-buys and add-ons back first: they need an entry."))


def locked_pool(competition: Competition, by: User) -> PrizePool:
    """The row of the pool: what is done to one pool happens one after the other. Raises PrizePool.DoesNotExist."""
    require(can_keep_money(role_in(by, competition.club)))
    found = PrizePool.objects.select_for_update(of=("self",)).select_related("club", "competition")
    return found.get(competition=competition.pk)


def require_not_awarded(now_of: PoolNow) -> None:
    """Raises Conflict `awarded`."""
    if now_of.award:
        raise Conflict("awarded", _("The prizes are awarded. Take the award back first."))


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


_RANGE: Final = gettext_noop("From nothing to a hundred thousand million of the smallest unit.")
_UNIT: Final = gettext_noop("Write an amount above zero.")
_WEIGHTS: Final = gettext_noop("Write a share above zero for each place, at most {most} places.")
_NO_GROUPS: Final = gettext_noop("Nobody of a season comes from a club: leave this out.")
_RISE: Final = gettext_noop("A worse place can’t get a larger share than a better one.")
_DEDUCTION: Final = gettext_noop("Say how much is kept: an amount, a part of what comes in (at most all), or both.")
_TO: Final = gettext_noop("Choose who gets it: the club, or its fees.")
_ALL: Final = gettext_noop("More would be kept than comes in. Keep less.")
NOBODY: Final = gettext_noop("The club has no such person. Choose somebody of its book.")
_MANY: Final = gettext_noop("At most {most} of them.")
_CAUSE: Final = gettext_noop("Say what it is for, in at most {most} characters.")
_KINDS: Final = gettext_noop("Choose an entry, a re-buy or an add-on.")
_NOT_ENTERED: Final = gettext_noop("Who has no entry can’t buy again. Enter them first.")
_NO_PRICE: Final = gettext_noop("This has no price here. Set one for the pool first.")
_GROUP: Final = gettext_noop("Say whose prize it is: of those with one mark, or of those from one club.")
_GROUP_AMOUNT: Final = gettext_noop("Write an amount above zero, or a part of the pool from 0.1 to 100 percent.")
_WINS: Final = gettext_noop("Say what those get who also win a prize of a place.")
