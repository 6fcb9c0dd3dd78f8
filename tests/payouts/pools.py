"""Short ways to the prize pool of a season that is over."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Player
from scorekeeper.payouts.models import PoolAct, PrizePool
from scorekeeper.payouts.services.awarding import award
from scorekeeper.payouts.services.pools import PoolWanted, enter_all, pay_in, set_up_pool, take_back
from scorekeeper.standings.models import Competition
from scorekeeper.standings.services import end_season
from tests import factories
from tests.payouts.books import with_money


class Pool:
    """A season whose points are given, everybody's entry 10.00 unless something else is wanted."""

    def __init__(
        self,
        points: Sequence[int] = (50, 40, 30),
        club: Club | None = None,
        season: Competition | None = None,
        **wanted: Any,
    ) -> None:
        self.club = season.club if season else club or with_money()
        self.owner: User = factories.owner_of(self.club)
        self.season: Competition = season or factories.make_season(self.club)
        self.people: list[Player] = [factories.make_player(self.club) for _one in points]
        if points:
            factories.import_evening(
                self.season, {who: {"points": many} for who, many in zip(self.people, points, strict=True)}
            )
        self.set_up(**{"entry_price": 1000, **wanted})

    @property
    def pool(self) -> PrizePool:
        return PrizePool.objects.get(competition=self.season)

    def set_up(self, version: int | None = None, **wanted: Any) -> PrizePool:
        if version is None:
            version = next(iter(PrizePool.objects.filter(competition=self.season).values_list("version", flat=True)), 0)
        return set_up_pool(
            competition=self.season, by=self.owner, wanted=PoolWanted(**wanted), version=version, now=factories.NOW
        )

    def enter(self, *people: Player) -> int:
        ids = [one.pk for one in people or self.people]
        return enter_all(competition=self.season, by=self.owner, player_ids=ids, now=factories.NOW)

    def pay(self, kind: str, who: Player, **more: Any) -> PoolAct:
        sent = {"key": uuid4(), "by": self.owner, **more}
        return pay_in(competition=self.season, kind=kind, player_id=who.pk, now=factories.NOW, **sent).act

    def end(self) -> "Pool":
        end_season(competition=self.season, by=self.owner, now=factories.NOW)
        self.season.refresh_from_db()
        return self

    def award(self, deal: Mapping[Player, int] | None = None, **more: Any) -> PoolAct:
        shares = None if deal is None else {who.pk: amount for who, amount in deal.items()}
        sent = {"key": uuid4(), "by": self.owner, "now": factories.at(9), **more}
        return award(competition=self.season, deal=shares, **sent).act

    def back(self, act: PoolAct, reason: str = "a wrong line", **more: Any) -> PoolAct:
        sent = {"by": self.owner, "now": factories.at(10), **more}
        return take_back(competition=self.season, act_id=act.pk, reason=reason, **sent)
