"""What an account has to show."""

from typing import Final

from allauth.mfa.models import Authenticator

from scorekeeper.accounts.models import User

STRONG: Final = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)


def has_second_factor(user: User) -> bool:
    """Whether signing in takes a passkey or a code of an app; recovery codes alone are none."""
    return bool(Authenticator.objects.filter(user=user.pk, type__in=STRONG).exists())
