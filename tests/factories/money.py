"""Short ways to a money book that has something in it, to a bank, to the prize pool of a season, and to a book of
any size."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any, Final
from uuid import uuid4
from zoneinfo import ZoneInfo

from django.db import transaction

from games.core.settling import InUnits
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.records import ClubChange
from scorekeeper.clubs.services import change_club
from scorekeeper.payouts.bank.services import BankMove, ask_bank
from scorekeeper.payouts.book.services import Draft, book
from scorekeeper.payouts.models import Account, BankAct, Booking, Leg, Payment, PoolAct, PrizePool, Whose
from scorekeeper.payouts.payments.services import PaidOutside, say_paid
from scorekeeper.payouts.pools.awarding import award
from scorekeeper.payouts.pools.records import PoolAward, PoolEntry, PoolTakingBack, PoolTerms
from scorekeeper.payouts.pools.services import enter_all, pay_in, set_up_pool, take_back
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Sitting
from scorekeeper.standings.models import Competition
from scorekeeper.standings.services import end_season
from tests import factories

EURO = InUnits(unit="€", decimals=2)
CASH, FEES, CARRY, CLUB = (Whose(kind) for kind in ("cash", "fees", "carry", "club"))
STAKES = {"stake_per_point": 1, "loss_fee": {"each": 50, "from_fourth": 100}}


def with_money(club: Club | None = None, unit: str = "€", decimals: int = 2) -> Club:
    """A club that plays for a unit."""
    club = club or factories.make_club()
    change_club(ClubChange(unit=unit, decimals=decimals, for_minors=False), club=club, by=factories.owner_of(club))
    return club


def of(player: Player) -> Whose:
    return Whose("player", player.pk)


def draft(moves: Mapping[Whose, int], *, kind: str = "transfer", unit: InUnits = EURO, **more: Any) -> Draft:
    return Draft(kind=kind, unit=unit, moves=moves, **more)


@transaction.atomic
def booked(club: Club, *moves: Mapping[Whose, int], now: datetime = factories.NOW, **more: Any) -> list[Booking]:
    """Bookings as the owner makes them, in a transaction as every act is."""
    by = Actor(user=factories.owner_of(club))
    return book(club=club, drafts=[draft(legs, **more) for legs in moves], by=by, now=now)


def balances(club: Club, unit: str = "€") -> dict[Whose, int]:
    """Where each account stands that is not even."""
    accounts = Account.objects.filter(club=club, unit=unit).exclude(balance=0)
    return {account.whose: account.balance for account in accounts}


def shape(booking: Booking) -> tuple[str, dict[Whose, int]]:
    """What a booking says, without its ids."""
    return booking.kind, {leg.account.whose: leg.amount for leg in booking.legs.select_related("account")}


def tonk(club: Club, players: Sequence[Player] | int, *, unit: str = "€", **rules: Any) -> Sitting:
    """A table of Tonk with a stake of 0.50."""
    agreed = {"catch_extra": "all", "stake": 50, "unit": unit, "decimals": 2 if unit else 0, **rules}
    return factories.make_sitting(club, players=players, game="tonk", rules=agreed)


def won(by: int = 0) -> dict[str, Any]:
    """A hand of Tonk: everybody else pays one stake."""
    return {"kind": "discard_out", "by": by}


def waiting_payment(club: Club, to: Player, amount: int = 120, *, by: User | None = None) -> Payment:
    """A member says that they have paid this player; nobody has confirmed it."""
    user = by or factories.make_member(club)
    paid = PaidOutside(payer=factories.player_of(user, club).pk, getter=to.pk, amount=amount, **dict(EURO))
    return say_paid(club=club, by=user, paid=paid, key=uuid4(), now=factories.NOW)


def bank(sitting: Sitting, move: str, amount: int, seat: int | None = 0, *, by: Actor | None = None) -> BankAct:
    """Ask the bank of a table; the owner approves by asking. A request that waits is its own newest act."""
    by = by or Actor(user=factories.owner_of(sitting.club))
    wanted = BankMove(move=move, seat=seat, amount=amount)
    return ask_bank(wanted, sitting_id=sitting.pk, by=by, key=uuid4(), now=factories.NOW).asked


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
        self.people: list[Player] = [factories.make_player(self.club) for _person in points]
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
        usual = {name: PrizePool().__dict__[name] for name in PoolTerms.model_fields}
        terms = PoolTerms.read({**usual, **wanted, "version": version})
        return set_up_pool(terms, competition=self.season, by=self.owner, now=factories.NOW)

    def enter(self, *people: Player) -> int:
        ids = [person.pk for person in people or self.people]
        return enter_all(competition=self.season, by=self.owner, player_ids=ids, now=factories.NOW)

    def pay(self, kind: str, who: Player, **more: Any) -> PoolAct:
        sent = {"key": uuid4(), "by": self.owner, **more}
        entry = PoolEntry(kind=kind, player=who.pk)
        return pay_in(entry, competition=self.season, now=factories.NOW, **sent).act

    def end(self) -> "Pool":
        end_season(competition=self.season, by=self.owner, now=factories.NOW)
        self.season.refresh_from_db()
        return self

    def award(self, deal: Mapping[Player, int] | None = None, **more: Any) -> PoolAct:
        shares = None if deal is None else [{"player": who.pk, "amount": amount} for who, amount in deal.items()]
        sent = {"key": uuid4(), "by": self.owner, "now": factories.at(9), **more}
        return award(PoolAward.read({"deal": shares}), competition=self.season, **sent).act

    def back(self, act: PoolAct, reason: str = "a wrong line", **more: Any) -> PoolAct:
        sent = {"by": self.owner, "now": factories.at(10), **more}
        return take_back(PoolTakingBack(reason=reason), competition=self.season, act_id=act.pk, **sent)


FIRST: Final = date(2025, 1, 1)
A_DAY: Final = 10  # bookings
BATCH: Final = 20_000


def fill(club: Club, player: Player, entries: int) -> None:
    """So many bookings more, ten a day on from the last: the club gives the player 1 and gets it back, by turns."""
    accounts = accounts_in(club, [player])
    for begin in range(0, entries, BATCH):
        made = list(written(club, accounts, min(BATCH, entries - begin)))
        Leg.objects.bulk_create([leg for _booking, legs in made for leg in legs], batch_size=2_000)
        Booking.objects.bulk_create([booking for booking, _legs in made], batch_size=2_000)
        keep(accounts)


def accounts_in(club: Club, players: Sequence[Player]) -> list[Account]:
    """The club's account, and behind it one of each of these."""
    return [_account(club, "club", None), *(_account(club, "player", player) for player in players)]


