"""What is planned where matches give points."""

from typing import Annotated, ClassVar

from pydantic import Field

from scorekeeper.tournaments.formats.plan import StagePlan

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
