"""What every page may use without asking for it."""

from typing import Any

from django.http import HttpRequest


def app(request: HttpRequest) -> dict[str, Any]:
    """The reader's own settings, kept in cookies: theme and four-colour suits."""
    theme = request.COOKIES.get("theme", "")
    return {
        "reader_theme": theme if theme in {"light", "dark"} else "",
        "reader_suits": "four" if request.COOKIES.get("suits") == "four" else "",
    }
