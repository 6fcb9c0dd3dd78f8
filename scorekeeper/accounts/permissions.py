"""What an API token may be used for."""

from django.utils.translation import gettext_lazy as _
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from scorekeeper.accounts.models import ApiToken


class HasScope(BasePermission):
    """A token needs the scope that the view names for the method: `scopes = {"POST": "record"}`; others are free."""

    message = _("This token was not made for that: its scopes do not include it.")

    def has_permission(self, request: Request, view: APIView) -> bool:
        if not isinstance(request.auth, ApiToken):
            return True
        needed = getattr(view, "scopes", {}).get(request.method, "read")
        return needed in request.auth.scopes
