"""Where a request comes from, when proxies stand before the app."""

from django.conf import settings
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str:
    """The address that reached the outermost of our own proxies; what stands before it anybody can make up."""
    proxies: int = settings.SCOREKEEPER_PROXIES
    named = [part.strip() for part in request.headers.get("X-Forwarded-For", "").split(",") if part.strip()]
    if proxies and len(named) >= proxies:
        return named[-proxies]
    return str(request.META.get("REMOTE_ADDR", ""))
