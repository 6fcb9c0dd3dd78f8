"""What an entry costs, whose is booked, and who has paid. The prize pool of a tournament says it; each player has an
entry of their own there, those of a pair or a team too."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from games.core.settling import InUnits
from scorekeeper.payouts.models import PoolAct, PrizePool
from scorekeeper.payouts.pools.reads import PoolNow
from scorekeeper.tournaments.models import Entrant, Tournament
from scorekeeper.tournaments.rounds.field import active

State = Entrant.State
OUT = (State.WAITING, State.CANCELLED)  # who owes no entry


@dataclass(frozen=True, slots=True)
class Fee:
    """The fee of an entrant: for how many of its players it is asked, and what is booked and not taken back. `paid`
    lies in the club's box; `owes` is what is still to be paid, entries that are not booked yet among it, in the
    smallest unit; less than nothing where more was paid than is due by now. `people` are those who owe it, or have
    paid it."""

    asked: int
    booked: tuple[PoolAct, ...]
    paid: int
    owes: int
    people: tuple[UUID, ...]
    unit: InUnits

    @property
    def is_whole(self) -> bool:
        """Whether an entry is booked for each of its players."""
        return len(self.booked) >= self.asked

    @property
    def too_much(self) -> int:
        """What the club has of them beyond what is due."""
        return max(0, -self.owes)


@dataclass(frozen=True, slots=True)
class Fees:
    """The price of an entry; the entries that are booked, what is paid and what is owed of what is booked, by person.
    Once the prizes are awarded no entry is booked any more."""

    price: int
    unit: InUnits
    booked: Mapping[UUID, PoolAct]
    paid: Mapping[UUID, int]
    owing: Mapping[UUID, int]
    is_awarded: bool

    def of(self, entrant: Entrant) -> Fee:
        """Whoever plays for somebody else plays for their fee: an entrant owes as many as it has players."""
        plays = {player.identity: player for player in active(entrant)}
        everybody = [member.player.identity for member in entrant.players.all()]
        paying = [who for who in dict.fromkeys(everybody) if who in self.booked or who in self.paid]
        booked = tuple(self.booked[who] for who in paying if who in self.booked)
        asked = 0 if entrant.state in OUT else len(plays)
        lacking = [who for who in plays if who not in self.booked][: max(0, asked - len(booked))]
        people = tuple(dict.fromkeys([*paying, *lacking]))
        price = 0 if self.is_awarded else self.price * len(lacking)
        owes = price + sum(self.owing.get(who, 0) for who in people)
        paid = sum(self.paid.get(who, 0) for who in people)
        return Fee(asked, booked, paid, owes, people, self.unit)


def asked_pool(tournament: Tournament) -> PrizePool | None:
    """The pool whose entries cost something. One statement, none where the tournament has no prizes."""
    if tournament.competition_id is None:
        return None
    return PrizePool.objects.filter(competition=tournament.competition_id, entry_price__gt=0).first()


def fees_of(tournament: Tournament) -> Fees | None:
    """What is booked and paid; None where an entry costs nothing. Two statements."""
    pool = asked_pool(tournament)
    if pool is None:
        return None
    now = PoolNow(pool)
    paid: dict[UUID, int] = {}
    for act in now.collected:
        if act.player:
            paid[act.player.identity] = paid.get(act.player.identity, 0) + act.amount
    entries = {act.player.identity: act for act in now.standing if act.kind == PoolAct.Kind.ENTRY and act.player}
    return Fees(pool.entry_price, pool.in_unit, entries, paid, now.owing, now.award is not None)


def marks_with_prizes(tournament: Tournament) -> list[str]:
    """The marks of groups that have a prize of their own here."""
    if tournament.competition_id is None:
        return []
    pool = PrizePool.objects.filter(competition=tournament.competition_id).first()
    return [group["mark"] for group in pool.groups if group["mark"]] if pool else []
