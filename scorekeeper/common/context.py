"""What every page may use without asking for it."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest


def app(request: HttpRequest) -> dict[str, Any]:
    """The reader's own settings, kept in cookies: theme and four-colour suits; and whether anybody may sign up."""
    theme = request.COOKIES.get("theme", "")
    return {
        "reader_theme": theme if theme in {"light", "dark"} else "",
        "reader_suits": "four" if request.COOKIES.get("suits") == "four" else "",
        "may_sign_up": settings.SCOREKEEPER_SIGNUP,
    }
