"""Whether the book still agrees with itself, with the sheets and banks it comes from, and with the prize pools;
and how balances and numbers of entries are made anew from the legs, which are only read."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter
from typing import Final
from uuid import UUID

from django.db import connection, transaction
from django.db.models import BigIntegerField, Case, Count, F, Max, Q, Sum, Value, When
from django.db.models.functions import Cast, Coalesce

from scorekeeper.payouts.bank.reads import BOOKED_AS, due_at_closing
from scorekeeper.payouts.book.reads import causes_of, with_legs
from scorekeeper.payouts.guards import missing
from scorekeeper.payouts.kinds import OF_BANKS, OF_SHEETS, POOL, Kind
from scorekeeper.payouts.models import Account, BankAct, Booking, Leg, PoolAct, PrizePool, Whose
from scorekeeper.payouts.pools.reads import DONE, Given, PoolNow, is_taken_back, people
from scorekeeper.play.models import Sitting


def rebuild_accounts(club_id: UUID | None, *, write: bool) -> Iterator[tuple[str, str, bool]]:
    """Each account that does not say what its legs come to: (where, what, whether it is sure). Told to, it is written
    anew, locked as booking locks it, so people may go on. Where its legs have a gap or another end than their sum, they
    prove nothing: it is left as it is."""
    accounts = Account.objects.order_by("pk")
    if club_id is not None:
        accounts = accounts.filter(club=club_id)
    for pk in list(accounts.values_list("pk", flat=True)):
        yield from _account(pk, write=write)


@transaction.atomic
def _account(pk: UUID, *, write: bool) -> list[tuple[str, str, bool]]:
    account = Account.objects.select_for_update(no_key=True).get(pk=pk)
    total = Coalesce(Cast(Sum("amount"), BigIntegerField()), 0)
    made = account.legs.aggregate(many=Count("pk"), total=total, last=Coalesce(Max("number"), 0))
    has, due = (account.entries, account.balance), (made["many"], made["total"])
    where = f"account {pk}"
    if made["last"] != made["many"] or (
        made["many"] and account.legs.values_list("balance", flat=True).get(number=made["last"]) != made["total"]
    ):
        return [(where, "its legs have a gap, or do not lead to their sum", False)]
    if has == due:
        return []
    if write:
        account.entries, account.balance = due
        account.save(update_fields=["entries", "balance"])
    return [(where, f"{has[0]} entries and {has[1]} become {due[0]} and {due[1]}", True)]


BATCH = 2000  # rows read at once
Found = Iterator[tuple[str, str]]


def differences(club_id: UUID | None) -> Found:
    """Where the book is not what its legs and the sheets say, anywhere or in one club: (where, what). Reads only."""
    of_club = Q(club=club_id) if club_id else Q()
    for name in missing(connection):
        yield "database", f"the trigger {name} is missing"
    yield from _accounts(of_club)
    # The legs of each booking sum to zero, in its own club and unit
    own = Q(legs__account__unit=F("unit"), legs__account__decimals=F("decimals"))
    own &= Q(legs__account__club=F("club"), legs__club=F("club"))
    found = Booking.objects.filter(of_club).annotate(
        many=Count("legs"), total=Sum("legs__amount"), own=Sum(Case(When(own, then=Value(1)), default=Value(0)))
    )
    for booking in found.exclude(many__gte=2, total=0, own=F("many")).iterator(chunk_size=BATCH):
        made = f"{booking.many} legs, {booking.own} of its club and unit, that sum to {booking.total}"
        yield f"booking {booking.pk}", f"it has {made}"
    yield from _reversals(of_club)
    yield from _sheets(of_club)
    yield from _banks(of_club)
    yield from pool_differences(of_club)


def _accounts(of_club: Q) -> Found:
    """The legs of each account count from 1 without a gap, each says where the account stood, and so does the last."""
    legs = (
        Leg.objects.filter(of_club).order_by("account", "number").values_list("account", "number", "amount", "balance")
    )
    ends: dict[UUID, tuple[int, int]] = {}
    for pk, of_account in groupby(legs.iterator(chunk_size=BATCH), key=lambda leg: leg[0]):
        count = total = 0
        for _pk, number, amount, balance in of_account:
            count, total = count + 1, total + amount
            if (number, balance) != (count, total):
                yield f"account {pk}", f"leg {number} leaves {balance}, its legs make {total} at leg {count}"
                break
        ends[pk] = count, total
    for account in Account.objects.filter(of_club).iterator(chunk_size=BATCH):
        made = ends.get(account.pk, (0, 0))
        if (account.entries, account.balance) != made:
            has = f"{account.entries} legs and {account.balance}"
            yield f"account {account.pk}", f"it says {has}, its legs make {made[0]} and {made[1]}"


def _reversals(of_club: Q) -> Found:
    """A reversal is the other way round on the same accounts, and of no reversal."""
    found = Booking.objects.filter(of_club, reverses__isnull=False).select_related("reverses")
    for booking in found.prefetch_related("legs", "reverses__legs").iterator(chunk_size=BATCH):
        reverses = booking.reverses
        if reverses is None:
            continue
        there = {leg.account_id: -leg.amount for leg in reverses.legs.all()}
        if {leg.account_id: leg.amount for leg in booking.legs.all()} != there:
            yield f"booking {booking.pk}", f"it is not booking {reverses.pk} the other way round"
        if reverses.kind == Kind.REVERSAL:
            yield f"booking {booking.pk}", f"it reverses booking {reverses.pk}, a reversal"


def _sheets(of_club: Q) -> Found:
    """What is booked of a closed sheet is what it makes due; of an open one nothing is."""
    standing = Booking.objects.filter(of_club, kind__in=OF_SHEETS, reversal=None).order_by("sitting", "pk")
    found = standing.select_related("sitting__club").prefetch_related(with_legs(), "sitting__seats")
    with_bank = set(BankAct.objects.filter(of_club).values_list("sitting", flat=True).distinct())
    for sitting, bookings in groupby(found.iterator(chunk_size=BATCH), key=attrgetter("sitting")):
        if sitting is None:
            yield from ((f"booking {booking.pk}", "no sheet made it") for booking in bookings)
            continue
        if what := _of_sheet(sitting, list(bookings), has_bank=sitting.pk in with_bank):
            yield f"sitting {sitting.pk}", what


def _of_sheet(sitting: Sitting, bookings: list[Booking], *, has_bank: bool) -> str:
    if not sitting.is_official:
        return "it is not official, but what it makes due is booked"
    booked = [(booking.kind, {leg.account.whose: leg.amount for leg in booking.legs.all()}) for booking in bookings]
    causes = due_at_closing(sitting) if has_bank else causes_of(sitting)
    due = [(str(cause.kind), dict(cause.moves)) for cause in causes]
    return "" if booked == due else f"it makes {_told(due)} due, {_told(booked)} is booked"


def _told(causes: list[tuple[str, dict[Whose, int]]]) -> str:
    return "; ".join(f"{kind} {sorted(moves.values())}" for kind, moves in causes) or "nothing"


def _banks(of_club: Q) -> Found:
    """Nothing lies in the bank of a closed sheet; what was approved there is booked as it was asked for, and nothing
    else is."""
    official = Q(sitting__closed_at__isnull=False, sitting__awaits_acceptance=False)
    left = Account.objects.filter(of_club, official, kind=Account.Kind.POT).exclude(balance=0)
    for pot in left.iterator(chunk_size=BATCH):
        yield f"sitting {pot.sitting_id}", f"it is closed, and {pot.balance} lies in its bank"
    acts = BankAct.objects.filter(of_club, kind__in=[BankAct.Kind.APPROVED, BankAct.Kind.UNDONE])
    acts = acts.select_related("booking__reverses", "of", "seat").prefetch_related(with_legs(at="booking__legs"))
    for act in acts.iterator(chunk_size=BATCH):
        if not _booked_as_asked(act):
            yield f"bank act {act.pk}", f"booking {act.booking_id} is not what was asked for"
    for booking in Booking.objects.filter(of_club, kind__in=OF_BANKS, bank_act=None).iterator(chunk_size=BATCH):
        yield f"booking {booking.pk}", "nobody approved it at the bank of a table"
    undone = Booking.objects.filter(of_club, reverses__kind__in=OF_BANKS, bank_act=None)
    for booking in undone.iterator(chunk_size=BATCH):
        yield f"booking {booking.pk}", "nobody booked it back at the bank of a table"


def _booked_as_asked(act: BankAct) -> bool:
    booking = act.booking
    made = booking.reverses if booking and act.kind == BankAct.Kind.UNDONE else booking
    if booking is None or made is None or act.of is None or made.kind != BOOKED_AS[BankAct.Move(act.of.move)]:
        return False
    into = -act.of.amount if act.of.move == BankAct.Move.CASH_OUT else act.of.amount
    into = -into if act.kind == BankAct.Kind.UNDONE else into
    pot = [leg.amount for leg in booking.legs.all() if leg.account.sitting_id == act.sitting_id]
    return booking.sitting_id == act.sitting_id and pot == [into]


POOL_BATCH: Final = 2000
Moves = dict[tuple[str, UUID | None], int]  # of accounts, by kind and player


def pool_differences(of_club: Q) -> Iterator[tuple[str, str]]:
    """Where a pool holds something else than its acts say, or an act has booked something else. Reads only."""
    balances = {
        account.competition_id: account.balance
        for account in Account.objects.filter(of_club, kind=Account.Kind.PRIZES).iterator(chunk_size=POOL_BATCH)
    }
    for pool in PrizePool.objects.filter(of_club).order_by("pk").iterator(chunk_size=POOL_BATCH):
        now, lies = PoolNow(pool), balances.pop(pool.competition_id, 0)
        holds = 0 if now.award else now.sums.taken
        if lies != holds:
            yield f"season {pool.competition_id}", f"its prize pool says {holds}, {lies} lies on its account"
        yield from _acts(pool, now)
    for season, balance in balances.items():
        if balance:
            yield f"season {season}", f"it has no prize pool, but {balance} lies on its account"


def _acts(pool: PrizePool, now: PoolNow) -> Iterator[tuple[str, str]]:
    booked: dict[UUID | None, Moves] = defaultdict(lambda: defaultdict(int))
    found = Booking.objects.filter(club=pool.club_id, source_kind=POOL, source__in=[act.pk for act in now.acts])
    for booking in found.prefetch_related(with_legs("player")):
        for leg in booking.legs.all():
            player = leg.account.player
            booked[booking.source][leg.account.kind, player.identity if player else None] += leg.amount
    for act in now.acts:
        made = {key: amount for key, amount in booked[act.pk].items() if amount}
        says = {} if is_taken_back(act) else _says(act, now)
        if made != says:
            yield f"pool act {act.pk}", f"it says {sorted(says.values())}, {sorted(made.values())} is booked"


def _says(act: PoolAct, now: PoolNow) -> Moves:
    """What this act moves, by account; of an award the pool's own account goes down by what was paid in."""
    moves: Moves = defaultdict(int)
    if act.kind == DONE.COLLECTED:
        moves[Account.Kind.CASH, None] = -act.amount
        moves[Account.Kind.PLAYER, act.player.identity if act.player else None] = act.amount
        return _moved(moves)
    if act.kind != DONE.AWARDED:
        moves[Account.Kind.PRIZES, None] = act.amount
        moves[Account.Kind.PLAYER, act.player.identity if act.player else None] = -act.amount
        return _moved(moves)
    given = Given.from_json(act.detail)
    moves[Account.Kind.CLUB, None] -= given.overlay
    moves[Account.Kind.PRIZES, None] -= now.sums.taken
    for _cause, amount, to in given.kept:
        moves[to, None] += amount
    won = [
        *((prize.player, prize.amount) for prize in given.prizes),
        *((special.player, special.amount) for special in given.specials),
    ]
    lines = people(act.club_id, [player for player, _amount in won])
    for pk, amount in won:
        player = lines.get(pk) if pk else None
        moves[Account.Kind.PLAYER, player.identity if player else None] += amount
    return _moved(moves)


def _moved(moves: Moves) -> Moves:
    return {key: amount for key, amount in moves.items() if amount}
