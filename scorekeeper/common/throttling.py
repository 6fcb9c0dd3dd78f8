"""How often one caller may ask the API: by token, user or device, else by address."""

from typing import TYPE_CHECKING

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

if TYPE_CHECKING:  # rest_framework.views imports us
    from rest_framework.views import APIView


class PerCaller(SimpleRateThrottle):
    """A budget a caller, in the cache: it keeps one busy phone from slowing the others, no more."""

    scope = "caller"

    def get_cache_key(self, request: Request, view: "APIView") -> str:
        who = request.auth or request.user
        ident = getattr(who, "pk", None) or self.get_ident(request)
        return self.cache_format % {"scope": self.scope, "ident": ident}
