from itertools import islice
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scorekeeper.play.verifying import Count, verify


class Command(BaseCommand):
    help = "Recompute every sum from the hands and walk the chains. Exit code 1 on any difference."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--most", type=int, default=100, help="differences printed at the most")

    def handle(self, *args: object, **options: Any) -> None:
        count = Count()
        found = verify(count)
        shown = list(islice(found, options["most"]))
        for difference in shown:
            self.stdout.write(str(difference))
        more = sum(1 for _ in found)
        looked = f"{count.sittings} sittings, {count.hands} versions of hands, {count.standings} standings"
        if shown:
            raise CommandError(f"{len(shown) + more} differences in {looked}", returncode=1)
        self.stdout.write(f"no difference in {looked}")
