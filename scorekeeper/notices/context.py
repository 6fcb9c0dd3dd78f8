"""How many notices wait, for the head of every page."""

from collections.abc import Callable
from functools import cache

from django.http import HttpRequest
from django.utils import timezone

from scorekeeper.accounts.models import User
from scorekeeper.notices.selectors import how_many


def news(request: HttpRequest) -> dict[str, Callable[[], int]]:
    """Counted where a page has a head, once."""

    @cache
    def number() -> int:
        user = getattr(request, "user", None)
        return how_many(user, timezone.now()) if isinstance(user, User) else 0

    return {"news": number}
