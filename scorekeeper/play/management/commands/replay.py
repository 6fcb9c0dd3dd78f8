from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

import games
from scorekeeper.common.errors import Refused
from scorekeeper.play.upkeep.rebuilding import rejudged, roll_out


class Command(BaseCommand):
    help = "Judge every stored hand of a game by today's rules and show what differs; --write posts the differences."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--game", required=True, choices=sorted(games.all_games()))
        parser.add_argument("--write", action="store_true", help="append new versions of the hands that differ")

    def handle(self, *args: object, **options: Any) -> None:
        found = list(rejudged(options["game"]))
        for sheet in found:
            if sheet.impossible is not None:
                self.stdout.write(f"sitting {sheet.sitting.pk}: hand {sheet.impossible} is refused by today's rules")
            for judged in sheet.changed:
                self.stdout.write(
                    f"sitting {sheet.sitting.pk}: hand {judged.hand.number}: "
                    f"{_lines(judged.hand.outcome)} becomes {_lines(judged.outcome)}"
                )
        hands = sum(len(sheet.changed) for sheet in found)
        if not options["write"]:
            self.stdout.write(f"{hands} hands in {len(found)} sittings differ; nothing was written")
            return
        for sheet in found:
            try:
                roll_out(sitting_id=sheet.sitting.pk, now=timezone.now())
            except Refused as error:
                raise CommandError(f"sitting {sheet.sitting.pk}: {error}") from None
        self.stdout.write(f"{hands} hands in {len(found)} sittings have a new version")


def _lines(outcome: dict[str, Any]) -> str:
    return ", ".join(f"seat {seat} {measure} {amount:+}" for seat, measure, amount, _reason in outcome["lines"])
