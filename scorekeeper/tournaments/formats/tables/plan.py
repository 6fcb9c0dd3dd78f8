"""What is planned of rounds at tables."""

from typing import Annotated, Literal

from pydantic import Field, Strict

from games.core.values import MOST_HANDS
from scorekeeper.tournaments.formats.plan import MOST_ROUNDS, Rounds, StagePlan

Hands = Annotated[int, Field(ge=1, le=MOST_HANDS)]


class TablesPlan(StagePlan):
    """Rounds of tables with cumulative points. `style`: `mix` has people meet as many others as there are, `seeded`
    puts them by their points from round 2 on, `team` one of each team at a table, `random`, `manual` by hand alone.
    `apart` is for entrants of one origin: `off`, `soft` (while there is another way) or `hard`. `absent` is what a
    round that somebody misses counts for them, `bye` a round without a table. `counts` is what comes first in a
    tournament of two to five teams: the points, or the team points of each round. `lengths` are the hands of the
    rounds: see play/offers.py."""

    kind: Literal["tables"] = Field(default="tables", description="The format.")
    rounds: Rounds = Field(
        default=3, description="How many rounds are played; null: as many as are usual for as many entrants as come."
    )
    size: Annotated[int, Field(ge=2, le=12)] = Field(
        default=4, description="How many sit at a table, where it works out."
    )
    style: Literal["mix", "seeded", "team", "random", "manual"] = Field(
        default="mix",
        description="Who sits with whom: `mix` has people meet as many others as there are, `seeded` seats them "
        "by their points from round 2 on, `team` one of each team at a table, `random` by chance "
        "alone, `manual` by hand.",
    )
    apart: Literal["off", "soft", "hard"] = Field(
        default="soft",
        description="Entrants of one origin meet like all others (`off`), where there is no other way (`soft`; in "
        "a Swiss where the scores leave none, and not in the Dutch system), or never while anything "
        "else can be drawn (`hard`).",
    )
    absent: Annotated[int, Field(ge=-10_000, le=10_000)] = Field(
        default=0, description="What a round counts that an entrant misses."
    )
    bye: Annotated[int, Field(ge=-10_000, le=10_000)] = Field(
        default=0,
        description="What a round counts without a table, in points; of two entrants without an opponent, in half "
        "points (null: as much as a win).",
    )
    counts: Literal["points", "team_points"] = Field(
        default="points",
        description="Of teams: what comes first in the standing, the sum of the points, or team points: 3, 2, 1 "
        "and 0 of each round by the places of the teams in it, of five teams 4, 3, 2, 1 and 0 (of two to five teams).",
    )
    lengths: Annotated[tuple[Hands | None, ...], Strict(strict=False), Field(max_length=MOST_ROUNDS)] = Field(
        default=(),
        description="How many hands each round has at a table of `size`, in their order; the last one holds for all "
        "rounds after it. null: as many as the rules say. Smaller tables have as many turns, so fewer hands.",
    )


PLANS = (TablesPlan,)
