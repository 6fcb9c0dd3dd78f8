"""The money of the demo club: its box, payments, and the prizes of its cup."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Literal
from uuid import UUID, uuid5

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Membership, Player
from scorekeeper.demo.cast import MEMBERS
from scorekeeper.demo.evenings import MIXED, MIXED_AT
from scorekeeper.leagues.evenings.reads import sittings_of
from scorekeeper.leagues.models import Evening
from scorekeeper.notices.models import Kind
from scorekeeper.notices.services import no_more_mail
from scorekeeper.payouts.bank.services import BankMove, ask_bank
from scorekeeper.payouts.box.services import BoxMove, BoxSaving, move, set_target
from scorekeeper.payouts.kinds import Scope, of_evening
from scorekeeper.payouts.models import Booking, Payment, PrizePool
from scorekeeper.payouts.payments.reads import KEEPERS
from scorekeeper.payouts.payments.services import PaidOutside, PaymentAnswer, confirm_payment, say_paid
from scorekeeper.payouts.pools.records import KeptOut, PoolEntry, PoolTerms
from scorekeeper.payouts.pools.services import enter_all, pay_in, set_up_pool
from scorekeeper.payouts.settling.reads import settled_of
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Sitting
from scorekeeper.play.opening.services import Opening, Sitter, open_sitting
from scorekeeper.play.recording.services import SentHand, record_hand
from scorekeeper.standings.models import Competition
from scorekeeper.standings.selectors.table import lines

# The box of the club: what was put in and taken out since it began, and what it is saved for.

PUT_IN: Final = UUID("0d9a2a53-5f7e-4c35-a6f4-6f2f3f1b7a01")
TAKEN_OUT: Final = UUID("0d9a2a53-5f7e-4c35-a6f4-6f2f3f1b7a02")
SAVED_FOR: Final = ("Summer trip", 250_00)
MONTHS: Final = (
    (datetime(2026, 8, 21, 18, 0, tzinfo=UTC), 120_00, "What everybody brought at the founding"),
    (datetime(2026, 8, 28, 16, 0, tzinfo=UTC), -46_80, "Score sheets and six decks of cards"),
    (datetime(2026, 9, 12, 20, 0, tzinfo=UTC), 35_00, "Barbecue, what was left over"),
    (datetime(2026, 10, 10, 15, 0, tzinfo=UTC), -24_90, "Engraving of the cup"),
    (datetime(2026, 10, 24, 20, 0, tzinfo=UTC), 18_50, "Sold the old tablecloths"),
    (datetime(2026, 11, 7, 12, 0, tzinfo=UTC), -15_00, "Flowers for the landlady"),
)
"""When, how much went in (less than zero: out), and what for; all before the first evening with a fee."""


def months_of_the_box(club: Club, users: Mapping[str, User]) -> None:
    """What the box has seen since the founding, in the order of its days."""
    owner = users[MEMBERS[0].name]
    for at, amount, what in MONTHS:
        act: Literal["put_in", "take_out"] = "put_in" if amount > 0 else "take_out"
        moved = BoxMove(act=act, amount=abs(amount), reason=what)
        move(moved, club=club, by=owner, key=uuid5(PUT_IN, what), now=at)


def filled_box(club: Club, users: Mapping[str, User], *, now: datetime) -> None:
    """What came from a raffle, and what new cards cost."""
    if Booking.objects.filter(club=club, key=PUT_IN).exists():
        return
    owner = users[MEMBERS[0].name]
    raffle = BoxMove(act="put_in", amount=40_00, reason="Raffle at the autumn fair")
    move(raffle, club=club, by=owner, key=PUT_IN, now=now - timedelta(hours=2))
    cards = BoxMove(act="take_out", amount=12_50, reason="New cards")
    move(cards, club=club, by=owner, key=TAKEN_OUT, now=now - timedelta(hours=1))
    what, amount = SAVED_FOR
    set_target(BoxSaving(amount=amount, what=what), club=club, by=owner, now=now)


# An evening that was settled up, each payment said by who paid and confirmed for the club by a director who did not,
# and one that waits.

PAID: Final = UUID("5a4c1f0e-7d0b-4b53-9f31-0a5b64b1c6de")


def settled_evening(club: Club, users: Mapping[str, User]) -> None:
    """Everybody but the last has paid what the evening of two games made due."""
    evening = Evening.objects.get(club=club, name=MIXED)
    scope = of_evening(evening.pk, tuple(sitting.pk for sitting in sittings_of(evening)))
    if Payment.objects.filter(club=club, about=evening.pk).exists():
        return
    _no_mail(club)
    owner, director = (users[member.name] for member in MEMBERS[:2])
    at = MIXED_AT + timedelta(hours=3, minutes=10)
    for plan in settled_of(club, scope):
        for transfer in plan.transfers[:-1]:
            payer, getter = transfer.payer, transfer.getter
            if payer is None or payer.user is None:
                continue
            paid = PaidOutside(
                payer=payer.pk,
                getter=getter.pk if getter else None,
                amount=transfer.amount,
                evening=scope.evening,
                **dict(plan.unit),
            )
            payment = say_paid(club=club, by=payer.user, paid=paid, key=uuid5(PAID, payer.name), now=at)
            answers = getter.user if getter else director if payer.user == owner else owner
            if answers:
                confirm_payment(
                    PaymentAnswer(), club=club, payment_id=payment.pk, by=answers, now=at + timedelta(minutes=5)
                )


def waiting_payment(club: Club, *, now: datetime) -> None:
    """The first payment to the club whose payer can say so: the director who looks at the demo has it to confirm."""
    if Payment.objects.filter(club=club, key=PAID).exists():
        return
    _no_mail(club)
    keepers = {member.name for member in MEMBERS if member.role in KEEPERS}
    for plan in settled_of(club, Scope()):
        for transfer in plan.transfers:
            if (
                transfer.getter is None
                and transfer.payer
                and transfer.payer.user
                and transfer.payer.name not in keepers
            ):
                paid = PaidOutside(payer=transfer.payer.pk, amount=transfer.amount, **dict(plan.unit))
                say_paid(club=club, by=transfer.payer.user, paid=paid, key=PAID, now=now - timedelta(hours=3))
                return


def _no_mail(club: Club) -> None:
    """The demo prints its mail, and nobody has asked for these."""
    for membership in Membership.objects.filter(club=club).select_related("user"):
        no_more_mail(user=membership.user, kind=Kind.PAYMENT)


# The prize pool of the cup: everybody who has played is in, one bought again, and the club guarantees it.

CUP_TERMS: Final = PoolTerms(
    version=0,
    entry_price=1000,
    rebuy_price=500,
    guarantee=15_000,
    round_to=100,
    weights=(50, 30, 20),
    deductions=(KeptOut(cause="Spielmaterial", per_mille=50),),
)
BOUGHT_AGAIN: Final = UUID("b7b0c9a4-5f0d-4c1e-8a55-0d7c2f4f9e21")


def cup_prizes(season: Competition, director: User, *, now: datetime) -> None:
    """Set it up, once."""
    if PrizePool.objects.filter(competition=season).exists():
        return
    set_up_pool(CUP_TERMS, competition=season, by=director, now=now)
    ranked = [found.row.player_id for found in lines(season, official=False).ranked]
    enter_all(competition=season, by=director, player_ids=ranked, now=now)
    again = PoolEntry(kind="rebuy", player=ranked[-1])
    pay_in(again, competition=season, by=director, key=BOUGHT_AGAIN, now=now)


NAME: Final = "Tonight, cash game"
OPENER: Final = "Jürgen Kowalski"
SEATED: Final = (OPENER, "Ayşe Demir", "Piotr Nowak", "Sabine Thiel")
RULES: Final = {"unit": "€", "decimals": 2, "small_bet": 50}
PLAYED: Final = (
    ([125, 125, 225, 225], [4, 3, 2, 1]),
    ([25, 225, 225, 25], [3, 1, 2, 4]),
    ([25, 125, 325, 325], [4, 3, 1, 2]),
)
AGO: Final = timedelta(minutes=40)
KEYS: Final = UUID("5f0c2f0e-6a5e-5f62-8f0b-7c1a9f1e2d33")


def cash_game(club: Club, users: Mapping[str, User], players: Mapping[str, Player], *, now: datetime) -> None:
    """Once, where the club keeps its money: four buy in, one buys in again, and one asks for more."""
    if not club.keeps_money or Sitting.objects.filter(club=club, name=NAME).exists():
        return
    at, user = now - AGO, users[OPENER]
    seats = [Sitter(player_id=players[name].pk) for name in SEATED]
    opening = Opening(game="palace_poker", rules=RULES, seats=seats, name=NAME)
    sitting = open_sitting(club=club, by=user, opening=opening, now=at)
    for seat in range(len(SEATED)):
        _ask(sitting, user, "buy_in", 2000, seat, at)
    for number, (paid, places) in enumerate(PLAYED, start=1):
        record: dict[str, Any] = {"kind": "quick", "contributions": paid, "ranking": places}
        key, played = uuid5(KEYS, f"hand {number}"), at + timedelta(minutes=8 * number)
        record_hand(SentHand(record=record), sitting_id=sitting.pk, by=Actor(user=user), key=key, now=played)
    _ask(sitting, user, "buy_in", 1000, 0, now - timedelta(minutes=6))
    _ask(sitting, users["Ayşe Demir"], "buy_in", 1000, 1, now - timedelta(minutes=2))


def _ask(sitting: Sitting, by: User, move: str, amount: int, seat: int, now: datetime) -> None:
    key = uuid5(KEYS, f"{move} {seat} {now}")
    wanted = BankMove.read({"move": move, "seat": seat, "amount": amount})
    ask_bank(wanted, sitting_id=sitting.pk, by=Actor(user=by), key=key, now=now)
