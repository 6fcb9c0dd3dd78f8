"""How often one caller may ask the API (by token, user or phone, else by address), and one address start a table."""

import time
from contextlib import suppress
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.cache import cache
from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from scorekeeper.common.addresses import client_address, counted_as

OWN = LocMemCache("counted-by-this-process", {"OPTIONS": {"MAX_ENTRIES": 10_000}})

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

    def forget(self, request: Request, view: "APIView") -> None:
        """This request was one that came before: it is not counted twice. As many again are forgotten, no more, so that
        nobody asks without end for what is there already."""
        if self.rate is None:
            return
        key = self.get_cache_key(request, view)
        if _count(f"{key}_again", self.duration) <= self.num_requests:
            _count(key, self.duration, -1)

    def wait(self) -> float:
        return _left(self.duration)


def seconds_to_wait(request: HttpRequest, scope: str, most: int, duration: int) -> int:
    """Count this request against its address; 0 while there were no more than `most` in this stretch of the clock."""
    key = f"throttle_{scope}_{counted_as(client_address(request))}"
    return 0 if _count(key, duration) <= most else int(_left(duration)) + 1


def _count(key: str, duration: int, step: int = 1) -> int:
    """How many there were in this stretch of the clock, this one included.

    Whatever this process has counted itself stands beside the common cache, so that a Redis that starts again, empty,
    gives nobody a new budget for the rest of the stretch.
    """
    key = f"{key}_{int(time.time() // duration)}"
    shared = _added(cache, key, duration, step)
    return max(shared, _added(OWN, key, duration, step)) if settings.REDIS_URL else shared


def _added(where: BaseCache, key: str, duration: int, step: int) -> int:
    for _attempt in range(2):
        with suppress(ValueError):  # it is not there yet: whoever comes first in a stretch adds it
            return where.incr(key, step)
        if where.add(key, step, duration):
            return step
    return step  # it has run out between the two


def _left(duration: int) -> float:
    return duration - time.time() % duration
