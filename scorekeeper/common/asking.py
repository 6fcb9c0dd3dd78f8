"""The answer to a page that asks again by itself."""

from datetime import datetime
from typing import Final
from urllib.parse import quote

from django.http import HttpResponse
from django.utils import timezone
from django.utils.formats import time_format

AS_OF: Final = "X-As-Of"  # js/stale.js writes it where the page says as of when it is


def nothing_new(now: datetime) -> HttpResponse:
    """204: what the page shows is as it was. It says when that was so, in the reader's words and the time zone in
    force, for the page to show: what was looked at just now is not old."""
    response = HttpResponse(status=204)
    response[AS_OF] = quote(time_format(timezone.localtime(now), "TIME_FORMAT"))
    return response
