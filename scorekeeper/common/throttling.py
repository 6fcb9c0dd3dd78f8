"""How often one caller may ask the API (by token, user or phone, else by address), and one address start a table."""

import time
from typing import TYPE_CHECKING

from django.core.cache import cache
from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from scorekeeper.common.addresses import client_address, counted_as

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
        who = getattr(request.auth or request.user, "pk", None) or self._phone(request, view)
        ident = who or counted_as(client_address(request._request))  # noqa: SLF001 Django's own request
        return self.cache_format % {"scope": self.scope, "ident": ident}

    def _phone(self, request: Request, view: "APIView") -> str:
        """A view that phones may ask says which one it is."""
        phone = getattr(view, "phone", None)
        return phone(request) if phone else ""

    def allow_request(self, request: Request, view: "APIView") -> bool:
        if self.rate is None:
            return True
        return _count(self.get_cache_key(request, view), self.duration) <= self.num_requests

    def wait(self) -> float:
        return _left(self.duration)


def seconds_to_wait(request: HttpRequest, scope: str, most: int, duration: int) -> int:
    """Count this request against its address; 0 while there were no more than `most` in this stretch of the clock."""
    key = f"throttle_{scope}_{counted_as(client_address(request))}"
    return 0 if _count(key, duration) <= most else int(_left(duration)) + 1


def _count(key: str, duration: int) -> int:
    """How many there were in this stretch of the clock, this one included."""
    key = f"{key}_{int(time.time() // duration)}"
    if cache.add(key, 1, duration):
        return 1
    try:
        return cache.incr(key)
    except ValueError:  # it has run out between the two
        return 1


def _left(duration: int) -> float:
    return duration - time.time() % duration
