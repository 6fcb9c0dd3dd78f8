"""What a stage can be: its format, and how that is played. Plain values; the database keeps them as JSON."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from games.core.record import Record, load

MOST_ROUNDS: Final = 60
MOST_TABLES: Final = 500


class FormatName(StrEnum):
    """How a stage is played: rounds of tables whose points add up, rounds of two entrants each, or a knock-out at
    several tables at once."""

    TABLES = "tables"
    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"
    SINGLE = "single"
    DOUBLE = "double"
    KNOCKOUT = "knockout"


Rounds = Annotated[int, Field(ge=1, le=MOST_ROUNDS)]
Points = Annotated[int, Field(ge=0, le=100)]


class Taken(Record):
    """Who comes into a stage from the one before it: of each of its groups the `best` so many, or all."""

    best: Annotated[int, Field(ge=1, le=1000)] | None = None


class TablesPlan(Record):
    """Rounds of tables with cumulative points. `style`: `mix` has people meet as many others as there are, `seeded`
    puts them by their points from round 2 on, `team` one of each team at a table, `random`, `manual` by hand alone.
    `apart` is for entrants of one origin: `off`, `soft` (while there is another way) or `hard`. `absent` is what a
    round that somebody misses counts for them, `bye` a round without a table. `counts` is what comes first in a
    tournament of two to four teams: the points, or the team points of each round."""

    kind: Literal["tables"] = "tables"
    rounds: Rounds = 3
    size: Annotated[int, Field(ge=2, le=12)] = 4
    style: Literal["mix", "seeded", "team", "random", "manual"] = "mix"
    apart: Literal["off", "soft", "hard"] = "soft"
    absent: Annotated[int, Field(ge=-10_000, le=10_000)] = 0
    bye: Annotated[int, Field(ge=-10_000, le=10_000)] = 0
    counts: Literal["points", "team_points"] = "points"
    takes: Taken = Taken()


class _Duels(Record):
    """Rounds of two entrants each: what a match counts, in half points, and what is asked of equals (empty: the usual
    order of `rules/pairing.md` section 9)."""

    win: Points = 2
    draw: Points = 1
    loss: Points = 0
    ties: tuple[str, ...] = ()
    takes: Taken = Taken()


class SwissPlan(_Duels):
    """`rounds` None: as many as are usual for as many entrants as come. `bye`: what a round without an opponent
    counts, in half points; None: as much as a win. `late` is what a tournament gives to who begins after its first
    round: nothing for what they missed (`zero`), or half a bye, once (`half`). `system` is the way to pair: by
    matching, or FIDE's Dutch. `apart` is for entrants of one origin: `off`, `soft` (they meet where the scores leave
    no other way; not for the Dutch system) or `hard` (they never do while there is any other way)."""

    kind: Literal["swiss"] = "swiss"
    rounds: Rounds | None = None
    system: Literal["matching", "dutch"] = "matching"
    first: Literal["seeds", "random"] = "seeds"
    apart: Literal["off", "soft", "hard"] = "off"
    bye: Points | None = None
    late: Literal["zero", "half"] = "zero"

    @property
    def for_bye(self) -> int:
        """What a round without an opponent counts, in half points."""
        return self.win if self.bye is None else self.bye


class RoundRobinPlan(_Duels):
    """Everybody of a group plays everybody of it, `legs` times."""

    kind: Literal["round_robin"] = "round_robin"
    legs: Literal[1, 2] = 1
    groups: Annotated[int, Field(ge=1, le=26)] = 1


class SinglePlan(Record):
    kind: Literal["single"] = "single"
    third_place: bool = False
    takes: Taken = Taken()


class DoublePlan(Record):
    """`reset`: when who comes from below wins the final, a second one decides."""

    kind: Literal["double"] = "double"
    reset: bool = True
    takes: Taken = Taken()


class KnockoutPlan(Record):
    """Tables that are broken and balanced as people go out. `seats` is how many a table has at most; `balance_at` is
    by how many two tables may not differ; `breaks` are the numbers of the tables that are broken first, in order."""

    kind: Literal["knockout"] = "knockout"
    seats: Annotated[int, Field(ge=2, le=12)] = 9
    balance_at: Literal[2, 3] = 2
    breaks: tuple[Annotated[int, Field(ge=1, le=MOST_TABLES)], ...] = ()
    takes: Taken = Taken()


Plan = TablesPlan | SwissPlan | RoundRobinPlan | SinglePlan | DoublePlan | KnockoutPlan
PLANS: Final[Mapping[FormatName, type[Plan]]] = {
    FormatName.TABLES: TablesPlan,
    FormatName.SWISS: SwissPlan,
    FormatName.ROUND_ROBIN: RoundRobinPlan,
    FormatName.SINGLE: SinglePlan,
    FormatName.DOUBLE: DoublePlan,
    FormatName.KNOCKOUT: KnockoutPlan,
}
OF_TWO: Final = (FormatName.SWISS, FormatName.ROUND_ROBIN, FormatName.SINGLE, FormatName.DOUBLE)
OF_DUELS: Final = (FormatName.SWISS, FormatName.ROUND_ROBIN)
"""Those of them that give points."""
BRACKETS: Final = (FormatName.SINGLE, FormatName.DOUBLE)
"""Those of them that are played as a bracket."""
WITH_POINTS: Final = (FormatName.TABLES, *OF_DUELS)
"""Those whose standing counts points, so that there are penalties and bonuses."""
PLAYED: Final = (
    FormatName.TABLES,
    FormatName.SWISS,
    FormatName.ROUND_ROBIN,
    FormatName.SINGLE,
    FormatName.DOUBLE,
    FormatName.KNOCKOUT,
)
"""The formats whose rounds are drawn and played here; pages offer no other."""


def plan_of(data: Mapping[str, Any]) -> Plan:
    """The plan that a stage keeps.

    Raises:
        InvalidRecord: what is no plan, with every wrong field.
    """
    return load(PLANS[FormatName(data["kind"])], data)
