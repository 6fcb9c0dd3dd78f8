"""Where a phone without an account sends the table that it opened without a connection."""

from django.conf import settings
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import Throttled
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.common.api import key_of
from scorekeeper.common.throttling import seconds_to_wait
from scorekeeper.common.zones import known_zones
from scorekeeper.play.actors import remember
from scorekeeper.play.api import PlayView, opening_of
from scorekeeper.play.opening.services import start_guest_once, started_before
from scorekeeper.play.requests import OpenRequest


class GuestOpenRequest(OpenRequest):
    """What was agreed before the first deal, and where."""

    time_zone = serializers.CharField(required=False, max_length=64)


class GuestTables(PlayView):
    """Tables without any account. For the app's own pages: no program keeps the cookie of a phone."""

    permission_classes = [AllowAny]

    @extend_schema(exclude=True)
    def post(self, request: Request) -> Response:
        """Start the table under the key of the phone, or find it; from now on the phone keeps its sheet."""
        asked = request._request  # noqa: SLF001 Django's own request
        SessionAuthentication().enforce_csrf(request)
        body = self.body(GuestOpenRequest, request)
        zone = body.pop("time_zone", "")
        opening = opening_of(body, key_of(request))
        is_new = started_before(opening) is None
        if is_new and (wait := seconds_to_wait(asked, "guest-tables", settings.SCOREKEEPER_GUEST_TABLES, 3600)):
            raise Throttled(wait)
        now = timezone.now()
        sitting, device = start_guest_once(opening=opening, time_zone=zone if zone in known_zones() else "UTC", now=now)
        response = Response({"id": str(sitting.pk), "revision": sitting.revision}, status=201 if is_new else 200)
        remember(asked, response, device)
        return response
