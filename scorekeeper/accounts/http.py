"""What a page behind a sign-in is given."""

from django.http import HttpRequest

from scorekeeper.accounts.models import User


class AuthedRequest(HttpRequest):
    """A request that has passed `login_required`."""

    user: User
