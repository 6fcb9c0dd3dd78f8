"""What an entry costs, and whose is booked. The prize pool of a tournament says it; each player has an entry of their
own there, those of a pair or a team too."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from scorekeeper.clubs.models import Player
from scorekeeper.payouts.models import PoolAct, PrizePool
from scorekeeper.payouts.selectors.pools import PoolNow
from scorekeeper.tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class Fee:
    """The fee of an entrant: for how many of its players it is asked, and what is booked and not taken back."""

    asked: int
    booked: tuple[PoolAct, ...]

    @property
    def is_whole(self) -> bool:
        return len(self.booked) >= self.asked


@dataclass(frozen=True, slots=True)
class Fees:
    """The entries that are booked, by person."""

    booked: Mapping[UUID, PoolAct]

    def of(self, players: Sequence[Player]) -> Fee:
        return Fee(len(players), tuple(self.booked[one.identity] for one in players if one.identity in self.booked))


def asked_pool(tournament: Tournament) -> PrizePool | None:
    """The pool whose entries cost something. One statement, none where the tournament has no prizes."""
    if tournament.competition_id is None:
        return None
    return PrizePool.objects.filter(competition=tournament.competition_id, entry_price__gt=0).first()


def fees_of(tournament: Tournament) -> Fees | None:
    """What is booked; None where an entry costs nothing. Two statements."""
    pool = asked_pool(tournament)
    if pool is None:
        return None
    standing = (act for act in PoolNow(pool).standing if act.kind == PoolAct.Kind.ENTRY and act.player)
    return Fees({act.player.identity: act for act in standing if act.player})
