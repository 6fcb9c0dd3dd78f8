"""What can stand in the way of any round of matches."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scorekeeper.tournaments.formats.next_round import (
    Obstacle,
)
from scorekeeper.tournaments.matches.results import undecided_tables
from scorekeeper.tournaments.models import Round, Stage
from scorekeeper.tournaments.rounds.results import Read


def too_few(many: int) -> Iterator[Obstacle]:
    """That a match needs two."""
    if many < 2:
        yield Obstacle("too_few", _("Present: {number}. A match needs two.").format(number=many), stops=True)


def of_round_before(stage: Stage, number: int, read: Read, *, stops: bool) -> Iterator[Obstacle]:
    before = Round.objects.filter(stage=stage, number=number - 1).first()
    if before is None:
        return
    before.stage = stage
    if open_ones := undecided_tables(before, read):
        text = _("These matches of round {round} have no final result yet: {numbers}.")
        if stops:
            text += " " + _("The next round follows the points, so these results are needed first.")
        numbers = ", ".join(map(str, open_ones))
        yield Obstacle("round_open", text.format(round=number - 1, numbers=numbers), stops=stops)
