"""How often one caller may ask the API: by token, user or device, else by address."""

import time
from typing import TYPE_CHECKING

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

if TYPE_CHECKING:  # rest_framework.views imports us
    from rest_framework.views import APIView


class PerCaller(SimpleRateThrottle):
    """A budget a caller, in the cache: it keeps one busy phone from slowing the others, no more.

    One counter for each stretch of the clock: a list of moments, as DRF keeps it, costs more the more is allowed.
    """

    scope = "caller"
    num_requests: int
    duration: int

    def get_cache_key(self, request: Request, view: "APIView") -> str:
        who = request.auth or request.user
        ident = getattr(who, "pk", None) or self.get_ident(request)
        return self.cache_format % {"scope": self.scope, "ident": ident}

    def allow_request(self, request: Request, view: "APIView") -> bool:
        if self.rate is None:
            return True
        stretch = int(time.time() // self.duration)
        key = f"{self.get_cache_key(request, view)}_{stretch}"
        if self.cache.add(key, 1, self.duration):
            return True
        try:
            return bool(self.cache.incr(key) <= self.num_requests)
        except ValueError:  # it has run out between the two
            return True

    def wait(self) -> float:
        return self.duration - time.time() % self.duration
