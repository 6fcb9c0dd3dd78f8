"""The prize pool of the demo's cup: everybody who has played is in, one bought again, and the club guarantees it."""

from datetime import datetime
from typing import Final
from uuid import UUID

from scorekeeper.accounts.models import User
from scorekeeper.payouts.models import PrizePool
from scorekeeper.payouts.pools.records import KeptOut, PoolEntry, PoolTerms
from scorekeeper.payouts.pools.services import enter_all, pay_in, set_up_pool
from scorekeeper.standings.models import Competition
from scorekeeper.standings.selectors.table import lines

TERMS: Final = PoolTerms(
    version=0,
    entry_price=1000,
    rebuy_price=500,
    guarantee=15_000,
    round_to=100,
    weights=(50, 30, 20),
    deductions=(KeptOut(cause="Spielmaterial", per_mille=50),),
)
KEY: Final = UUID("b7b0c9a4-5f0d-4c1e-8a55-0d7c2f4f9e21")


def cup_prizes(season: Competition, director: User, *, now: datetime) -> None:
    """Set it up, once."""
    if PrizePool.objects.filter(competition=season).exists():
        return
    set_up_pool(TERMS, competition=season, by=director, now=now)
    ranked = [found.row.player_id for found in lines(season, official=False).ranked]
    enter_all(competition=season, by=director, player_ids=ranked, now=now)
    again = PoolEntry(kind="rebuy", player=ranked[-1])
    pay_in(again, competition=season, by=director, key=KEY, now=now)
