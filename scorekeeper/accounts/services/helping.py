"""What whoever runs an installation does for an account whose owner can't help themselves."""

from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage, get_connection
from django.core.validators import validate_email
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import AddressChange, User
from scorekeeper.accounts.services.sessions import end_all_sessions
from scorekeeper.accounts.services.taking_back import make_free
from scorekeeper.accounts.services.tokens import end_api_tokens
from scorekeeper.accounts.tries import forgive
from scorekeeper.common.errors import Refused
from scorekeeper.common.names import clean_name

NOBODYS = (".invalid",)  # how addresses end of accounts that were given up, or came with an archive


def refused(code: str, message: str) -> Refused:
    return Refused([Problem(code, "", Text(message))])


def is_somebodys(user: User) -> bool:
    """Whether a person can sign in to it at all: it was not given up, and did not come with an archive."""
    return not user.email.endswith(NOBODYS)


@transaction.atomic
def create_account(*, email: str, name: str, password: str = "") -> User:
    """An account; without a password its owner signs in by a code to the address, and may choose one then.

    Raises:
        Refused: `address_wrong`, `address_taken`, `name_missing`, `name_too_long`, `password_weak`.
    """
    address, called = free_address(email), clean_name(name, "name")
    if password:
        try:
            validate_password(password, User(email=address, name=called))
        except ValidationError as weak:
            raise refused("password_weak", " ".join(weak.messages)) from None
    user = User.objects.create_user(address, password or None, name=called)
    EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
    return user


@transaction.atomic
def block(*, user: User, now: datetime) -> None:
    """Nobody gets in to the account: every device is signed out and every API token ends. What it did stays."""
    if not is_somebodys(user):
        raise refused("account_nobodys", gettext_noop("Nobody can sign in to this account as it is."))
    User.objects.filter(pk=user.pk).update(is_active=False)
    end_all_sessions(user=user)
    end_api_tokens(user=user, now=now)


@transaction.atomic
def unblock(*, user: User) -> None:
    """Its owner gets in again, and makes new API tokens.

    Raises:
        Refused: `account_nobodys`: it was given up, or came with an archive.
    """
    if not is_somebodys(user):
        raise refused("account_nobodys", gettext_noop("This account was given up, or came with an archive."))
    User.objects.filter(pk=user.pk).update(is_active=True)


def unlock(*, user: User) -> int:
    """Wrong tries at the account count no more; returns how many there were."""
    return forgive(user.email)


@transaction.atomic
def sign_out(*, user: User, now: datetime) -> tuple[int, int]:
    """Sign out every device and end every API token; returns how many of each."""
    return end_all_sessions(user=user), end_api_tokens(user=user, now=now)


@transaction.atomic
def second_factor_off(*, user: User) -> int:
    """Take passkeys, app and recovery codes off the account, and tell its owner; returns how many were taken."""
    taken: int = Authenticator.objects.filter(user=user).delete()[0]
    text = _("Whoever runs this copy of Scorekeeper took the second factor off your account.")
    _mail(user.email, _("Your second factor was removed"), text)
    return taken


@transaction.atomic
def move_address(*, user: User, email: str, now: datetime) -> None:
    """The account gets another address, for who no longer reads mail at the old one. Both addresses are told. Every
    device is signed out, every API token, the password and all links that take back a change end.

    Raises:
        Refused: `address_wrong`, `address_taken`.
    """
    old, new = user.email, free_address(email, user)
    EmailAddress.objects.filter(user=user).delete()
    EmailAddress.objects.create(user=user, email=new, verified=True, primary=True)
    user.email = new
    user.set_unusable_password()  # ends every session too
    user.save(update_fields=["email", "password"])
    sign_out(user=user, now=now)
    AddressChange.objects.filter(user=user, ended_at=None).update(ended_at=now)
    text = _("Whoever runs this copy of Scorekeeper changed the address of your account from {old} to {new}.")
    for address in (old, new):
        _mail(address, _("Your address was changed"), text.format(old=old, new=new))


def free_address(email: str, user: User | None = None) -> str:
    """The address in the form it is kept in."""
    address = email.strip().lower()
    try:
        validate_email(address)
    except ValidationError as error:
        raise refused("address_wrong", gettext_noop("This is not an e-mail address.")) from error
    if not make_free(address, of=user):
        raise refused("address_taken", gettext_noop("Another account has this address."))
    return address


def _mail(address: str, subject: str, text: str) -> None:
    get_connection().send_messages([EmailMessage(subject, f"{text}\n\nScorekeeper", to=[address])])
