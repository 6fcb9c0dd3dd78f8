"""Short ways to a money book that has something in it."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.db import transaction

from games.core.units import InUnits
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.services import set_money
from scorekeeper.payouts.models import Account, BankAct, Booking, Payment, Whose
from scorekeeper.payouts.services.bank import Wanted, ask_bank
from scorekeeper.payouts.services.booking import Draft, book
from scorekeeper.payouts.services.paying import Paid, say_paid
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Sitting
from tests import factories

EURO = InUnits(unit="€", decimals=2)
CASH, FEES, CARRY, CLUB = (Whose(kind) for kind in ("cash", "fees", "carry", "club"))
STAKES = {"stake_per_point": 1, "loss_fee": {"each": 50, "from_fourth": 100}}


def with_money(club: Club | None = None, unit: str = "€", decimals: int = 2) -> Club:
    """A club that plays for a unit."""
    club = club or factories.make_club()
    set_money(club=club, by=factories.owner_of(club), unit=unit, decimals=decimals, for_minors=False)
    return club


def of(player: Player) -> Whose:
    return Whose("player", player.pk)


def draft(moves: Mapping[Whose, int], *, kind: str = "transfer", unit: InUnits = EURO, **more: Any) -> Draft:
    return Draft(kind=kind, unit=unit, moves=moves, **more)


@transaction.atomic
def booked(club: Club, *moves: Mapping[Whose, int], now: datetime = factories.NOW, **more: Any) -> list[Booking]:
    """Bookings as the owner makes them, in a transaction as every act is."""
    by = Actor(user=factories.owner_of(club))
    return book(club=club, drafts=[draft(one, **more) for one in moves], by=by, now=now)


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
    paid = Paid(payer_id=factories.player_of(user, club).pk, getter_id=to.pk, amount=amount, unit=EURO)
    return say_paid(club=club, by=user, paid=paid, key=uuid4(), now=factories.NOW)


def bank(sitting: Sitting, move: str, amount: int, seat: int | None = 0, *, by: Actor | None = None) -> BankAct:
    """Ask the bank of a table; the owner approves by asking. A request that waits is its own newest act."""
    by = by or Actor(user=factories.owner_of(sitting.club))
    asked = ask_bank(sitting_id=sitting.pk, by=by, wanted=Wanted(move, amount, seat), key=uuid4(), now=factories.NOW)
    return asked.act.of or asked.act
