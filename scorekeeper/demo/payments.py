"""Payments of the demo: an evening that was settled up, each said by who paid and confirmed for the club by a director
who did not, and one that waits."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from uuid import UUID, uuid5

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Membership
from scorekeeper.demo.cast import MEMBERS
from scorekeeper.demo.evenings import MIXED, MIXED_AT
from scorekeeper.leagues.evenings.reads import sittings_of
from scorekeeper.leagues.models import Evening
from scorekeeper.notices.models import Kind
from scorekeeper.notices.services import no_more_mail
from scorekeeper.payouts.models import Payment
from scorekeeper.payouts.payments.reads import KEEPERS
from scorekeeper.payouts.payments.records import PaidOutside, PaymentAnswer
from scorekeeper.payouts.payments.services import confirm_payment, say_paid
from scorekeeper.payouts.scopes import Scope, of_evening
from scorekeeper.payouts.settling.reads import settled_of

KEY = UUID("5a4c1f0e-7d0b-4b53-9f31-0a5b64b1c6de")


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
            said = say_paid(club=club, by=payer.user, paid=paid, key=uuid5(KEY, payer.name), now=at)
            answers = getter.user if getter else director if payer.user == owner else owner
            if answers:
                confirm_payment(
                    PaymentAnswer(), club=club, payment_id=said.pk, by=answers, now=at + timedelta(minutes=5)
                )


def waiting_payment(club: Club, *, now: datetime) -> None:
    """The first payment to the club whose payer can say so: the director who looks at the demo has it to confirm."""
    if Payment.objects.filter(club=club, key=KEY).exists():
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
                say_paid(club=club, by=transfer.payer.user, paid=paid, key=KEY, now=now - timedelta(hours=3))
                return


def _no_mail(club: Club) -> None:
    """The demo prints its mail, and nobody has asked for these."""
    for membership in Membership.objects.filter(club=club).select_related("user"):
        no_more_mail(user=membership.user, kind=Kind.PAYMENT)
