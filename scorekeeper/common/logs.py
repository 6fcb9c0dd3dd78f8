"""What every line of log goes through, whoever wrote it: ours, Django's and the libraries'."""

import re
from typing import Any, Final

from django.http import HttpRequest
from structlog.typing import EventDict

REQUEST_ID = "REQUEST_ID"
"""Where request.META keeps the id; what a client sends stands there as HTTP_..."""
LONGEST_REFUSAL: Final = 200  # characters of what is told of a refused request: some of it is the sender's own
SECRET_PATHS = re.compile(
    r"((?:/|%2F)(?:join|claim|shared|take-back|notices(?:/|%2F)+off|clubs(?:/|%2F)+invitation)(?:/|%2F)+)[^/\s\"'%?&#]+",
    re.IGNORECASE,
)


def cut_secrets(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """Paths that carry a secret end before it, in whatever text of the line they stand."""
    return {name: _cut(value) if isinstance(value, str) else value for name, value in event.items()}


def shorten_refusals(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """What Django refuses of a hostile request (a made-up host, too many fields) is one short line: no error, and no
    traceback that anybody could fill the log with."""
    if event["_record"].name.startswith("django.security."):
        event.pop("exc_info", None)
        event["level"], event["event"] = "warning", event["event"][:LONGEST_REFUSAL]
    return event


def add_request_id(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """Django writes its line about a 4xx after our middleware has ended; it hands over the request."""
    request = getattr(event.get("_record"), "request", None)
    if isinstance(request, HttpRequest) and REQUEST_ID in request.META:
        event.setdefault("request_id", request.META[REQUEST_ID])
    return event


def _cut(text: str) -> str:
    return SECRET_PATHS.sub(r"\1...", text)
