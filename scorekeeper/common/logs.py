"""What every line of log goes through, whoever wrote it: ours, Django's and the libraries'."""

import re
from typing import Any

from django.http import HttpRequest
from structlog.typing import EventDict

REQUEST_ID = "REQUEST_ID"
"""Where request.META keeps the id; what a client sends stands there as HTTP_..."""
SECRET_PATHS = re.compile(
    r"((?:/|%2F)(?:join|claim|shared|notices(?:/|%2F)+off|clubs(?:/|%2F)+invitation)(?:/|%2F)+)[^/\s\"'%?&#]+",
    re.IGNORECASE,
)


def cut_secrets(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """Paths that carry a secret end before it, in whatever text of the line they stand."""
    return {name: _cut(value) if isinstance(value, str) else value for name, value in event.items()}


def add_request_id(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """Django writes its line about a 4xx after our middleware has ended; it hands over the request."""
    request = getattr(event.get("_record"), "request", None)
    if isinstance(request, HttpRequest) and REQUEST_ID in request.META:
        event.setdefault("request_id", request.META[REQUEST_ID])
    return event


def _cut(text: str) -> str:
    return SECRET_PATHS.sub(r"\1...", text)
