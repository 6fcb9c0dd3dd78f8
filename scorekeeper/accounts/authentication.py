"""The API's bearer tokens, and what each may be used for."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from django.db.models import CharField, DateTimeField, F
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.plumbing import build_bearer_security_scheme_object
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from scorekeeper.accounts.models import ApiToken, User, hashed
from scorekeeper.common.prepared import Prepared, Slot

if TYPE_CHECKING:
    from rest_framework.views import APIView  # asks the settings of REST framework, which name this module

TOKEN_FIELDS: Final = ["id", "user_id", "scopes"]
UNASKED: Final = {"password", "last_login", "is_superuser", "joined_at", "news_until"}
USER_FIELDS = [field.attname for field in User._meta.concrete_fields if field.attname not in UNASKED]  # noqa: SLF001
"""What programs' requests ask of a token and of its owner; any other field is read when it is asked for."""
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


class BearerToken(BaseAuthentication):
    """`Authorization: Bearer SECRET`, where the secret is that of an API token in force.

    A view that programs ask every few seconds finds with the token, in one statement, what is asked for: its
    `with_token` is `IN_FORCE` with that beside it, and takes the parts of the address by name; the row comes as
    `request.beside_token`, unread.
    """

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """Whose token it is. Raises AuthenticationFailed `authentication_failed`."""
        scheme, _space, secret = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        context = request.parser_context
        sent = {"hash": hashed(secret), "now": timezone.now()}
        row: Sequence[Any] | None
        if with_token := getattr(context["view"], "with_token", None):
            row, request.beside_token = with_token.apart(**sent, **context["kwargs"]) or (None, None)  # type: ignore[attr-defined]
        else:
            row = IN_FORCE.row(**sent)
        if row is None:
            raise AuthenticationFailed(_("This token is unknown, expired or revoked."))
        user = User.from_db(None, USER_FIELDS, row[len(TOKEN_FIELDS) : -1])
        token = ApiToken.from_db(None, TOKEN_FIELDS, row[: len(TOKEN_FIELDS)])
        token.user = user
        return user, token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class BearerTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "scorekeeper.accounts.authentication.BearerToken"
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return dict(build_bearer_security_scheme_object("Authorization", "Bearer"))


MISSING = gettext_noop("This token lacks the scope “{scope}”. Create another token that has it.")


class HasScope(BasePermission):
    """A token needs the scope that the view names for the method: `scopes = {"POST": "record"}`; others are free."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        """Whether it may be used. Raises PermissionDenied `scope_missing`."""
        if not isinstance(request.auth, ApiToken):
            return True
        needed = getattr(view, "scopes", {}).get(request.method, "read")
        if needed in request.auth.scopes:
            return True
        raise PermissionDenied(_(MISSING).format(scope=needed), code="scope_missing")
