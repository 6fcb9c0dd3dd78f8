"""The door for web servers: `gunicorn scorekeeper.wsgi`."""

import gc
import os
import threading

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from scorekeeper.celery import app
from scorekeeper.common.garbage import settle

gc.disable()  # until all code is loaded (common/garbage.py)
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings.production")
application = get_wsgi_application()
get_resolver().url_patterns  # noqa: B018 loads all views, so that the first request to a new worker need not wait for it
app.loader.import_default_modules()  # and all tasks
settle()


def _ask_mail_server() -> None:
    """Write to the log where no mail can be sent, and let nobody wait for it."""
    from scorekeeper.outbox.services import unanswered

    threading.Thread(target=unanswered, daemon=True).start()


_ask_mail_server()
