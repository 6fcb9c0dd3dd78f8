"""What is planned of a knock-out at several tables."""

from typing import Annotated, Literal

from pydantic import Field

from scorekeeper.tournaments.formats.plan import MOST_TABLES, StagePlan


class KnockoutPlan(StagePlan):
    """Tables that are broken and balanced as people go out. `seats` is how many a table has at most; `balance_at` is
    by how many two tables may not differ; `breaks` are the numbers of the tables that are broken first, in order."""

    kind: Literal["knockout"] = Field(default="knockout", description="The format.")
    seats: Annotated[int, Field(ge=2, le=12)] = Field(default=9, description="How many a table has at most.")
    balance_at: Literal[2, 3] = Field(default=2, description="Tables that differ by so many are balanced.")
    breaks: tuple[Annotated[int, Field(ge=1, le=MOST_TABLES)], ...] = Field(
        default=(), description="The numbers of the tables that are broken first, in order; then the smallest."
    )


PLANS = (KnockoutPlan,)
