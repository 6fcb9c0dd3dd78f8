"""The prize pool of the demo's cup: everybody who has played is in, one bought again, and the club guarantees it."""

from datetime import datetime
from typing import Final
from uuid import UUID

from scorekeeper.accounts.models import User
from scorekeeper.payouts.models import PoolAct, PrizePool
from scorekeeper.payouts.pools.services import KeptOut, PoolWanted, enter_all, pay_in, set_up_pool
from scorekeeper.standings.models import Competition
from scorekeeper.standings.selectors.table import lines

WANTED: Final = PoolWanted(
    entry_price=1000,
    rebuy_price=500,
    guarantee=15_000,
    round_to=100,
    weights=(50, 30, 20),
    deductions=(KeptOut("Spielmaterial", per_mille=50),),
)
KEY: Final = UUID("b7b0c9a4-5f0d-4c1e-8a55-0d7c2f4f9e21")


def cup_prizes(season: Competition, director: User, *, now: datetime) -> None:
    """Set it up, once."""
    if PrizePool.objects.filter(competition=season).exists():
        return
    set_up_pool(competition=season, by=director, wanted=WANTED, version=0, now=now)
    ranked = [found.row.player_id for found in lines(season, official=False).ranked]
    enter_all(competition=season, by=director, player_ids=ranked, now=now)
    again = PoolAct.Kind.REBUY
    pay_in(competition=season, by=director, kind=again, player_id=ranked[-1], key=KEY, now=now)
