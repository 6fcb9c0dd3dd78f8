"""Health, the page for a refused form token, error pages, and the pages that show the API's document."""

import sys
from datetime import timedelta
from email.utils import parseaddr
from typing import Final
from urllib.parse import urlsplit

import structlog
from django.conf import settings
from django.core.exceptions import DisallowedHost, RequestDataTooBig
from django.db import connection
from django.db.utils import Error
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe
from drf_spectacular.views import SpectacularSwaggerSplitView

from scorekeeper.common.append_only import guarded
from scorekeeper.common.logs import REQUEST_ID
from scorekeeper.common.outages import is_out_of_room, outage, refusal, waiting
from scorekeeper.common.problems import plain_problem
from scorekeeper.common.rights import lacking

log = structlog.get_logger("scorekeeper.request")
WHERE_FROM: Final = ("Origin checking failed", "Referer checking failed")  # as Django's reasons begin
MOST_OF_AN_ADDRESS: Final = 200  # letters that are told back: it is the sender's own
SECURITY_TXT_HOLDS: Final = timedelta(days=180)
NOT_GRANTED: Final = "the role of the app lacks rights: whoever owns the tables runs `manage.py grants`"
NO_ROOM: Final = "the disk of the database is full: nothing can be recorded"
MOST_RIGHTS: Final = 20  # that are named: usually the same one on a table or two


def healthz(request: HttpRequest) -> JsonResponse:
    """The process answers."""
    return JsonResponse({"status": "ok"})


def readyz(request: HttpRequest) -> JsonResponse:
    """The process can serve: its database answers, has every migration and room on its disk, and lets the app do what
    it does."""
    try:
        if rights := lacking(connection, guarded(connection)):
            return JsonResponse({"status": "down", "reason": NOT_GRANTED, "rights": rights[:MOST_RIGHTS]}, status=503)
        reason, migrations = refusal(connection), len(waiting(connection))
        reason = reason or (NO_ROOM if is_out_of_room(connection) else "")
    except Error:
        return JsonResponse({"status": "down", "database": "unreachable"}, status=503)
    if reason:
        return JsonResponse({"status": "down", "reason": reason}, status=503)
    if migrations:
        return JsonResponse({"status": "down", "migrations": migrations}, status=503)
    return JsonResponse({"status": "ok", "database": connection.vendor})


@require_safe
def robots_txt(request: HttpRequest) -> HttpResponse:
    """Search engines find what the app is and its rules of games, nobody's tables. No secret address is named."""
    return _plain("User-agent: *", "Allow: /$", "Allow: /rules/", "Disallow: /")


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Whom to tell of a hole (RFC 9116)."""
    contact = settings.SCOREKEEPER_SECURITY_CONTACT or f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"
    expires = (timezone.now() + SECURITY_TXT_HOLDS).strftime("%Y-%m-%dT00:00:00Z")
    address = settings.SCOREKEEPER_ADDRESS.rstrip("/")
    canonical = [f"Canonical: {address}{request.path}"] if address else []
    return _plain(f"Contact: {contact}", f"Expires: {expires}", *canonical, "Preferred-Languages: en")


def _plain(*lines: str) -> HttpResponse:
    response = HttpResponse("".join(f"{line}\n" for line in lines), content_type="text/plain; charset=utf-8")
    response["Cache-Control"] = "public, max-age=86400"
    return response


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The form's token was missing or old, and what was typed is still in the browser; or the form came from an address
    that is not known to be this app's, which whoever runs it can mend where it is."""
    sent_from = request.headers.get("Origin") or request.headers.get("Referer", "")
    stranger = sent_from[:MOST_OF_AN_ADDRESS] if reason.startswith(WHERE_FROM) else ""
    is_ours = bool(stranger) and _name_in(sent_from) in {_name_in(f"//{_host(request)}")} - {None}
    if is_ours:
        log.warning("origin_unknown", origin=stranger, expected=f"{request.scheme}://{_host(request)}")
    page = {"stranger": stranger, "is_ours": is_ours, "here": f"{request.scheme}://{_host(request)}"}
    return render(request, "403_csrf.html", page, status=403)


def _name_in(address: str) -> str | None:
    """The name of the host in an address; None where there is none to be read."""
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None


def _host(request: HttpRequest) -> str:
    try:
        return request.get_host()
    except DisallowedHost:
        return ""


def too_many_tries(request: HttpRequest, reason: str, seconds: int) -> HttpResponse:
    """Come again later: in so many seconds."""
    response = render(request, "429.html", {"reason": reason}, status=429)
    response["Retry-After"] = str(seconds)
    return response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Rendered without the request, which can't be read."""
    status = 413 if isinstance(exception, RequestDataTooBig) else 400
    return HttpResponse(render_to_string(f"{status}.html"), status=status)


def server_error(request: HttpRequest) -> HttpResponse:
    """Rendered without the request: what the frame of a page reads may be what is broken."""
    found = outage(sys.exc_info()[1])
    status, title, detail = (
        (found.status, found.title, found.detail) if found else (500, pgettext("error", "Something broke"), "")
    )
    if request.path.startswith("/api/"):
        detail_text = detail or _("The server’s log has the details.")
        response = plain_problem(status, title, detail_text, code="out_of_service" if found else "broken")
    else:
        context = {"title": title, "detail": detail, "request_id": request.META.get(REQUEST_ID, "")}
        response = HttpResponse(render_to_string("503.html" if found else "500.html", context), status=status)
    if found:
        response["Retry-After"] = str(found.wait)
    return response


class ApiDocs(SpectacularSwaggerSplitView):
    """Swagger UI, with its few inline styles in a file of ours."""

    url_name = "schema"
    template_name = "api/docs.html"
    http_method_names = [
        "get",
        "head",
    ]  # DRF would describe the page itself to OPTIONS, as a page it has no template for
