"""Health, the page for a refused form token, and error pages."""

import sys

from django.core.exceptions import RequestDataTooBig
from django.db import connection
from django.db.utils import Error
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from scorekeeper.common.logs import REQUEST_ID
from scorekeeper.common.migrating import refusal, waiting
from scorekeeper.common.outages import outage
from scorekeeper.common.problems import plain_problem


def healthz(request: HttpRequest) -> JsonResponse:
    """The process answers."""
    return JsonResponse({"status": "ok"})


def readyz(request: HttpRequest) -> JsonResponse:
    """The process can serve: its database answers and has every migration."""
    try:
        reason, migrations = refusal(connection), len(waiting(connection))
    except Error:
        return JsonResponse({"status": "down", "database": "unreachable"}, status=503)
    if reason:
        return JsonResponse({"status": "down", "reason": reason}, status=503)
    if migrations:
        return JsonResponse({"status": "down", "migrations": migrations}, status=503)
    return JsonResponse({"status": "ok", "database": connection.vendor})


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The form's token was missing or old: what was typed is still in the browser."""
    return render(request, "403_csrf.html", status=403)


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
    status, title, detail = (found.status, found.title, found.detail) if found else (500, _("Something broke"), "")
    if request.path.startswith("/api/"):
        said = detail or _("It stands in the log of this server.")
        response = plain_problem(status, title, said, code="out_of_service" if found else "broken")
    else:
        context = {"title": title, "detail": detail, "request_id": request.META.get(REQUEST_ID, "")}
        response = HttpResponse(render_to_string("503.html" if found else "500.html", context), status=status)
    if found:
        response["Retry-After"] = str(found.wait)
    return response
