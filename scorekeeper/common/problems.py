"""Errors of the API as RFC 9457 problems, whatever raised them."""

from itertools import islice
from typing import Any, Final

from django.core.exceptions import ObjectDoesNotExist, PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, pgettext
from django.views.decorators.csrf import csrf_exempt
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.common.outages import outage
from scorekeeper.common.texts import translated

CONTENT_TYPE = "application/problem+json"
MOST_ERRORS = 100  # told of one body: who sends thousands of wrong fields is not answered with a megabyte
MOST_LETTERS = 200  # of a field's name: it may be the sender's own
MOST_TOLD = 1_000  # letters of what is said of a field
# Sentences that Django REST framework raises by itself: where our catalogue has them, ours are sent.
RAISED_BY_FRAMEWORK: Final = (
    gettext_noop("Authentication credentials were not provided."),
    gettext_noop("Could not satisfy the request Accept header."),
    gettext_noop('Method "{method}" not allowed.'),
    gettext_noop("Request was throttled."),
    gettext_noop('Unsupported media type "{media_type}" in request.'),
    gettext_noop("You do not have permission to perform this action."),
)


def problem(status: int, title: str, detail: str = "", **more: Any) -> Response:
    """A problem answer. `more` are members of its own: code, errors, standing."""
    body = {"type": "about:blank", "title": title, "status": status, "detail": detail, **more}
    return Response(body, status=status, content_type=CONTENT_TYPE)


def handler(error: Exception, context: dict[str, Any]) -> Response | None:  # noqa: PLR0911 a table of cases
    """DRF's exception handler; None lets an unknown error become a 500 and a traceback in the log."""
    set_rollback()
    match error:
        case Refused():
            found = refusals(error)
            return problem(422, pgettext("error", "Refused"), _first(found), errors=found)
        case Conflict():
            standing = getattr(error.standing, "standing", error.standing)  # a row of ours says what programs are told
            return problem(409, pgettext("error", "Conflict"), error.message, code=error.code, standing=standing)
        case exceptions.ValidationError():
            shape = list(islice(_shape_errors(error.detail), MOST_ERRORS))
            return problem(422, pgettext("error", "Refused"), _first(shape), errors=shape)
        case Http404() | exceptions.NotFound() | ObjectDoesNotExist():
            detail = _("This does not exist, or you may not see it.")
            return problem(404, pgettext("error", "Not found"), detail, code="not_found")
        case PermissionDenied():
            return problem(403, pgettext("error", "Not allowed"), str(error) or not_allowed(), code="permission_denied")
        case exceptions.APIException():
            return _api_exception(error)
    return _from_below(error)


def _from_below(error: Exception) -> Response | None:
    """For what Django itself raises."""
    if isinstance(error, RequestDataTooBig):
        return problem(413, pgettext("error", "Too large"), _("The body is too large."), code="too_large")
    if found := outage(error):
        answer = problem(found.status, found.title, found.detail, code="out_of_service")
        answer["Retry-After"] = str(found.wait)
        return answer
    return None


def refusals(error: Refused) -> list[dict[str, str]]:
    """The problems of a refusal in the reader's language: [{code, field, detail}], the first of very many."""
    return [
        {"code": found.code, "field": found.field[:MOST_LETTERS], "detail": translated(found.message, error.names)}
        for found in error.problems[:MOST_ERRORS]
    ]


def _first(errors: list[dict[str, str]]) -> str:
    return errors[0]["detail"] if errors else ""


def _shape_errors(detail: Any, field: str = "") -> Any:
    if isinstance(detail, dict):
        for name, inner in detail.items():
            path = field if name == "non_field_errors" else f"{field}.{name}".strip(".")
            yield from _shape_errors(inner, path)
    elif isinstance(detail, list):
        for inner in detail:
            yield from _shape_errors(inner, field)
    else:
        yield {"code": str(detail.code), "field": field, "detail": _short(str(detail))}


def _short(detail: str) -> str:
    """A choice that there is not is told back in full: no refusal is as long as what was sent."""
    return detail if len(detail) <= MOST_TOLD else f"{detail[:MOST_TOLD]}…"


def not_allowed() -> str:
    """What is said where nothing more is known: why, and who can help."""
    return _(
        "Your role in this club does not include this: it is for scorers, directors or owners. Ask one of them to do "
        "it, or ask an owner for the role."
    )


def _titles() -> dict[int, str]:
    """Of those whose general words have gaps, or say no more than their detail."""
    return {
        400: pgettext("error", "Malformed request"),
        401: _("Not signed in"),
        403: pgettext("error", "Not allowed"),
        405: _("Method not allowed"),
        415: _("Unsupported media type"),
    }


def _api_exception(error: exceptions.APIException) -> Response:
    title, detail = _titles().get(error.status_code, str(error.default_detail)), str(error.detail)
    wait = getattr(error, "wait", None)
    if wait is not None:
        text = ngettext("Try again in {seconds} second.", "Try again in {seconds} seconds.", wait)
        detail = text.format(seconds=wait)
    answer = problem(error.status_code, title, detail, code=_code_of(error))
    if wait:
        answer["Retry-After"] = str(int(wait) + 1)
    if header := getattr(error, "auth_header", ""):
        answer["WWW-Authenticate"] = header
    return answer


def _code_of(error: exceptions.APIException) -> str:
    code = getattr(error.detail, "code", None)
    return str(code or error.default_code)


@csrf_exempt  # a program that means another address is told so, not that a page was open for too long
def page_not_found(request: HttpRequest) -> HttpResponse:
    """For paths below /api/ that no view knows."""
    return plain_problem(404, pgettext("error", "Not found"), _("No such address."), code="not_found")


def plain_problem(status: int, title: str, detail: str, *, code: str) -> HttpResponse:
    """A problem where no view of the API answers."""
    body = {"type": "about:blank", "title": title, "status": status, "detail": detail, "code": code}
    return JsonResponse(body, status=status, content_type=CONTENT_TYPE)
