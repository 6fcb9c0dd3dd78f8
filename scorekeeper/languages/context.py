"""The languages that a page offers."""

from typing import Any, NamedTuple

from django.http import HttpRequest
from django.utils.translation import get_language

from scorekeeper.common.addresses import public_address
from scorekeeper.languages.choice import ASKED, offered


class Offer(NamedTuple):
    """One language, by its own name; `address` is that of the page in it."""

    code: str
    name: str
    is_current: bool
    address: str


def languages(request: HttpRequest) -> dict[str, Any]:
    """Nothing where there is no choice."""
    names, current = offered(), get_language()
    if len(names) == 1:
        return {}
    here = public_address(request, request.path)
    offers = [Offer(code, name, code == current, f"{here}?{ASKED}={code}") for code, name in names.items()]
    return {"languages": offers, "canonical": here}
