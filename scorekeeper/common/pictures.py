"""Pictures to send, as PNG: each is drawn only for whoever has not got it already."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import content_disposition_header, quote_etag

from scorekeeper.common.ids import digest
from scorekeeper.common.names import file_name


def picture_answer(request: HttpRequest, name: str, facts: object, draw: Callable[[], bytes]) -> HttpResponse:
    """A picture to look at or to keep: what `draw` makes of these `facts`."""
    tag = quote_etag(digest(facts)[:32])
    response = get_conditional_response(request, etag=tag)
    if response is None:
        response = HttpResponse(draw(), content_type="image/png")
        response["Content-Disposition"] = content_disposition_header(False, file_name(f"{name[:80]}.png")) or ""  # noqa: FBT003
    response["ETag"] = tag
    response["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    return response
