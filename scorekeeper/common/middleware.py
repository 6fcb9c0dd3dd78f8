"""What goes around each request: its line in the log, whose form token it may bring, what its answer says to browsers,
the time zone of its club."""

import re
import time
from collections.abc import Callable
from typing import Final

import structlog
from django.conf import settings
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.middleware.csrf import get_token
from django.middleware.gzip import GZipMiddleware
from django.utils import timezone
from django.utils.functional import empty
from django.utils.module_loading import import_string

from scorekeeper.common.addresses import client_address, shortened
from scorekeeper.common.ids import uuid7
from scorekeeper.common.logs import REQUEST_ID

Handler = Callable[[HttpRequest], HttpResponse]

log = structlog.get_logger("scorekeeper.request")
UNUSED: Final = ", ".join(
    f"{feature}=()"
    for feature in (
        "accelerometer",
        "autoplay",
        "browsing-topics",
        "camera",
        "display-capture",
        "encrypted-media",
        "geolocation",
        "gyroscope",
        "hid",
        "idle-detection",
        "local-fonts",
        "magnetometer",
        "microphone",
        "midi",
        "payment",
        "serial",
        "usb",
        "xr-spatial-tracking",
    )
)
NOTHING: Final = "default-src 'none'; frame-ancestors 'none'"
PROGRAMS: Final = "/api/v"  # the pages about the API are beside it
GIVEN_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")


class RequestLog:
    """Names each request and says how it ended, who asked by id and from which network, and of which club. Queries are
    never logged; `logs.cut_secrets` cuts the paths."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.META.get("HTTP_X_REQUEST_ID", "")
        request_id = given if GIVEN_ID.fullmatch(given) else str(uuid7())
        request.META[REQUEST_ID] = request_id
        started = time.perf_counter()
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=request_id)
        try:
            response = self.get_response(request)
            log.info(
                "request",
                method=request.method,
                path=request.path,
                status=response.status_code,
                milliseconds=round((time.perf_counter() - started) * 1000, 1),
                address=shortened(client_address(request)),
                **_actor(request),
            )
        finally:
            structlog.contextvars.clear_contextvars()
        response["X-Request-ID"] = request_id
        return response


def _actor(request: HttpRequest) -> dict[str, str]:
    """Who is signed in, where the request has asked for that; it is not asked for the log alone."""
    user = getattr(request, "user", None)
    if getattr(user, "_wrapped", user) is empty or user is None or not user.is_authenticated:
        return {}
    return {"actor": str(user.pk)}


class FormTokens:
    """The cookie of the form token comes with pages, not with what a script reads beside them.

    Such an answer may come after that of a page. A cookie that it brings, be it new or the one that came with its own
    request, would take the place of the page's, and the next form would be refused. A script in a browser without the
    cookie asks for it: `give_token`.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if (
            response.cookies
            and request.method == "GET"
            and is_read_by_script(request)
            and not hasattr(request, "is_given_token")
        ):
            response.cookies.pop(settings.CSRF_COOKIE_NAME, None)
        return response


def is_read_by_script(request: HttpRequest) -> bool:
    """Whether a browser says that no page is being loaded. A page that comes by way of the service worker is read by a
    script too, but is still asked for as HTML."""
    is_fetched = request.headers.get("Sec-Fetch-Dest") == "empty"
    return is_fetched and "text/html" not in request.headers.get("Accept", "")


def give_token(request: HttpRequest) -> str:
    """A form token for a script; with its cookie, where the browser has none."""
    if settings.CSRF_COOKIE_NAME not in request.COOKIES:
        request.is_given_token = True  # type: ignore[attr-defined]  # for `FormTokens`
    return get_token(request)


