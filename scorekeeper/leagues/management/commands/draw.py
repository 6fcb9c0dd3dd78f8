import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scorekeeper.pairing.schedules.drawing import draw_schedule
from scorekeeper.pairing.schedules.files import instance_of, written
from scorekeeper.pairing.schedules.instance import Impossible, Unfit

LARGEST = 20_000_000  # bytes of an instance


class Command(BaseCommand):
    help = (
        "Draw the tables of a schedule and print its rounds and its report as JSON. Exit code 1 where no schedule "
        "honours all that must be, 2 where the file says something wrong or can't be read."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("path", type=Path, metavar="INSTANCE.json", help="players, rounds, sizes, ...")

    def handle(self, *args: object, **options: Any) -> None:
        plain = _read(options["path"])
        try:
            instance, limit = instance_of(plain)
            schedule = draw_schedule(instance, stop=_clock(limit))
        except Unfit as unfit:
            raise CommandError(str(unfit), returncode=2) from None
        except Impossible as impossible:
            raise CommandError(f"No schedule honours all that must be: {impossible}", returncode=1) from None
        self.stdout.write(json.dumps(written(schedule, plain), ensure_ascii=False))


def _read(path: Path) -> Any:
    """Raises CommandError where the file can't be read."""
    try:
        if path.stat().st_size > LARGEST:
            raise CommandError(f"{path}: larger than {LARGEST:,} bytes. Draw fewer rounds at once.", returncode=2)
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise CommandError(
            f"{path}: not JSON that can be read ({error}). Give a file of one object.", returncode=2
        ) from None


def _clock(seconds: float | None) -> Callable[[], bool] | None:
    """Whether so many seconds are over: they may only stop a draw, never decide it."""
    if seconds is None:
        return None
    last = time.monotonic() + seconds
    return lambda: time.monotonic() > last
