"""Who reads a page, for the scripts that keep what is recorded without a connection apart by person."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from scorekeeper.offline.selectors import reader_of


def reader(request: HttpRequest) -> dict[str, Any]:
    """Asked only where a page names it."""
    return {"reader_mark": SimpleLazyObject(lambda: reader_of(getattr(request, "user", None)))}
