"""The API's bearer tokens."""

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.plumbing import build_bearer_security_scheme_object
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from scorekeeper.accounts.models import ApiToken, User, hashed


class BearerToken(BaseAuthentication):
    """`Authorization: Bearer SECRET`, where the secret is that of an API token in force."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        scheme, _space, secret = get_authorization_header(request).partition(b" ")
        if scheme.lower() != b"bearer":
            return None
        token = (
            ApiToken.objects.select_related("user")
            .filter(
                hash=hashed(secret.decode("latin-1")),
                revoked_at=None,
                expires_at__gt=timezone.now(),
                user__is_active=True,
            )
            .first()
        )
        if token is None:
            raise AuthenticationFailed(_("This token is unknown, expired or revoked."))
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class BearerTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "scorekeeper.accounts.authentication.BearerToken"
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return dict(build_bearer_security_scheme_object("Authorization", "Bearer"))
