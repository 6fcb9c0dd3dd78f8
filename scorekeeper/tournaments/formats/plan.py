"""What the plans of all formats share, and those of matches that give points: plain values, kept by the database as
JSON; and the plans of all formats, found by the folders they stand in."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import Field

from games.core.record import Record, load
from scorekeeper.tournaments import formats

MOST_ROUNDS: Final = 60
MOST_TABLES: Final = 500

Rounds = Annotated[int, Field(ge=1, le=MOST_ROUNDS)]


class Taken(Record):
    """Who comes into a stage from the one before it: of each of its groups the `best` so many, or all."""

    best: Annotated[int, Field(ge=1, le=1000)] | None = Field(
        default=None, description="Of each group of the stage before it the best so many; null: everybody."
    )


class StagePlan(Record):
    """How a stage is played: `kind` names the format, `takes` says who comes into it from the stage before. With
    `check_in` each round begins with nobody here; where a round `is_by_matches`, each match.
    `substitutes` is the rule for whoever plays instead of a single entrant: the entrant goes on with the points there
    are, or the substitute begins as an entrant of their own."""

    is_by_matches: ClassVar[bool] = False
    """Whether a round is whatever matches can be opened, so that it has no numbers and nobody waits for it."""

    kind: str = Field(description="The format.")
    takes: Taken = Field(
        default=Taken(), description="Who comes into the stage from the one before it; the first takes everybody."
    )
    check_in: bool = Field(
        default=False,
        description="Everybody checks in again before each round; who does not misses it. In a bracket before each "
        "match, which waits until both have. Not in a knock-out at tables, which has one round.",
    )
    substitutes: Literal["carry_on", "own_points"] = Field(
        default="carry_on",
        description="Whoever plays instead of a single entrant: the entrant goes on, and what the substitute wins is "
        "added to the points there are (`carry_on`); or the substitute begins as an entrant of their own, whose own "
        "points alone count (`own_points`, where the format takes somebody new).",
    )

    @property
    def in_groups(self) -> bool:
        """Whether its entrants are parted into several groups."""
        return False


def folders() -> list[str]:
    """The names of the packages of formats."""
    return [f"{formats.__name__}.{found.name}" for found in iter_modules(formats.__path__) if found.ispkg]


@cache
def plans() -> Mapping[str, type[StagePlan]]:
    """{kind: its plan}, in the order of the folders."""
    found = [plan for folder in folders() for plan in import_module(f"{folder}.plan").PLANS]
    return {plan.model_fields["kind"].default: plan for plan in found}


def plan_of(data: Mapping[str, Any]) -> StagePlan:
    """The plan that a stage keeps.

    Raises:
        KeyError: no format is called so.
        InvalidRecord: what is no plan, with every wrong field.
    """
    return load(plans()[data["kind"]], data)


Points = Annotated[int, Field(ge=0, le=100)]


class MatchPlan(StagePlan):
    """Rounds of two entrants each: what a match counts, in half points, and what is asked of equals (empty: the usual
    order of `rules/pairing.md` section 9)."""

    win: Points = Field(default=2, description="What a won match counts. In half points.")
    draw: Points = Field(default=1, description="What a drawn match counts. In half points.")
    loss: Points = Field(default=0, description="What a lost match counts. In half points.")
    ties: tuple[str, ...] = Field(
        default=(),
        description="What is asked of equals, in order; empty: the usual order. `PTS`, `DE`, `BH`, `BH_C1`, "
        "`BH_M1`, `SB`, `KS`, `WIN`, `WON`, `PS`, `SETS`, `DIFF`, `FOR`, as far as the format and the "
        "game know them.",
    )
    is_cross: ClassVar[bool] = False
    """Whether everybody of a group meets everybody of it."""
    usual_ties: ClassVar[tuple[str, ...]]
    """What is asked of equals where nobody says otherwise, unless the game counts sets."""
    format_ties: ClassVar[tuple[str, ...]]
    """All that can be asked of equals in this format."""

    @property
    def is_double(self) -> bool:
        """Whether everybody meets everybody twice."""
        return False

    @property
    def for_bye(self) -> int | None:
        """What a round without an opponent counts, in half points; None: nothing but what was won."""
        return None

    @property
    def gives_half_bye(self) -> bool:
        """Whether who begins late gets half a bye, once."""
        return False
