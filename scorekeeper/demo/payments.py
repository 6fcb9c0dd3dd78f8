"""A payment of the demo that waits: somebody says that they have paid, and the other side has not confirmed it."""

from datetime import datetime, timedelta
from uuid import UUID

from scorekeeper.clubs.models import Club, Membership
from scorekeeper.demo.cast import MEMBERS
from scorekeeper.notices.models import Kind
from scorekeeper.notices.services import no_more_mail
from scorekeeper.payouts.models import Payment
from scorekeeper.payouts.selectors.paying import KEEPERS
from scorekeeper.payouts.selectors.scopes import Scope
from scorekeeper.payouts.selectors.settling import settled_of
from scorekeeper.payouts.services.paying import Paid, say_paid

KEY = UUID("5a4c1f0e-7d0b-4b53-9f31-0a5b64b1c6de")


def waiting_payment(club: Club, *, now: datetime) -> None:
    """The first payment of the settle-up whose payer can say so."""
    if Payment.objects.filter(club=club).exists():
        return
    keepers = {member.name for member in MEMBERS if member.role in KEEPERS}  # who looks at the demo has it to confirm
    for membership in Membership.objects.filter(club=club).select_related("user"):
        no_more_mail(user=membership.user, kind=Kind.PAYMENT)  # the demo prints its mail; nobody has asked for this one
    for plan in settled_of(club, Scope()):
        for one in plan.transfers:
            if one.payer and one.payer.user and one.payer.name not in keepers:
                getter = one.getter.pk if one.getter else None
                paid = Paid(payer_id=one.payer.pk, getter_id=getter, amount=one.amount, unit=plan.unit)
                say_paid(club=club, by=one.payer.user, paid=paid, key=KEY, now=now - timedelta(hours=3))
                return
