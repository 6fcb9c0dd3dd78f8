"""What is done to an account: by its owner, or for an owner who is shut out by whoever runs an installation."""

import re
import secrets
from datetime import datetime, timedelta
from typing import Annotated, Any, NamedTuple

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.password_validation import validate_password
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage, get_connection
from django.core.validators import validate_email
from django.db import transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import get_language, gettext_noop
from django.utils.translation import gettext as _
from pydantic import Field

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import AddressChange, ApiToken, Scope, User, hashed
from scorekeeper.accounts.tries import forgive
from scorekeeper.common.acts import Asked, OneOf, Refusal
from scorekeeper.common.addresses import public_address
from scorekeeper.common.errors import Refused
from scorekeeper.common.names import LONGEST, clean_name, public_ways
from scorekeeper.languages.choice import LanguageCode, written_for


class OwnName(Asked):
    """What a person is called, as the others at the table know them."""

    name: str


class OwnLanguage(Asked):
    """The language in which a person reads pages and gets mails. Empty: that of each club, else the browser's."""

    language: LanguageCode


class NewToken(Asked):
    """A token of a program: what it is for, and what it may do."""

    name: str
    scopes: Annotated[
        tuple[Annotated[str, OneOf(Scope.values)], ...],
        Field(min_length=1),
        Refusal("scopes_unknown", gettext_noop("Choose what the token may do.")),
    ]


# What a person is called.


def rename(asked: OwnName, *, by: User, field: str = "name") -> User:
    """The person's own name; a club's book keeps the name it knows them by. `field` is where it was typed.

    Raises:
        Refused: `name_missing`, `name_too_long`.
    """
    name = clean_name(asked.name, field)
    if not by.full_name:
        by.name = name
    else:  # a club shows them by another name: a short one follows, a code name stays
        by.name = public_ways(name)[0] if by.name in public_ways(by.full_name) else by.name
        by.full_name = name if by.name != name else ""
    by.is_named = True
    by.save(update_fields=["name", "full_name", "is_named"])
    return by


def name_in(address: str) -> str:
    """The name that an address suggests: renate.vogt+cards@example.org is Renate Vogt."""
    local = address.partition("@")[0]
    words = re.findall(r"[^\W\d_]+", local.partition("+")[0])
    return (" ".join(word.capitalize() for word in words) or local)[:LONGEST]


def choose_language(asked: OwnLanguage, *, by: User) -> User:
    """The language of this person's pages and mails.

    Raises:
        Refused: `language_unknown`.
    """
    by.language = asked.language
    by.save(update_fields=["language"])
    return by


# Where a person is signed in.


def end_session(*, user: User, session: int) -> bool:
    """Sign one device out; False where there is none such of theirs."""
    found = UserSession.objects.filter(user=user, pk=session).first()
    if found is None:
        return False
    found.end()
    return True


def end_all_sessions(*, user: User) -> int:
    """Sign every device out; returns how many. It looks at every session of the installation: this is for operators."""
    ended = 0
    for session in Session.objects.iterator():
        if session.get_decoded().get(SESSION_KEY) == str(user.pk):
            session.delete()
            ended += 1
    UserSession.objects.filter(user=user).delete()
    return ended


# The tokens that a person's programs use.

LIFETIME = timedelta(days=365)


class MadeToken(NamedTuple):
    """A new token and its secret, which is shown this once and never again."""

    token: ApiToken
    secret: str


@transaction.atomic
def make_api_token(asked: NewToken, *, by: User, now: datetime) -> MadeToken:
    """A new token. A mail tells its owner.

    Raises:
        Refused: `name_missing`, `name_too_long`.
    """
    name = clean_name(asked.name, "name")
    secret = "sk_" + secrets.token_urlsafe(32)
    token = ApiToken.objects.create(
        user=by,
        name=name,
        hash=hashed(secret),
        scopes=sorted(set(asked.scopes)),
        created_at=now,
        expires_at=now + LIFETIME,
    )
    _mail(token)
    return MadeToken(token, secret)


def revoke_api_token(*, token: ApiToken, now: datetime) -> None:
    """The token stops working at once; revoking it again changes nothing."""
    ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=now)


def end_api_tokens(*, user: User, now: datetime) -> int:
    """All of the person's tokens stop working at once; returns how many."""
    return ApiToken.objects.filter(user=user, revoked_at=None).update(revoked_at=now)


def _mail(token: ApiToken) -> None:
    with written_for(token.user.language, get_language() or ""):
        body = _(
            "A new API token was created for your account: “{name}”. A program with this token may: {scopes}.\n\n"
            "If this was not you, open “You”, then “API tokens”, and revoke it. Then set a new password, which ends "
            "all tokens."
        ).format(name=token.name, scopes=token.scope_words)
        message = EmailMessage(_("A new API token"), f"{body}\n\nScorekeeper", to=[token.user.email])
    get_connection().send_messages([message])


# A change of address is taken back by the link in the mail to the old one.

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
        raise Refused(
            [Problem("link_void", "", Text(gettext_noop("This link was already used, or it is older than a week.")))]
        )
    if not make_free(change.old, of=user):
        text = Text(gettext_noop("Another account now has this address. Contact the operator of this Scorekeeper."))
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
    _mail_change(change)
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


def _mail_change(change: AddressChange) -> None:
    with written_for(change.user.language, get_language() or ""):
        body = _(
            "Someone used the link in the mail to {old} to undo your account’s change of address from"
            " {old} to {new}. The account belongs to {old} again."
        ).format(old=change.old, new=change.new)
        message = EmailMessage(_("The change of your address was undone"), f"{body}\n\nScorekeeper", to=[change.new])
    get_connection().send_messages([message])


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
        raise refused("account_nobodys", gettext_noop("Nobody can sign in to this account at present."))
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
        raise refused("account_nobodys", gettext_noop("This account was given up or comes from an archive."))
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
    with written_for(user.language, _language_of_clubs(user)):
        text = _("The operator of this Scorekeeper removed the second factor from your account.")
        _mail_help(user.email, _("Your second factor was removed"), text)
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
    with written_for(user.language, _language_of_clubs(user)):
        text = _("The operator of this Scorekeeper changed the address of your account from {old} to {new}.")
        for address in (old, new):
            _mail_help(address, _("Your address was changed"), text.format(old=old, new=new))


def free_address(email: str, user: User | None = None) -> str:
    """The address in the form it is kept in."""
    address = email.strip().lower()
    try:
        validate_email(address)
    except ValidationError as error:
        raise refused("address_wrong", gettext_noop("This is not an e-mail address.")) from error
    if not make_free(address, of=user):
        raise refused("address_taken", gettext_noop("Another account already uses this address."))
    return address


def _language_of_clubs(user: User) -> str:
    found: str = import_string(settings.SCOREKEEPER_LANGUAGE_OF)(user)
    return found


def _mail_help(address: str, subject: str, text: str) -> None:
    get_connection().send_messages([EmailMessage(subject, f"{text}\n\nScorekeeper", to=[address])])


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
