"""Who tried too often is answered 429, whichever form said so."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

LOCKED_FOR = "locked_for"  # an attribute of the request: seconds until it may be tried again


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
