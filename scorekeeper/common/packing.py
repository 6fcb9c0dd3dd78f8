"""Pages leave packed by gzip, also where no proxy stands before the app."""

from typing import Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

from scorekeeper.common.middleware import is_for_programs

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
