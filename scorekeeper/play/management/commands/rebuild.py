from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scorekeeper.clubs.models import Club
from scorekeeper.play.upkeep.rebuilding import Rebuilt, rebuild


class Command(BaseCommand):
    help = (
        "Make tallies, results and standings anew from the hands, and balances of the money book from its entries, and "
        "show what differs; --write writes it. "
        "Exit code 1 where something had to be left as it is."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--club", metavar="ID", help="of this club alone")
        parser.add_argument("--write", action="store_true", help="write the sums that differ")

    def handle(self, *args: object, **options: Any) -> None:
        club_id = _club(options["club"]) if options["club"] is not None else None
        count = Rebuilt()
        for difference in rebuild(count, club_id=club_id, write=options["write"]):
            self.stdout.write(str(difference))
        done = "were written anew" if options["write"] else "differ; nothing was written"
        looked = f"{count.differing} sums in {count.sittings} sittings and {count.seasons} seasons {done}"
        if count.left:
            raise CommandError(f"{looked}; {count.left} left as they are: see verify", returncode=1)
        self.stdout.write(looked)


def _club(given: str) -> UUID:
    """The club's id. Raises CommandError where it is none, or none of a club."""
    try:
        pk = UUID(given)
    except ValueError:
        raise CommandError(f"--club: {given!r} is no id; it looks like 0199c0de-0000-7000-8000-000000000000") from None
    if not Club.objects.filter(pk=pk).exists():
        raise CommandError(f"--club: there is no club {pk}; leave it out for all clubs")
    return pk
