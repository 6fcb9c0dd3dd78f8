"""What a person does with their own account beyond signing in."""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import ApiToken, Scope, User, hashed
from scorekeeper.common.errors import Refused
from scorekeeper.common.names import clean_name

LIFETIME = timedelta(days=365)


def rename(*, user: User, name: str) -> None:
    """The person's own name; a club's book keeps the name it knows them by."""
    user.name = clean_name(name, "name")
    user.save(update_fields=["name"])


def make_api_token(*, user: User, name: str, scopes: Sequence[str], now: datetime) -> tuple[ApiToken, str]:
    """A new token and its secret, which is shown this once and never again.

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
    return token, secret


def revoke_api_token(*, token: ApiToken, now: datetime) -> None:
    """The token stops working at once; revoking it again changes nothing."""
    ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=now)
