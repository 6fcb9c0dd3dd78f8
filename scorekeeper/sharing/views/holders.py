"""How pages behind a secret link are sent."""

from django.http import HttpResponse


def for_holders(response: HttpResponse) -> HttpResponse:
    """For those who hold the link: found by no search engine."""
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response
