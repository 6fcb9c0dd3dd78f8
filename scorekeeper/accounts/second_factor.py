"""allauth's second factor as we use it: what a passkey and an app show of us, and how their secrets are kept."""

import base64
import hashlib
import secrets
from io import BytesIO
from typing import Any, Final
from urllib.parse import urlsplit

import segno
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils.translation import gettext_lazy, pgettext

from scorekeeper.accounts.models import User

STRONG: Final = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)


def has_second_factor(user: User) -> bool:
    """Whether signing in takes a passkey or a code of an app; recovery codes alone are none."""
    return bool(Authenticator.objects.filter(user=user.pk, type__in=STRONG).exists())


class SecondFactor(DefaultMFAAdapter):  # type: ignore[misc]  # allauth has no types
    """Passkeys, an authenticator app and recovery codes."""

    error_messages: dict[str, Any] = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": gettext_lazy("This code is wrong or has expired."),
        "unverified_email": gettext_lazy("First confirm your e-mail address."),
        "cannot_generate_recovery_codes": gettext_lazy("First set up a passkey or an authenticator app."),
    }

    def build_totp_svg(self, url: str) -> str:
        drawn = BytesIO()
        segno.make(url, micro=False).save(drawn, kind="svg", border=2, scale=6, light="#fff", nl=False)
        return drawn.getvalue().decode()

    def get_totp_label(self, user: User) -> str:
        return user.email

    def generate_authenticator_name(self, *_user_and_type: object) -> str:
        """The field begins empty: see `name_of_key`."""
        return ""

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """A passkey belongs to the configured address; only a copy on one's own machine goes by what was typed."""
        host = urlsplit(str(settings.SCOREKEEPER_ADDRESS)).hostname or context.request.get_host().partition(":")[0]
        return {"id": host, "name": "Scorekeeper"}

    def get_public_key_credential_user_entity(self, user: User) -> dict[str, Any]:
        return {
            **super().get_public_key_credential_user_entity(user),
            "display_name": user.own_name,
            "name": user.email,
        }

    def encrypt(self, text: str) -> str:
        """Whoever reads the database or a backup of it gets no codes from it."""
        return _vault().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Where the secret of the installation was changed a secret that nobody knows, so that no code fits."""
        try:
            return _vault().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            return base64.b32encode(secrets.token_bytes(20)).decode()


def name_of_key(number: int) -> str:
    """What a passkey is called that nobody has given a name."""
    return pgettext("heading", "Passkey {number}").format(number=number)


def _vault() -> MultiFernet:
    """Encrypts with the secret of this installation; what an older one encrypted is read as well."""
    ours = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    keys = [hashlib.sha256(b"second factor" + str(secret).encode()).digest() for secret in ours]
    return MultiFernet([Fernet(base64.urlsafe_b64encode(key)) for key in keys])
