"""Who tried too often is answered 429, whichever form said so; a device on which somebody is signed in is known."""

from collections.abc import Callable

from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse

from scorekeeper.accounts import tries
from scorekeeper.common.middleware import is_read_by_script

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


class KnownDevices:
    """A session that began before devices were known, or whose browser has lost that cookie, gets it with a page: else
    its person would have no tries of their own after signing out."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        is_page = request.method == "GET" and request.session.accessed and not is_read_by_script(request)
        if is_page and SESSION_KEY in request.session:
            _know_reader(request, response)
        return response


def _know_reader(request: HttpRequest, response: HttpResponse) -> None:
    user = request.user
    if user.is_authenticated and not tries.is_known(request, user.email):
        tries.know(request, response, user.email)
