"""The API's bearer tokens."""

from typing import Final

from django.db.models import CharField, DateTimeField, F
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.plumbing import build_bearer_security_scheme_object
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from scorekeeper.accounts.models import ApiToken, User, hashed
from scorekeeper.common.prepared import Prepared, Slot

TOKEN_FIELDS = [field.attname for field in ApiToken._meta.concrete_fields]  # noqa: SLF001
USER_FIELDS = [field.attname for field in User._meta.concrete_fields]  # noqa: SLF001
CALLER: Final = "caller"
"""The last column of a token in force: whose it is, so that other queries can stand beside it."""
IN_FORCE = Prepared(
    lambda: (
        ApiToken.objects.filter(
            hash=Slot("hash", CharField()),
            revoked_at=None,
            expires_at__gt=Slot("now", DateTimeField()),
            user__is_active=True,
        )
        .annotate(**{CALLER: F("user")})
        .values_list(*TOKEN_FIELDS, *(f"user__{name}" for name in USER_FIELDS), CALLER)
    )
)
WIDTH: Final = len(TOKEN_FIELDS) + len(USER_FIELDS) + 1


class BearerToken(BaseAuthentication):
    """`Authorization: Bearer SECRET`, where the secret is that of an API token in force.

    A view that programs ask every few seconds finds with the token, in one statement, what is asked for: its
    `with_token` is `IN_FORCE` with that beside it, and takes the parts of the address by name; the columns come as
    `request.beside_token`.
    """

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """Whose token it is. Raises AuthenticationFailed `authentication_failed`."""
        scheme, _space, secret = get_authorization_header(request).partition(b" ")
        if scheme.lower() != b"bearer":
            return None
        context = request.parser_context
        statement: Prepared = getattr(context["view"], "with_token", IN_FORCE)
        row = statement.row(hash=hashed(secret.decode("latin-1")), now=timezone.now(), **context["kwargs"])
        if row is None:
            raise AuthenticationFailed(_("This token is unknown, expired or revoked."))
        user = User.from_db(None, USER_FIELDS, row[len(TOKEN_FIELDS) : WIDTH - 1])
        token = ApiToken.from_db(None, TOKEN_FIELDS, row[: len(TOKEN_FIELDS)])
        token.user = user
        request.beside_token = row[WIDTH:]  # type: ignore[attr-defined]
        return user, token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class BearerTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "scorekeeper.accounts.authentication.BearerToken"
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return dict(build_bearer_security_scheme_object("Authorization", "Bearer"))
