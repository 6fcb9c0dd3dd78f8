"""What an API token may be used for."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from scorekeeper.accounts.models import ApiToken

MISSING = gettext_noop("This token lacks the scope “{scope}”. Create another token that has it.")


class HasScope(BasePermission):
    """A token needs the scope that the view names for the method: `scopes = {"POST": "record"}`; others are free."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Whether it may be used. Raises PermissionDenied `scope_missing`."""
        if not isinstance(request.auth, ApiToken):
            return True
        needed = getattr(view, "scopes", {}).get(request.method, "read")
        if needed in request.auth.scopes:
            return True
        raise PermissionDenied(_(MISSING).format(scope=needed), code="scope_missing")
