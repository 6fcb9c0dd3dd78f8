"""A process beside a test server: runs code with Django set up on the server's database, one piece after the other.

Each line it reads is a JSON text of code; for each it writes one JSON object: what the code printed, or how it failed.
Starting Python and Django costs a second of a busy machine; a journey asks several times.
"""

import contextlib
import io
import json
import sys
import traceback

import django


def answer(code: str) -> dict[str, str]:
    """What this code prints. No name, connection or cached row of it is there for the next."""
    from django.core.cache import caches
    from django.core.cache.backends.locmem import LocMemCache
    from django.db import connections

    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            exec(compile(code, "<asked by a test>", "exec"), {"__name__": "asked", "json": json})
    except BaseException:  # noqa: BLE001  whatever it is, it is the test that has to hear of it
        return {"failed": traceback.format_exc()}
    finally:
        connections.close_all()
        for cache in caches.all(initialized_only=True):
            if isinstance(cache, LocMemCache):  # of this process; a shared one is the server's too
                cache.clear()
    return {"printed": printed.getvalue()}


def main() -> None:
    answers = sys.stdout
    django.setup()
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), file=answers, flush=True)


if __name__ == "__main__":
    main()
