"""Tell the other side that a payment waits for them: on the first page and by mail, as far as they want it."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.accounts.models import User
from scorekeeper.common.texts import amount_words
from scorekeeper.notices.models import Kind
from scorekeeper.notices.services import News, tell
from scorekeeper.payouts.models import Payment

LONGEST: Final = timedelta(days=30)


def tell_other_side(payment: Payment, people: Iterable[User], now: datetime) -> None:
    """Once each; answering it ends the notice."""
    tell(partial(_news, payment, now), people, now)


def _news(payment: Payment, now: datetime) -> News:
    club, amount = payment.club, amount_words(payment.amount, payment.in_unit)
    words = {
        "club": club.name,
        "amount": amount,
        "payer": payment.payer.name if payment.payer else club.name,
        "getter": payment.getter.name if payment.getter else club.name,
        "who": str(payment.said_by),
    }
    body = _(
        "{who} reports that {payer} paid {getter} {amount}.\n\n"
        "Once you confirm the payment, it counts in the accounts of {club}. "
        "If it is wrong, decline it and give a reason."
    )
    return News(
        kind=Kind.PAYMENT,
        club=club,
        key=f"payment:{payment.pk}",
        thing=payment.pk,
        link=reverse("money_payment", args=[club.pk, payment.pk]),
        until=now + LONGEST,
        subject=_("{amount}: please confirm a payment").format(**words),
        body=body.format(**words),
        values={
            "club": club.name,
            "units": payment.amount,
            "unit": payment.in_unit.unit,
            "decimals": payment.in_unit.decimals,
        },
    )
