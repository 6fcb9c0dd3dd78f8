"""The app of what all others use, and a system check of the addresses that people reach this installation by."""

from typing import Any
from urllib.parse import urlsplit

from django.apps import AppConfig
from django.conf import settings
from django.core import checks
from django.http.request import validate_host


@checks.register(checks.Tags.security)
def origins_are_ours(app_configs: Any = None, **options: Any) -> list[checks.CheckMessage]:
    """Each of SCOREKEEPER_ORIGINS is a scheme and a host that this installation answers to; else forms are refused."""
    return [found for origin in settings.CSRF_TRUSTED_ORIGINS for found in _faults(origin)]


def _faults(origin: str) -> list[checks.CheckMessage]:
    try:
        parts = urlsplit(origin)
        host = (parts.hostname or "").replace("*", "any")
    except ValueError:
        parts, host = urlsplit(""), ""
    hint = "Forms from this address are refused. It has the form https://scores.example.org, as the browser shows it."
    if parts.scheme not in {"http", "https"} or not host or parts.path or parts.query:
        return [
            checks.Error(f"SCOREKEEPER_ORIGINS: {origin} is not an address of a site.", hint=hint, id="common.E001")
        ]
    if not validate_host(host, settings.ALLOWED_HOSTS):
        fault = f"SCOREKEEPER_ORIGINS: {origin} is none of SCOREKEEPER_HOSTS, so nobody reaches this app by it."
        return [checks.Warning(fault, hint=hint, id="common.W001")]
    if parts.scheme == "http" and settings.SECURE_SSL_REDIRECT:
        fault = f"SCOREKEEPER_ORIGINS: {origin} is plain http, and every page is redirected to https."
        return [checks.Warning(fault, hint="Write https:// in front of the host.", id="common.W002")]
    return []


class CommonConfig(AppConfig):
    name = "scorekeeper.common"
    label = "common"

    def ready(self) -> None:
        from django.db.backends.signals import connection_created

        from scorekeeper.celery import app
        from scorekeeper.common.form_words import speak_plainly
        from scorekeeper.common.garbage import settle
        from scorekeeper.common.names import teach

        connection_created.connect(teach)
        speak_plainly()

        app.set_default()
        settle()
