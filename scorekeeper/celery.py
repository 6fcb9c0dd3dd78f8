"""Background work. Without a broker the tasks run in place, after the commit that asked for them."""

import os

from celery import Celery
from celery.signals import worker_process_init

from scorekeeper.common.garbage import settle

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings.development")

app = Celery("scorekeeper")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_process_init.connect
def _settle(**_told: object) -> None:
    settle()
