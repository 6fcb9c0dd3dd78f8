"""What a person does with their own account beyond signing in."""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from scorekeeper.accounts.models import ApiToken, User, hashed

LIFETIME = timedelta(days=365)


def make_api_token(*, user: User, name: str, scopes: Sequence[str], now: datetime) -> tuple[ApiToken, str]:
    """A new token and its secret, which is shown this once and never again."""
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
