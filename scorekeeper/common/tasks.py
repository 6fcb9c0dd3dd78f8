"""Wake a worker for work that stands in rows."""

from typing import Any

import structlog
from celery import Task, current_app
from django.conf import settings
from kombu.exceptions import OperationalError

log = structlog.get_logger(__name__)


def task_named(name: str) -> "Task[Any, Any]":
    """The task of this name. A worker loads all tasks when it starts, and a web server too (`wsgi.py`); any other
    process once it asks for the first of them: most commands ask for none.

    Raises celery.exceptions.NotRegistered where there is no such task.
    """
    if name not in current_app.tasks:
        current_app.loader.import_default_modules()
    return current_app.tasks[name]


def wake(task: str) -> None:
    """Have this task run soon. A broker that is down is no error: the rows wait for the next one who asks, or for
    `manage.py tick`."""
    try:
        task_named(task).delay()
    except (OperationalError, OSError) as error:
        log.warning("broker_unreachable", error=str(error))


def run_soon(task: str) -> None:
    """Have this task run by a worker, or where there is none at once, in place. What goes wrong there is logged and
    stops nobody: the rows wait."""
    if settings.CELERY_TASK_ALWAYS_EAGER:
        task_named(task).apply()
    else:
        wake(task)
