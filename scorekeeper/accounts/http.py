"""What a page behind a sign-in is given, and what is said to a browser that leaves."""

from django.http import HttpRequest, HttpResponse
from django_htmx.middleware import HtmxDetails

from scorekeeper.accounts.models import User


class AuthedRequest(HttpRequest):
    """A request that has passed `login_required`."""

    user: User
    htmx: HtmxDetails


def forget_pages(response: HttpResponse) -> HttpResponse:
    """Have the browser drop the pages it holds, for Back shows them without asking. Only these: hands that are not sent
    yet lie in its storage."""
    response["Clear-Site-Data"] = '"cache"'
    return response
