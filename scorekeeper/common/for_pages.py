"""Middleware that pages alone have a use for. What programs ask goes by it: it was an eighth of the calls of an answer
that only says that nothing is new.

The answers of the API are data and files. A browser that opens one is told by `SafeHeaders` to load nothing with it.
"""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils.module_loading import import_string

Handler = Callable[[HttpRequest], HttpResponse]
PROGRAMS: Final = "/api/v"  # the pages about the API are beside it


def is_for_programs(request: HttpRequest) -> bool:
    """Whether a program asks, and gets data."""
    return request.path_info.startswith(PROGRAMS)


def _for_pages(name: str) -> Callable[[Handler], Handler]:
    def middleware(get_response: Handler) -> Handler:
        around = import_string(name)(get_response)
        return lambda request: get_response(request) if is_for_programs(request) else around(request)

    return middleware


content_security = _for_pages("csp.middleware.CSPMiddleware")
htmx = _for_pages("django_htmx.middleware.HtmxMiddleware")
messages = _for_pages("django.contrib.messages.middleware.MessageMiddleware")
shown_tables = _for_pages("scorekeeper.transfer.views.showing.KeepShownTables")
