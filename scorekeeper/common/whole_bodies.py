"""Only a body that has come whole, as it is and in time is read: a part of a form is another form."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.request import UnreadablePostError
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.common.problems import plain_problem

PLAIN = {"", "identity"}
CODES = {400: "cut_off", 411: "length_required", 413: "too_large", 415: "unsupported_media_type"}


class WholeBodies:
    """Refuses packed bodies (415), those that do not say how long they are (411), those larger than any form (413) and
    those of which the end is missing (400).

    A connection that is lost in the middle looks like the end of the body: without this, "points=-50" of
    "points=-500" would be taken for what was meant.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return _refused(request) or self.get_response(request)


def _refused(request: HttpRequest) -> HttpResponse | None:
    if request.META.get("HTTP_CONTENT_ENCODING", "").strip().lower() not in PLAIN:
        detail = _("Send the body as it is: the header Content-Encoding is not understood here.")
        return _answer(request, 415, _("Packed bodies are not accepted"), detail)
    if request.META.get("HTTP_TRANSFER_ENCODING") and not request.META.get("CONTENT_LENGTH"):
        detail = _("Send the length of the body in the header Content-Length: chunked bodies are not accepted.")
        return _answer(request, 411, pgettext("error", "Length required"), detail)
    announced = _announced(request)
    most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE or announced
    if announced > most:
        return _answer(request, 413, pgettext("error", "Too large"), _("The body is too large."))
    if announced and _came(request) < announced:
        detail = _("The end of the data is missing. Nothing was saved. Send it again.")
        return _answer(request, 400, pgettext("error", "Cut off"), detail)
    return None


def _announced(request: HttpRequest) -> int:
    """The length in bytes the sender named; 0 for none, as for one that is no number, of which nothing is read."""
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0


def _came(request: HttpRequest) -> int:
    try:
        return len(request.body)
    except UnreadablePostError:
        return 0


def _answer(request: HttpRequest, status: int, title: str, detail: str) -> HttpResponse:
    if request.path.startswith("/api/"):
        return plain_problem(status, title, detail, code=CODES[status])
    template = "413.html" if status == 413 else "400.html"
    return HttpResponse(render_to_string(template, {"detail": detail}), status=status)
