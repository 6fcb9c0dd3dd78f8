"""Where a phone without an account sends the table that it opened without a connection."""

from typing import Annotated

from django.conf import settings
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from pydantic import Field
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import Throttled
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.common.addresses import seconds_to_wait
from scorekeeper.common.api import body_of, key_of
from scorekeeper.languages.cities import known_zones
from scorekeeper.play.actors import remember
from scorekeeper.play.api import PlayView
from scorekeeper.play.opening.services import opening_of, start_guest_once, started_before
from scorekeeper.play.records import TableOpening


class GuestOpening(TableOpening):
    """What was agreed before the first deal, and where."""

    time_zone: Annotated[str, Field(max_length=64)] = ""


class GuestTables(PlayView):
    """Tables without any account. For the app's own pages: no program keeps the cookie of a phone."""

    permission_classes = [AllowAny]

    @extend_schema(exclude=True)
    def post(self, request: Request) -> Response:
        """Start the table under the key of the phone, or find it; from now on the phone keeps its sheet."""
        asked = request._request  # noqa: SLF001 Django's own request
        SessionAuthentication().enforce_csrf(request)
        guests = GuestOpening.read(body_of(request))
        opening = opening_of(guests, key_of(request))
        is_new = started_before(opening) is None
        if is_new and (wait := seconds_to_wait(asked, "guest-tables", settings.SCOREKEEPER_GUEST_TABLES, 3600)):
            raise Throttled(wait)
        now = timezone.now()
        zone = guests.time_zone if guests.time_zone in known_zones() else "UTC"
        sitting, device = start_guest_once(opening=opening, time_zone=zone, now=now)
        response = Response({"id": str(sitting.pk), "revision": sitting.revision}, status=201 if is_new else 200)
        remember(asked, response, device)
        return response
