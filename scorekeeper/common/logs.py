"""What every line of log goes through, whoever wrote it: ours, Django's and the libraries'.

gunicorn's first process imports this too, and hands it on to workers of a later version: so nothing of Django here.
"""

import logging
import re
import sys
import threading
from types import TracebackType
from typing import Any, Final
from uuid import UUID

import structlog
from structlog.typing import EventDict

REQUEST_ID = "REQUEST_ID"
"""Where request.META keeps the id; what a client sends stands there as HTTP_..."""
LONGEST_REFUSAL: Final = 200  # characters of what is told of a refused request: some of it is the sender's own
SECRET_PATHS = re.compile(
    r"((?:/|%2F)(?:join|claim|shared|take-back|notices(?:/|%2F)+off|clubs(?:/|%2F)+invitation)(?:/|%2F)+)[^/\s\"'%?&#]+",
    re.IGNORECASE,
)


def cut_secrets(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """Paths that carry a secret end before it, in whatever text of the line they stand."""
    return {name: _cut(value) if isinstance(value, str) else value for name, value in event.items()}


def shorten_refusals(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """What Django refuses of a hostile request (a made-up host, too many fields) is one short line: no error, and no
    traceback that anybody could fill the log with."""
    if event["_record"].name.startswith("django.security."):
        event.pop("exc_info", None)
        event["level"], event["event"] = "warning", event["event"][:LONGEST_REFUSAL]
    return event


def add_request_id(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """Django writes its line about a 4xx after our middleware has ended; it hands over the request."""
    headers = getattr(getattr(event.get("_record"), "request", None), "META", None)
    if isinstance(headers, dict) and REQUEST_ID in headers:
        event.setdefault("request_id", headers[REQUEST_ID])
    return event


# No line of ours says in which file or thread it was written: then it need not be found out, at every request.
logging._srcfile = None  # noqa: SLF001 Python's own documents it for this
logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False


def json_lines() -> logging.Formatter:
    """Each record as one line of JSON, whoever wrote it, with its traceback inside."""
    return structlog.stdlib.ProcessorFormatter(
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            cut_secrets,
            structlog.processors.JSONRenderer(),
        ],
        foreign_pre_chain=[
            structlog.contextvars.merge_contextvars,
            add_request_id,
            structlog.stdlib.add_log_level,
            shorten_refusals,
            structlog.stdlib.add_logger_name,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
        ],
    )


def name_in_log(**ids: UUID) -> None:
    """Have the lines of this request name these, until it ends: `club`, `phone`."""
    structlog.contextvars.bind_contextvars(**{name: str(value) for name, value in ids.items()})


def log_what_nobody_caught() -> None:
    """What ends the process, or a thread of it, is written as a line of log too."""
    log = structlog.get_logger("scorekeeper.uncaught")

    def ended(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
        else:
            log.critical("%s: %s", kind.__name__, error, exc_info=(kind, error, trace))

    def thread_ended(found: threading.ExceptHookArgs) -> None:
        if found.exc_value:
            ended(found.exc_type, found.exc_value, found.exc_traceback)

    sys.excepthook, threading.excepthook = ended, thread_ended


def _cut(text: str) -> str:
    return SECRET_PATHS.sub(r"\1...", text) if "/" in text or "%" in text else text
