"""The real app, gunicorn with two workers on production's settings, and callers that keep it busy."""

import http.client
import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from tests.bench.meter import Meter, Sample
from tests.serving import Server, environ_for, run_python, serving

ENVIRON = {
    "DJANGO_SETTINGS_MODULE": "tests.bench.settings",
    "SCOREKEEPER_HOSTS": "127.0.0.1",
    "SCOREKEEPER_HTTPS_REDIRECT": "false",
    "SCOREKEEPER_API_RATE": "10000000/min",  # the throttle counts, and never stops anybody
}
WORKERS, THREADS = 2, 8


@contextmanager
def app(database_url: str, more: Mapping[str, str] | None = None, wsgi: str = "scorekeeper.wsgi") -> Iterator[Server]:
    """The app on a migrated database; another one by its `wsgi` module."""
    environ = {**ENVIRON, **(more or {})}
    with serving(database_url, workers=WORKERS, threads=THREADS, environ=environ, wsgi=wsgi) as server:
        yield server


def prepared(
    database_url: str,
    what: str,
    *arguments: object,
    module: str = "seeding",
    more: Mapping[str, str] | None = None,
) -> Any:
    """What a function of this module of `tests.bench` returns, called in a process of its own on that database."""
    environ = environ_for(database_url, {**ENVIRON, **(more or {})})
    printed = run_python(["-m", f"tests.bench.{module}", what, *map(json.dumps, arguments)], environ)
    return json.loads(printed.splitlines()[-1])


class Caller:
    """One connection that is kept open, and the headers of one caller."""

    def __init__(self, url: str, token: str = "") -> None:
        self.connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=30)
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def ask(self, method: str, path: str, body: str = "", **headers: str) -> http.client.HTTPResponse:
        """The answer; its body has been read into `.text`."""
        said = {**self.headers, **headers, **({"Content-Type": "application/json"} if body else {})}
        try:
            return self._ask(method, path, body, said)
        except (http.client.RemoteDisconnected, ConnectionError):
            self.connection.close()  # the server may end a kept connection between two calls
            return self._ask(method, path, body, said)

    def _ask(self, method: str, path: str, body: str, headers: Mapping[str, str]) -> http.client.HTTPResponse:
        self.connection.request(method, path, body or None, dict(headers))
        answer = self.connection.getresponse()
        answer.text = answer.read().decode()  # type: ignore[attr-defined]
        return answer


def closed_loop(calls: list[Callable[[], None]], seconds: float, *pids: int) -> Sample:
    """Let every caller call again as soon as it is answered, and meter the processes meanwhile."""
    waits: list[list[float]] = [[] for _call in calls]
    faults: list[BaseException] = []
    end = time.perf_counter() + seconds

    def loop(call: Callable[[], None], mine: list[float]) -> None:
        try:
            while (started := time.perf_counter()) < end:
                call()
                mine.append(time.perf_counter() - started)
        except BaseException as error:  # noqa: BLE001 told below, in the thread that asked
            faults.append(error)

    threads = [threading.Thread(target=loop, args=pair) for pair in zip(calls, waits, strict=True)]
    started = time.perf_counter()
    with Meter(*pids) as meter:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    if faults:
        raise faults[0]
    everyone = [wait for mine in waits for wait in mine]
    return Sample(len(everyone), time.perf_counter() - started, meter.cpu, meter.foreign, everyone)
