"""Background work. Without a broker the tasks run in place, after the commit that asked for them."""

import logging
import os
from typing import Any

import structlog
from celery import Celery, Task
from celery.signals import setup_logging, task_prerun, worker_process_init

from scorekeeper.common.garbage import settle

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings.development")

app = Celery("scorekeeper")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_process_init.connect
def _settle(**_told: object) -> None:
    settle()


@setup_logging.connect
def _log_as_the_app_does(loglevel: int, **_told: object) -> None:
    """Celery leaves the log as the settings have it, but for what `--loglevel` asks for beyond."""
    root = logging.getLogger()
    root.setLevel(min(root.level, loglevel))


@task_prerun.connect
def _name_task_in_log(task: "Task[Any, Any]", task_id: str, **_told: object) -> None:
    """The lines of a task name it, and nothing of the one before. In place of a worker it is part of a request."""
    if not task.request.is_eager:
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(task=task.name, task_id=task_id)
