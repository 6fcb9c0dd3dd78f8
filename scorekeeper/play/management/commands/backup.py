from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from scorekeeper.play.upkeep.backups import Failed, anchored, back_up, delete_older


class Command(BaseCommand):
    help = (
        "Copy the whole database to a new file while the app goes on serving, and say what is in it; beside it goes a "
        "file of anchors for `verify --anchors`."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("path", type=Path, help="the file to be made, or a folder to make it in, named by the time")
        parser.add_argument(
            "--keep", metavar="N", type=int, help="afterwards delete all backups in the folder but the newest N"
        )

    def handle(self, *args: object, **options: Any) -> None:
        path: Path = options["path"]
        folder, keep = path, options["keep"]
        if keep is not None and (keep < 1 or not path.is_dir()):
            raise CommandError("--keep needs a folder, and a number of 1 or more")
        if path.is_dir():
            path /= f"scorekeeper-{timezone.now():%Y%m%d-%H%M%S}.backup"
        try:
            with anchored(path, timezone.now()) as anchors:
                summary = back_up(path)
        except Failed as failed:
            raise CommandError(str(failed)) from None
        self.stdout.write(f"{path}: {path.stat().st_size} bytes, {summary}")
        self.stdout.write(f"{anchors}: keep it where nobody who can change the database can change it")
        for old in delete_older(folder, keep) if keep else ():
            self.stdout.write(f"{old}: deleted")
