"""What follows from a change of address."""

from typing import Any

from allauth.account.models import EmailAddress
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from scorekeeper.accounts.models import User
from scorekeeper.accounts.services import note_change
from scorekeeper.common.addresses import public_address


def offer_way_back(
    request: HttpRequest,
    user: User,
    from_email_address: EmailAddress | None,
    to_email_address: EmailAddress,
    **_more: Any,
) -> None:
    """The mail to the old address, which allauth sends next, gets a link. One that was never confirmed gets none: it
    may have been mistyped, and whoever reads mail there is a stranger."""
    if from_email_address is None or not from_email_address.verified:
        return
    old, new = from_email_address.email, to_email_address.email
    secret = note_change(user=user, old=old, new=new, now=timezone.now())
    request.undo_link = public_address(request, reverse("address_take_back", args=[secret]))  # type: ignore[attr-defined]
