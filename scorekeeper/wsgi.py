"""The door for web servers: `gunicorn scorekeeper.wsgi`."""

import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from scorekeeper.common.garbage import settle

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings.production")
application = get_wsgi_application()
get_resolver().url_patterns  # noqa: B018 loads all views, so that the first request to a new worker need not wait for it
settle()
