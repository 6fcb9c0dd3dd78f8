"""The door to the anchor, as that of the app: what there is of the app beside it, as asking for mail, is not loaded."""

from django.core.wsgi import get_wsgi_application

from scorekeeper.common.garbage import settle

application = get_wsgi_application()
settle()
