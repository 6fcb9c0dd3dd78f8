"""Compare prize pools with the money book: what lies in each, and what each act has booked."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final
from uuid import UUID

from django.db.models import Q

from scorekeeper.payouts.kinds import POOL
from scorekeeper.payouts.models import Account, Booking, PoolAct, PrizePool
from scorekeeper.payouts.selectors.legs import with_legs
from scorekeeper.payouts.selectors.pools import DONE, Given, PoolNow, is_taken_back, people

BATCH: Final = 2000
Moves = dict[tuple[str, UUID | None], int]  # of accounts, by kind and player


def pool_differences(of_club: Q) -> Iterator[tuple[str, str]]:
    """Where a pool holds something else than its acts say, or an act has booked something else. Reads only."""
    balances = {
        account.competition_id: account.balance
        for account in Account.objects.filter(of_club, kind=Account.Kind.PRIZES).iterator(chunk_size=BATCH)
    }
    for pool in PrizePool.objects.filter(of_club).order_by("pk").iterator(chunk_size=BATCH):
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
    won = [*((one.player, one.amount) for one in given.prizes), *((one.player, one.amount) for one in given.specials)]
    lines = people(act.club_id, [player for player, _amount in won])
    for pk, amount in won:
        player = lines.get(pk) if pk else None
        moves[Account.Kind.PLAYER, player.identity if player else None] += amount
    return _moved(moves)


def _moved(moves: Moves) -> Moves:
    return {key: amount for key, amount in moves.items() if amount}
