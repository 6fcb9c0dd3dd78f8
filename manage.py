#!/usr/bin/env python3
"""The one entry: `python3 manage.py demo` shows the app, `python3 manage.py test` proves it."""

import gc
import os
import sys

from scorekeeper import bootstrap


def main():  # type: () -> None
    bootstrap.ensure(sys.argv)
    if sys.argv[1:2] == ["test"]:
        from tests.run import main as run_tests

        sys.exit(run_tests(sys.argv[2:]))
    gc.disable()  # until all code is loaded (common/garbage.py)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings.development")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
