"""Health, the page for a refused form token, and error pages."""

from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from scorekeeper.common.logs import REQUEST_ID


def healthz(request: HttpRequest) -> JsonResponse:
    """The process answers."""
    return JsonResponse({"status": "ok"})


def readyz(request: HttpRequest) -> JsonResponse:
    """The process can serve: its database answers and has every migration."""
    from django.db.migrations.executor import MigrationExecutor
    from django.db.utils import Error

    try:
        executor = MigrationExecutor(connection)
        waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except Error:
        return JsonResponse({"status": "down", "database": "unreachable"}, status=503)
    if waiting:
        return JsonResponse({"status": "down", "migrations": len(waiting)}, status=503)
    return JsonResponse({"status": "ok", "database": connection.vendor})


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The form's token was missing or old: what was typed is still in the browser."""
    return render(request, "403_csrf.html", status=403)


def too_many_tries(request: HttpRequest, reason: str, seconds: int) -> HttpResponse:
    """Come again later: in so many seconds."""
    response = render(request, "429.html", {"reason": reason}, status=429)
    response["Retry-After"] = str(seconds)
    return response


def server_error(request: HttpRequest) -> HttpResponse:
    """Rendered without the request: what the frame of a page reads may be what is broken."""
    return HttpResponse(render_to_string("500.html", {"request_id": request.META.get(REQUEST_ID, "")}), status=500)
