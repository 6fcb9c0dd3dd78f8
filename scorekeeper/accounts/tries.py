"""How often a password or a code may be wrong, and a code be sent, so that guessing is hopeless and nobody is shut out.

Tries are counted by where they come from. A device on which the account was signed in to before has a budget of its
own, so that nobody elsewhere uses it up; every other network address has one too, however many there are. While an
account is guessed at from many places each new place has one try: enough for who knows the password.
"""

import hashlib
import hmac
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from django.conf import settings
from django.core import signing
from django.db.models import Q
from django.http import HttpRequest, HttpResponse

from scorekeeper.accounts.models import FailedTry
from scorekeeper.common.addresses import client_address, counted_as

QUARTER, HOUR, DAY = timedelta(minutes=15), timedelta(hours=1), timedelta(days=1)
COOKIE: Final = "device"
COOKIE_AGE: Final = 400 * 24 * 3600  # seconds; browsers keep none longer
ACCOUNTS_OF_A_DEVICE: Final = 5
LOCKED_FOR: Final = "locked_for"  # an attribute of the request: seconds until it may be tried again
ATTACKED: Final = 100  # wrong tries at an account in a day from devices that it does not know


class Purpose(StrEnum):
    """What is tried."""

    SIGN_IN = "sign_in"  # a password
    SECOND_FACTOR = "second_factor"  # a code of an app, or a recovery code
    AGAIN = "again"  # a password or a code of somebody who is signed in
    SEND = "send"  # to have a code sent


Limit = tuple[int, timedelta]


@dataclass(frozen=True, slots=True)
class Limits:
    """How many tries there may be at one account: of a known device or session, of another network address, of all
    other addresses together; and of one such address at all accounts. Where `beyond` is given, each other address has
    one more in a day after `all_elsewhere`, until all of them come to `beyond`."""

    known: tuple[Limit, ...]
    elsewhere: tuple[Limit, ...]
    all_elsewhere: tuple[Limit, ...] = ()
    beyond: tuple[Limit, ...] = ()
    one_address: Limit = (60, QUARTER)


OFTEN: Final = ((10, QUARTER), (30, DAY))
LIMITS: Final = {
    Purpose.SIGN_IN: Limits(OFTEN, ((5, QUARTER), (10, DAY))),
    # Three of a million codes are right at a time, so that these must be few over all addresses.
    Purpose.SECOND_FACTOR: Limits(OFTEN, ((5, QUARTER), (10, DAY)), ((10, HOUR), (30, DAY))),
    Purpose.AGAIN: Limits(OFTEN, OFTEN),
    # A whole hall has one address. A mailbox is not flooded from many, and a few addresses keep no other from a code.
    Purpose.SEND: Limits(
        known=((5, QUARTER), (30, DAY)),
        elsewhere=((5, QUARTER), (20, DAY)),
        all_elsewhere=((20, HOUR),),
        beyond=((60, HOUR), (480, DAY)),
        one_address=(300, QUARTER),
    ),
}


class LockedOut(Exception):
    """That was tried too often; `seconds` until it may be tried again (HTTP 429)."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


def begin(*, purpose: Purpose, address: str, request: HttpRequest, now: datetime) -> FailedTry:
    """Count a try before it is judged, so that of many at once no more than the budget get through; whoever was right
    deletes it.

    Raises:
        LockedOut: it is one too many. That one is not kept, else asking again would make the wait longer.
    """
    subject = f"{purpose}:{_marked(address.lower())}"
    source, limits = _source(purpose, address, request)
    counted = list(_counted(purpose, subject, source, limits, now))
    this_try = FailedTry.objects.create(subject=subject, source=source, at=now)
    for which, (most, window) in counted:
        if FailedTry.objects.filter(which, at__gt=now - window).count() > most:
            this_try.delete()
            raise LockedOut(int(window.total_seconds()))
    return this_try


def forgive(address: str) -> int:
    """Forget all tries at an account; returns how many."""
    mark = _marked(address.lower())
    return FailedTry.objects.filter(subject__in=[f"{purpose}:{mark}" for purpose in Purpose]).delete()[0]


def forget(*, now: datetime) -> int:
    """Delete tries that count no more; returns how many."""
    return FailedTry.objects.filter(at__lt=now - DAY).delete()[0]


def know(request: HttpRequest, response: HttpResponse, address: str) -> None:
    """This device was signed in to the account with this address: from now on it has a budget of its own."""
    mark = _marked(address.lower())
    mine = _devices(request).get(mark) or secrets.token_urlsafe(12)
    others = [(other, device) for other, device in _devices(request).items() if other != mark]
    value = signing.dumps([(mark, mine), *others][:ACCOUNTS_OF_A_DEVICE], salt=COOKIE)
    response.set_cookie(COOKIE, value, max_age=COOKIE_AGE, httponly=True, samesite="Lax", secure=request.is_secure())


def _source(purpose: Purpose, address: str, request: HttpRequest) -> tuple[str, tuple[Limit, ...]]:
    """Where a try comes from, and how many may come from there."""
    limits = LIMITS[purpose]
    if purpose is Purpose.AGAIN:
        return f"session:{_marked(request.session.session_key or '')}", limits.known
    if device := _devices(request).get(_marked(address.lower())):
        return f"device:{device}", limits.known
    return f"address:{_marked(counted_as(client_address(request)))}", limits.elsewhere


def _counted(
    purpose: Purpose, subject: str, source: str, limits: tuple[Limit, ...], now: datetime
) -> Iterator[tuple[Q, Limit]]:
    """The rows that are counted against a try, each with how many there may be."""
    mine = Q(subject=subject, source=source)
    yield from ((mine, limit) for limit in limits)
    if not source.startswith("address:"):
        return
    yield Q(source=source, subject__startswith=f"{purpose}:"), LIMITS[purpose].one_address
    elsewhere, allowed = Q(subject=subject, source__startswith="address:"), LIMITS[purpose]
    if allowed.beyond:
        yield from ((elsewhere, limit) for limit in allowed.beyond)
        if any(_is_reached(elsewhere, limit, now) for limit in allowed.all_elsewhere):
            yield mine, (1, DAY)
    else:
        yield from ((elsewhere, limit) for limit in allowed.all_elsewhere)
    if purpose is Purpose.SIGN_IN and _is_reached(elsewhere, (ATTACKED, DAY), now):
        yield mine, (1, DAY)


def _is_reached(counted: Q, limit: Limit, now: datetime) -> bool:
    most, window = limit
    return FailedTry.objects.filter(counted, at__gt=now - window).count() >= most


def _devices(request: HttpRequest) -> dict[str, str]:
    """The accounts that this device is known to, hashed, each with its own name for the device."""
    try:
        return dict(signing.loads(request.COOKIES.get(COOKIE, ""), salt=COOKIE, max_age=COOKIE_AGE))
    except (signing.BadSignature, ValueError, TypeError):
        return {}


def _marked(text: str) -> str:
    """An address can be guessed, so the plain hash of one could be searched."""
    return hmac.new(settings.SECRET_KEY.encode(), text.encode(), hashlib.sha256).hexdigest()[:40]


class Throttled:
    """allauth's forms show a refusal like any other error; the status tells programs and proxies what it was."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        seconds = getattr(request, LOCKED_FOR, 0)
        if seconds and response.status_code in {200, 422}:
            response.status_code = 429
            response["Retry-After"] = str(seconds)
        return response
