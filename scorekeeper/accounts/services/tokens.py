"""The tokens that a person's programs use."""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import ApiToken, Scope, User, hashed
from scorekeeper.common.errors import Refused
from scorekeeper.common.names import clean_name

LIFETIME = timedelta(days=365)


@transaction.atomic
def make_api_token(*, user: User, name: str, scopes: Sequence[str], now: datetime) -> tuple[ApiToken, str]:
    """A new token and its secret, which is shown this once and never again. A mail tells its owner.

    Raises:
        Refused: `name_missing`, `name_too_long`, `scopes_unknown`.
    """
    unknown = set(scopes) - set(Scope.values)
    if unknown or not scopes:
        raise Refused([Problem("scopes_unknown", "scopes", Text(gettext_noop("Choose what the token may do.")))])
    name = clean_name(name, "name")
    secret = "sk_" + secrets.token_urlsafe(32)
    token = ApiToken.objects.create(
        user=user,
        name=name,
        hash=hashed(secret),
        scopes=sorted(scopes),
        created_at=now,
        expires_at=now + LIFETIME,
    )
    _mail(token)
    return token, secret


def revoke_api_token(*, token: ApiToken, now: datetime) -> None:
    """The token stops working at once; revoking it again changes nothing."""
    ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=now)


def end_api_tokens(*, user: User, now: datetime) -> int:
    """All of the person's tokens stop working at once; returns how many."""
    return ApiToken.objects.filter(user=user, revoked_at=None).update(revoked_at=now)


def _mail(token: ApiToken) -> None:
    words = {"name": token.name, "scopes": token.scope_words}
    body = _(
        "A new API token was made for your account: “{name}”. A program that has it may: {scopes}.\n\n"
        "If it was not you, revoke it under “You”, then “API tokens”, and set a new password: that ends all tokens."
    ).format(**words)
    message = EmailMessage(_("A new API token"), f"{body}\n\nScorekeeper", to=[token.user.email])
    get_connection().send_messages([message])
