"""A copy on one's own machine, and the demo: no services, mail on the console, plain http."""

import logging
import secrets

from scorekeeper.settings.base import *


def _secret() -> str:
    """A secret of this copy's own, made once, so that none stands in the repository."""
    path = VAR / "secret"
    if not path.exists():
        VAR.mkdir(exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(50))
    return path.read_text()


SECRET_KEY = env.str("SCOREKEEPER_SECRET", default="") or _secret()
ALLOWED_HOSTS = ALLOWED_HOSTS or ["*"]
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
LOGGING["root"]["level"] = env.str("SCOREKEEPER_LOG_LEVEL", default="WARNING")
logging.captureWarnings(capture=True)
CELERY_WORKER_REDIRECT_STDOUTS = False  # mail is printed as it is
