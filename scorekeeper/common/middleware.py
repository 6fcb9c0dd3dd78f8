"""One line of log for each request, with an id that also stands in error pages and answers."""

import re
import time
from collections.abc import Callable

import structlog
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from scorekeeper.common.ids import uuid7
from scorekeeper.common.logs import REQUEST_ID

log = structlog.get_logger("scorekeeper.request")
GIVEN_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")


class RequestLog:
    """Names each request and says how it ended. Queries are never logged; `logs.cut_secrets` cuts the paths."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get("X-Request-ID", "")
        request_id = given if GIVEN_ID.fullmatch(given) else str(uuid7())
        request.META[REQUEST_ID] = request_id
        started = time.perf_counter()
        with structlog.contextvars.bound_contextvars(request_id=request_id):
            response = self.get_response(request)
            log.info(
                "request",
                method=request.method,
                path=request.path,
                status=response.status_code,
                milliseconds=round((time.perf_counter() - started) * 1000, 1),
            )
        response["X-Request-ID"] = request_id
        return response


class ClubTime:
    """A page of a club activates the club's time zone; the next request of this thread starts without it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            return self.get_response(request)
        finally:
            timezone.deactivate()
