"""A change of address is taken back by the link in the mail to the old one."""

import secrets
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import AddressChange, User, hashed
from scorekeeper.accounts.services.tokens import end_api_tokens
from scorekeeper.common.errors import Refused

WHILE = timedelta(days=7)


def note_change(*, user: User, old: str, new: str, now: datetime) -> str:
    """Remember that the address has changed; returns the secret of the link that takes it back."""
    secret = secrets.token_urlsafe(24)
    AddressChange.objects.create(user=user, link_hash=hashed(secret), old=old, new=new, at=now)
    return secret


def change_behind(secret: str, now: datetime) -> AddressChange | None:
    """The change that a link takes back, while it is good."""
    found = AddressChange.objects.select_related("user")
    return found.filter(link_hash=hashed(secret), ended_at=None, at__gt=now - WHILE).first()


@transaction.atomic
def take_back_address(*, secret: str, now: datetime) -> AddressChange:
    """The account has its old address again, and whoever changed it has nothing left: sessions, tokens and the password
    end, and so does each passkey and app that was set up later than a week before the change. Its owner signs in by a
    code to the old address. Links that were mailed to later addresses end too.

    Raises:
        Refused: `link_void`: it was used, or is too old. `address_taken`: another account has the old address now.
    """
    found = change_behind(secret, now)
    user = User.objects.select_for_update(no_key=True).get(pk=found.user_id) if found else None
    change = change_behind(secret, now)  # of two clicks at once the second has waited for the first
    if user is None or change is None:
        raise Refused([Problem("link_void", "", Text(gettext_noop("This link was used, or it is older than a week.")))])
    if not make_free(change.old, of=user):
        text = Text(gettext_noop("Another account has this address now. Ask whoever runs this copy of Scorekeeper."))
        raise Refused([Problem("address_taken", "", text)])
    EmailAddress.objects.filter(user=user).delete()
    EmailAddress.objects.create(user=user, email=change.old, verified=True, primary=True)
    user.email = change.old
    user.set_unusable_password()  # ends every session too
    user.save(update_fields=["email", "password"])
    UserSession.objects.filter(user=user).delete()
    Authenticator.objects.filter(user=user, created_at__gt=change.at - WHILE).delete()
    end_api_tokens(user=user, now=now)
    AddressChange.objects.filter(user=user, at__gte=change.at, ended_at=None).update(ended_at=now)
    _mail(change)
    return change


def forget_changes(*, now: datetime) -> int:
    """Delete changes that can be taken back no more; returns how many."""
    return AddressChange.objects.filter(at__lte=now - WHILE).delete()[0]


def make_free(address: str, *, of: User | None = None) -> bool:
    """Whether nobody else has this address. An account that nobody has ever confirmed it for gives way: whoever signs
    up with the address of another could otherwise keep them out of it. Nothing hangs on such an account, since nobody
    has ever been signed in to it."""
    others = User.objects.exclude(pk=of.pk) if of else User.objects.all()
    owned = EmailAddress.objects.filter(email__iexact=address, verified=True, user__in=others)
    others = others.filter(email__iexact=address)
    if owned.exists() or others.exclude(last_login=None).exists():
        return False
    unconfirmed = others.filter(emailaddress__email__iexact=address, emailaddress__verified=False)
    if others.exclude(pk__in=unconfirmed.values("pk")).exists():
        return False
    User.objects.filter(pk__in=list(unconfirmed.values_list("pk", flat=True))).delete()
    return True


def _mail(change: AddressChange) -> None:
    words = {"old": change.old, "new": change.new}
    body = _(
        "The change of the address of your account from {old} to {new} was taken back by the link in the mail to "
        "{old}. The account belongs to {old} again."
    ).format(**words)
    message = EmailMessage(_("The change of your address was taken back"), f"{body}\n\nScorekeeper", to=[change.new])
    get_connection().send_messages([message])
