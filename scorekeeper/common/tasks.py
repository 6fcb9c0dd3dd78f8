"""Wake a worker for work that stands in rows."""

import structlog
from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError

log = structlog.get_logger(__name__)


def wake(task: str) -> None:
    """Have this task run soon. A broker that is down is no error: the rows wait for the next one who asks, or for
    `manage.py tick`."""
    try:
        current_app.tasks[task].delay()
    except (OperationalError, OSError) as error:
        log.warning("broker_unreachable", error=str(error))


def run_soon(task: str) -> None:
    """Have this task run by a worker, or where there is none at once, in place. What goes wrong there is logged and
    stops nobody: the rows wait."""
    if settings.CELERY_TASK_ALWAYS_EAGER:
        current_app.tasks[task].apply()
    else:
        wake(task)
