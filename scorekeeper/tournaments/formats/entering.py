"""Who plays what by which rules: what decides whether a format suits a tournament."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.core.game import AnyGame
from games.core.record import Record
from scorekeeper.play.offers import sizes
from scorekeeper.tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class Entering:
    """Who plays a game by which rules: single players, pairs or teams of `team_size`."""

    game: AnyGame
    rules: Record
    of: str
    team_size: int

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many may sit at a table."""
        return sizes(self.game, self.rules)

    @property
    def duels(self) -> bool:
        """Whether a table can hold two entrants against each other, and the game says who of them has won."""
        seats = 2 * self.team_size
        return self.game.duel is not None and seats in self.sizes and len(self.game.sides(range(seats))) == 2

    @property
    def largest_unbroken(self) -> int:
        """The largest table up to which there is one of every size from two on."""
        return _unbroken(self.sizes)


def entering(tournament: Tournament) -> Entering:
    """Who plays what in this tournament."""
    return Entering(tournament.plays, tournament.typed_rules, tournament.of, tournament.team_size)


def _unbroken(found: Sequence[int]) -> int:
    most = 1
    for size in found:
        if size != most + 1:
            break
        most = size
    return most