def written(
    club: Club, accounts: Sequence[Account], entries: int, *, first: date = FIRST, a_day: int = A_DAY
) -> Iterator[tuple[Booking, list[Leg]]]:
    """So many bookings more with their legs, between the first account and the others by turns; the accounts are kept
    in step, to be saved by `keep`."""
    other, *people = accounts
    by, begin = factories.owner_of(club), other.entries
    for nth in range(begin, begin + entries):
        on, turn = first + timedelta(days=nth // a_day), nth // len(people)
        amount = 1 if turn % 2 == 0 else -1
        at = datetime.combine(on, time(20), ZoneInfo(club.time_zone))
        booking = Booking(club=club, unit="€", decimals=2, kind="transfer", at=at, on=on, by_user=by)
        moves = ((people[nth % len(people)], amount), (other, -amount))
        yield booking, [_leg(club, booking, account, moved) for account, moved in moves]


def keep(accounts: Sequence[Account]) -> None:
    """What the accounts stand at after what was written."""
    Account.objects.bulk_update(accounts, ["entries", "balance"])


def _account(club: Club, kind: str, player: Player | None) -> Account:
    return Account.objects.get_or_create(club=club, kind=kind, player=player, unit="€", decimals=2)[0]


def _leg(club: Club, booking: Booking, account: Account, amount: int) -> Leg:
    account.entries += 1
    account.balance += amount
    return Leg(
        club=club, booking=booking, account=account, number=account.entries, amount=amount, balance=account.balance
    )
