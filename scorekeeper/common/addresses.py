"""Where a request comes from, when proxies stand before the app; and how often one caller may ask the API (by token,
user or phone, else by address), and one address start a table.
"""

import time
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING, Final
from uuid import UUID

from django.conf import settings
from django.core.cache import cache
from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.http import url_has_allowed_host_and_scheme
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

SHORTENED: Final = {4: 24, 6: 48}  # bits that are left of an address: a provider or a firm, no household


def client_address(request: HttpRequest) -> str:
    """The address that reached the outermost of our own proxies; what stands before it anybody can make up."""
    proxies: int = settings.SCOREKEEPER_PROXIES
    forwarded: str = request.META.get("HTTP_X_FORWARDED_FOR", "")
    named = [part.strip() for part in forwarded.split(",") if part.strip()]
    if proxies and len(named) >= proxies:
        return named[-proxies]
    return str(request.META.get("REMOTE_ADDR", ""))


@lru_cache(maxsize=1024)
def counted_as(address: str) -> str:
    """What tries from this address are counted against: one IPv6 client has all the addresses of its /64."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    return str(parsed.ipv4_mapped or f"{IPv6Address(int(parsed) >> 64 << 64)}/64")


@lru_cache(maxsize=1024)
def shortened(address: str) -> str:
    """The network an address is in, for a log: `203.0.113.0/24`. Empty where there is none, as on a unix socket."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return ""
    known = getattr(parsed, "ipv4_mapped", None) or parsed
    return str(ip_network(f"{known}/{SHORTENED[known.version]}", strict=False))


def public_address(request: HttpRequest | Request, path: str) -> str:
    """The whole address of a page, to be passed on: by the address this installation was given, never by what a
    request calls it. Only a copy on one's own machine was given none, and goes by what its reader typed."""
    configured = str(settings.SCOREKEEPER_ADDRESS).rstrip("/")
    return f"{configured}{path}" if configured else str(request.build_absolute_uri(path))


def next_page(request: HttpRequest, otherwise: str) -> str:
    """Where a form or the address of its page says to go on (`next`): a page of ours, or `otherwise`."""
    return page_of_ours(request, request.POST.get("next") or request.GET.get("next", ""), otherwise)


def page_of_ours(request: HttpRequest, wanted: str, otherwise: str) -> str:
    """An address that came with a request, if it is a page of ours; or `otherwise`."""
    ours = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return wanted if wanted.startswith("/") and ours else otherwise


# Addresses behind the codes that hang at doors: made from what they lead to and the installation's secret, so that
# nothing is kept.

LENGTH: Final = 32  # hexadecimal digits: 128 bits


@dataclass(frozen=True, slots=True)
class Doors:
    """The doors of one kind of thing; `salt` keeps them apart from those of others."""

    salt: str

    def of(self, thing: UUID) -> str:
        """What the code carries beside the id."""
        return salted_hmac(self.salt, thing.hex, algorithm="sha256").hexdigest()[:LENGTH]

    def is_of(self, thing: UUID, door: str) -> bool:
        return constant_time_compare(self.of(thing), door)


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