class HeadAlone:
    """Whoever asks for the head gets no body; its length stays as it would be. Servers throw a body away by themselves,
    but not without a warning in the log for each."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if request.method == "HEAD":
            if isinstance(response, StreamingHttpResponse):
                response.streaming_content = []
            elif isinstance(response, HttpResponse):
                response.content = b""
        return response


class SafeHeaders:
    """No other site embeds what is here, its files neither; and no page of ours uses what it has no use for. What our
    pages do use (the clipboard, sharing, passkeys) stays with browsers' own rules: our pages alone."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response["Cross-Origin-Resource-Policy"] = "same-origin"
        response["Permissions-Policy"] = UNUSED
        if is_for_programs(request):
            response["Content-Security-Policy"] = NOTHING
        return response


class KeptNowhere:
    """No answer stays in the browser or anywhere between, for Back to show once somebody has signed out; but where its
    view says something else. A script that asks again names what it has by itself."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Cache-Control", "no-store, private")
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


def is_for_programs(request: HttpRequest) -> bool:
    """Whether a program asks, and gets data."""
    return request.path_info.startswith(PROGRAMS)


def _for_pages(name: str) -> Callable[[Handler], Handler]:
    """Middleware that pages alone have a use for: what programs ask goes by it. The answers of the API are data and
    files; a browser that opens one is told by `SafeHeaders` to load nothing with it."""

    def middleware(get_response: Handler) -> Handler:
        around = import_string(name)(get_response)
        return lambda request: get_response(request) if is_for_programs(request) else around(request)

    return middleware


def has_token(request: HttpRequest) -> bool:
    """Whether a program shows a token, by which alone it is known (`accounts.authentication.BearerToken`)."""
    return is_for_programs(request) and request.META.get("HTTP_AUTHORIZATION", "")[:7].lower() == "bearer "


class Sessions(SessionMiddleware):
    """Django's own, which takes the cookie away from whoever comes with the key of a session that is gone.

    While somebody signs in, an answer to the key of before may still be on its way, for example a page that the browser
    keeps for later. It would sign them out again. So only a request that ends its session takes the cookie away.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        session = getattr(request, "session", None)
        ends = session is not None and session.modified and session.is_empty()
        response = super().process_response(request, response)
        if not ends and (cookie := response.cookies.get(settings.SESSION_COOKIE_NAME)) is not None and not cookie.value:
            del response.cookies[settings.SESSION_COOKIE_NAME]
        return response


def _for_sessions(name: str) -> Callable[[Handler], Handler]:
    """Middleware about who is signed in by a session, which nobody who shows a token is."""

    def middleware(get_response: Handler) -> Handler:
        around = import_string(name)(get_response)
        return lambda request: get_response(request) if has_token(request) else around(request)

    return middleware


content_security = _for_pages("csp.middleware.CSPMiddleware")
htmx = _for_pages("django_htmx.middleware.HtmxMiddleware")
language_of_browser = _for_pages("django.middleware.locale.LocaleMiddleware")
messages = _for_pages("django.contrib.messages.middleware.MessageMiddleware")
sessions = _for_sessions("scorekeeper.common.middleware.Sessions")
signed_in = _for_sessions("django.contrib.auth.middleware.AuthenticationMiddleware")
shown_tables = _for_pages("scorekeeper.transfer.views.showing.KeepShownTables")


PACKED: Final = frozenset(
    {
        "text/html",
        "text/css",
        "text/javascript",
        "application/javascript",
        "image/svg+xml",
        "application/json",
        "application/manifest+json",
    }
)


class Packed(GZipMiddleware):
    """Packs pages, and what scripts of ours ask for; static files too where they were not packed before.

    Django adds a random length to each page, so that nobody learns from the length of a packed page what is in it. A
    file that is taken along (a data export, an archive of a club) may be secret as a whole: it leaves as it is, as do
    the answers to programs, which a proxy may pack.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        kind = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        is_file = response.headers.get("Content-Disposition", "").startswith("attachment")
        if kind not in PACKED or is_file or is_for_programs(request):
            return response
        return super().process_response(request, response)
