"""Which formats suit a game and those who enter."""

from games.core.game import AnyGame
from games.core.values import Problem
from scorekeeper.tournaments.formats.entering import Entering
from scorekeeper.tournaments.formats.format import Format, all_formats, format_named
from scorekeeper.tournaments.formats.plan import StagePlan
from scorekeeper.tournaments.models import Stage, Tournament

SIDES = ((Tournament.Of.PLAYERS, (1,)), (Tournament.Of.PAIRS, (2,)), (Tournament.Of.TEAMS, range(2, 7)))
"""Who can enter, and of how many a side can be."""


def is_offered(game: AnyGame) -> bool:
    """Whether tournaments of this game, by its usual rules, have a format."""
    return bool(entered_in(game))


def entered_in(game: AnyGame) -> dict[str, list[Format]]:
    """{who can enter tournaments of this game, by its usual rules: the formats for them}; of teams those that any size
    of team can have."""
    found = {}
    for of, team_sizes in SIDES:
        offered = [one for size in team_sizes for one in formats_for(Entering(game, game.rules(), of, size))]
        if offered:
            found[str(of)] = list(dict.fromkeys(offered))
    return found


def usual_of(game: AnyGame, of: str) -> Format | None:
    """The format that is offered first to such entrants; None where there is none for them."""
    return next(iter(entered_in(game).get(of, ())), None)


def formats_for(who: Entering) -> list[Format]:
    """Those that such a tournament can have, the usual one first."""
    found = [format_ for format_ in all_formats().values() if not any(format_.unsuited(who))]
    return sorted(found, key=lambda format_: not format_.is_usual(who.game))


def plan_problems(plan: StagePlan, who: Entering) -> list[Problem]:
    """Why such a tournament cannot be played by this plan, each with its field. Refuses `format_unsuited`,
    `seats_unknown`, `break_twice`, `apart_unsuited`, `size_unknown`, `style_unsuited`, `counts_unsuited`, `no_lengths`,
    `length_misfit`, `tie_unknown`, `tie_unsuited`, `tie_twice`, `check_in_unsuited`, `substitutes_unsuited`."""
    format_ = format_named(plan.kind)
    return list(format_.unsuited(who)) or [*format_.problems(plan, who), *format_.problems_of_people(plan)]


def has_lengths(stage: Stage) -> bool:
    """Whether its rounds can have lengths of their own."""
    return "lengths" in type(stage.typed_plan).model_fields and stage.tournament.plays.of_length is not None
