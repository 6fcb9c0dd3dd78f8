"""What is planned of a bracket."""

from typing import ClassVar, Literal

from pydantic import Field

from scorekeeper.tournaments.formats.plan import StagePlan


class SinglePlan(StagePlan):
    """Who loses is out; with `third_place` those who lose a semi-final play for it."""

    is_by_matches: ClassVar[bool] = True
    kind: Literal["single"] = Field(default="single", description="The format.")
    third_place: bool = Field(default=False, description="Who loses a semi-final plays for third place.")


class DoublePlan(StagePlan):
    """Who loses twice is out. `reset`: when who comes from below wins the final, a second one decides."""

    is_by_matches: ClassVar[bool] = True
    kind: Literal["double"] = Field(default="double", description="The format.")
    reset: bool = Field(default=True, description="When who comes from below wins the final, a second one decides.")


PLANS = (SinglePlan, DoublePlan)
