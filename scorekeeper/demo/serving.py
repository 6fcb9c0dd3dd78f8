"""Serve the app from this process: gunicorn where it runs, Django's own server on Windows."""

import os
import socket
from collections.abc import Callable
from typing import Any

from django.core.handlers.wsgi import WSGIHandler

THREADS = 8
THIS_MACHINE = "127.0.0.1"
EVERY_INTERFACE = "0.0.0.0"  # noqa: S104 only when asked for with --lan


def listen(port: int, *, lan: bool) -> socket.socket:
    """A socket that takes requests from now on.

    Raises:
        OSError: the port is taken, or not ours to take.
    """
    listener = socket.create_server((EVERY_INTERFACE if lan else THIS_MACHINE, port), backlog=128)
    listener.set_inheritable(True)
    return listener


def address_in_network() -> str | None:
    """This machine's address in its network. Nothing is sent: the system only says which way it would go."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address set aside for documentation
        except OSError:
            return None
        found = str(probe.getsockname()[0])
    return None if found.startswith("127.") else found


def serve(application: WSGIHandler, listener: socket.socket, ready: Callable[[], None]) -> None:
    """Serve until the process is told to stop; `ready` is called once requests are answered."""
    if os.name == "nt":
        _serve_plainly(application, listener, ready)
    else:
        _serve_with_gunicorn(application, listener, ready)


def _serve_with_gunicorn(application: WSGIHandler, listener: socket.socket, ready: Callable[[], None]) -> None:
    from gunicorn.app.base import BaseApplication

    options = {
        "bind": f"fd://{listener.fileno()}",
        "worker_class": "scorekeeper.common.worker.Worker",
        "workers": 1,
        "threads": THREADS,
        "preload_app": True,
        "control_socket_disable": True,
        "graceful_timeout": 2,
        "loglevel": "warning",
        "when_ready": lambda _arbiter: ready(),
    }

    class Demo(BaseApplication):  # type: ignore[misc]
        def load_config(self) -> None:
            for name, value in options.items():
                self.cfg.set(name, value)

        def load(self) -> Any:
            return application

    Demo().run()


def _serve_plainly(application: WSGIHandler, listener: socket.socket, ready: Callable[[], None]) -> None:
    from django.core.servers.basehttp import ServerHandler, ThreadedWSGIServer, WSGIRequestHandler

    class Handler(WSGIRequestHandler):
        server_version, sys_version = "Scorekeeper", ""  # of what it refuses itself

    ServerHandler.server_software = "Scorekeeper"  # whoever asks need not know which Python this is

    host, port = listener.getsockname()
    listener.close()
    server = ThreadedWSGIServer((host, port), Handler)
    server.set_app(application)
    ready()
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        server.server_close()
