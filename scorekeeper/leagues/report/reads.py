"""How an evening came out, game by game: for its report, its mail and its files."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from games.core.amounts import InUnits
from scorekeeper.chains.contents import book_of
from scorekeeper.common.zero_sums import Checked, Table, checked
from scorekeeper.leagues.evenings.reads import Line, results_of, sittings_of
from scorekeeper.leagues.models import Evening, EveningGame
from scorekeeper.play.models import Sitting
from scorekeeper.play.moves import totals
from scorekeeper.play.upkeep.anchors import lines, mark_of


@dataclass(frozen=True, slots=True)
class Outcome:
    """The results of one game of an evening, the best first, in the unit they are counted in."""

    game: EveningGame
    sittings: tuple[Sitting, ...]
    lines: tuple[Line, ...]
    unit: InUnits

    @property
    def most(self) -> int:
        """How many sheets somebody has at most."""
        return max((len(line.totals) for line in self.lines), default=0)

    @property
    def sums(self) -> Checked | None:
        """What all sheets come to together; None where the game has no such sum."""
        tables = []
        for sitting in self.sittings:
            game = sitting.plays
            expected = game.sum_at(sitting.typed_rules, sitting.typed_state) if game.sum_at else None
            if expected is None:
                return None
            of_seats = totals(sitting, list(sitting.seats.all()))
            tables.append(Table(sitting.name, sum(of_seats.values()), expected))
        return checked(tables, self.unit) if tables else None


def outcomes_of(evening: Evening, sittings: Sequence[Sitting]) -> list[Outcome]:
    """The games of which a table was opened, in their order."""
    found = []
    for game in evening.line_up:
        own = tuple(sitting for sitting in sittings if sitting.game == game.game)
        lines, unit = results_of(own)
        if own:
            found.append(Outcome(game, own, tuple(lines), unit))
    return found


def anchors_of(evening: Evening, now: datetime) -> Iterator[bytes]:
    """A file of anchors, line by line."""
    sheets = {sitting.pk for sitting in sittings_of(evening)}
    seasons = set(evening.seasons.values_list("pk", flat=True))
    owners = {evening.pk, evening.club_id, book_of(evening.club_id), *sheets, *seasons}
    return lines(now=now, club_id=evening.club_id, owners=owners)


def marks_of(evening: Evening) -> list[str]:
    """The check marks of its sheets, as they stand on paper."""
    return [f"{sitting.code} {mark_of(sitting)}" for sitting in sittings_of(evening) if sitting.head]
