"""What is planned of a round robin."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from scorekeeper.pairing.keys import ROUND_ROBIN
from scorekeeper.tournaments.formats.plan import MatchPlan


class RoundRobinPlan(MatchPlan):
    """Everybody of a group plays everybody of it, `legs` times."""

    kind: Literal["round_robin"] = Field(default="round_robin", description="The format.")
    legs: Literal[1, 2] = Field(default=1, description="How often each meets each.")
    groups: Annotated[int, Field(ge=1, le=26)] = Field(
        default=1, description="Into how many groups the entrants are parted."
    )
    is_cross: ClassVar = True
    usual_ties: ClassVar = ROUND_ROBIN
    format_ties: ClassVar = ("DE", "SB", "KS", "WIN", "WON")

    @property
    def is_double(self) -> bool:
        return self.legs > 1

    @property
    def in_groups(self) -> bool:
        return self.groups > 1


PLANS = (RoundRobinPlan,)
