"""Where a request comes from, when proxies stand before the app."""

from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.http import url_has_allowed_host_and_scheme
from rest_framework.request import Request

SHORTENED: Final = {4: 24, 6: 48}  # bits that are left of an address: a provider or a firm, no household


def client_address(request: HttpRequest) -> str:
    """The address that reached the outermost of our own proxies; what stands before it anybody can make up."""
    proxies: int = settings.SCOREKEEPER_PROXIES
    named = [part.strip() for part in request.headers.get("X-Forwarded-For", "").split(",") if part.strip()]
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
