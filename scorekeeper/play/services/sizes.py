"""How many can sit at a table: by its game, and by its own rules."""

from collections.abc import Sequence

from django.utils.translation import gettext_noop

from games.core.game import AnyGame
from games.core.text import Text
from games.core.values import Problem
from scorekeeper.play.models import Sitting

TABLE_SIZE = "table_size"


def size_problems(sitting: Sitting, size: int) -> tuple[Problem, ...]:
    """Why this sitting, by its own rules, cannot go on with so many at the table."""
    game, rules = sitting.plays, sitting.typed_rules
    problems = () if is_out_of_range(game, size) else game.size_problems(rules, size)
    if not problems and size not in game.seats:
        return (seat_count(game, [fine for fine in game.seats if not game.size_problems(rules, fine)]),)
    return tuple(Problem(problem.code, "seats", problem.message) for problem in problems)


def is_out_of_range(game: AnyGame, size: int) -> bool:
    """A size between the fewest and the most may be wrong too; the game then has the better words for it."""
    return not game.seats[0] <= size <= game.seats[-1]


def seat_count(game: AnyGame, sizes: Sequence[int] = ()) -> Problem:
    """By the rules of a table `sizes` may sit there."""
    sizes = sizes or game.seats
    fewest, most = sizes[0], sizes[-1]
    if fewest == most:
        text = Text(
            gettext_noop("By these rules {game} is played by {fewest} at a table."),
            {"game": game.title, "fewest": fewest},
        )
    else:
        text = Text(
            gettext_noop("{game} is played by {fewest} to {most} at a table."),
            {"game": game.title, "fewest": fewest, "most": most},
        )
    return Problem(TABLE_SIZE, "seats", text)
