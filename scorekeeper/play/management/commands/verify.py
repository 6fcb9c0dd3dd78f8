from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scorekeeper.play.upkeep.anchors import Since, Unreadable, compared
from scorekeeper.play.upkeep.verifying import Count, Difference, verify


class Command(BaseCommand):
    help = (
        "Recompute every sum from the hands and walk the chains; with --anchors compare them with what was kept "
        "elsewhere. Exit code 1 on any difference."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--most", type=int, default=100, help="differences printed at the most")
        parser.add_argument(
            "--anchors",
            metavar="FILE",
            type=Path,
            action="append",
            default=[],
            help="anchors written by `backup` or an evening, the archive of a club, or check marks from printed "
            "sheets, one in a line; more than one file: the option again",
        )

    def handle(self, *args: object, **options: Any) -> None:
        count, kept = Count(), {path: Since() for path in options["anchors"]}
        found = chain(verify(count), _anchored(kept))
        try:
            shown = list(islice(found, options["most"]))
            more = sum(1 for _ in found)
        except Unreadable as error:
            raise CommandError(f"--anchors: {error}") from None
        for difference in shown:
            self.stdout.write(str(difference))
        for path, since in kept.items():
            if since.made_at:  # whoever erases as the app does it is seen by nothing else
                self.stdout.write(
                    f"{path}: texts that were erased since it was written: {since.erased}, "
                    f"lines in a log that say why: {len(since.acts)}"
                )
        looked = (
            f"{count.sittings} sittings, {count.hands} versions of hands, {count.standings} standings, "
            f"{count.chained.links} links"
        )
        if count.chained.waiting:
            looked += f", {count.chained.waiting} rows not linked yet"
        if count.chained.erased:
            looked += f", {count.chained.erased} erased texts"
        if shown:
            raise CommandError(f"{len(shown) + more} differences in {looked}", returncode=1)
        self.stdout.write(f"no difference in {looked}")


def _anchored(kept: dict[Path, Since]) -> Iterator[Difference]:
    for path, since in kept.items():
        yield from (Difference(where, what) for where, what in compared(path, since))
