"""How an evening came out, game by game: for its report, its mail and its files."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.core.units import InUnits
from scorekeeper.leagues.models import Evening, EveningGame
from scorekeeper.leagues.selectors.tables import Line, results_of
from scorekeeper.play.models import Sitting


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


def outcomes_of(evening: Evening, sittings: Sequence[Sitting]) -> list[Outcome]:
    """The games of which a table was opened, in their order."""
    found = []
    for game in evening.line_up:
        own = tuple(sitting for sitting in sittings if sitting.game == game.game)
        lines, unit = results_of(own)
        if own:
            found.append(Outcome(game, own, tuple(lines), unit))
    return found
