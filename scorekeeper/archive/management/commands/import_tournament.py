from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from scorekeeper.accounts.models import User
from scorekeeper.archive.reading import Opening, OpeningTerms
from scorekeeper.archive.services import open_any
from scorekeeper.clubs.models import Club
from scorekeeper.common.errors import Refused
from scorekeeper.common.texts import translated
from scorekeeper.spreadsheets.matching import NEW


class Command(BaseCommand):
    help = (
        "Open a tournament in a club from its file: say what would come, --write opens it, whole or not at all. Exit"
        " code 1 where it can't be opened, with every reason."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("path", type=Path, help="the file of the tournament")
        parser.add_argument("--club", required=True, metavar="ID", help="the id of the club")
        parser.add_argument("--by", required=True, metavar="ADDRESS", help="a director of the club, who opens it")
        parser.add_argument("--game", default="", help="what was played, of a report in FIDE's format")
        parser.add_argument("--write", action="store_true", help="open it; else all of it is tried and taken back")
        parser.add_argument(
            "--new", action="store_true", help="names that may be somebody's in the book are new people"
        )

    def handle(self, *args: object, **options: Any) -> None:
        asked = _asked(options["club"], options["by"], options["game"])
        try:
            data = options["path"].read_bytes()
        except OSError as error:
            raise CommandError(f"{options['path']} can't be opened: {error.strerror}") from None
        try:
            opening = open_any(data, asked, keep=options["write"])
            if options["new"] and not opening.matching.is_settled:
                asked.said.update({match.name: NEW for match in opening.matching.asked if not match.is_settled})
                opening = open_any(data, asked, keep=options["write"])
        except Refused as refused:
            raise CommandError(_sentences(refused)) from None
        self._tell(opening, written=options["write"])

    def _tell(self, opening: Opening, *, written: bool) -> None:
        say = self.stdout.write
        made = f", of {opening.source}, made {opening.made_at}" if opening.source else ""
        say(f"{opening.name}{made}")
        for fact in (*opening.facts, *opening.stays):
            say(translated(fact))
        matching = opening.matching
        say(f"In the book: {len(matching.known)}, new: {len(matching.new)}, in doubt: {len(matching.asked)}")
        if opening.there:
            say(f"It was opened here before: {opening.there.pk}")
            return
        if opening.problems:
            raise CommandError(_sentences(Refused(opening.problems)))
        if opening.games and not opening.game:
            raise CommandError(f"What was played? Say --game with one of these: {', '.join(opening.games)}")
        if not matching.is_settled:
            names = ", ".join(match.name for match in matching.asked if not match.is_settled)
            raise CommandError(f"Who is in the book? {names}. Open the file on the page, or say --new.")
        say(f"Opened: {opening.tournament.pk}." if opening.tournament else "Nothing was written; --write opens it.")
        if written and opening.tournament is None:
            raise CommandError("It was not opened.")


def _asked(club: str, address: str, game: str) -> OpeningTerms:
    try:
        found = Club.objects.filter(pk=UUID(club)).first()
    except ValueError:
        found = None
    by = User.objects.filter(email__iexact=address).first()
    if found is None or by is None:
        raise CommandError(f"{'no club has this id' if found is None else 'nobody has this address'}")
    return OpeningTerms(found, by, {}, timezone.now(), game)


def _sentences(refused: Refused) -> str:
    return "\n".join(translated(problem.message) for problem in refused.problems)
